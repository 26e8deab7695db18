"""The process runs out of file descriptors: it neither spins nor fails, serves whom it serves, and recovers at once."""

import resource
import socket
import time

import pytest

from harness.fleet import Fleet
from harness.messages import HEALTH, LAST
from support.patience import eventually
from support.process import cpu_seconds, descriptors
from support.raw import exchange, status
from support.server import Server

CLIENTS = 150
# Of one core, while full.
LARGEST_SHARE = 0.05
WATCHED = 2.0


def knock(port, count):
    """Connections that say nothing."""
    return [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(count)]


def let_go(sockets):
    for opened in sockets:
        opened.close()


def share_of_a_core(pid):
    before, began = cpu_seconds(pid), time.monotonic()
    # Allowed (sleep): The processor time of a while is measured.
    time.sleep(WATCHED)
    return (cpu_seconds(pid) - before) / (time.monotonic() - began)


def is_served(server):
    try:
        return status(exchange(server, LAST, half_close=False, limit=0.2)[0]) == 200
    except OSError:
        return False


@pytest.fixture(params=[False, True], ids=["limit at start", "limit later"])
def full(request, tmp_path, workers):
    """A server at its limit, either known to it from the start or, so that accept itself fails, set while it runs."""
    prefix = () if request.param else ("prlimit", "--nofile=64")
    with Server(tmp_path, "--workers", workers, "--log-level", "warning", prefix=prefix) as server:
        server.at_rest = descriptors(server.process.pid)
        if request.param:
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (server.at_rest + 12,) * 2)
        yield server


def test_at_the_limit(full):
    pid = full.process.pid
    with Fleet(full.http_port, HEALTH, size=4, rate=50) as served:
        eventually(lambda: served.answered > 20, 5)
        crowd = knock(full.http_port, CLIENTS)
        # Allowed (sleep): The server meets its limit for a while before the measurement.
        time.sleep(0.5)
        answered = served.answered
        share = share_of_a_core(pid)
        assert served.answered - answered > 0.5 * served.rate * WATCHED, "who was there is not served"
        # What the four that are served cost is known from before.
        assert share < LARGEST_SHARE, f"{100 * share:.1f} % of a core while full"
        let_go(crowd)
        recovery = eventually(lambda: is_served(full), 1, pause=0.01)
        print(f"{100 * share:.1f} % of a core while full, served again after {recovery:.2f} s")
    assert not served.broken and not served.unanswered
    assert len(full.output().splitlines()) < 40
    eventually(lambda: descriptors(pid) <= full.at_rest + 2, 10)
