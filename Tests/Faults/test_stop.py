"""SIGTERM while clients are being served: every request that was taken up is answered whole, and the exit code is 0."""

import re
import signal
import socket
import threading
import time
from contextlib import contextmanager

import pytest

from harness.fleet import Fleet
from harness.messages import TOKEN
from support.patience import eventually
from support.raw import connect
from support.server import Server

REQUEST = b"GET /common/discovery/v2.0/keys HTTP/1.1\r\nHost: localhost\r\n\r\n"
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n")


class Load(threading.Thread):
    """A keep-alive client that counts whole answers until the server closes the connection."""

    def __init__(self, server, tls):
        super().__init__(daemon=True)
        self.connection = connect(server, tls)
        self.whole = 0
        self.broken = b""

    def run(self):
        with self.connection:
            while self._is_answered():
                self.whole += 1

    def _is_answered(self):
        received = b""
        try:
            self.connection.sendall(REQUEST)
            while part := self.connection.recv(65536):
                received += part
                head, end, body = received.partition(b"\r\n\r\n")
                if end and len(body) == int(LENGTH.search(head + b"\r\n")[1]):
                    return True
        except OSError:
            pass
        self.broken = received
        return False


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_answer_is_cut_off(tmp_path, tls, workers):
    with Server(tmp_path, "--workers", workers) as running:
        clients = [Load(running, tls) for _ in range(24)]
        for client in clients:
            client.start()
        eventually(lambda: sum(client.whole for client in clients) > 100, 20)
        started = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - started < 5
    for client in clients:
        client.join(10)
    assert sum(client.whole for client in clients) > 100
    assert not [client.broken[:200] for client in clients if client.broken]


STOPS = 20
CLIENTS = 550
# Of all stops together.
FEWEST_IN_FLIGHT = 10_000
# Seconds between a request and the signal that no machine is too slow for.
BEFORE = 0.05


def stop_under_load(folder, workers):
    """Stops a server whose clients all wait for a token; how many requests were under way."""
    folder.mkdir()
    with Server(folder, "--workers", workers, "--log-level", "warning") as running:
        with Fleet(running.http_port, TOKEN, size=CLIENTS) as fleet:
            eventually(lambda: fleet.answered > CLIENTS, 30)
            in_flight, signalled = fleet.waiting, time.monotonic()
            assert running.stop() == 0
            assert time.monotonic() - signalled < 5
            fleet.wait(5)
    assert set(fleet.statuses) == {200} and not fleet.broken
    lost = [sent for sent in fleet.unanswered if sent < signalled - BEFORE]
    assert not lost, f"{len(lost)} requests of before the signal have no answer"
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", running.http_port), timeout=1)
    return in_flight


def test_twenty_stops_under_load(tmp_path):
    in_flight = sum(stop_under_load(tmp_path / str(number), str(1 + number % 2)) for number in range(STOPS))
    print(f"{in_flight} requests under way in {STOPS} stops, none broken, none lost")
    assert in_flight >= FEWEST_IN_FLIGHT


@contextmanager
def stopping(server):
    """A connection whose request lacks its end: a server that was told to stop waits for it."""
    with connect(server) as opened:
        opened.sendall(TOKEN[:-10])
        # Allowed (sleep): No event tells that the server has read the beginning of the request.
        time.sleep(0.2)
        server.process.send_signal(signal.SIGTERM)
        # Allowed (sleep): A server that does not wait for the request gets the time to end.
        time.sleep(0.5)
        assert server.process.poll() is None, "the request under way was not waited for"
        yield opened


def test_a_second_signal_ends_it_at_once(server):
    with stopping(server):
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=0.5) == -signal.SIGTERM


def test_a_hangup_does_not_cut_the_rest_short(server):
    """There is nothing to be read again when the server is about to end."""
    with stopping(server) as opened:
        server.process.send_signal(signal.SIGHUP)
        # Allowed (sleep): A server that the signal disturbs gets the time to show it.
        time.sleep(0.2)
        opened.sendall(TOKEN[-10:])
        assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
    assert server.process.wait(5) == 0


def test_stopped_and_continued(server):
    """SIGSTOP for longer than every deadline of a second would allow: what came meanwhile is answered at once."""
    with Fleet(server.http_port, TOKEN, size=20, rate=100) as fleet:
        eventually(lambda: fleet.answered > 20, 10)
        server.process.send_signal(signal.SIGSTOP)
        # Allowed (sleep): The server stands still for two seconds.
        time.sleep(2)
        answered = fleet.answered
        server.process.send_signal(signal.SIGCONT)
        eventually(lambda: fleet.answered >= answered + 20, 1)
        fleet.stop_asking()
        fleet.wait(5)
    assert set(fleet.statuses) == {200} and not fleet.broken and not fleet.unanswered
