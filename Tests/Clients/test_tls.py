"""TLS: certificates for the names that are asked for, and what is refused. Broken records and hellos stand in Tests/Corpus."""

import socket
import ssl
import subprocess

import pytest

from support.corpus import PROBE
from support.raw import read_all, status


def test_plain_http_on_the_https_port_is_told_so(server):
    with socket.create_connection(("127.0.0.1", server.https_port), timeout=10) as opened:
        opened.sendall(PROBE)
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
