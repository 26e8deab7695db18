"""Acting for somebody else: tokens of another issuer in place of a secret, and calls on behalf of a user."""

import asyncio
import datetime
import http.server
import json
import threading

import jwt
import msal
import pytest
from azure.core.exceptions import ClientAuthenticationError
from azure.core.pipeline.transport import AsyncioRequestsTransport
from azure.identity import DefaultAzureCredential, OnBehalfOfCredential, WorkloadIdentityCredential
from azure.identity.aio import CertificateCredential
from azure.keyvault.secrets import SecretClient
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from support.azure_service import SECRET, AzureService
from support.certificates import Certificate
from support.oauth import assert_error, token
from support.seed import App
from support.server import Server
from support.signin import sign_in
from support.tokens import verify
from conftest import new_session

TENANT = "88888888-8888-4888-8888-888888888888"
KIM = "kim@stock.example"
KIM_ID = "88888888-0000-4000-8000-000000000001"
SUBJECT = "system:serviceaccount:stock:counter"
INLINE = "https://inline.test"

DESKTOP = App("dddddddd-0000-4000-8000-000000000001", "http://localhost")
FRONT = App("dddddddd-0000-4000-8000-000000000002", secret="front-secret")
WAREHOUSE = App("dddddddd-0000-4000-8000-000000000003", secret="warehouse-secret")
WORKLOAD = App("dddddddd-0000-4000-8000-000000000004")


class Issuer:
    """An OpenID Connect issuer of the test's own: documents over local HTTP, and tokens."""

    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.asked = []
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.asked.append(self.path)
                body = json.dumps(issuer.documents.get(self.path, {})).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def keys(self):
        return {"keys": [jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True) | {"kid": "k1"}]}

    @property
    def documents(self):
        return {
            "/.well-known/openid-configuration": {"issuer": self.url, "jwks_uri": f"{self.url}/keys"},
            "/keys": self.keys}

    def token(self, issuer=None, subject=SUBJECT):
        now = datetime.datetime.now(datetime.timezone.utc)
        payload = {
            "iss": issuer or self.url, "sub": subject, "aud": ["api://AzureADTokenExchange"], "iat": now, "nbf": now,
            "exp": now + datetime.timedelta(hours=1)}
        pem = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        return jwt.encode(payload, pem, algorithm="RS256", headers={"kid": "k1"})


@pytest.fixture(scope="module")
def issuer():
    issuer = Issuer()
    yield issuer
    issuer.server.shutdown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("delegation")


@pytest.fixture(scope="module")
def certificate(folder):
    return Certificate(folder, "front")


@pytest.fixture(scope="module")
def stock(folder, issuer, certificate):
    """A desktop application calls Front, which calls Warehouse, which calls Graph; a workload has no secret at all."""
    (folder / "understudy.yaml").write_text(f"""
        federatedIssuers:
          - {{issuer: {INLINE}, jwks: {json.dumps(issuer.keys)}}}
          - {{issuer: "{issuer.url}", discovery: true}}
        tenants:
          - id: {TENANT}
            displayName: Stock
            domains: [stock.example]
            users: [{{id: {KIM_ID}, userPrincipalName: {KIM}, displayName: Kim, password: Understudy!1}}]
            applications:
              - {{appId: {DESKTOP.id}, displayName: Desktop, publicClient: {{redirectUris: [{DESKTOP.redirect_uri}]}}}}
              - appId: {FRONT.id}
                displayName: Front
                identifierUris: ["api://front"]
                passwordCredentials: [{{secretText: {FRONT.secret}}}]
                keyCredentials: [{{certificate: front.pem}}]
                requiredResourceAccess: [{{resourceAppId: {WAREHOUSE.id}, resourceAccess: [{{id: read, type: Scope}}]}}]
                api: {{requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{{value: access}}]}}
              - appId: {WAREHOUSE.id}
                displayName: Warehouse
                identifierUris: ["api://warehouse"]
                passwordCredentials: [{{secretText: {WAREHOUSE.secret}}}]
                api: {{requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{{value: read}}, {{value: write}}]}}
              - appId: {WORKLOAD.id}
                displayName: Workload
                federatedIdentityCredentials:
                  - {{name: inline, issuer: {INLINE}, subject: "{SUBJECT}"}}
                  - {{name: fetched, issuer: "{issuer.url}", subject: "{SUBJECT}"}}
            oauth2PermissionGrants:
              - {{clientId: {FRONT.id}, resourceId: {WAREHOUSE.id}, consentType: AllPrincipals, scope: read}}
              - {{clientId: {WAREHOUSE.id}, resourceId: 00000003-0000-0000-c000-000000000000, consentType: AllPrincipals,
                 scope: User.Read}}
    """)
    with Server(folder, UNDERSTUDY_CONFIG=str(folder / "understudy.yaml")) as running:
        yield running


