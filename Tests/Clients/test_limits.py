"""What one client may cost (the README's table of limits): each size at, under and over it, each time at a short value."""

import os
import resource
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.corpus import connect, exchange
from support.patience import eventually, settled
from support.process import cpu_seconds
from support.raw import read_all, status
from support.seed import CONTOSO
from support.server import Server, binary

HEALTH = b"GET /_understudy/health HTTP/1.1\r\nHost: localhost\r\n"
LAST = HEALTH + b"Connection: close\r\n\r\n"
TOKEN = f"/{CONTOSO}/oauth2/v2.0/token".encode()
ESTABLISHED, CLOSE_WAIT = "01", "08"
SECOND = 1.0
"""Every time limit of the `brief` server."""


def request_line(size):
    return b"GET /" + b"a" * (size - 14) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"


def header_section(size):
    return b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * (size - 22) + b"\r\n\r\n"


def headers(count):
    return b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * (count - 1) + b"\r\n"


def post(path, size, framing=b"Content-Length: %d"):
    fields = b"Content-Type: application/x-www-form-urlencoded\r\n" + (framing % size if b"%" in framing else framing)
    return b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + fields + b"\r\n\r\n"


def body(size):
    return post(b"/nowhere", size) + b"a" * size


def chunked_body(size):
    return post(b"/nowhere", 0, b"Transfer-Encoding: chunked") + b"%x\r\n" % size + b"a" * size + b"\r\n0\r\n\r\n"


