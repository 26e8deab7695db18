"""Clients that show a certificate in TLS instead of sending a secret (RFC 8705), through requests and its own name lookup."""

import base64
import hashlib
import socket
import ssl

import jwt
import pytest
import requests
import urllib3.util.connection

from support.certificates import Certificate
from support.server import Server

TENANT = "88888888-8888-4888-8888-888888888888"
CLIENT = "cccccccc-0000-4000-8000-000000000008"
API = "cccccccc-0000-4000-8000-000000000009"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mutual-tls")
    return {name: Certificate(folder, name) for name in ("registered", "stranger")} | {"folder": folder}


@pytest.fixture(scope="module")
def stock(certificates):
    """A server whose one client has the registered certificate."""
    folder = certificates["folder"]
    configuration = folder / "understudy.yaml"
    configuration.write_text(f"""
        tenants:
          - id: {TENANT}
            displayName: Stock
            domains: [stock.example]
            applications:
              - {{appId: {CLIENT}, displayName: Stock keeper, keyCredentials: [{{certificate: registered.pem}}]}}
              - {{appId: {API}, displayName: Stock API, identifierUris: ["api://stock"],
                 api: {{requestedAccessTokenVersion: 2}}}}
    """)
    with Server(folder, UNDERSTUDY_CONFIG=str(configuration)) as running:
        yield running


@pytest.fixture
def endpoint(stock, monkeypatch):
    """The mTLS token endpoint as discovery names it; its host name leads to the server in this process."""
    connect = urllib3.util.connection.create_connection

    def connect_mapped(address, *arguments, **options):
        host = "127.0.0.1" if address[0] == "mtls.localhost" else address[0]
        return connect((host, address[1]), *arguments, **options)

    monkeypatch.setattr(urllib3.util.connection, "create_connection", connect_mapped)
    document = requests.get(
        f"{stock.authority(TENANT)}/v2.0/.well-known/openid-configuration", verify=stock.ca, timeout=10).json()
    assert document["tls_client_certificate_bound_access_tokens"] is True
    assert "self_signed_tls_client_auth" in document["token_endpoint_auth_methods_supported"]
    found = document["mtls_endpoint_aliases"]["token_endpoint"]
    assert found == f"https://mtls.localhost:{stock.https_port}/{TENANT}/oauth2/v2.0/token"
    return found


def ask(stock, endpoint, certificate=None, **more):
    form = {"grant_type": "client_credentials", "client_id": CLIENT, "scope": "api://stock/.default"}
    return requests.post(
        endpoint, form | more, cert=certificate and str(certificate.both), verify=stock.ca, timeout=10)


def test_a_token_bound_to_the_certificate(stock, endpoint, certificates):
    registered = certificates["registered"]
    answer = ask(stock, endpoint, registered, token_type="mtls_pop").json()
    assert answer["token_type"] == "mtls_pop", answer
    thumbprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(registered.public)).digest()
    claims = jwt.decode(answer["access_token"], options={"verify_signature": False})
    assert claims["cnf"] == {"x5t#S256": base64.urlsafe_b64encode(thumbprint).decode().rstrip("=")}
    assert claims["azpacr"] == "2" and claims["iss"] == f"{stock.authority(TENANT)}/v2.0"
    assert ask(stock, endpoint, registered).json()["token_type"] == "Bearer"


@pytest.mark.parametrize("name, status, error, code", [
    (None, 400, "invalid_request", 392200), ("stranger", 401, "invalid_client", 700027)])
def test_without_the_registered_certificate(stock, endpoint, certificates, name, status, error, code):
    answer = ask(stock, endpoint, name and certificates[name])
    assert answer.status_code == status
    assert answer.json()["error"] == error and answer.json()["error_codes"] == [code]


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_only_the_mtls_name_asks(stock, certificates, version):
    """Python tells whether a certificate was asked for by what the server then knows: no other name makes it known. The
    session of one name is no use under the other."""
    context = ssl.create_default_context(cafile=stock.ca)
    context.minimum_version = context.maximum_version = version
    context.load_cert_chain(certificates["registered"].both)

    def answer(host, session=None):
        form = f"grant_type=client_credentials&client_id={CLIENT}&scope=api%3A%2F%2Fstock%2F.default"
        request = (f"POST /{TENANT}/oauth2/v2.0/token HTTP/1.1\r\nHost: mtls.localhost\r\nConnection: close\r\n"
                   f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n{form}")
        with socket.create_connection(("127.0.0.1", stock.https_port), timeout=10) as plain:
            with context.wrap_socket(plain, server_hostname=host, session=session) as secure:
                secure.sendall(request.encode())
                received = b"".join(iter(lambda: secure.recv(65536), b""))
                return received.decode(), secure.session, secure.session_reused

    refused, session, _ = answer("localhost")
    assert "AADSTS392200" in refused
    assert answer("localhost", session)[2], "sessions of other names are resumed"
    granted, _, is_resumed = answer("mtls.localhost", session)
    assert "access_token" in granted and not is_resumed
