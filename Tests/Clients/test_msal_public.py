"""msal as a public client: authorization code by redirect and by form_post, its loopback, its cache."""

import threading
import webbrowser

import msal
import pytest
import requests

from conftest import new_session
from support.counting import CountingSession
from support.oauth import authorize_url, one_shot
from support.seed import (
    ADELE, ALEX, CONTOSO, FABRIKAM, GRAPH, MEGAN, MOBILE, ORDERS_API, ORDERS_READ, ORDERS_WRITE, USER_READ)
from support.signin import sign_in
from support.tokens import client_info, unverified, verify


def new_app(server, **options):
    options.setdefault("authority", server.authority())
    return msal.PublicClientApplication(MOBILE.id, **({"instance_discovery": False, "verify": server.ca} | options))


def acquire(app, session, scopes, user=ALEX, redirect_uri="http://localhost:4711", **options):
    """The whole authorization code flow; msal's result and the answer of the sign-in."""
    flow = app.initiate_auth_code_flow(scopes, redirect_uri=redirect_uri, **options)
    answer = sign_in(session, flow["auth_uri"], user)
    return app.acquire_token_by_auth_code_flow(flow, answer.parameters), answer


@pytest.mark.parametrize("mode", [None, "query", "form_post"])
def test_signs_in_and_gets_a_token_for_the_api(server, session, mode):
    app = new_app(server)
    result, answer = acquire(app, session, [ORDERS_READ], response_mode=mode)

    assert answer.is_form_post == (mode == "form_post")
    assert "access_token" in result, result
    assert ORDERS_READ in result["scope"].split()
    claims = verify(server, result["access_token"], ORDERS_API)
    assert claims["scp"].split().count("Orders.Read") == 1
    assert claims["azp"] == MOBILE.id
    assert claims["azpacr"] == "0"
    identity = verify(server, result["id_token"], MOBILE.id)
    assert identity["preferred_username"] == ALEX
    assert identity["oid"] == claims["oid"]
    assert identity["sub"] != claims["sub"], "sub is pairwise: the API sees another one than the client"
    account, = app.get_accounts()
    assert account["home_account_id"] == f"{claims['oid']}.{CONTOSO}"
    assert account["username"] == ALEX
    assert client_info(result["client_info"]) == {"uid": claims["oid"], "utid": CONTOSO}


@pytest.mark.parametrize("bundle", ["app1", "app2", "app3"])
def test_signs_in_to_the_redirect_uri_of_a_mobile_app(server, session, bundle):
    redirect_uri = f"msauth.com.contoso.{bundle}://auth"
    result, answer = acquire(new_app(server), session, [ORDERS_READ], redirect_uri=redirect_uri)
    assert answer.location.startswith(redirect_uri + "?code=")
    assert "access_token" in result, result


@pytest.mark.parametrize("options", [
    pytest.param(lambda s: {"instance_discovery": False}, id="no instance discovery"),
    pytest.param(lambda s: {"validate_authority": False, "instance_discovery": None}, id="no authority validation"),
    pytest.param(lambda s: {"instance_discovery": s.https + "/common/discovery/instance"}, id="the server's discovery"),
    pytest.param(lambda s: {
        "authority": None, "oidc_authority": s.authority() + "/v2.0", "instance_discovery": None}, id="oidc authority"),
])
def test_finds_the_endpoints_by_every_kind_of_authority(server, session, options):
    result, _ = acquire(new_app(server, **options(server)), session, [ORDERS_READ])
    assert verify(server, result["access_token"], ORDERS_API)["scp"]


@pytest.mark.parametrize("tenant", ["common", "organizations", "contoso.onmicrosoft.com", "contoso.com"])
def test_resolves_the_tenant_of_the_user(server, session, tenant):
    app = new_app(server, authority=server.authority(tenant))
    result, _ = acquire(app, session, [ORDERS_READ])
    assert verify(server, result["id_token"], MOBILE.id)["tid"] == CONTOSO


def test_a_guest_keeps_its_home_account(server, session):
    app = new_app(server)
    result, _ = acquire(app, session, [USER_READ], user=MEGAN)
    identity = verify(server, result["id_token"], MOBILE.id)
    home = client_info(result["client_info"])
    assert home["utid"] == FABRIKAM
    assert home["uid"] != identity["oid"], "a guest has an object id of its own in the resource tenant"
    assert app.get_accounts()[0]["home_account_id"] == f"{home['uid']}.{FABRIKAM}"


