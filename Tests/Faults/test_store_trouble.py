"""What is told of a store that refuses or is not there, and what one holds up that falls silent."""

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from harness.replicas import Fleet, failed_start
from support.raw import connect
from support.scripts import script
from support.seed import ALEX, CONTOSO
from support.server import binary, clean_environment
from support.store import SlowWay, Store


def revoke(server):
    return requests.post(
        f"{server.http}/_understudy/revocations", json={"user": ALEX, "tenant": CONTOSO}, timeout=30).status_code


def told(server):
    health = server.get("/_understudy/health")
    assert health.status_code == 200
    return health.json()["store"], health.json().get("storeError")


def test_health_tells_what_a_store_refuses_with(tmp_path):
    with Store(tmp_path) as store, Fleet(tmp_path, store.url, count=1) as (server,):
        assert told(server) == ("ok", None)
        assert store.ask("CONFIG", "SET", "maxmemory", "1") == b"+OK\r\n"
        assert revoke(server) == 503
        assert told(server) == ("unreachable", "OOM")
        assert store.ask("CONFIG", "SET", "maxmemory", "0") == b"+OK\r\n"
        assert revoke(server) == 200
        assert told(server) == ("ok", None)


def test_a_store_that_is_not_there_ends_the_start(tmp_path):
    failed = failed_start(tmp_path, "redis://127.0.0.1:1")
    assert "127.0.0.1:1" in failed and "cannot connect" in failed
    done = subprocess.run(
        [binary(), "serve", "--store", "http://x", "--seed", "s"], capture_output=True, text=True,
        env=clean_environment(), timeout=30)
    assert done.returncode != 0 and "redis://" in done.stderr


def test_a_store_that_hangs_holds_up_no_start(tmp_path):
    with Store(tmp_path) as store:
        url = f"{store.url}?timeout=60000"
        store.pause()
        try:
            began = time.monotonic()
            failed = failed_start(tmp_path, url)
            assert "does not respond in time" in failed and str(store.port) in failed
            assert 14 < time.monotonic() - began < 20
            starting = subprocess.Popen(
                [binary(), "serve", "--http-port", "0", "--https-port", "0", "--seed", "s", "--store", url],
                env=clean_environment(), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
            # Allowed (sleep): No event tells that the start waits for the silent store.
            time.sleep(1)
            began = time.monotonic()
            starting.terminate()
            told = starting.communicate(timeout=20)[1]
            assert starting.returncode == 0 and time.monotonic() - began < 5
            assert "stopping" in told.splitlines()[-1]
        finally:
            store.resume()


@pytest.mark.parametrize("answers", range(7))
def test_a_store_that_falls_silent_holds_up_no_end(tmp_path, answers):
    """However far the start, or what follows it, has come with the store, and however long each command may take."""
    with Store(tmp_path) as store, SlowWay(store, answers=answers, timeout=60_000) as way:
        running = subprocess.Popen(
            [binary(), "serve", "--http-port", "0", "--https-port", "0", "--seed", "s", "--store", way.url,
             "--drain-timeout", "1"],
            env=clean_environment(), cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            assert way.is_silent.wait(20)
            began = time.monotonic()
            running.terminate()
            told = running.communicate(timeout=20)[1]
        finally:
            running.kill()
        assert running.returncode == 0 and time.monotonic() - began < 6, told
        assert "stopping" in told.splitlines()[-1]


def test_a_handshake_that_waits_for_a_silent_store_holds_up_no_end(tmp_path):
    """Its answer is counted on the thread that serves connections, however long each command may take."""
    with Store(tmp_path) as store, \
            Fleet(tmp_path, f"{store.url}?timeout=60000", "--drain-timeout", "1", count=1) as (server,):
        script(server, {"host": "localhost"}, {"fault": "tls"})
        store.pause()
        try:
            with ThreadPoolExecutor(1) as pool:
                shaking = pool.submit(connect, server, True)
                # Allowed (sleep): A handshake that does not wait gets the time to end.
                time.sleep(0.5)
                assert not shaking.done()
                began = time.monotonic()
                assert server.stop() == 0
                assert time.monotonic() - began < 6
                assert isinstance(shaking.exception(timeout=30), OSError)
        finally:
            store.resume()
