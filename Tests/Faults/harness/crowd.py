"""Many slow clients on one thread: each sends what it has to say drop by drop, or does not read."""

import heapq
import select
import socket
import threading
import time

from support.patience import eventually


class Slow:
    """One slow client: `first` at once, then one byte of `drops` every `pause` seconds, for ever.

    `opened` and `closed` are monotonic times, `answer` is what came; one that is `deaf` reads nothing and does not notice
    a close.
    """

    def __init__(self, first, drops=b"", pause=1.0, deaf=False):
        self.first = first
        self.drops = drops
        self.pause = pause
        self.deaf = deaf
        self.opened = None
        self.closed = None
        self.answer = b""
        self.dropped = 0

    def connect(self, port):
        self.socket = socket.socket()
        if self.deaf:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", port))
        self.opened = time.monotonic()
        self.socket.setblocking(False)
        self._send(self.first)

    def drip(self):
        self._send(self.drops[self.dropped % len(self.drops):][:1])
        self.dropped += 1

    def _send(self, data):
        try:
            self.socket.send(data)
        except OSError:
            pass        # the close is seen where it is read

    @property
    def held(self):
        """Seconds that the server bore with it; None while it does."""
        return self.closed and self.closed - self.opened


class Crowd:
    """A context manager that connects the clients and has them be slow until it ends."""

    def __init__(self, port, clients):
        self.clients = clients
        self._port = port
        self._epoll = select.epoll()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def open_count(self):
        return sum(client.closed is None for client in self.clients)

    def wait(self, seconds):
        """Until all that listen are closed."""
        eventually(
            lambda: all(client.closed is not None or client.deaf for client in self.clients), seconds,
            log=lambda: f"{self.open_count} clients are still held")

    def __enter__(self):
        self._by_descriptor = {}
        for client in self.clients:
            client.connect(self._port)
            self._by_descriptor[client.socket.fileno()] = client
            if not client.deaf:
                self._epoll.register(client.socket, select.EPOLLIN)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
        for client in self.clients:
            client.socket.close()
        self._epoll.close()

    def _run(self):
        due = [(client.opened + client.pause, number) for number, client in enumerate(self.clients) if client.drops]
        heapq.heapify(due)
        while not self._over.is_set():
            for descriptor, _ in self._epoll.poll(0.02):
                self._read(self._by_descriptor[descriptor])
            while due and due[0][0] <= time.monotonic():
                at, number = heapq.heappop(due)
                client = self.clients[number]
                if client.closed is None:
                    client.drip()
                    heapq.heappush(due, (at + client.pause, number))

    def _read(self, client):
        try:
            part = client.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        client.answer += part
        if not part:
            client.closed = time.monotonic()
            self._epoll.unregister(client.socket)
