"""fastapi-azure-auth: an API that accepts tokens of users, of daemons and of managed identities."""

import pytest
import requests
from fastapi import FastAPI, Security
from fastapi.testclient import TestClient
from fastapi_azure_auth.auth import AzureAuthorizationCodeBearerBase
from fastapi_azure_auth.user import User

from support.oauth import authorize_url, one_shot, redeem, token
from support.seed import ALEX, CONTOSO, DAEMON, LEGACY_RESOURCE, MOBILE, ORDERS_API, ORDERS_READ


@pytest.fixture
def api(server, monkeypatch):
    """A client of the API."""
    monkeypatch.setenv("SSL_CERT_FILE", server.ca)
    scheme = AzureAuthorizationCodeBearerBase(
        app_client_id=ORDERS_API, tenant_id=CONTOSO,
        openid_config_url=f"{server.authority()}/v2.0/.well-known/openid-configuration")
    app = FastAPI()

    @app.get("/orders")
    async def orders(user: User = Security(scheme)):
        return user.claims

    return TestClient(app)


def user_token(server, session, scope=ORDERS_READ):
    code = one_shot(session, authorize_url(server, MOBILE, scope=scope), ALEX).code
    return redeem(server, MOBILE, code).json()["access_token"]


def daemon_token(server, session):
    return token(
        server, grant_type="client_credentials", client_id=DAEMON.id, client_secret=DAEMON.secret,
        scope="api://orders/.default").json()["access_token"]


def managed_identity_token(server, session):
    return requests.get(
        f"{server.http}/metadata/identity/oauth2/token", params={"api-version": "2018-02-01", "resource": "api://orders"},
        headers={"Metadata": "true"}, timeout=20).json()["access_token"]


@pytest.mark.parametrize("get_token", [user_token, daemon_token, managed_identity_token])
def test_the_api_accepts_a_token(server, session, api, get_token):
    answer = api.get("/orders", headers={"Authorization": f"Bearer {get_token(server, session)}"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["aud"] == ORDERS_API


def test_the_api_rejects_the_token_of_another_api(server, session, api):
    other = user_token(server, session, f"{LEGACY_RESOURCE}user_impersonation")
    answer = api.get("/orders", headers={"Authorization": f"Bearer {other}"})
    assert answer.status_code == 401, answer.text
