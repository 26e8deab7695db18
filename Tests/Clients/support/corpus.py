"""The exchanges of Tests/Corpus/http, read and played; README.md there says how they are written."""

import os
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from support.raw import read_all

FOLDER = Path(__file__).resolve().parents[2] / "Corpus/http"
PROBE = b"GET /_understudy/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SIMPLE = {"r": b"\r", "n": b"\n", "t": b"\t", "s": b" ", "0": b"\0", "\\": b"\\", "|": b"|"}
# Less than any time limit of the server: what closes by one has not closed.
PATIENCE = 8.0


class Case(NamedTuple):
    """One row: what is sent over what, the sets of answers that are allowed in order, and how it ends."""

    place: str
    over: tuple[str, ...]
    answers: tuple[frozenset[str], ...]
    end: str
    data: bytes
    why: str


def read(path):
    """The cases of a file."""
    over, frame, cases = ("plain", "tls"), "@", []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        word, _, rest = line.partition(" ")
        if not line or word == "#":
            continue
        if word == "over":
            over = tuple(rest.split())
        elif word == "frame":
            frame = rest
        else:
            want, text, why = (part.strip() for part in re.split(r"(?<!\\)\|", line))
            *answers, end = want.split()
            data = b"".join(decode(frame.replace("@", text)))
            cases.append(Case(
                f"{path.name}:{number}", over, tuple(frozenset(answer.split(",")) for answer in answers), end, data, why))
    return cases


def decode(text):
    """Bytes of text with escapes, a piece at a time."""
    rest = iter(text)
    for character in rest:
        yield escape(rest) if character == "\\" else character.encode()


def escape(rest):
    match next(rest):
        case "x":
            return bytes.fromhex(next(rest) + next(rest))
        case "*":
            count = number(rest)
            return block(rest) * count
        case "<":
            width = number(rest)
            inner = block(rest)
            return len(inner).to_bytes(width, "big") + inner
        case simple:
            return SIMPLE[simple]


def number(rest):
    digits = ""
    while (character := next(rest)) != "{":
        digits += character
    return int(digits)


def block(rest):
    """Up to the brace that closes it."""
    pieces = []
    while (character := next(rest)) != "}":
        pieces.append(escape(rest) if character == "\\" else character.encode())
    return b"".join(pieces)


def play_all(server, cases, play):
    """Plays cases side by side, asks for the server's health after each, and tells what was not allowed."""
    def one(case):
        found = play(server, case)
        if exchange(connect(server), PROBE)[0] != ["200"]:
            found = f"{found or ''} and the server is not healthy"
        return found and f"{case.place}: {case.why}: {found}"

    with ThreadPoolExecutor(16) as pool:
        return [found for found in pool.map(one, cases) if found]


def play_request(server, case, tls=False):
    """Sends requests; tells what was not allowed, if anything.

    Behind what keeps the connection, and behind what must not, stands one good request more.
    """
    waits = case.end == "wait"
    data = case.data if waits else case.data + PROBE
    statuses, closed = exchange(connect(server, tls), data, waits)
    wanted = case.answers + ((frozenset({"200"}),) if case.end == "keep" else ())
    if not any("100" in answer for answer in wanted):
        statuses = [status for status in statuses if status != "100"]
    if not closed:
        return f"{statuses} and the connection stays open"
    return None if fits(statuses, wanted) else f"{statuses}, not {[sorted(answer) for answer in wanted]}"


def play_tls_requests(server, case):
    return play_request(server, case, tls=True)


def play_handshake(server, case):
    """Sends bytes to the HTTPS port; tells what was not allowed of what comes first."""
    answer, closed = converse(connect(server, port=server.https_port), case.data, case.end == "wait")
    kinds = {b"": "nothing", b"\x15": "alert", b"\x16": "hello", b"H": answer[9:12].decode("latin-1")}
    kind = kinds.get(answer[:1], "noise")
    if not closed:
        return f"{kind} and the connection stays open"
    return None if fits([kind], case.answers) else f"{kind}, not {sorted(case.answers[0])}"


def play_established(server, case):
    """Sends bytes below TLS once a handshake is over, of either version; tells if the connection outlives them."""
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        secure = connect(server, tls=True, version=version)
        below = socket.socket(fileno=os.dup(secure.fileno()))
        secure.close()
        _, closed = converse(below, case.data, case.end == "wait")
        if not closed:
            return f"the connection of {version.name} stays open"
    return None


def connect(server, tls=False, port=None, version=None, receive_buffer=None):
    opened = socket.socket()
    opened.settimeout(PATIENCE)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if receive_buffer:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    opened.connect(("127.0.0.1", port or (server.https_port if tls else server.http_port)))
    if not tls:
        return opened
    context = ssl.create_default_context(cafile=server.ca)
    if version:
        context.minimum_version = context.maximum_version = version
    return context.wrap_socket(opened, server_hostname="localhost")


def converse(opened, data, half_close):
    """Sends bytes, perhaps says below TLS that no more will come, and reads until the server closes."""
    with opened:
        try:
            opened.sendall(data)
            if half_close:
                with socket.socket(fileno=os.dup(opened.fileno())) as below:
                    below.shutdown(socket.SHUT_WR)
        except OSError:
            pass        # refused before all was sent: the answer may still be there
        return read_all(opened, PATIENCE)


def exchange(opened, data, half_close=False):
    """The statuses of the answers, and whether the server closed."""
    answer, closed = converse(opened, data, half_close)
    return re.findall(r"HTTP/1\.1 (\d{3}) ", answer.decode("latin-1")), closed


def fits(found, allowed):
    return len(found) == len(allowed) and all(one in many for one, many in zip(found, allowed))
