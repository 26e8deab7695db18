"""Anonymous memory: small when idle, and bounded whatever is issued, kept or asked for."""

import os

import pytest

from harness.fleet import Fleet
from harness.memory_cap import capped
from harness.messages import DEVICE_CODE, DISCOVERY, TOKEN, authorize, get
from harness.session import signed_in
from support.patience import eventually
from support.process import anonymous, descriptors
from support.server import Server

# MB of an idle process, and of each of its event loops.
IDLE, LOOP = 3.2, 0.05
# MB under load, and of a control group, which counts pages of files as well.
LOADED, CAP = 40, 64
# MB that may come on top once the journal is full: the allocator's own, and state that is bounded. A leak of 300 bytes for
# each token or code is more.
GROWTH = 4
# The journal's default cap.
JOURNAL = 2048
LONG = pytest.param(1_000_000, marks=[pytest.mark.long, pytest.mark.timeout(3600)])


def ask(server, request, total, **options):
    """So many answers, all of which succeed."""
    with Fleet(server.http_port, request, total=total, **options) as fleet:
        fleet.wait(3600)
    assert sum(fleet.statuses[status] for status in (200, 302)) == total and not fleet.refusals, fleet.bodies[-1]
    return fleet


def test_idle(server):
    idle, cores = anonymous(server.process.pid), len(os.sched_getaffinity(0))
    print(f"{idle:.1f} MB with {cores} loops")
    assert idle <= IDLE + LOOP * cores


@pytest.mark.parametrize("total", [15_000, LONG])
def test_tokens(server, total):
    """With the journal at its cap."""
    pid = server.process.pid
    ask(server, TOKEN, 2 * JOURNAL)
    before = anonymous(pid)
    ask(server, TOKEN, total)
    after = anonymous(pid)
    print(f"{before:.1f} MB with a full journal, {after:.1f} MB after {total} tokens")
    assert after < before + GROWTH and after <= LOADED


def test_ten_thousand_device_codes(server):
    """As many as are kept; with more, the oldest go."""
    ask(server, DEVICE_CODE, 10_000, depth=4)
    kept = anonymous(server.process.pid)
    ask(server, DEVICE_CODE, 10_000, depth=4)
    after = anonymous(server.process.pid)
    print(f"{kept:.1f} MB with 10,000 device codes, {after:.1f} MB after twice as many")
    assert after < kept + GROWTH and after <= LOADED


@pytest.mark.parametrize("total", [20_000, LONG])
def test_codes(server, total):
    """Authorization codes carry themselves: issued and not redeemed, they take no memory."""
    pid, request = server.process.pid, authorize(signed_in(server))
    ask(server, request, 4 * JOURNAL, depth=4)
    before = anonymous(pid)
    ask(server, request, total, depth=4)
    after = anonymous(pid)
    print(f"{before:.1f} MB with a full journal, {after:.1f} MB after {total} codes")
    assert after < before + GROWTH and after <= LOADED


@pytest.mark.parametrize("path", ["health", "metrics", "clock", "requests?limit=1&view=summary"])
def test_what_is_told_of_the_server(server, path):
    """However often it is asked: metrics that are scraped for weeks."""
    pid, request = server.process.pid, get(f"/_understudy/{path}")
    ask(server, request, 1_000)
    before = anonymous(pid)
    ask(server, request, 20_000)
    after = anonymous(pid)
    print(f"{before:.1f} MB, {after:.1f} MB after 20,000 more")
    assert after < before + 1


def test_a_cap_on_memory(tmp_path):
    with capped(CAP) as cap:
        if cap is None:
            pytest.skip("control groups cannot be made here")
        with Server(tmp_path, "--log-level", "warning", prefix=cap.prefix) as server:
            for request in (TOKEN, DISCOVERY, DEVICE_CODE):
                ask(server, request, 10_000 if request is DEVICE_CODE else 4_000, size=100)
            assert server.is_healthy()
            eventually(lambda: descriptors(server.process.pid) < 40, 10)
            print(f"{anonymous(server.process.pid):.1f} MB of {CAP}")
        assert cap.kills == 0
