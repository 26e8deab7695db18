"""HTTP/1.1 by hand, where the cost of a client library would be in the way: requests as bytes, answers by their framing."""

from dataclasses import dataclass
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"


def request(method, target, body=b"", content_type=FORM, **headers):
    """The bytes of a request; `headers` are written with `_` for `-`."""
    body = body.encode() if isinstance(body, str) else body
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body or method != "GET":
        lines += [f"Content-Type: {content_type}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def form_post(target, form, **headers):
    return request("POST", target, urlencode(form), **headers)


@dataclass
class WireAnswer:
    status: int
    head: bytes
    body: bytes

    def header(self, name):
        """The value of the first field of that name, or None."""
        start = b"\r\n" + name.lower().encode() + b":"
        at = self.head.lower().find(start)
        if at < 0:
            return None
        return self.head[at + len(start):].partition(b"\r\n")[0].strip().decode("latin-1")


def read_answer(opened, rest=b""):
    """The next answer on a connection that stays open (or is closed behind it)."""
    while b"\r\n\r\n" not in rest:
        rest += _more(opened)
    head, _, body = rest.partition(b"\r\n\r\n")
    answer = WireAnswer(int(head[9:12]), head, b"")
    length = answer.header("Content-Length")
    is_chunked = length is None and answer.header("Transfer-Encoding") == "chunked"
    while not body.endswith(b"0\r\n\r\n") if is_chunked else len(body) < int(length or 0):
        body += _more(opened)
    answer.body = body
    return answer


def _more(opened):
    part = opened.recv(1 << 20)
    if not part:
        raise ConnectionError("closed in the middle of an answer")
    return part
