"""Waiting for what must become true."""

import time

import requests


def eventually(is_true, seconds, pause=0.05, log=None):
    """Returns how many seconds it took. Fails when it has not come by then, and shows what `log` returns."""
    began = time.monotonic()
    while not is_true():
        passed = time.monotonic() - began
        assert passed < seconds, f"not so after {passed:.1f} s" + (f":\n{log()}" if log else "")
        # Allowed (sleep): The test goes on when the condition is true.
        time.sleep(pause)
    return time.monotonic() - began


def settled(look, seconds=5):
    """Returns what two looks in a row saw alike."""
    seen = [object(), look()]

    def is_settled():
        seen[:] = seen[1], look()
        return seen[0] == seen[1]

    eventually(is_settled, seconds, 0.1)
    return seen[1]


def answers(url):
    """Whether a server answers with status 200 there."""
    try:
        return requests.get(url, timeout=5).status_code == 200
    except requests.RequestException:
        return False
