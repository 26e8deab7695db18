"""Policies that challenge: claims challenges, step-up and multi-factor authentication, with real clients."""

import base64
import json
import re

import adal
import msal
import pytest
import requests
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import AuthorizationCodeCredential

from conftest import new_session
from support.chromium import new_browser, screenshot, text_of, wait_for
from support.loopback import Application
from support.oauth import authorize_url
from support.seed import App, PASSWORD
from support.server import Server
from support.signin import sign_in
from support.tailspin import (
    CONFIGURATION, KIM, LEE, MOBILE, PAYROLL_POLICY, PAYROLL_READ, SAM, TAILSPIN, TIMETABLE_READ)
from support.tokens import unverified

@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("policies"), UNDERSTUDY_CONFIG=str(CONFIGURATION)) as running:
        yield running


def new_app(server, **options):
    return msal.PublicClientApplication(
        MOBILE.id, authority=server.authority(TAILSPIN), instance_discovery=False, verify=server.ca, **options)


def acquire(app, session, scopes, user=KIM, **options):
    flow = app.initiate_auth_code_flow(scopes, redirect_uri="http://localhost:4711", **options)
    return app.acquire_token_by_auth_code_flow(flow, sign_in(session, flow["auth_uri"], user).parameters)


def challenge(server, **body):
    """The claims of the challenge that the control endpoint makes, read from the header as an API's client reads it."""
    answer = requests.post(server.http + "/_understudy/challenges", json=body, timeout=10)
    assert answer.status_code == 200, answer.text
    header = answer.json()["wwwAuthenticate"]
    assert 'error="insufficient_claims"' in header
    claims = base64.b64decode(re.search(r'claims="([^"]+)"', header)[1]).decode()
    assert json.loads(claims) == answer.json()["claims"]
    return claims


def test_msal_with_cp1_gets_a_token_that_lives_a_day(server, session_of):
    app = new_app(server, client_capabilities=["CP1"])
    result = acquire(app, session_of(server), [TIMETABLE_READ])
    assert "access_token" in result, result
    assert unverified(result["access_token"])["xms_cc"] == ["CP1"]
    assert 72_000 <= result["expires_in"] <= 100_800

    claims = challenge(server, nbf="now")
    account, = app.get_accounts()
    renewed = app.acquire_token_silent([TIMETABLE_READ], account, claims_challenge=claims)
    assert renewed["token_source"] == "identity_provider"
    assert unverified(renewed["access_token"])["xms_cc"] == ["CP1"]
    assert unverified(renewed["access_token"])["nbf"] >= int(json.loads(claims)["access_token"]["nbf"]["value"])


def test_msal_steps_up_to_an_authentication_context(server, session_of):
    app, session = new_app(server), session_of(server)
    result = acquire(app, session, [TIMETABLE_READ])
    assert "acrs" not in unverified(result["access_token"])
    account, = app.get_accounts()
    claims = challenge(server, acrs="c1")
    refused = app.acquire_token_silent_with_error([TIMETABLE_READ], account, claims_challenge=claims)
    assert refused["error"] == "invalid_grant"
    assert refused["error_codes"] == [50076]
    assert refused["suberror"] == "basic_action"

    stepped = acquire(app, session, [TIMETABLE_READ], claims_challenge=claims)
    assert unverified(stepped["access_token"])["acrs"] == ["c1"]


def test_msal_overcomes_a_policy_with_the_claims_of_the_failure(server, session_of):
    app, session = new_app(server), session_of(server)
    acquire(app, session, [TIMETABLE_READ])
    account, = app.get_accounts()
    refused = app.acquire_token_silent_with_error([PAYROLL_READ], account)
    assert refused["error_codes"] == [50076]
    assert json.loads(refused["claims"])["access_token"]["capolids"]["values"] == [PAYROLL_POLICY]

    result = acquire(app, session, [PAYROLL_READ], claims_challenge=refused["claims"])
    assert "mfa" in unverified(result["access_token"])["amr"]
    assert "access_token" in app.acquire_token_silent([PAYROLL_READ], account, force_refresh=True)


