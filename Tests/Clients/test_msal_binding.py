"""msal: tokens bound to a key, SSH certificates, and refresh tokens shared by a family of clients."""

import base64
import json
import subprocess

import msal
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import load_ssh_public_identity

from conftest import new_session
from support.counting import CountingSession
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_API, ORDERS_READ
from support.server import Server
from support.signin import sign_in
from support.tokens import verify

MAIL = "aaaaaaaa-0000-4000-8000-000000000041"
CHAT = "aaaaaaaa-0000-4000-8000-000000000042"
LONER = "aaaaaaaa-0000-4000-8000-000000000043"
SCOPE = "https://graph.microsoft.com/User.Read"
GRAPH = "00000003-0000-0000-c000-000000000000"


def base64url(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def number(value):
    return base64url(value.to_bytes((value.bit_length() + 7) // 8, "big"))


POP = {"token_type": "pop", "req_cnf": base64url(json.dumps({"kid": "key-1"}).encode())}


def signed_in(server, session, client_id=MOBILE.id, scope=ORDERS_READ, data=None, **options):
    app = msal.PublicClientApplication(
        client_id, authority=server.authority(), instance_discovery=False, **({"verify": server.ca} | options))
    flow = app.initiate_auth_code_flow([scope], redirect_uri="http://localhost:4711")
    answer = sign_in(session, flow["auth_uri"], ALEX)
    return app, app.acquire_token_by_auth_code_flow(flow, answer.parameters, data=data or {})


def test_a_token_bound_to_a_key(server, session):
    app, result = signed_in(server, session, data=POP)
    assert result["token_type"] == "pop", result
    assert verify(server, result["access_token"], ORDERS_API)["cnf"] == {"kid": "key-1"}
    silent = app.acquire_token_silent([ORDERS_READ], app.get_accounts()[0], force_refresh=True)
    assert silent["token_type"] == "Bearer"
    bound = app.acquire_token_silent([ORDERS_READ], app.get_accounts()[0], force_refresh=True, data=POP)
    assert bound["token_type"] == "pop"
    assert verify(server, bound["access_token"], ORDERS_API)["cnf"] == {"kid": "key-1"}


def test_a_token_of_the_application_bound_to_a_key(server):
    app = msal.ConfidentialClientApplication(
        DAEMON.id, client_credential=DAEMON.secret, authority=server.authority(), instance_discovery=False,
        verify=server.ca)
    result = app.acquire_token_for_client(["api://orders/.default"], data=POP)
    assert result["token_type"] == "pop", result
    assert verify(server, result["access_token"], ORDERS_API)["cnf"] == {"kid": "key-1"}


def test_an_ssh_certificate(server, session, tmp_path):
    key = rsa.generate_private_key(65537, 2048).public_key()
    numbers = key.public_numbers()
    jwk = {"kty": "RSA", "n": number(numbers.n), "e": number(numbers.e), "kid": "key-2"}
    data = {"token_type": "ssh-cert", "req_cnf": json.dumps(jwk), "key_id": "key-2"}
    app, _ = signed_in(server, session)
    result = app.acquire_token_silent([ORDERS_READ], app.get_accounts()[0], data=data)
    assert result["token_type"] == "ssh-cert", result
    line = f"ssh-rsa-cert-v01@openssh.com {result['access_token']}"
    certificate = load_ssh_public_identity(line.encode())
    certificate.verify_cert_signature()
    assert certificate.public_key() == key
    assert certificate.valid_principals == [ALEX.encode()]
    assert certificate.key_id == b"key-2"
    path = tmp_path / "id-cert.pub"
    path.write_text(line + "\n")
    try:
        printed = subprocess.run(["ssh-keygen", "-L", "-f", path], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip("ssh-keygen is not installed")
    assert "user certificate" in printed and ALEX in printed


@pytest.fixture(scope="module")
def family_server(tmp_path_factory):
    """Two applications of family 1, and one of none."""
    def application(client_id, family):
        return {"appId": client_id, "familyId": family, "publicClient": {"redirectUris": ["http://localhost"]}}

    configuration = {"tenants": [{
        "id": CONTOSO, "domains": ["contoso.com"],
        "users": [{"userPrincipalName": ALEX, "password": "Understudy!1"}],
        "applications": [application(MAIL, "1"), application(CHAT, "1"), application(LONER, None)],
        "oauth2PermissionGrants": [
            {"clientId": client_id, "resourceId": GRAPH, "consentType": "AllPrincipals",
             "scope": "openid profile offline_access User.Read"} for client_id in (MAIL, CHAT, LONER)]}]}
    folder = tmp_path_factory.mktemp("family")
    with Server(folder, UNDERSTUDY_CONFIG_INLINE=json.dumps(configuration)) as running:
        yield running


def sibling(server, client_id, cache):
    http = CountingSession(server.ca)
    app = msal.PublicClientApplication(
        client_id, authority=server.authority(), instance_discovery=False, token_cache=cache, http_client=http)
    return app, http


def test_a_sibling_signs_in_with_the_familys_refresh_token(family_server):
    cache = msal.TokenCache()
    with new_session(family_server) as session:
        _, result = signed_in(family_server, session, MAIL, SCOPE, token_cache=cache)
    assert result["foci"] == "1", result
    app, _ = sibling(family_server, CHAT, cache)
    silent = app.acquire_token_silent([SCOPE], app.get_accounts()[0])
    assert silent and "access_token" in silent, silent
    assert silent["id_token_claims"]["aud"] == CHAT
    assert silent["foci"] == "1"


def test_who_is_not_of_the_family_tries_once(family_server):
    cache = msal.TokenCache()
    with new_session(family_server) as session:
        signed_in(family_server, session, MAIL, SCOPE, token_cache=cache)
    app, http = sibling(family_server, LONER, cache)
    account = app.get_accounts()[0]
    refused = app.acquire_token_silent_with_error([SCOPE], account)
    assert refused is None or refused["suberror"] == "client_mismatch"
    posts = [method for method, _ in http.take() if method == "POST"]
    assert posts == ["POST"], "the family's token was tried"
