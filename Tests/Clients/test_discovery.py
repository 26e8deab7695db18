"""What generic OpenID Connect clients rely on: discovery, keys, and an id_token that keeps OIDC Core's rules."""

import json

import jwt
import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oidc.core import CodeIDToken

from support import raw
from support.oauth import authorize_url, one_shot, redeem
from support.seed import ALEX, CONTOSO, DAEMON, LEGACY_RESOURCE, MOBILE, ORDERS_API, ORDERS_READ, PERSONAL, WEB
from support.signin import sign_in
from support.tokens import verify


def document(server, tenant=CONTOSO, version=2):
    path = "/v2.0/.well-known/openid-configuration" if version == 2 else "/.well-known/openid-configuration"
    answer = requests.get(server.authority(tenant) + path, verify=server.ca, timeout=10)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    return answer.json()


@pytest.mark.parametrize("tenant, issuer, segment", [
    (CONTOSO, CONTOSO, CONTOSO), ("contoso.com", CONTOSO, CONTOSO), ("contoso.onmicrosoft.com", CONTOSO, CONTOSO),
    ("common", "{tenantid}", "common"), ("organizations", "{tenantid}", "organizations"),
    ("consumers", PERSONAL, "consumers"),
])
def test_the_v2_document_of_each_kind_of_tenant(server, tenant, issuer, segment):
    found = document(server, tenant)
    assert found["issuer"] == f"{server.https}/{issuer}/v2.0"
    base = f"{server.https}/{segment}"
    assert found["authorization_endpoint"] == f"{base}/oauth2/v2.0/authorize"
    assert found["token_endpoint"] == f"{base}/oauth2/v2.0/token"
    assert found["jwks_uri"] == f"{base}/discovery/v2.0/keys"
    assert found["response_modes_supported"] == ["query", "fragment", "form_post"]
    assert found["id_token_signing_alg_values_supported"] == ["RS256"]


def test_the_v1_document(server):
    found = document(server, version=1)
    assert found["issuer"] == f"{server.https}/{CONTOSO}/"
    assert found["authorization_endpoint"] == f"{server.authority()}/oauth2/authorize"
    assert found["token_endpoint"] == f"{server.authority()}/oauth2/token"
    assert found["jwks_uri"] == f"{server.https}/common/discovery/keys"


@pytest.mark.parametrize("version", [1, 2])
def test_published_keys_are_public(server, version):
    keys = requests.get(document(server, version=version)["jwks_uri"], verify=server.ca, timeout=10).json()["keys"]
    assert keys
    for key in keys:
        assert key["kty"] == "RSA" and key["use"] == "sig" and key["kid"] == key["x5t"]
        assert not {"d", "p", "q", "dp", "dq", "qi", "k"} & set(key), "private members"


def test_pyjwt_verifies_tokens_of_both_versions(server, session):
    url = authorize_url(server, MOBILE, scope=f"openid {LEGACY_RESOURCE}/user_impersonation")
    legacy = redeem(server, MOBILE, one_shot(session, url, ALEX).code).json()
    assert verify(server, legacy["access_token"], LEGACY_RESOURCE, version=1)["scp"] == "user_impersonation"
    assert "x5t" in jwt.get_unverified_header(legacy["access_token"])
    url = authorize_url(server, MOBILE, scope=f"openid {ORDERS_READ}")
    orders = redeem(server, MOBILE, one_shot(session, url, ALEX).code).json()
    assert verify(server, orders["access_token"], ORDERS_API)["scp"]
    assert "x5t" not in jwt.get_unverified_header(orders["access_token"])


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_a_generic_relying_party_accepts_the_id_token(server, session, method):
    found = document(server)
    client = OAuth2Session(
        WEB.id, WEB.secret, scope="openid profile email", redirect_uri=WEB.redirect_uri,
        token_endpoint_auth_method=method, code_challenge_method="S256")
    client.verify = server.ca
    url, state = client.create_authorization_url(
        found["authorization_endpoint"], nonce="n-0S6_WzA2Mj", code_verifier="v" * 64)
    answer = sign_in(session, url, ALEX)
    assert answer.parameters["state"] == state
    tokens = client.fetch_token(
        found["token_endpoint"], authorization_response=answer.location.partition("#")[0],
        code_verifier="v" * 64)
    keys = JsonWebKey.import_key_set(requests.get(found["jwks_uri"], verify=server.ca, timeout=10).json())
    claims = JsonWebToken(["RS256"]).decode(
        tokens["id_token"], keys, claims_cls=CodeIDToken, claims_params={"nonce": "n-0S6_WzA2Mj"},
        claims_options={
            "iss": {"essential": True, "value": found["issuer"]}, "aud": {"essential": True, "value": WEB.id}})
    claims.validate()
    assert claims["preferred_username"] == ALEX


@pytest.mark.parametrize("authorization_endpoint, aliases_host", [
    pytest.param("https://login.microsoftonline.com/common/oauth2/v2.0/authorize", "login.microsoftonline.com",
                 id="a Microsoft host"),
    pytest.param("{server}/common/oauth2/v2.0/authorize", "localhost", id="the server's own host"),
])
def test_instance_discovery_knows_the_host(server, authorization_endpoint, aliases_host):
    answer = requests.get(
        server.https + "/common/discovery/instance", verify=server.ca, timeout=10,
        params={"api-version": "1.1", "authorization_endpoint": authorization_endpoint.format(server=server.https)})
    found = answer.json()
    assert answer.status_code == 200, found
    assert found["api-version"] == "1.1"
    assert found["tenant_discovery_endpoint"].endswith("/v2.0/.well-known/openid-configuration")
    aliases = [alias for entry in found["metadata"] for alias in entry["aliases"]]
    assert any(alias.partition(":")[0] == aliases_host for alias in aliases)


def test_instance_discovery_refuses_an_unknown_host(server):
    answer = requests.get(
        server.https + "/common/discovery/instance", verify=server.ca, timeout=10,
        params={"api-version": "1.1", "authorization_endpoint": "https://login.example.test/common/oauth2/authorize"})
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_instance"


def test_a_daemon_may_authenticate_with_basic_in_both_spellings(server):
    for user, password in [(DAEMON.id, DAEMON.secret), (DAEMON.id.replace("-", "%2D"), "understudy%2Ddaemon%2Dsecret")]:
        answer = requests.post(
            f"{server.authority()}/oauth2/v2.0/token", auth=(user, password), verify=server.ca, timeout=10,
            data={"grant_type": "client_credentials", "scope": "api://orders/.default"})
        assert answer.status_code == 200, answer.text


def test_a_request_that_came_before_is_answered_by_the_way_it_comes(server):
    """A head that comes again in the same bytes is read once; its scheme is not among them."""
    line = b"GET /contoso.com/v2.0/.well-known/openid-configuration HTTP/1.1\r\n"
    request = line + b"Host: localhost\r\nConnection: close\r\n\r\n"
    for tls in [False, True] * 3:
        answer, _ = raw.exchange(server, request, tls=tls, half_close=False)
        document = json.loads(answer.partition(b"\r\n\r\n")[2])
        assert document["token_endpoint"].startswith(f"http{'s' if tls else ''}://localhost/")