def test_interactive_sign_in_through_the_loopback(server, monkeypatch):
    sessions = []

    class StandIn(webbrowser.BaseBrowser):
        """Signs in as a browser would and sends the form to msal's loopback server."""

        def open(self, url, new=0, autoraise=True):
            threading.Thread(target=self.sign_in, args=(url,), daemon=True).start()
            return True

        def sign_in(self, url):
            with new_session(server) as session:
                answer = sign_in(session, url, ALEX)
                sessions.append(requests.post(answer.location, data=answer.parameters, timeout=20).status_code)

    monkeypatch.setattr(webbrowser, "_browsers", {})
    monkeypatch.setattr(webbrowser, "_tryorder", [])
    webbrowser.register("stand-in", None, StandIn("stand-in"), preferred=True)
    app = new_app(server)
    result = app.acquire_token_interactive([ORDERS_READ], timeout=60)
    assert "access_token" in result, result
    assert sessions == [200]
    assert app.get_accounts()[0]["username"] == ALEX


def test_the_cache_answers_and_one_refresh_token_serves_two_resources(server, session):
    url = authorize_url(server, MOBILE, scope=f"openid {ORDERS_READ} {USER_READ}")
    one_shot(session, url, ADELE)       # consent for both resources at once
    http = CountingSession(server.ca)
    app = new_app(server, http_client=http)
    first, _ = acquire(app, session, [ORDERS_READ], user=ADELE, login_hint=ADELE)
    account, = app.get_accounts()
    http.take()

    again = app.acquire_token_silent([ORDERS_READ], account)
    assert again["access_token"] == first["access_token"]
    assert http.take() == [], "a scope spelled as asked is found in the cache"

    forced = app.acquire_token_silent([ORDERS_READ], account, force_refresh=True)
    assert forced["access_token"] != first["access_token"]
    assert [method for method, _ in http.take()] == ["POST"]

    graph = app.acquire_token_silent([USER_READ], account)
    assert [method for method, _ in http.take()] == ["POST"]
    assert USER_READ in graph["scope"].split()
    claims = unverified(graph["access_token"])
    assert claims["aud"] in ("https://graph.microsoft.com", GRAPH)
    assert claims["ver"] == "1.0"
    assert "User.Read" in claims["scp"].split()
    assert claims["oid"] == verify(server, first["access_token"], ORDERS_API)["oid"]


def test_a_declined_permission_is_missing_from_the_answer(fresh_server, fresh_session):
    app = new_app(fresh_server)
    flow = app.initiate_auth_code_flow([ORDERS_READ, ORDERS_WRITE], redirect_uri="http://localhost:4711")
    answer = sign_in(fresh_session, flow["auth_uri"], ALEX, decline=[ORDERS_WRITE])
    assert answer.pages == ("username", "password", "kmsi", "consent")
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)

    assert ORDERS_READ in result["scope"].split()
    assert ORDERS_WRITE not in result["scope"].split()
    assert verify(fresh_server, result["access_token"], ORDERS_API)["scp"].split() == ["Orders.Read"]

    refused = app.acquire_token_silent_with_error([ORDERS_WRITE], app.get_accounts()[0])
    assert refused["error"] == "invalid_grant"
    assert refused["suberror"] == "consent_required"
    assert refused["error_codes"] == [65001]


def test_cancelling_consent_goes_back_to_the_app(fresh_server, fresh_session):
    app = new_app(fresh_server)
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri="http://localhost:4711")
    answer = sign_in(fresh_session, flow["auth_uri"], ALEX, consent="cancel")
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert result["error"] == "access_denied"
    assert "AADSTS65004" in result["error_description"]


def test_a_foreign_nonce_is_never_echoed(server, session):
    app = new_app(server)
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri="http://localhost:4711")
    answer = sign_in(session, flow["auth_uri"], ALEX)
    with pytest.raises(RuntimeError, match="nonce"):
        app.acquire_token_by_auth_code_flow(flow | {"nonce": "another"}, answer.parameters)


def test_a_refreshed_id_token_carries_no_nonce(server, session):
    app = new_app(server)
    first, _ = acquire(app, session, [ORDERS_READ])
    assert "nonce" in unverified(first["id_token"])
    refreshed = app.acquire_token_silent([ORDERS_READ], app.get_accounts()[0], force_refresh=True)
    assert "nonce" not in refreshed.get("id_token_claims", {})
