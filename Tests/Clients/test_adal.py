"""adal 1.2.7 against the v1 endpoints: resources instead of scopes, one refresh token for all of them."""

import adal
import pytest

from conftest import new_session
from support.oauth import PKCE, assert_error, authorize_url, one_shot, token
from support.proseware import DESKTOP, INVENTORY, PROSEWARE, RILEY
from support.seed import ALEX, CONTOSO, DAEMON, LEGACY_RESOURCE, MOBILE, ORDERS_API, PASSWORD, WEB
from support.signin import SignInError
from support.tokens import unverified, verify


def context(server, tenant=CONTOSO):
    return adal.AuthenticationContext(server.authority(tenant), validate_authority=False, verify_ssl=server.ca)


def get_code(server, app, user, resource, tenant=CONTOSO, **parameters):
    """An authorization code of the v1 endpoint, as a web view would bring it home."""
    url = authorize_url(server, app, tenant, version=1, resource=resource, **parameters)
    with new_session(server) as session:
        return one_shot(session, url, user, PASSWORD).code


def test_a_public_client_redeems_its_code(server):
    pkce = PKCE()
    code = get_code(server, MOBILE, ALEX, "api://orders", **pkce.parameters)
    result = context(server).acquire_token_with_authorization_code(
        code, MOBILE.redirect_uri, "api://orders", MOBILE.id, code_verifier=pkce.verifier)
    assert result["userId"] == ALEX
    assert result["tenantId"] == CONTOSO
    assert result["resource"] == "api://orders"
    assert result["isMRRT"] is True
    claims = verify(server, result["accessToken"], ORDERS_API)
    assert claims["oid"] == result["oid"]
    assert "Orders.Read" in claims["scp"].split(), "the static permissions of the app"


def test_one_refresh_token_serves_another_resource(fresh_server):
    """Nothing was consented before, so that the one page asks for every permission of the app, whatever its API."""
    code = get_code(fresh_server, MOBILE, ALEX, "api://orders")
    client = context(fresh_server)
    first = client.acquire_token_with_authorization_code(code, MOBILE.redirect_uri, "api://orders", MOBILE.id)
    graph = client.acquire_token_with_refresh_token(first["refreshToken"], MOBILE.id, "https://graph.microsoft.com")
    claims = unverified(graph["accessToken"])
    assert claims["aud"] == "https://graph.microsoft.com"
    assert "User.Read" in claims["scp"].split()
    cached = client.acquire_token("https://graph.microsoft.com", ALEX, MOBILE.id)
    assert cached["resource"] == "https://graph.microsoft.com"


def test_a_web_app_redeems_its_code_with_its_secret(server):
    code = get_code(server, WEB, ALEX, "https://graph.microsoft.com")
    result = context(server).acquire_token_with_authorization_code(
        code, WEB.redirect_uri, "https://graph.microsoft.com", WEB.id, WEB.secret)
    assert result["userId"] == ALEX
    assert unverified(result["accessToken"])["appidacr"] == "1"


def test_a_web_app_without_its_secret_is_refused(server):
    code = get_code(server, WEB, ALEX, "https://graph.microsoft.com")
    with pytest.raises(adal.AdalError) as refusal:
        context(server).acquire_token_with_authorization_code(
            code, WEB.redirect_uri, "https://graph.microsoft.com", WEB.id)
    assert refusal.value.error_response["error_codes"] == [7000218]


@pytest.mark.parametrize("resource, audience, version", [
    pytest.param("api://orders", ORDERS_API, 2, id="version 2 API"),
    pytest.param(LEGACY_RESOURCE, LEGACY_RESOURCE, 1, id="version 1 API with a trailing slash"),
])
def test_a_daemon_gets_a_token_of_the_version_the_resource_wants(server, resource, audience, version):
    result = context(server).acquire_token_with_client_credentials(resource, DAEMON.id, DAEMON.secret)
    assert result["resource"] == resource
    claims = verify(server, result["accessToken"], audience, version=version)
    assert claims["appid" if version == 1 else "azp"] == DAEMON.id
    assert claims.get("roles") == (["Orders.Read.All"] if version == 2 else None)


def test_a_wrong_secret_is_refused(server):
    with pytest.raises(adal.AdalError) as refusal:
        context(server).acquire_token_with_client_credentials("api://orders", DAEMON.id, "wrong")
    assert refusal.value.error_response["error"] == "invalid_client"


def test_numbers_are_strings_on_the_wire(server):
    answer = token(
        server, version=1, grant_type="client_credentials", client_id=DAEMON.id, client_secret=DAEMON.secret,
        resource="api://orders").json()
    assert answer["token_type"] == "Bearer"
    for name in ("expires_in", "ext_expires_in", "expires_on", "not_before"):
        assert isinstance(answer[name], str) and answer[name].isdigit(), answer
    lifetime = int(answer["expires_on"]) - int(answer["not_before"])
    assert lifetime - int(answer["expires_in"]) in (299, 300, 301)


def test_the_resource_parameter_is_needed_and_must_be_known(server):
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret}
    assert_error(token(server, version=1, **form), "invalid_request", 900144)
    answer = token(server, version=1, resource="api://nothing", **form)
    assert_error(answer, "invalid_resource", 500011)


def test_an_app_with_an_invented_id_uses_its_legacy_api(configured_server):
    code = get_code(configured_server, DESKTOP, RILEY, INVENTORY, PROSEWARE)
    client = context(configured_server, PROSEWARE)
    result = client.acquire_token_with_authorization_code(code, DESKTOP.redirect_uri, INVENTORY, DESKTOP.id)
    assert result["userId"] == RILEY
    claims = verify(configured_server, result["accessToken"], INVENTORY, PROSEWARE, version=1)
    assert claims["scp"] == "user_impersonation"
    assert claims["upn"] == RILEY
    assert claims["appid"] == DESKTOP.id
    graph = client.acquire_token_with_refresh_token(
        result["refreshToken"], DESKTOP.id, "https://graph.microsoft.com")
    assert graph["resource"] == "https://graph.microsoft.com"


def test_a_refused_password_is_shown_on_the_page(server):
    url = authorize_url(server, MOBILE, version=1, resource="api://orders")
    with new_session(server) as session, pytest.raises(SignInError):
        one_shot(session, url, ALEX, "wrong")
