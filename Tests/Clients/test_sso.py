"""One sign-in serves every app of a suite: same browser, several redirect URIs and client ids."""

import pytest
import requests

from conftest import new_session
from support.oauth import authorize_url, one_shot, redeem, token
from support.seed import ADELE, ADMIN, ALEX, App, MOBILE, ORDERS_READ, SPA, USER_READ, WEB
from support.server import Server
from support.signin import redirect_answer, sign_in


def suite_app(number):
    return App(MOBILE.id, f"msauth.com.contoso.app{number}://auth")


def test_the_second_app_of_a_suite_asks_nothing(server, session):
    first = sign_in(session, authorize_url(server, suite_app(1), scope=f"openid {USER_READ}"), ADELE)
    assert "password" in first.pages
    for number in (2, 3):
        answer = sign_in(session, authorize_url(server, suite_app(number), scope=f"openid {USER_READ}"), ADELE)
        assert answer.pages == ()
        assert answer.location.startswith(f"msauth.com.contoso.app{number}://auth?code=")
        assert redeem(server, suite_app(number), answer.code).json()["access_token"]


def test_another_client_asks_for_consent_but_not_for_the_password(fresh_server, fresh_session):
    sign_in(fresh_session, authorize_url(fresh_server, suite_app(1), scope=f"openid {USER_READ}"), ALEX)
    answer = sign_in(fresh_session, authorize_url(fresh_server, WEB, scope=f"openid {ORDERS_READ}"), ALEX)
    assert answer.pages == ("consent",)
    again = sign_in(fresh_session, authorize_url(fresh_server, WEB, scope=f"openid {ORDERS_READ}"), ALEX)
    assert again.pages == ()


def test_prompt_none_answers_without_a_page(fresh_server, fresh_session):
    silent = authorize_url(fresh_server, suite_app(2), scope=f"openid {USER_READ}", prompt="none")
    refused = redirect_answer(fresh_session.get(silent, allow_redirects=False).headers["Location"])
    assert refused.parameters["error"] == "login_required"
    assert "AADSTS50058" in refused.parameters["error_description"]
    sign_in(fresh_session, authorize_url(fresh_server, suite_app(1), scope=f"openid {USER_READ}"), ALEX)
    assert redirect_answer(fresh_session.get(silent, allow_redirects=False).headers["Location"]).code
    more = authorize_url(fresh_server, suite_app(2), scope=f"openid {ORDERS_READ}", prompt="none")
    refused = redirect_answer(fresh_session.get(more, allow_redirects=False).headers["Location"])
    assert refused.parameters["error"] in ("interaction_required", "consent_required")
    assert "AADSTS65001" in refused.parameters["error_description"]


def test_prompt_login_asks_for_the_password_again(server, session):
    url = authorize_url(server, suite_app(1), scope=f"openid {USER_READ}")
    sign_in(session, url, ADELE)
    assert "password" in sign_in(session, url + "&prompt=login", ADELE).pages


def test_the_account_picker_chooses_among_sessions(server, session):
    url = authorize_url(server, suite_app(1), scope=f"openid {USER_READ}")
    sign_in(session, url, ADELE)
    other = sign_in(session, url + "&prompt=select_account", ADMIN)
    assert other.pages[:2] == ("picker", "username")
    chosen = sign_in(session, url + "&prompt=select_account", ADELE)
    assert chosen.pages == ("picker",)
    hinted = redirect_answer(
        session.get(f"{url}&prompt=none&login_hint={ADMIN}", allow_redirects=False).headers["Location"])
    assert hinted.code
    undecided = redirect_answer(session.get(url + "&prompt=none", allow_redirects=False).headers["Location"])
    assert "AADSTS16000" in undecided.parameters["error_description"]


@pytest.mark.parametrize("header", [{"Origin": "https://evil.test"}, {"Sec-Fetch-Site": "cross-site"}], ids=str)
def test_a_foreign_page_cannot_post_the_forms(server, session, header):
    url = authorize_url(server, suite_app(1), scope=f"openid {USER_READ}")
    form = {"loginfmt": ALEX, "passwd": "Understudy!1", "consent": "accept"}
    answer = session.post(url, data=form, headers=header, allow_redirects=False)
    assert 400 <= answer.status_code < 500
    assert "Location" not in answer.headers
    assert not session.cookies


def test_session_cookies_are_guarded(server, session):
    url = authorize_url(server, suite_app(1), scope=f"openid {USER_READ}")
    answer = session.post(url, data={"loginfmt": ALEX, "passwd": "Understudy!1", "consent": "accept"},
                          allow_redirects=False)
    cookies = [line.lower() for line in answer.raw.headers.getlist("Set-Cookie")]
    assert cookies
    for cookie in cookies:
        assert "httponly" in cookie and "secure" in cookie and "samesite=none" in cookie, cookie
    with requests.Session() as plain:
        answer = plain.post(url.replace(server.https, server.http), allow_redirects=False,
                            data={"loginfmt": ALEX, "passwd": "Understudy!1", "consent": "accept"})
        for cookie in (line.lower() for line in answer.raw.headers.getlist("Set-Cookie")):
            assert "httponly" in cookie and "; secure" not in cookie and "samesite=lax" in cookie, cookie


def test_a_restart_with_the_same_seed_honours_sessions_codes_and_refresh_tokens(tmp_path):
    url_options = {"scope": f"openid offline_access {USER_READ}"}
    with Server(tmp_path) as before:
        http_port, https_port = before.http_port, before.https_port
        session = new_session(before)
        url = authorize_url(before, suite_app(1), **url_options)
        tokens = redeem(before, suite_app(1), one_shot(session, url, ALEX).code).json()
        code = redirect_answer(session.get(url, allow_redirects=False).headers["Location"]).code
        assert before.stop() == 0
    with Server(tmp_path, http_port=http_port, https_port=https_port) as after:
        assert redeem(after, suite_app(1), code).status_code == 200
        refreshed = token(
            after, grant_type="refresh_token", client_id=MOBILE.id, refresh_token=tokens["refresh_token"],
            scope=USER_READ)
        assert refreshed.status_code == 200, refreshed.text
        again = sign_in(session, authorize_url(after, SPA, scope="openid"), ALEX)
        assert "password" not in again.pages