def form(size):
    return post(TOKEN, size) + b"a" * size


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize("make, limit, within, beyond, is_kept", [
    (request_line, 16_384, "404", "414", False),
    (header_section, 32_768, "404", "431", False),
    (headers, 100, "404", "431", False),
    (body, 1_048_576, "404", "413", False),
    (chunked_body, 1_048_576, "404", "413", False),
    (form, 65_536, "400", "413", True),
    (form, 262_144, "413", "413", False),
], ids=lambda value: getattr(value, "__name__", None))
def test_a_size_at_under_and_over_its_limit(server, make, limit, within, beyond, is_kept, tls):
    for size in (limit - 1, limit):
        assert exchange(connect(server, tls), make(size) + LAST) == ([within, "200"], True)
    answers = [beyond, "200"] if is_kept else [beyond]
    assert exchange(connect(server, tls), make(limit + 1) + LAST) == (answers, True)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server with little room for anything."""
    options = {"request-line": 200, "header-bytes": 300, "headers": 5, "body": 500, "form": 100, "discard": 200,
               "keep-alive-requests": 3}
    with Server(tmp_path_factory.mktemp("small"), *[f"--max-{name}={size}" for name, size in options.items()]) as running:
        yield running


@pytest.mark.parametrize("make, limit, within, beyond", [
    (request_line, 200, ["404", "200"], ["414"]),
    (header_section, 300, ["404", "200"], ["431"]),
    (headers, 5, ["404", "200"], ["431"]),
    (body, 500, ["404", "200"], ["413"]),
    (form, 100, ["400", "200"], ["413", "200"]),
    (form, 200, ["413", "200"], ["413"]),
], ids=lambda value: getattr(value, "__name__", None))
def test_a_size_is_an_option(small, make, limit, within, beyond):
    assert exchange(connect(small), make(limit) + LAST) == (within, True)
    assert exchange(connect(small), make(limit + 1) + LAST) == (beyond, True)


@pytest.mark.parametrize("size, answered", [(65_536, "100"), (65_537, "413"), (1_048_576, "413"), (1_048_577, "413")])
def test_who_asks_first_is_told_at_once_that_a_form_is_too_large(server, size, answered):
    with connect(server) as opened:
        opened.sendall(post(TOKEN, size, b"Expect: 100-continue\r\nContent-Length: %d"))
        assert opened.recv(65536).startswith(b"HTTP/1.1 %s " % answered.encode())


@pytest.mark.parametrize("sent, answered", [(2, 2), (3, 3), (4, 3)])
def test_the_requests_of_a_connection_are_an_option(small, sent, answered):
    statuses, closed = exchange(connect(small), (HEALTH + b"\r\n") * sent, half_close=True)
    assert len(statuses) == answered and closed


def test_a_connection_has_ten_thousand_requests(server):
    asked = b"HEAD /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connect(server) as opened:
        for _ in range(99):
            opened.sendall(asked * 100)
            received = b""
            while received.count(b"\r\n\r\n") < 100:
                received += opened.recv(65536)
        statuses, closed = exchange(opened, asked * 101)
    assert statuses == ["404"] * 100 and closed


@pytest.fixture(scope="module")
def brief(tmp_path_factory):
    """A server whose patience is a second, in everything."""
    names = ("header", "body", "keep-alive", "handshake", "write", "linger")
    options = [part for name in names for part in (f"--{name}-timeout", str(SECOND))]
    with Server(tmp_path_factory.mktemp("brief"), *options) as running:
        yield running


def cut_after(opened, since, least=0.9 * SECOND, most=SECOND + 3):
    """What comes until the server closes, which it must do at its limit and not before."""
    answer, closed = read_all(opened, most)
    passed = time.monotonic() - since
    assert closed and least <= passed <= most, f"{answer[:80]} after {passed:.2f} s"
    return answer


def drip(opened, data, pause=0.1, piece=1):
    """Sends a piece and a pause, over and over, until all is sent or the server will have no more."""
    for start in range(0, len(data), piece):
        try:
            opened.sendall(data[start:start + piece])
        except OSError:
            return
        # Allowed (sleep): The client sends slowly.
        time.sleep(pause)


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
class TestTimes:
    def test_a_head_that_drips_is_cut(self, brief, tls):
        with connect(brief, tls) as opened:
            started = time.monotonic()
            drip(opened, HEALTH[:15])
            answer = cut_after(opened, started)
        assert status(answer) == 408

    def test_a_head_in_time_is_answered(self, brief, tls):
        with connect(brief, tls) as opened:
            drip(opened, LAST[:5], pause=0.05)
            assert exchange(opened, LAST[5:]) == (["200"], True)

    def test_who_says_nothing_is_cut(self, brief, tls):
        with connect(brief, tls) as opened:
            assert cut_after(opened, time.monotonic()) == b""

    def test_a_body_that_drips_is_cut(self, brief, tls):
        with connect(brief, tls) as opened:
            opened.sendall(post(b"/nowhere", 1000))
            started = time.monotonic()
            drip(opened, b"a" * 15)
            assert status(cut_after(opened, started)) == 408

    def test_a_body_that_keeps_up_its_rate_is_read(self, brief, tls):
        """240 bytes a second earn another second each."""
        with connect(brief, tls) as opened:
            opened.sendall(post(b"/nowhere", 4000))
            started = time.monotonic()
            drip(opened, b"a" * 3800, pause=0.1, piece=100)
            assert time.monotonic() - started > 2 * SECOND
            assert exchange(opened, b"a" * 200 + LAST) == (["404", "200"], True)

    def test_an_idle_connection_is_closed(self, brief, tls):
        with connect(brief, tls) as opened:
            for _ in range(2):
                opened.sendall(HEALTH + b"\r\n")
                assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
                # Allowed (sleep): The connection is idle for half of its time.
                time.sleep(SECOND / 2)
            opened.sendall(HEALTH + b"\r\n")
            started = time.monotonic()
            assert cut_after(opened, started).count(b"HTTP/1.1 200 ") == 1

    def test_who_takes_nothing_is_cut(self, brief, tls):
        with connect(brief, tls, receive_buffer=16384) as opened:
            asked = ask_for_much(opened)
            # Allowed (sleep): The client takes nothing for longer than its time.
            time.sleep(SECOND + 2)
            answer, closed = read_all(opened)
        assert closed and answer.count(b"HTTP/1.1 200 ") < asked

    def test_who_takes_slowly_is_served(self, brief, tls):
        with connect(brief, tls, receive_buffer=16384) as opened:
            asked = ask_for_much(opened, most=400)
            received = b""
            for _ in range(15):
                received += opened.recv(16384)
                # Allowed (sleep): The client takes slowly.
                time.sleep(SECOND / 5)
            while received.count(b"HTTP/1.1 200 ") < asked:
                more = opened.recv(65536)
                assert more, "it was cut"
                received += more


def ask_for_much(opened, most=20_000):
    """Sends requests until the server takes no more; how many went out whole."""
    question = b"GET /common/discovery/v2.0/keys HTTP/1.1\r\nHost: localhost\r\n\r\n"
    opened.settimeout(0.3)
    sent = 0
    try:
        while sent < most:
            opened.sendall(question)
            sent += 1
    except TimeoutError:
        pass
    opened.settimeout(10)
    return sent


def test_a_handshake_that_drips_is_cut(brief):
    with connect(brief, port=brief.https_port) as opened:
        started = time.monotonic()
        drip(opened, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 4)
        assert cut_after(opened, started) == b""


def test_after_a_refusal_a_little_is_read_for_a_while(brief):
    """The end of the answers comes at once; the connection stays for what is under way."""
    with connect(brief) as opened:
        opened.sendall(b"nonsense\r\n\r\n")
        answer, closed = read_all(opened)
        assert status(answer) == 400 and closed
        drip(opened, b"a" * 4, pause=0.05)
        assert is_open(opened)
        eventually(lambda: not is_open(opened), SECOND + 5)


def test_after_a_refusal_no_more_is_read_than_a_little(server):
    for size, remains in ((200_000, True), (400_000, False)):
        with connect(server) as opened:
            opened.sendall(b"nonsense\r\n\r\n")
            read_all(opened)
            drip(opened, b"a" * size, pause=0, piece=size)
            # Allowed (sleep): The server gets the time to read, and to close.
            time.sleep(0.3)
            assert is_open(opened) == remains


def is_open(opened):
    """Whether the server still takes what is sent: what it does not want it resets."""
    try:
        for _ in range(2):
            opened.sendall(b"a")
            # Allowed (sleep): A reset comes a moment after what it answers.
            time.sleep(0.1)
    except OSError:
        return False
    return True


def answers(opened):
    """Whether an open connection is served."""
    try:
        opened.sendall(HEALTH + b"\r\n")
        return opened.recv(65536).startswith(b"HTTP/1.1 200 ")
    except OSError:
        return False


@pytest.mark.parametrize("option, files, room", [
    (["--max-connections", "8"], None, 8), ([], 136, 72)], ids=["option", "open files"])
def test_the_connection_idle_for_longest_gives_way(tmp_path, monkeypatch, option, files, room):
    if files:
        limited = tmp_path / "limited"
        limited.write_text(f'#!/bin/sh\nulimit -n {files}\nexec {binary()} "$@"\n')
        limited.chmod(0o755)
        monkeypatch.setenv("UNDERSTUDY_BINARY", str(limited))
    with Server(tmp_path, "--workers", "1", *option) as server, ExitStack() as stack:
        held = [stack.enter_context(connect(server)) for _ in range(room)]
        assert all(answers(opened) for opened in held), "so many have room"
        assert answers(held[0]), "so the second is idle for longest"
        assert answers(stack.enter_context(connect(server))), "one more makes itself room"
        assert not answers(held[1])
        assert all(answers(opened) for opened in [held[0], *held[3:]])


def test_out_of_files_it_rests_and_goes_on(tmp_path):
    """No more files can be opened, and all clients are in the midst of a request: they are served, the others wait."""
    with Server(tmp_path, "--workers", "1", "--accept-pause", "0.2") as server, ExitStack() as stack:
        leave_files(server, 2)
        busy = [stack.enter_context(connect(server)) for _ in range(2)]
        for opened in busy:
            opened.sendall(post(b"/nowhere", 3))
        waiting = stack.enter_context(connect(server))
        waiting.sendall(LAST)
        before = settled(lambda: round(cpu_seconds(server.process.pid), 2))
        # Allowed (sleep): The processor time of a second is measured.
        time.sleep(1)
        assert round(cpu_seconds(server.process.pid) - before, 2) <= 0.05, "it spins"
        waiting.settimeout(0.1)
        with pytest.raises(TimeoutError):
            waiting.recv(1)
        for opened in busy:
            assert exchange(opened, b"a=b" + LAST) == (["404", "200"], True)
        assert status(read_all(waiting)[0]) == 200


def test_the_last_file_is_of_use(tmp_path):
    """The system says that there are no more before it looks whether anybody waits for one."""
    with Server(tmp_path, "--workers", "1") as server, ExitStack() as stack:
        leave_files(server, 1)
        last = stack.enter_context(connect(server))
        assert answers(last) and answers(last)
        assert answers(stack.enter_context(connect(server))), "who comes next takes its place"
        assert not answers(last)


def leave_files(server, count):
    """Lets the server open so many files more."""
    eventually(lambda: not connections(server), 10)
    used = {int(name) for name in os.listdir(f"/proc/{server.process.pid}/fd")}
    free = [number for number in range(4096) if number not in used]
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (free[count], 4096))


def connections(server):
    """The connections of the server that it has not closed, by the tables of the system."""
    ports = {f"{server.http_port:04X}", f"{server.https_port:04X}"}
    tables = (Path(f"/proc/{server.process.pid}/net/{name}").read_text() for name in ("tcp", "tcp6"))
    rows = (line.split() for table in tables for line in table.splitlines()[1:])
    return [local for _, local, _, state, *_ in rows if local.split(":")[1] in ports and state in (ESTABLISHED, CLOSE_WAIT)]


def begun(server, stack):
    """A connection with half a request."""
    opened = stack.enter_context(connect(server))
    opened.sendall(HEALTH + b"\r\n" + post(b"/nowhere", 3))
    assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
    return opened


def refuses(server):
    """Whether the server takes no more connections."""
    try:
        connect(server).close()
    except OSError:
        return True
    return False


def test_a_request_in_flight_is_answered_after_the_signal(tmp_path):
    with Server(tmp_path) as server, ExitStack() as stack:
        opened = begun(server, stack)
        server.process.terminate()
        eventually(lambda: refuses(server), 3)
        assert exchange(opened, b"a=b") == (["404"], True)
        assert server.process.wait(3) == 0


@pytest.mark.parametrize("options, seconds", [([], 5), (["--drain-timeout", "0.5"], 0.5)], ids=["default", "option"])
def test_it_stops_when_the_time_to_drain_is_over(tmp_path, options, seconds):
    with Server(tmp_path, *options) as server, ExitStack() as stack:
        begun(server, stack)
        started = time.monotonic()
        server.process.terminate()
        assert server.process.wait(seconds + 3) == 0
        assert seconds - 0.1 <= time.monotonic() - started


def test_a_second_signal_stops_it_at_once(tmp_path):
    with Server(tmp_path) as server, ExitStack() as stack:
        begun(server, stack)
        server.process.terminate()
        eventually(lambda: refuses(server), 3)
        started = time.monotonic()
        server.process.terminate()
        server.process.wait(3)
        assert time.monotonic() - started < 1
