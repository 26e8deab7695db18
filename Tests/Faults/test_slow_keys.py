"""Keys that are made on demand are made beside the event loop: who asks for anything else meanwhile does not wait for them."""

import threading
import time

import requests

from support.seed import CONTOSO
from support.server import Server

WOODGROVE_KEYS = "/33333333-3333-4333-8333-333333333333/discovery/v2.0/keys"
TRIES = 5


def timed(ask):
    """Seconds until the answer, and its status."""
    began = time.monotonic()
    status = ask().status_code
    return time.monotonic() - began, status


def first_keys(server):
    """What the first request for an external tenant's keys takes, and the longest of the waits of who asks meanwhile on another
    connection of the one event loop."""
    made, waits = [], []
    probe = f"{server.http}/{CONTOSO}/v2.0/.well-known/openid-configuration"
    with requests.Session() as session, requests.Session() as other:
        session.get(probe, timeout=10)
        other.get(probe, timeout=10)
        first = threading.Thread(
            target=lambda: made.append(timed(lambda: other.get(server.http + WOODGROVE_KEYS, timeout=10))))
        first.start()
        while first.is_alive():
            waits.append(timed(lambda: session.get(probe, timeout=10)))
        first.join()
    assert {status for _, status in made + waits} == {200}
    return made[0][0], max(seconds for seconds, _ in waits), len(waits)


def test_nobody_waits_for_them(tmp_path):
    """A fresh server for each try, since the keys are made once; the machine may hold one of them up."""
    tries = []
    for number in range(TRIES):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Server(folder, "--workers", "1", "--log-level", "warning", seed=None) as server:
            tries.append(first_keys(server))
    for made, longest, count in tries:
        print(f"{1000 * made:.0f} ms until the keys, {1000 * longest:.1f} ms for the slowest of {count} others")
    assert min(longest / made for made, longest, _ in tries) < 1 / 3
    assert max(count for _, _, count in tries) > 5, "others are served meanwhile"
