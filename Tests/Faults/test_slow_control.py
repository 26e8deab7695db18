"""Slow work of the control plane is done beside the event loop: who asks for anything else meanwhile does not wait for it."""

import contextlib
import threading
import time

import pytest
import requests

from harness.fleet import Fleet
from harness.replicas import Fleet as Replicas
from support.seed import CONTOSO
from support.server import Server
from support.store import Store

JOURNAL = 2048
HEADERS = {f"x-{number}": "v" * 20 for number in range(60)}
FILLING = (
    f"GET /{CONTOSO}/discovery/v2.0/keys HTTP/1.1\r\nHost: localhost\r\n"
    + "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items()) + "\r\n").encode()
# Nothing is so, and how far each entry is from it is told.
WANTED = {"match": {"header": {name: "w" for name in HEADERS}, "endpoint": "keys"}, "count": 1}
# Seconds for which others ask meanwhile.
WATCHED = 2


@pytest.fixture(params=[False, True], ids=["alone", "on a store"])
def one_loop(request, tmp_path):
    """A server with one event loop, whose journal is full of requests with many headers."""
    with contextlib.ExitStack() as running:
        if request.param:
            store = running.enter_context(Store(tmp_path))
            server, = running.enter_context(Replicas(tmp_path, store.url, "--workers", "1", count=1))
        else:
            server = running.enter_context(Server(tmp_path, "--workers", "1", "--log-level", "warning"))
        with Fleet(server.http_port, FILLING, size=4, total=JOURNAL) as filling:
            filling.wait(60)
        assert filling.statuses == {200: JOURNAL}
        yield server


def timed(ask):
    """Seconds until the answer, and its status."""
    began = time.monotonic()
    status = ask().status_code
    return time.monotonic() - began, status


def verify(server):
    return timed(lambda: requests.post(f"{server.http}/_understudy/requests/verify", json=WANTED, timeout=30))


def test_nobody_waits_for_it(one_loop):
    alone, status = min(verify(one_loop) for _ in range(3))
    assert status == 422
    ending = threading.Event()

    def look():
        while not ending.is_set():
            verify(one_loop)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        with requests.Session() as session:
            until, times = time.monotonic() + WATCHED, []
            while time.monotonic() < until:
                times.append(timed(lambda: session.get(f"{one_loop.http}/_understudy/health", timeout=10)))
    finally:
        ending.set()
        looking.join(30)
    assert {status for _, status in times} == {200}
    usual = sorted(seconds for seconds, _ in times)[len(times) * 9 // 10]
    print(f"{1000 * alone:.0f} ms to verify, {1000 * usual:.1f} ms for nine of ten who ask meanwhile, {len(times)} of them")
    assert usual < alone / 4
