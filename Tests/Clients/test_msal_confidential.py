"""msal as a confidential client: an app-only token by secret, and the code flow of a web app."""

import msal
import pytest

from support.oauth import assert_error, token
from support.seed import ALEX, CONTOSO, DAEMON, ORDERS_API, ORDERS_READ, WEB
from support.signin import sign_in
from support.tokens import verify

UNKNOWN_TENANT = "99999999-9999-4999-8999-999999999999"


def new_app(server, client, secret=None, tenant=CONTOSO):
    return msal.ConfidentialClientApplication(
        client.id, client_credential=secret or client.secret, authority=server.authority(tenant),
        instance_discovery=False, verify=server.ca)


def test_a_daemon_gets_its_roles(server):
    app = new_app(server, DAEMON)
    result = app.acquire_token_for_client(["api://orders/.default"])
    assert "access_token" in result, result
    assert not {"refresh_token", "id_token", "scope"} & set(result)
    assert isinstance(result["expires_in"], int)
    claims = verify(server, result["access_token"], ORDERS_API)
    assert claims["roles"] == ["Orders.Read.All"]
    assert claims["azp"] == DAEMON.id
    assert claims["azpacr"] == "1"
    assert claims["sub"] == claims["oid"]
    assert "scp" not in claims
    again = app.acquire_token_for_client(["api://orders/.default"])
    assert again["access_token"] == result["access_token"]
    assert again["token_source"] == "cache"


def test_a_wrong_secret_is_refused(server):
    result = new_app(server, DAEMON, "wrong").acquire_token_for_client(["api://orders/.default"])
    assert result["error"] == "invalid_client"
    assert result["error_codes"] == [7000215]


@pytest.mark.parametrize("scope, error, code", [
    pytest.param(ORDERS_READ, "invalid_scope", 1002012, id="a delegated permission"),
    pytest.param("api://nothing/.default", "invalid_resource", 500011, id="an unknown resource"),
])
def test_a_wrong_scope_is_refused(server, scope, error, code):
    result = new_app(server, DAEMON).acquire_token_for_client([scope])
    assert result["error"] == error
    assert result["error_codes"] == [code]


def test_an_unknown_tenant_is_refused(server):
    with pytest.raises(ValueError, match="authority configuration"):
        new_app(server, DAEMON, tenant=UNKNOWN_TENANT)
    answer = token(
        server, tenant=UNKNOWN_TENANT, grant_type="client_credentials", client_id=DAEMON.id,
        client_secret=DAEMON.secret, scope="api://orders/.default")
    assert answer.json()["error_codes"] == [90002]


def test_app_only_needs_a_concrete_tenant(server):
    answer = token(
        server, tenant="common", grant_type="client_credentials", client_id=DAEMON.id,
        client_secret=DAEMON.secret, scope="api://orders/.default")
    assert_error(answer, "invalid_request", 50059)


def test_a_web_app_signs_a_user_in(server, session):
    app = new_app(server, WEB)
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri=WEB.redirect_uri)
    answer = sign_in(session, flow["auth_uri"], ALEX)
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert "access_token" in result, result
    claims = verify(server, result["access_token"], ORDERS_API)
    assert claims["azpacr"] == "1"
    assert "Orders.Read" in claims["scp"].split()
    assert verify(server, result["id_token"], WEB.id)["preferred_username"] == ALEX
    assert app.acquire_token_silent([ORDERS_READ], app.get_accounts()[0], force_refresh=True)["access_token"]


def test_a_web_app_needs_its_secret(server, session):
    app = new_app(server, WEB, "wrong")
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri=WEB.redirect_uri)
    answer = sign_in(session, flow["auth_uri"], ALEX)
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert result["error"] == "invalid_client"
    assert result["error_codes"] == [7000215]