@pytest.fixture
def caller(stock):
    """The access token with which the desktop application calls Front for its user."""
    app = msal.PublicClientApplication(
        DESKTOP.id, authority=stock.authority(TENANT), instance_discovery=False, verify=stock.ca)
    with new_session(stock) as session:
        flow = app.initiate_auth_code_flow(["api://front/access"], redirect_uri=DESKTOP.redirect_uri)
        answer = sign_in(session, flow["auth_uri"], KIM)
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert "access_token" in result, result
    return result["access_token"]


def options(stock):
    return {"authority": stock.https, "disable_instance_discovery": True, "connection_verify": stock.ca}


def confidential(stock, app, credential=None):
    return msal.ConfidentialClientApplication(
        app.id, client_credential=credential or app.secret, authority=stock.authority(TENANT),
        instance_discovery=False, verify=stock.ca)


# Tokens of another issuer


def workload(stock, folder, text):
    file = folder / "token"
    file.write_text(text)
    return WorkloadIdentityCredential(
        tenant_id=TENANT, client_id=WORKLOAD.id, token_file_path=str(file), **options(stock))


@pytest.mark.parametrize("kind", ["inline", "fetched"])
def test_workload_identity(stock, folder, issuer, kind):
    text = issuer.token(INLINE if kind == "inline" else None)
    with workload(stock, folder, text) as credential:
        claims = verify(stock, credential.get_token("api://warehouse/.default").token, WAREHOUSE.id, TENANT)
    assert claims["azp"] == WORKLOAD.id
    assert claims["azpacr"] == "2"


def test_workload_identity_opens_a_vault(stock, tmp_path, issuer, monkeypatch):
    """DefaultAzureCredential finds the workload's token by the variables of a Kubernetes pod, its authority too."""
    file = tmp_path / "token"
    file.write_text(issuer.token(INLINE))
    for name, value in (("TENANT_ID", TENANT), ("CLIENT_ID", WORKLOAD.id), ("FEDERATED_TOKEN_FILE", str(file))):
        monkeypatch.setenv(f"AZURE_{name}", value)
    monkeypatch.setenv("AZURE_AUTHORITY_HOST", stock.https)
    with AzureService(stock, tmp_path, TENANT) as service, DefaultAzureCredential(**options(stock)) as credential:
        with SecretClient(
                service.vault, credential, verify_challenge_resource=False, connection_verify=service.ca) as vault:
            assert vault.get_secret("greeting").value == SECRET
        assert [caller["appid"] for caller in service.callers] == [WORKLOAD.id]


def test_the_issuer_is_asked_once(stock, folder, issuer):
    for _ in range(3):
        with workload(stock, folder, issuer.token()) as credential:
            credential.get_token("api://warehouse/.default")
    assert sorted(issuer.asked) == ["/.well-known/openid-configuration", "/keys"]


@pytest.mark.parametrize("change, code", [
    pytest.param({"subject": SUBJECT + "2"}, "AADSTS700213", id="subject"),
    pytest.param({"subject": SUBJECT.upper()}, "AADSTS7002138", id="subject in capitals"),
    pytest.param({"issuer": "https://stranger.test"}, "AADSTS700211", id="issuer"),
])
def test_workload_identity_that_is_not_trusted(stock, folder, issuer, change, code):
    with workload(stock, folder, issuer.token(**change)) as credential:
        with pytest.raises(ClientAuthenticationError, match=f"{code}:"):
            credential.get_token("api://warehouse/.default")


def test_msal_with_a_token_of_another_issuer(stock, issuer):
    app = confidential(stock, WORKLOAD, {"client_assertion": issuer.token})
    result = app.acquire_token_for_client(["api://warehouse/.default"])
    assert verify(stock, result["access_token"], WAREHOUSE.id, TENANT)["azp"] == WORKLOAD.id


