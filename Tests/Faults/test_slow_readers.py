"""Clients that ask and do not read: what waits for them has one bound, and memory stays small whatever they ask for."""

import re
from contextlib import ExitStack, contextmanager

import pytest

from harness.crowd import Crowd, Slow
from harness.fleet import Fleet
from harness.memory_cap import capped
from harness.messages import TOKEN, get
from support.patience import eventually
from support.process import anonymous
from support.server import Server

# MB: of the control group, and of what the server itself holds. Pages of program files, which a control group leaves out if
# they are in memory already, are no matter of clients.
CAP, HELD = 64, 48
LISTENERS = 64
CONNECTIONS = 10_000
LISTEN = get("/_understudy/requests/stream")
# Eight documents of some 90 KB each in one packet.
DOCUMENTS = 8 * get("/_understudy/openapi.yaml")
# As many requests as one read takes in; nobody reads the answers to the first of them.
QUEUE = 1_000 * get("/common/.well-known/openid-configuration")
# A head that is far larger than a usual one.
LARGE_HEADS = get("/common", "X-Padding: " + 12_000 * "x")


@contextmanager
def small_server(tmp_path):
    """A server in a control group of 64 MB."""
    with capped(CAP) as cap:
        if cap is None:
            pytest.skip("control groups cannot be made here")
        with Server(tmp_path, "--log-format", "json", prefix=cap.prefix) as server:
            yield server
            assert server.is_healthy()
        assert cap.kills == 0


def taken_in(server):
    """How many connections the server has accepted or refused, with the one that asks."""
    text = server.get("/_understudy/metrics").text
    return sum(int(re.search(rf"understudy_connections_{end}_total (\d+)", text)[1]) for end in ("accepted", "refused"))


def wait_until_taken_in(server, count):
    """Until nobody is left who could displace the next client before it asks. `count` is without the questions of this."""
    def is_reached():
        nonlocal count
        count += 1
        return taken_in(server) >= count

    eventually(is_reached, 30)


def closed(server, reason):
    """How many slow readers the metrics count for a reason."""
    text = server.get("/_understudy/metrics").text
    return int(re.search(rf'understudy_slow_readers_closed_total{{reason="{reason}"}} (\d+)', text)[1])


def assert_small(server):
    held = anonymous(server.process.pid)
    print(f"{held:.1f} MB of {HELD}")
    assert held < HELD


def test_listeners_that_do_not_read(tmp_path):
    """Each holds little, and is closed when more would wait for it, or when too much waits for all that one worker serves."""
    with small_server(tmp_path) as server, Crowd(
            server.http_port, [Slow(LISTEN, deaf=True) for _ in range(LISTENERS)]):
        with Fleet(server.http_port, TOKEN, size=16, total=20_000) as fleet:
            fleet.wait(120)
        assert fleet.statuses == {200: 20_000}
        assert_small(server)
        assert closed(server, "listener") > 0
        assert closed(server, "listener") + closed(server, "unread_bytes") == LISTENERS
        assert "slow clients disconnected" in server.output()


@pytest.mark.parametrize("request_", [DOCUMENTS, QUEUE, LARGE_HEADS], ids=["documents", "queued requests", "large heads"])
def test_connections_that_read_nothing(tmp_path, request_):
    """Ten thousand of them, while others are served."""
    with small_server(tmp_path) as server, ExitStack() as stack:
        before = taken_in(server)
        for _ in range(10):
            stack.enter_context(
                Crowd(server.http_port, [Slow(request_, deaf=True) for _ in range(CONNECTIONS // 10)]))
            assert server.is_healthy()
        # One connection, after all others are in: with no room for another, those that have not asked yet displace each other.
        wait_until_taken_in(server, before + CONNECTIONS + 10)
        with Fleet(server.http_port, TOKEN, size=1, total=1_000) as fleet:
            fleet.wait(60)
        assert fleet.statuses == {200: 1_000}
        assert_small(server)
        if request_ is DOCUMENTS:
            assert closed(server, "unread_bytes") > 0 and "slow clients disconnected" in server.output()
