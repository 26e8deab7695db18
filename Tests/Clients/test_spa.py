"""Single page applications: codes are bound to PKCE and to a cross-origin redemption, and CORS lets the page read."""

import pytest
import requests

from support.oauth import PKCE, assert_error, authorize_url, endpoint, one_shot, redeem, token
from support.seed import ALEX, CONTOSO, MOBILE, ORDERS_READ, SPA, WEB

ORIGIN = {"Origin": "http://localhost:3000"}


def get_code(server, session, app, **parameters):
    url = authorize_url(server, app, scope=f"openid profile offline_access {ORDERS_READ}", **parameters)
    return one_shot(session, url, ALEX).code


def test_the_page_redeems_its_code(server, session):
    pkce = PKCE()
    code = get_code(server, session, SPA, response_mode="fragment", **pkce.parameters)
    answer = redeem(server, SPA, code, headers=ORIGIN, code_verifier=pkce.verifier)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", ORIGIN["Origin"])
    assert answer.json()["refresh_token_expires_in"] == 86400
    refreshed = token(
        server, headers=ORIGIN, grant_type="refresh_token", client_id=SPA.id, scope=ORDERS_READ,
        refresh_token=answer.json()["refresh_token"])
    assert refreshed.status_code == 200, refreshed.text
    assert refreshed.json()["refresh_token_expires_in"] <= 86400


def test_a_redemption_without_origin_is_refused(server, session):
    pkce = PKCE()
    code = get_code(server, session, SPA, **pkce.parameters)
    assert_error(redeem(server, SPA, code, code_verifier=pkce.verifier), "invalid_request", 9002327)


def test_a_redemption_without_pkce_is_refused(server, session):
    code = get_code(server, session, SPA)
    assert_error(redeem(server, SPA, code, headers=ORIGIN), "invalid_request", 9002325)


@pytest.mark.parametrize("app", [MOBILE, WEB], ids=["public client", "web"])
def test_a_page_cannot_redeem_the_code_of_another_platform(server, session, app):
    pkce = PKCE()
    code = get_code(server, session, app, **pkce.parameters)
    answer = redeem(server, app, code, headers=ORIGIN, code_verifier=pkce.verifier)
    assert_error(answer, "invalid_request", 9002326)
    assert ORIGIN["Origin"] in answer.json()["error_description"]


def test_a_page_may_read_errors_too(server):
    answer = token(
        server, headers=ORIGIN, grant_type="authorization_code", client_id=SPA.id, code="garbage",
        redirect_uri=SPA.redirect_uri)
    assert answer.status_code == 400
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", ORIGIN["Origin"])


def test_the_token_endpoint_answers_a_preflight(server):
    answer = requests.options(endpoint(server, "token"), verify=server.ca, timeout=10, headers=ORIGIN | {
        "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,x-client-sku"})
    assert answer.status_code in (200, 204)
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", ORIGIN["Origin"])
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    allowed = answer.headers["Access-Control-Allow-Headers"].lower()
    assert allowed == "*" or {"content-type", "x-client-sku"} <= {name.strip() for name in allowed.split(",")}


@pytest.mark.parametrize("path", [
    f"/{CONTOSO}/v2.0/.well-known/openid-configuration", f"/{CONTOSO}/.well-known/openid-configuration",
    f"/{CONTOSO}/discovery/v2.0/keys", "/common/discovery/keys", "/nowhere.test/v2.0/.well-known/openid-configuration"])
def test_discovery_and_keys_are_readable_by_any_page(server, path):
    answer = requests.get(server.https + path, headers=ORIGIN, verify=server.ca, timeout=10)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
