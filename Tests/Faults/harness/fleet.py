"""Many keep-alive clients on one thread, each of which asks again when it has its answer."""

import re
import select
import socket
import threading
import time
from collections import Counter, deque

LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n")
STATUS = slice(9, 12)
REFUSAL = re.compile(rb"\r\nLocation: [^\r]*[?#&]error=")


class Client:
    """One connection: what came and is no whole answer yet, and when each request that waits was sent."""

    __slots__ = ("socket", "received", "sent")

    def __init__(self, opened):
        self.socket = opened
        self.received = bytearray()
        self.sent = deque()

    def answers(self):
        """Takes out the whole answers, as head and body."""
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = bytes(self.received[:end + 2])
            length = LENGTH.search(head)
            past = end + 4 + int(length[1])
            if len(self.received) < past:
                return
            body = bytes(self.received[end + 4:past])
            del self.received[:past]
            yield head, body


class Fleet:
    """A context manager. While it is open `size` clients keep `depth` requests each under way: `total` in all, as many as
    they can, or no more than `rate` per second.

    `statuses` counts whole answers, `refusals` the redirects among them that tell an error, `bodies` keeps the last few,
    `broken` has what was left of cut ones, and `unanswered` the times at which requests were sent that got no byte of an
    answer.
    """

    def __init__(self, port, request, size=16, depth=1, total=None, rate=None):
        self.statuses = Counter()
        self.refusals = 0
        self.bodies = deque(maxlen=8)
        self.broken = []
        self.unanswered = []
        self.rate = rate
        self._address = ("127.0.0.1", port)
        self._request = request
        self._size = size
        self._depth = depth
        self._left = total if total is not None else float("inf")      # written by the thread only
        self._is_stopped = False
        self._due = deque()          # clients that ask when their turn comes
        self._next = 0.0
        self._clients = {}
        self._epoll = select.epoll()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def answered(self):
        return sum(self.statuses.values())

    @property
    def waiting(self):
        """How many requests are under way."""
        return sum(len(client.sent) for client in list(self._clients.values()))

    @property
    def _asks(self):
        return self._left > 0 and not self._is_stopped

    def stop_asking(self):
        """Nothing new is sent; the answers under way are still awaited."""
        self._is_stopped = True

    def wait(self, seconds):
        """Until everything is answered or every connection is closed."""
        self._thread.join(seconds)
        assert not self._thread.is_alive(), f"{self.waiting} requests are still without an answer after {seconds} s"

    def __enter__(self):
        for _ in range(self._size):
            opened = socket.create_connection(self._address, timeout=10)
            opened.setblocking(False)
            self._clients[opened.fileno()] = Client(opened)
            self._epoll.register(opened, select.EPOLLIN)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.stop_asking()
        self._thread.join(20)
        for client in list(self._clients.values()):
            client.socket.close()
        self._epoll.close()

    def _run(self):
        for client in list(self._clients.values()):
            for _ in range(self._depth):
                self._queue(client)
        while self._clients and (self._asks or self.waiting):
            for descriptor, _ in self._epoll.poll(0.1 if self.rate is None else 0.5 / self.rate):
                self._read(self._clients[descriptor])
            while self._due and time.monotonic() >= self._next:
                self._next = max(self._next, time.monotonic() - 0.1) + 1 / self.rate
                self._ask(self._due.popleft())

    def _queue(self, client):
        if self.rate is None:
            self._ask(client)
        else:
            self._due.append(client)

    def _ask(self, client):
        if not self._asks or client.socket.fileno() < 0:
            return
        self._left -= 1
        client.sent.append(time.monotonic())
        try:
            client.socket.send(self._request)
        except OSError:
            pass        # the close is seen where it is read

    def _read(self, client):
        try:
            part = client.socket.recv(262144)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            return self._end(client)
        client.received += part
        for head, body in client.answers():
            client.sent.popleft()
            self.statuses[int(head[STATUS])] += 1
            self.refusals += REFUSAL.search(head) is not None
            self.bodies.append(body)
            if b"\r\nConnection: close\r\n" not in head:
                self._queue(client)

    def _end(self, client):
        self._epoll.unregister(client.socket)
        del self._clients[client.socket.fileno()]
        client.socket.close()
        if client.received:
            self.broken.append(bytes(client.received))
            client.sent.popleft()
        self.unanswered += client.sent
