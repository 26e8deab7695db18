"""Slow clients, 2,100 at once: nobody else notices, and each is cut off when its time is over."""

from statistics import quantiles

import pytest

from harness.crowd import Crowd, Slow
from harness.messages import TOKEN, get
from support.patience import eventually
from harness.probe import probe
from support.process import cpu_seconds, descriptors
from support.server import Server

HELD = {"header": 1000, "body": 500, "reader": 300, "handshake": 300}

# Seconds: what HTTPLimits grants, and what a busy machine may add before a client sees it.
HEAD_TIME, BODY_TIME, WRITE_TIME = 10, 15, 15
LATE = 3
# A good answer's p99 in seconds; where the machine alone takes a third of that, three times what it takes.
BAR = 0.050
# Twice 90 KB: more than the buffers of a socket hold whose client takes small segments.
DOCUMENTS = 2 * get("/_understudy/openapi.yaml")
# Bytes: room for every reader's documents, so that the time limit ends each of them. test_slow_readers.py has the bound.
UNREAD = 128 * 1024 * 1024


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, "--log-level", "warning", "--max-unread-bytes", str(UNREAD)) as running:
        yield running


def slow_header():
    return Slow(get("/common")[:-2], drops=b"X-Slow: drip\r\n", pause=2)


def slow_body():
    head, _, body = TOKEN.partition(b"\r\n\r\n")
    return Slow(head + b"\r\n\r\n" + body[:8], drops=b"a", pause=2)


def slow_reader():
    return Slow(DOCUMENTS, deaf=True)


def slow_handshake():
    """The first bytes of a TLS record, and no more."""
    return Slow(b"\x16\x03\x01\x02\x00\x01\x00", drops=b"\x00", pause=2)


def test_good_requests_do_not_notice(server):
    pid, before = server.process.pid, descriptors(server.process.pid)
    calm = probe(server.http_port, 2).percentile(0.99)
    headers, bodies, readers, handshakes = (
        [make() for _ in range(count)]
        for make, count in zip((slow_header, slow_body, slow_reader, slow_handshake), HELD.values()))

    with Crowd(server.https_port, handshakes) as shaking, Crowd(server.http_port, headers + bodies + readers) as crowd:
        best = None
        for _ in range(3):
            seen = probe(server.http_port, 2)
            assert not seen.failures, seen.failures[:5]
            best = min(best or seen.percentile(0.99), seen.percentile(0.99))
            if best < BAR:
                break
        assert crowd.open_count + shaking.open_count == sum(HELD.values()), "some were cut before their time"
        assert descriptors(pid) > sum(HELD.values())
        print(f"p99 {1000 * calm:.1f} ms alone, {1000 * best:.1f} ms beside {sum(HELD.values())} slow clients")
        assert best < max(BAR, 3 * calm)

        busy = cpu_seconds(pid)
        crowd.wait(BODY_TIME + LATE + 4)
        shaking.wait(HEAD_TIME + LATE)
        # Whoever does not read is not told, but let go of.
        eventually(lambda: descriptors(pid) <= before + 8, WRITE_TIME + LATE)
        assert cpu_seconds(pid) - busy < 4, "slow clients keep the server busy"

    for clients, time in ((headers, HEAD_TIME), (bodies, BODY_TIME), (handshakes, HEAD_TIME)):
        held = [client.held for client in clients]
        assert min(held) > time - 0.5 and quantiles(held, n=100)[97] < time + LATE, (min(held), max(held))
    for clients in (headers, bodies):
        assert not [client.answer[:80] for client in clients if not client.answer.startswith(b"HTTP/1.1 408 ")]
    assert not probe(server.http_port, 0.5).failures
