"""SIGTERM while clients are being served: every request that was taken up is answered whole, and the exit code is 0."""

import re
import threading
import time

import pytest

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
        time.sleep(0.5)
        started = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - started < 5
    for client in clients:
        client.join(10)
    assert sum(client.whole for client in clients) > 100
    assert not [client.broken[:200] for client in clients if client.broken]
