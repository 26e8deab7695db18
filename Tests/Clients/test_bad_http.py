"""Malformed HTTP and TLS: each shape gets its refusal and a closed connection, and the server goes on."""

import os
import re
import socket
import ssl
import subprocess

import pytest

from support.raw import connect, exchange, read_all, status
from support.seed import CONTOSO

HEALTH = b"/_understudy/health"
TOKEN = f"/{CONTOSO}/oauth2/v2.0/token".encode()
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"


def get(*headers, target=HEALTH, line=None):
    """A GET whose header lines are given as they stand."""
    line = line or b"GET " + target + b" HTTP/1.1"
    return b"\r\n".join([line, b"Host: localhost", *headers, b"", b""])


def post(*headers, body=b""):
    return b"\r\n".join([b"POST " + TOKEN + b" HTTP/1.1", b"Host: localhost", *headers, b"", b""]) + body


def chunked(body):
    return post(b"Transfer-Encoding: chunked", FORM.strip(), body=body)


REFUSED = {
    # Request line
    "empty method": (b" / HTTP/1.1\r\nHost: a\r\n\r\n", {400}),
    "method with a forbidden byte": (get(line=b"G\x80T / HTTP/1.1"), {400}),
    "no version": (b"GET /\r\nHost: a\r\n\r\n", {400, 505}),
    "HTTP/0.9": (b"GET /\r\n\r\n", {400, 505}),
    "version 2 by name": (get(line=b"GET / HTTP/2.0"), {400, 505}),
    "the HTTP/2 preface": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505}),
    "version in lower case": (get(line=b"GET / http/1.1"), {400, 505}),
    "version with a tail": (get(line=b"GET / HTTP/1.1x"), {400, 505}),
    "version with two digits": (get(line=b"GET / HTTP/1.10"), {400, 505}),
    "two spaces": (get(line=b"GET  / HTTP/1.1"), {400}),
    "tabs as separators": (get(line=b"GET\t/\tHTTP/1.1"), {400}),
    "space in the target": (get(line=b"GET /a b HTTP/1.1"), {400}),
    "NUL in the target": (get(line=b"GET /a\x00b HTTP/1.1"), {400}),
    "space and NUL in the target": (get(line=b"GET /a \x00b HTTP/1.1"), {400}),
    "raw high byte in the target": (get(line=b"GET /\xff HTTP/1.1"), {400}),
    "target without a slash": (get(line=b"GET health HTTP/1.1"), {400}),
    "target too long": (get(target=b"/" + b"a" * 20_000), {414}),
    "query too long": (get(target=b"/?" + b"a" * 20_000), {414}),
    "asterisk target of GET": (get(line=b"GET * HTTP/1.1"), {400}),
    "CONNECT": (get(line=b"CONNECT evil.test:443 HTTP/1.1"), {400, 404, 405, 501}),
    # Header section
    "bare line feeds": (get().replace(b"\r\n", b"\n"), {400}),
    "bare carriage return": (get(b"X: a\rb"), {400}),
    "NUL in a value": (get(b"X: a\x00b"), {400}),
    "space before the colon": (get(b"X : a"), {400}),
    "no colon": (get(b"nonsense"), {400}),
    "empty name": (get(b": a"), {400}),
    "name with a forbidden byte": (get(b"X(: a"), {400}),
    "folded line": (get(b"X: a", b" b"), {400}),
    "blank before the first field": (b"GET / HTTP/1.1\r\n Host: a\r\n\r\n", {400}),
    "no Host": (b"GET / HTTP/1.1\r\n\r\n", {400}),
    "two Hosts": (get(b"Host: other"), {400}),
    "Host with a space": (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", {400}),
    "Host with a path": (b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", {400}),
    "Host with userinfo": (b"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", {400}),
    "too many fields": (get(*[b"X-%d: a" % i for i in range(200)]), {431}),
    "a field too long": (get(b"X: " + b"a" * 40_000), {431}),
    # Framing
    "Content-Length with a sign": (post(b"Content-Length: +5", body=b"a=b&c"), {400}),
    "negative Content-Length": (post(b"Content-Length: -1"), {400}),
    "empty Content-Length": (post(b"Content-Length: "), {400}),
    "Content-Length in hexadecimal": (post(b"Content-Length: 0x5", body=b"a=b&c"), {400}),
    "Content-Length with a blank inside": (post(b"Content-Length: 1 0", body=b"a=b&c"), {400}),
    "Content-Length beyond 64 bits": (post(b"Content-Length: 99999999999999999999"), {400, 413}),
    "Content-Length of full-width digits": (post("Content-Length: ５".encode(), body=b"a=b&c"), {400}),
    "two Content-Lengths": (post(b"Content-Length: 5", b"Content-Length: 6", body=b"a=b&c"), {400}),
    "a list of Content-Lengths": (post(b"Content-Length: 5, 5", body=b"a=b&c"), {400}),
    "Content-Length and Transfer-Encoding": (
        post(b"Content-Length: 5", b"Transfer-Encoding: chunked", body=b"0\r\n\r\n"), {400}),
    "two Transfer-Encodings": (
        post(b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked", body=b"0\r\n\r\n"), {400, 501}),
    "chunked twice": (post(b"Transfer-Encoding: chunked, chunked", body=b"0\r\n\r\n"), {400, 501}),
    "Transfer-Encoding identity": (post(b"Transfer-Encoding: identity"), {400, 501}),
    "Transfer-Encoding gzip": (post(b"Transfer-Encoding: gzip, chunked", body=b"0\r\n\r\n"), {400, 501}),
    "Transfer-Encoding disguised": (post(b"Transfer-Encoding: \x0bchunked", body=b"0\r\n\r\n"), {400, 501}),
    "Transfer-Encoding with a tail": (post(b"Transfer-Encoding: chunkedx", body=b"0\r\n\r\n"), {400, 501}),
    "Transfer-Encoding that does not end chunked": (
        post(b"Transfer-Encoding: chunked, identity", body=b"0\r\n\r\n"), {400, 501}),
    "Transfer-Encoding with a space before the colon": (
        post(b"Transfer-Encoding : chunked", body=b"0\r\n\r\n"), {400}),
    "empty Transfer-Encoding": (post(b"Transfer-Encoding: ", body=b"0\r\n\r\n"), {400, 501}),
    "Transfer-Encoding in HTTP/1.0": (
        chunked(b"0\r\n\r\n").replace(b"HTTP/1.1", b"HTTP/1.0"), {400, 501}),
    "body too large": (post(b"Content-Length: 2000000", FORM.strip()), {413}),
    # Chunks
    "empty chunk size": (chunked(b"\r\n0\r\n\r\n"), {400}),
    "chunk size with a sign": (chunked(b"+3\r\na=b\r\n0\r\n\r\n"), {400}),
    "negative chunk size": (chunked(b"-3\r\na=b\r\n0\r\n\r\n"), {400}),
    "chunk size with 0x": (chunked(b"0x3\r\na=b\r\n0\r\n\r\n"), {400}),
    "chunk size beyond 64 bits": (chunked(b"FFFFFFFFFFFFFFFFF\r\na=b\r\n0\r\n\r\n"), {400, 413}),
    "chunk size that turns negative": (chunked(b"FFFFFFFFFFFFFFFF\r\na=b\r\n0\r\n\r\n"), {400, 413}),
    "bare line feed after a chunk size": (chunked(b"3\na=b\r\n0\r\n\r\n"), {400}),
    "bare line feed after a chunk": (chunked(b"3\r\na=b\n0\r\n\r\n"), {400}),
    "chunk longer than its size": (chunked(b"3\r\na=bc\r\n0\r\n\r\n"), {400}),
    "chunk shorter than its size": (chunked(b"5\r\na=b\r\n0\r\n\r\n"), {0, 400}),
    "NUL after a chunk size": (chunked(b"3\x00\r\na=b\r\n0\r\n\r\n"), {400}),
    "bare carriage return in a chunk extension": (chunked(b"3;a\rb\r\na=b\r\n0\r\n\r\n"), {400}),
    "trailer without a colon": (chunked(b"3\r\na=b\r\n0\r\nnonsense\r\n\r\n"), {400}),
    "huge trailers": (chunked(b"3\r\na=b\r\n0\r\n" + b"X: aaaaaaaa\r\n" * 10_000 + b"\r\n"), {400, 431}),
    "long chunk extension": (chunked(b"3;" + b"x" * 5000 + b"\r\na=b\r\n0\r\n\r\n"), {400}),
    "many tiny chunks": (chunked(b"1\r\na\r\n" * 100_000 + b"0\r\n\r\n"), {400, 413}),
    "garbage": (bytes(range(256)) * 4, {0, 400}),
    "a TLS hello on the plain port": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500, {0, 400}),
}


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize("shape", REFUSED)
def test_a_malformed_request_is_refused_and_the_connection_closed(server, shape, tls):
    data, allowed = REFUSED[shape]
    answer, closed = exchange(server, data, tls, limit=12)
    assert status(answer) in allowed, answer[:300]
    assert closed, "the connection stays open after a framing error"
    assert answer.count(b"HTTP/1.1 ") <= 1, "what follows a framing error must not be read as a request"
    assert server.is_healthy()


ACCEPTED = {
    "leading empty line": (b"\r\n" + get(b"Connection: close"), 200),
    "absolute form": (get(b"Connection: close", target=b"http://localhost" + HEALTH), 200),
    "HTTP/1.0 without Host": (b"GET " + HEALTH + b" HTTP/1.0\r\n\r\n", 200),
    "odd case of names": (get(b"cOnNeCtIoN: cLoSe"), 200),
    "HEAD": (get(b"Connection: close", line=b"HEAD " + HEALTH + b" HTTP/1.1"), 200),
    "chunks with extensions and trailers": (
        b"POST " + TOKEN + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n" + FORM
        + b"\r\n3;x=y\r\na=b\r\n0\r\nX-Trailer: 1\r\n\r\n", 400),
    "unknown method": (get(b"Connection: close", line=b"BREW / HTTP/1.1"), (404, 405, 501)),
    "GET with a body": (get(b"Connection: close", b"Content-Length: 3") + b"abc", 200),
}


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize("shape", ACCEPTED)
def test_an_unusual_request_is_understood(server, shape, tls):
    data, expected = ACCEPTED[shape]
    answer, closed = exchange(server, data, tls)
    assert status(answer) in (expected if isinstance(expected, tuple) else (expected,)), answer[:300]
    assert closed


def test_pipelined_requests_are_answered_in_order(server):
    data = get() + get(target=b"/nowhere") + get(b"Connection: close")
    answer, closed = exchange(server, data)
    assert re.findall(rb"HTTP/1\.1 (\d+) ", answer) == [b"200", b"404", b"200"]
    assert closed


def test_a_request_arrives_byte_by_byte(server):
    with connect(server) as opened:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in get(b"Connection: close"):
            opened.sendall(bytes([byte]))
        answer, closed = read_all(opened)
    assert status(answer) == 200 and closed


def test_expect_continue_is_answered_before_the_body(server):
    with connect(server) as opened:
        opened.sendall(post(b"Expect: 100-continue", b"Content-Length: 3", FORM.strip(), b"Connection: close"))
        opened.settimeout(5)
        assert opened.recv(1024).startswith(b"HTTP/1.1 100 ")
        opened.sendall(b"a=b")
        answer, _ = read_all(opened)
    assert status(answer) == 400


TLS_GARBAGE = {
    "nothing": b"",
    "plain HTTP": get(),
    "random bytes": os.urandom(2000),
    "a truncated hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 20,
    "an oversized record": b"\x16\x03\x01\xff\xff" + b"\x01" * 70_000,
    "an alert": b"\x15\x03\x01\x00\x02\x02\x28",
    "application data first": b"\x17\x03\x03\x00\x10" + b"\x00" * 16,
    "an SSL 2 hello": b"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10" + b"\x00" * 40,
}


@pytest.mark.parametrize("shape", TLS_GARBAGE)
def test_tls_garbage_does_no_harm(server, shape):
    with socket.create_connection(("127.0.0.1", server.https_port), timeout=10) as opened:
        try:
            opened.sendall(TLS_GARBAGE[shape])
            opened.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        answer, closed = read_all(opened)
    assert closed
    assert b"200 OK" not in answer
    good, _ = exchange(server, get(b"Connection: close"), tls=True)
    assert status(good) == 200


def test_plain_http_on_the_https_port_is_told_so(server):
    with socket.create_connection(("127.0.0.1", server.https_port), timeout=10) as opened:
        opened.sendall(get())
        answer, closed = read_all(opened)
    assert closed and status(answer) == 400
    assert b"HTTPS" in answer


@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.1", "::1"])
def test_an_address_as_the_name_gets_the_certificate_of_this_machine(server, address):
    """As some load generators ask, though RFC 6066 allows none; Python's TLS never does."""
    asked = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{server.https_port}", "-servername", address, "-CAfile",
         server.ca, "-verify_ip", "127.0.0.1", "-verify_return_error"],
        input=b"", timeout=10, capture_output=True)
    assert b"Verify return code: 0 (ok)" in asked.stdout, asked.stderr


