"""Many requests on few connections, and many connections at once: faster than a client library, and as simultaneous as it gets."""

from support.raw import connect
from support.wire import read_answer


def pipelined(server, requests, depth=50):
    """The answers in order, over one connection on which `depth` requests are under way; a new one before the server's limit."""
    for start in range(0, len(requests), 5_000):
        with connect(server) as opened:
            rest = b""
            batch = requests[start:start + 5_000]
            for first in range(0, len(batch), depth):
                opened.sendall(b"".join(batch[first:first + depth]))
                for _ in batch[first:first + depth]:
                    answer, rest = read_next(opened, rest)
                    yield answer


def read_next(opened, rest):
    """The next answer, and what of the one behind it has come already."""
    answer = read_answer(opened, rest)
    length = answer.header("Content-Length")
    size = len(answer.body) if length is None else int(length)
    answer.body, rest = answer.body[:size], answer.body[size:]
    return answer, rest


class Volley:
    """Open connections on which requests leave together: all are written before the first answer is read."""

    def __init__(self, server, width):
        self.connections = [connect(server) for _ in range(width)]

    def fire(self, requests):
        """One request on each connection; the answers."""
        for opened, request in zip(self.connections, requests, strict=True):
            opened.sendall(request)
        return [read_answer(opened) for opened in self.connections]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for opened in self.connections:
            opened.close()
