"""Waiting for what must become true."""

import time


def eventually(is_true, seconds, pause=0.05):
    """Returns how many seconds it took; fails when it has not come by then."""
    began = time.monotonic()
    while not is_true():
        passed = time.monotonic() - began
        assert passed < seconds, f"not so after {passed:.1f} s"
        time.sleep(pause)
    return time.monotonic() - began