def test_a_client_cannot_renegotiate(server):
    asked = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{server.https_port}", "-tls1_2", "-CAfile", server.ca],
        input=b"R\n", timeout=10, capture_output=True)
    assert b"RENEGOTIATING" in asked.stdout + asked.stderr
    assert b"no renegotiation" in asked.stdout + asked.stderr
    assert server.is_healthy()


@pytest.mark.parametrize(
    "name", ["localhost", "login.microsoftonline.com", "woodgrove.ciamlogin.com", "idp.test", None])
def test_a_certificate_is_made_for_the_name_asked_for(server, name):
    context = ssl.create_default_context(cafile=server.ca)
    context.check_hostname = name is not None
    with socket.create_connection(("127.0.0.1", server.https_port), timeout=10) as opened:
        with context.wrap_socket(opened, server_hostname=name) as wrapped:
            assert wrapped.version() in ("TLSv1.2", "TLSv1.3")
            names = {value for kind, value in wrapped.getpeercert()["subjectAltName"]}
    assert (name or "localhost") in names


def test_old_tls_is_refused(server):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", server.https_port), timeout=10) as opened:
        with pytest.raises((ssl.SSLError, ConnectionError)):
            context.wrap_socket(opened, server_hostname="localhost")
    assert server.is_healthy()