# Certificates


def test_msal_sends_one_assertion_with_many_requests(stock, certificate):
    """It makes a new one only when the last is about to end."""
    app = confidential(stock, FRONT, {"private_key": certificate.key, "thumbprint": certificate.thumbprint})
    for resource in ("api://warehouse", "https://graph.microsoft.com", "api://front"):
        assert "access_token" in app.acquire_token_for_client([f"{resource}/.default"])


async def certificate_token(stock, certificate):
    credential = CertificateCredential(
        TENANT, FRONT.id, str(certificate.both), transport=AsyncioRequestsTransport(connection_verify=stock.ca),
        **options(stock))
    async with credential:
        return await credential.get_token("api://warehouse/.default")


def test_azure_identity_aio_with_a_certificate(stock, certificate):
    found = asyncio.run(certificate_token(stock, certificate)).token
    assert verify(stock, found, WAREHOUSE.id, TENANT)["azpacr"] == "2"


# On behalf of a user


def test_msal_chain(stock, caller):
    """Desktop calls Front calls Warehouse calls Graph, always for the same user."""
    first = confidential(stock, FRONT).acquire_token_on_behalf_of(caller, ["api://warehouse/read"])
    claims = verify(stock, first["access_token"], WAREHOUSE.id, TENANT)
    assert (claims["oid"], claims["azp"], claims["scp"]) == (KIM_ID, FRONT.id, "read")
    assert first["id_token_claims"]["oid"] == KIM_ID
    assert first["id_token_claims"]["aud"] == FRONT.id
    assert first["refresh_token"]
    second = confidential(stock, WAREHOUSE).acquire_token_on_behalf_of(
        first["access_token"], ["https://graph.microsoft.com/User.Read"])
    graph = jwt.decode(second["access_token"], options={"verify_signature": False})
    assert (graph["oid"], graph["appid"]) == (KIM_ID, WAREHOUSE.id)


def test_msal_on_behalf_of_with_a_certificate(stock, caller, certificate):
    """It asks each time it is called, with the same assertion."""
    app = confidential(stock, FRONT, {"private_key": certificate.key, "public_certificate": certificate.public})
    for _ in range(2):
        result = app.acquire_token_on_behalf_of(caller, ["api://warehouse/read"])
        assert verify(stock, result["access_token"], WAREHOUSE.id, TENANT)["azpacr"] == "2"


def test_msal_without_consent(stock, caller):
    result = confidential(stock, FRONT).acquire_token_on_behalf_of(caller, ["api://warehouse/write"])
    assert (result["error"], result["suberror"]) == ("invalid_grant", "consent_required")
    assert result["error_codes"] == [65001]


@pytest.mark.parametrize("kind", ["secret", "certificate"])
def test_azure_identity_on_behalf_of(stock, caller, certificate, kind):
    proof = {"client_secret": FRONT.secret} if kind == "secret" else {
        "client_certificate": certificate.both.read_bytes()}
    with OnBehalfOfCredential(TENANT, FRONT.id, user_assertion=caller, **proof, **options(stock)) as credential:
        found = credential.get_token("api://warehouse/read").token
    assert verify(stock, found, WAREHOUSE.id, TENANT)["oid"] == KIM_ID


def test_azure_identity_names_the_error(stock, caller):
    credential = OnBehalfOfCredential(
        TENANT, WAREHOUSE.id, user_assertion=caller, client_secret=WAREHOUSE.secret, **options(stock))
    with credential, pytest.raises(ClientAuthenticationError, match="AADSTS500131:"):
        credential.get_token("https://graph.microsoft.com/User.Read")


def test_version_1(stock, caller):
    answer = token(
        stock, TENANT, 1, grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", client_id=FRONT.id,
        client_secret=FRONT.secret, assertion=caller, requested_token_use="on_behalf_of", resource="api://warehouse")
    body = answer.json()
    assert body["resource"] == "api://warehouse", body
    assert isinstance(body["expires_in"], str)
    assert body["refresh_token"]


def test_an_assertion_for_nobody(stock):
    answer = token(
        stock, TENANT, grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", client_id=FRONT.id,
        client_secret=FRONT.secret, assertion="x", requested_token_use="on_behalf_of", scope="api://warehouse/read")
    assert_error(answer, "invalid_request", 50027)
