"""Clients that break off, stay half-open, half-close, or speak no protocol at all: each harms itself only."""

import os
import socket
import struct
import time

import pytest

from harness.fleet import Fleet
from harness.messages import DISCOVERY, HEALTH, TOKEN
from support.patience import eventually
from support.process import cpu_seconds, descriptors
from support.raw import exchange, read_all, status

RESET = struct.pack("ii", 1, 0)      # l_onoff, l_linger


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def reset(opened):
    """Ends a connection with RST instead of FIN."""
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    opened.close()


def served(fleet, more=20):
    """Waits for so many more answers."""
    answered = fleet.answered
    eventually(lambda: fleet.answered >= answered + more, 10)


@pytest.fixture
def watched(server):
    """The server, with good clients that ask before, all through and afterwards, and must get every answer; then nothing is
    left behind."""
    before = descriptors(server.process.pid)
    with Fleet(server.http_port, DISCOVERY, size=4, rate=100) as good:
        served(good)
        yield server
        served(good)
        good.stop_asking()
        good.wait(5)
    assert set(good.statuses) == {200} and not good.broken and not good.unanswered
    eventually(lambda: descriptors(server.process.pid) <= before + 2, 10)
    assert server.is_healthy()


# What has been sent when the reset comes.
BROKEN_OFF = {
    "nothing": (b"", False), "half a head": (HEALTH[:25], False), "half a body": (TOKEN[:-20], False),
    "a token request": (TOKEN, False), "many requests": (DISCOVERY * 50, False),
    "nothing of TLS": (b"", True), "half a TLS record": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", True),
}


@pytest.mark.parametrize("sent, secure", BROKEN_OFF.values(), ids=BROKEN_OFF)
def test_a_storm_of_resets(watched, sent, secure):
    port = watched.https_port if secure else watched.http_port
    for _ in range(10):
        storm = [connect(port) for _ in range(50)]
        for opened in storm:
            opened.sendall(sent)
        for opened in storm:
            reset(opened)


def test_tls_garbage(watched):
    """Random bytes, a record that claims more than it may, data and an alert out of nowhere, plain HTTP."""
    records = [b"\x16\x03\x01\xff\xff" + bytes(200), b"\x15\x03\x03\x00\x02\x02\x28", b"\x17\x03\x03\x00\x20" + bytes(32)]
    for data in [*records * 20, *(b"\x00\xff" + os.urandom(300) for _ in range(200))]:
        with connect(watched.https_port) as opened:
            opened.sendall(data)
            assert read_all(opened)[1], "a client that speaks no TLS is not closed"
    with connect(watched.https_port) as opened:
        opened.sendall(HEALTH)
        assert status(read_all(opened)[0]) == 400


def test_half_closed_clients_get_their_answers(watched):
    """FIN behind the request says that no more will come, not that nobody reads."""
    for request in [HEALTH, TOKEN, DISCOVERY * 20] * 10:
        answer, is_closed = exchange(watched, request)
        assert is_closed and answer.count(b"HTTP/1.1 200 ") == request.count(b" HTTP/1.1\r\n")


def test_half_open_connections_cost_nothing(watched):
    """Connections whose other end says nothing, and whose FIN was before the request: no turn of the loop is for them."""
    pid = watched.process.pid
    silent = [connect(watched.http_port) for _ in range(300)]
    for opened in silent[:100]:
        opened.sendall(DISCOVERY[:30])
    # Allowed (sleep): Everything that was sent is read before the measurement.
    time.sleep(0.3)
    before = cpu_seconds(pid)
    # Allowed (sleep): The processor time of a second is measured.
    time.sleep(1)
    assert cpu_seconds(pid) - before < 0.3      # 100 answers a second are in it
    for opened in silent:
        opened.shutdown(socket.SHUT_WR)
    assert all(read_all(opened)[1] for opened in silent)
    for opened in silent:
        opened.close()
