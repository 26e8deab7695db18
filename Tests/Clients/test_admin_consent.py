"""An administrator's consent, over the wire and in a browser, and what msal gets after it."""

from urllib.parse import urlencode

import msal

from conftest import new_session
from support.chromium import new_browser, screenshot, text_of, wait_for
from support.loopback import Application
from support.oauth import authorize_url, one_shot, redeem
from support.seed import ADMIN, ALEX, CONTOSO, MOBILE, ORDERS_API, ORDERS_MANAGE, PASSWORD
from support.signin import sign_in
from support.tokens import verify


def consent_url(server, version=2, **parameters):
    form = {"client_id": MOBILE.id, "redirect_uri": MOBILE.redirect_uri, "state": "s 1"} | parameters
    return f"{server.authority()}{'/v2.0' if version == 2 else ''}/adminconsent?{urlencode(form)}"


def test_after_it_a_user_gets_what_only_administrators_grant(fresh_server, fresh_session):
    answer = sign_in(fresh_session, consent_url(fresh_server, scope=ORDERS_MANAGE), ADMIN)
    assert answer.pages == ("username", "password", "kmsi", "consent")
    assert answer.location.startswith("http://localhost/?admin_consent=True&")
    assert answer.parameters == {
        "admin_consent": "True", "tenant": CONTOSO, "scope": ORDERS_MANAGE, "state": "s 1"}

    app = msal.PublicClientApplication(
        MOBILE.id, authority=fresh_server.authority(), instance_discovery=False, verify=fresh_server.ca)
    flow = app.initiate_auth_code_flow([ORDERS_MANAGE], redirect_uri="http://localhost:4711")
    with new_session(fresh_server) as session:
        answer = sign_in(session, flow["auth_uri"], ALEX)
    assert "consent" not in answer.pages
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert verify(fresh_server, result["access_token"], ORDERS_API)["scp"] == "Orders.Manage"


def test_version_one_grants_the_registered_list(fresh_server, fresh_session):
    answer = sign_in(fresh_session, consent_url(fresh_server, version=1), ADMIN)
    assert answer.parameters == {"admin_consent": "True", "tenant": CONTOSO, "state": "s 1"}
    url = authorize_url(fresh_server, MOBILE, version=1, resource="api://orders")
    with new_session(fresh_server) as session:
        code = one_shot(session, url, ALEX, consent=None).code
    answer = redeem(fresh_server, MOBILE, code, version=1).json()
    assert verify(fresh_server, answer["access_token"], ORDERS_API)["scp"] == "Orders.Read"


def test_cancel_is_told_to_the_application(fresh_server, fresh_session):
    answer = sign_in(fresh_session, consent_url(fresh_server, scope=ORDERS_MANAGE), ADMIN, consent="cancel")
    assert answer.parameters["error"] == "access_denied"
    assert answer.parameters["error_description"].startswith("AADSTS65004:")
    assert answer.parameters["admin_consent"] == "True"
    assert answer.location.endswith("#")


def test_in_a_browser(fresh_server, tmp_path, screenshots):
    browser = new_browser(tmp_path / "home", fresh_server.ca)
    try:
        with Application() as application:
            browser.get(consent_url(fresh_server, version=1, redirect_uri=application.origin))
            wait_for(browser, "#i0116").send_keys(ADMIN + "\n")
            wait_for(browser, "#i0118").send_keys(PASSWORD + "\n")
            wait_for(browser, "#KmsiCheckboxField")
            wait_for(browser, "#idSIButton9").click()
            accept = wait_for(browser, "#idSIButton9[name=ucaccept]")
            assert "for everyone in your organization" in browser.page_source
            screenshot(browser, screenshots, "admin-consent")
            accept.click()
            assert text_of(browser, "#application")
            assert application.answer()[2]["admin_consent"] == "True"
    finally:
        browser.quit()