def test_azure_identity_steps_up(server, session_of):
    session = session_of(server)
    credential = new_credential(server, session)
    assert credential.get_token(TIMETABLE_READ).token
    claims = challenge(server, acrs="c1")
    with pytest.raises(ClientAuthenticationError, match="AADSTS50076"):
        credential.get_token(TIMETABLE_READ, claims=claims)
    stepped = new_credential(server, session, claims=claims).get_token(TIMETABLE_READ, claims=claims)
    assert unverified(stepped.token)["acrs"] == ["c1"]


def new_credential(server, session, **parameters):
    url = authorize_url(server, MOBILE, TAILSPIN, scope=f"openid offline_access {TIMETABLE_READ}", **parameters)
    return AuthorizationCodeCredential(
        TAILSPIN, MOBILE.id, sign_in(session, url, KIM).code, MOBILE.redirect_uri,
        authority=server.https, disable_instance_discovery=True, connection_verify=server.ca)


def test_adal_is_told_that_interaction_is_required(server, session_of):
    url = authorize_url(server, MOBILE, TAILSPIN, version=1, resource="api://timetable")
    code = sign_in(session_of(server), url, KIM).code
    context = adal.AuthenticationContext(
        server.authority(TAILSPIN), validate_authority=False, verify_ssl=server.ca)
    first = context.acquire_token_with_authorization_code(code, MOBILE.redirect_uri, "api://timetable", MOBILE.id)
    with pytest.raises(adal.AdalError) as failure:
        context.acquire_token_with_refresh_token(first["refreshToken"], MOBILE.id, "api://payroll")
    assert failure.value.error_response["error"] == "interaction_required"
    assert failure.value.error_response["error_codes"] == [50076]


@pytest.fixture
def session_of():
    opened = []

    def open_session(server):
        opened.append(new_session(server))
        return opened[-1]

    yield open_session
    for session in opened:
        session.close()


# --- A real browser


@pytest.fixture
def browser(server, tmp_path):
    opened = new_browser(tmp_path / "home", server.ca)
    yield opened
    opened.quit()


def enter(browser, selector, text, button="#idSIButton9"):
    field = wait_for(browser, selector)
    field.clear()
    field.send_keys(text)
    if button:
        wait_for(browser, button).click()


def start(browser, server, application, user, scope):
    app = App(MOBILE.id, application.origin)
    browser.get(authorize_url(server, app, TAILSPIN, scope=f"openid {scope}"))
    enter(browser, "#i0116", user)
    enter(browser, "#i0118", PASSWORD)


def test_chromium_proves_a_second_factor_and_accepts_terms(server, browser, screenshots):
    with Application() as application:
        start(browser, server, application, SAM, PAYROLL_READ)
        wait_for(browser, "#idDiv_SAOTCS_Proofs [role=button]")
        screenshot(browser, screenshots, "proof-choice")
        wait_for(browser, "#idDiv_SAOTCS_Proofs [role=button]").click()
        enter(browser, "#idTxtBx_SAOTCC_OTC", "000000", "#idSubmit_SAOTCC_Continue")
        assert text_of(browser, "#idSpan_SAOTCC_Error_OTC")
        screenshot(browser, screenshots, "one-time-code")
        enter(browser, "#idTxtBx_SAOTCC_OTC", "424242", "#idSubmit_SAOTCC_Continue")
        wait_for(browser, "#btnAccept")
        screenshot(browser, screenshots, "terms-of-use")
        wait_for(browser, "#btnAccept").click()
        assert text_of(browser, "#application")
        assert application.answer()[2]["code"]


def test_chromium_changes_an_expired_password_and_registers_a_proof(server, browser, screenshots):
    with Application() as application:
        start(browser, server, application, LEE, PAYROLL_READ)
        enter(browser, "#currentPassword", PASSWORD, None)
        screenshot(browser, screenshots, "change-password")
        enter(browser, "#newPassword", "Understudy!2", None)
        enter(browser, "#confirmNewPassword", "Understudy!2")
        wait_for(browser, "#proofUpMethod")
        screenshot(browser, screenshots, "proof-registration")
        enter(browser, "#proofUpMethod", "+41 44 555 01 00")
        enter(browser, "#idTxtBx_SAOTCC_OTC", "424242", "#idSubmit_SAOTCC_Continue")
        wait_for(browser, "#btnAccept").click()
        assert text_of(browser, "#application")
        assert application.answer()[2]["code"]
