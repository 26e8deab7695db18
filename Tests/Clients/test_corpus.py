"""Malformed and hostile exchanges of Tests/Corpus/http: each ends as allowed, the server is healthy after each, and in the end
it holds no more memory and no more descriptors than before."""

from pathlib import Path

import pytest

from support import corpus
from support.patience import eventually
from support.server import Server

CASES = [case for path in sorted(corpus.FOLDER.glob("*.txt")) for case in corpus.read(path)]
PLAYERS = {
    "plain": corpus.play_request, "tls": corpus.play_tls_requests, "https-port": corpus.play_handshake,
    "established": corpus.play_established}
MEBIBYTE = 1024 * 1024


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    """A server of its own, which must be as small and as idle at the end as it was at the start."""
    with Server(tmp_path_factory.mktemp("corpus")) as running:
        for over in ("plain", "tls"):
            corpus.play_all(running, [case for case in CASES if "truncation" in case.place] * 5, PLAYERS[over])
        memory, descriptors = usage(running)
        yield running
        eventually(lambda: usage(running)[1] <= descriptors, 10, log=lambda: "descriptors are left over")
        assert usage(running)[0] - memory < 32 * MEBIBYTE, "memory has grown"
        assert usage(running)[0] <= 64 * MEBIBYTE


def usage(server):
    """Resident bytes and open descriptors."""
    process = Path(f"/proc/{server.process.pid}")
    pages = int((process / "statm").read_text().split()[1])
    return pages * 4096, len(list((process / "fd").iterdir()))


def test_there_are_enough():
    assert len(CASES) >= 300
    assert len({case.place.partition(":")[0] for case in CASES}) >= 10


@pytest.mark.parametrize("over", PLAYERS)
def test_every_exchange_ends_as_allowed(target, over):
    failures = corpus.play_all(target, [case for case in CASES if over in case.over], PLAYERS[over])
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("over", ["plain", "tls"])
def test_a_request_cut_at_any_byte_has_no_answer(target, over):
    cuts = [cut for case in CASES if "truncation" in case.place for cut in cuts_of(case)]
    assert len(cuts) > 600
    failures = corpus.play_all(target, cuts, PLAYERS[over])
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("record", [case for case in CASES if "as it should be" == case.why and "tls" in case.place],
                         ids=lambda case: case.place)
def test_a_hello_cut_at_any_byte_has_no_answer(target, record):
    failures = corpus.play_all(target, cuts_of(record, frozenset({"nothing"})), corpus.play_handshake)
    assert not failures, "\n".join(failures)


def test_a_request_arrives_byte_by_byte(target):
    with corpus.connect(target) as opened:
        for byte in corpus.PROBE:
            opened.sendall(bytes([byte]))
        assert corpus.exchange(opened, b"") == (["200"], True)


def test_the_body_comes_once_it_is_asked_for(target):
    head = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    with corpus.connect(target) as opened:
        opened.sendall(head)
        assert opened.recv(1024) == b"HTTP/1.1 100 Continue\r\n\r\n"
        assert corpus.exchange(opened, b"a=b" + corpus.PROBE) == (["404", "200"], True)


def cuts_of(case, *answers):
    return [
        case._replace(place=f"{case.place} up to {end}", data=case.data[:end], answers=answers, end="wait")
        for end in range(len(case.data))]
