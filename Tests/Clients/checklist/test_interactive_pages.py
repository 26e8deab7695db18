"""Rows 30 to 35 of the checklist: the pages, the cookies, the way back, and sign-out.

(RFC 9700 §4.7, §4.12, §4.16; OpenID Connect RP-Initiated Logout.) The number in a test's name is its row's.
"""

import re

import pytest
import requests

from conftest import new_session
from support.lab import IMPLICIT, KIM, LAB, PUBLIC, READ, WEB
from support.oauth import authorize_url, endpoint, login_hint_claim, one_shot
from support.page import Page
from support.pages import error_text
from support.seed import ALEX, MOBILE, PASSWORD
from support.signin import redirect_answer

pytestmark = pytest.mark.usefixtures("healthy")

SIGN_IN = {"loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"}


def first_page(server, session):
    """The form of the page that asks for the user name, filled in."""
    url = authorize_url(server, MOBILE, scope="openid")
    form = Page(session.get(url).text, url).form
    form.fill(ALEX, id="i0116")
    return form, dict(form.fields(form.control(id="idSIButton9")))


def sealed_field(fields):
    """The name of the field that holds the page's own token: by far the longest."""
    return max(fields, key=lambda name: len(fields[name]))


def consent_page(lab, session, tenant):
    url = authorize_url(lab, PUBLIC, tenant, scope=f"openid {READ}", prompt="consent")
    answer = session.post(url, data={"loginfmt": KIM, "passwd": PASSWORD}, allow_redirects=False)
    form = Page(answer.text, url).form
    return form, dict(form.fields(form.control(name="ucaccept")))


def assert_no_code(answer):
    assert "Location" not in answer.headers and "code=" not in answer.text
    assert "ESTSAUTH" not in answer.headers.get("Set-Cookie", "")


@pytest.mark.parametrize("forge", [lambda value: None, lambda value: "", lambda value: "A" * len(value), lambda value: value[:-8]],
                         ids=["none", "empty", "forged", "cut"])
def test_30_a_step_of_the_pages_needs_its_own_token(server, session, forge):
    form, fields = first_page(server, session)
    name = sealed_field(fields)
    fields[name] = forge(fields[name])
    assert_no_code(session.post(form.action, data={k: v for k, v in fields.items() if v is not None}, allow_redirects=False))


@pytest.mark.parametrize("step", [first_page, None], ids=["sign-in", "consent"])
def test_30_a_token_of_another_session_is_worth_nothing(lab, server, session, lab_session, step):
    if step:
        form, fields = step(server, session)
        with new_session(server) as stranger:
            own_form, own = step(server, stranger)
            fields[sealed_field(fields)] = own[sealed_field(own)]
            assert_no_code(session.post(form.action, data=fields, allow_redirects=False))
        return
    with lab.tenant() as tenant, new_session(lab) as stranger:
        form, fields = consent_page(lab, lab_session, tenant)
        answer = stranger.post(form.action, data=fields, allow_redirects=False)
        assert_no_code(answer)
        own = lab_session.post(form.action, data=fields, allow_redirects=False)
        assert "code=" in own.headers.get("Location", ""), "its own session's is good"


def test_30_a_consent_without_its_token_is_none(lab, lab_session):
    with lab.tenant() as tenant:
        form, fields = consent_page(lab, lab_session, tenant)
        del fields[sealed_field(fields)]
        assert_no_code(lab_session.post(form.action, data=fields, allow_redirects=False))


def test_30_a_token_that_is_stale_is_refused(lab, lab_session):
    """A page that stayed open for a day: 50089, the flow token has expired (§7.3)."""
    with lab.tenant() as tenant:
        form, fields = consent_page(lab, lab_session, tenant)
        lab.advance(tenant, "PT24H")
        answer = lab_session.post(form.action, data=fields, allow_redirects=False)
        assert "AADSTS50089" in answer.text
        assert_no_code(answer)


@pytest.mark.parametrize("headers", [
    {"Origin": "https://evil.test"}, {"Origin": "http://localhost.evil.test"}, {"Sec-Fetch-Site": "cross-site"},
    {"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"}, {"Origin": "null"},
    {"Origin": "https://evil.test", "Sec-Fetch-Site": "none"}], ids=str)
def test_30_a_foreign_site_signs_nobody_in(server, session, headers):
    answer = session.post(
        authorize_url(server, MOBILE, scope="openid"), data=SIGN_IN, headers=headers, allow_redirects=False)
    assert answer.status_code in (400, 403)
    assert_no_code(answer)


def interactive_pages(lab, session, tenant):
    """Every kind of page that a person acts on, with its name."""
    url = authorize_url(lab, PUBLIC, tenant, scope=f"openid {READ}")
    yield "sign-in", session.get(url)
    yield "password", session.get(url + f"&login_hint={KIM}")
    yield "consent", session.post(url, data={"loginfmt": KIM, "passwd": PASSWORD})
    yield "picker", session.get(url + "&prompt=select_account")
    yield "error", session.get(authorize_url(lab, PUBLIC, tenant, redirect_uri="https://evil.test/"))
    yield "device code", session.get(f"{lab.https}/common/oauth2/deviceauth")
    yield "signed out", session.get(f"{lab.https}/{tenant}/oauth2/v2.0/logout?logout_hint={login_hint_claim(KIM)}")


@pytest.fixture(scope="module")
def pages(lab):
    with lab.tenant() as tenant, new_session(lab) as session:
        return dict(interactive_pages(lab, session, tenant))


PAGES = ["sign-in", "password", "consent", "picker", "error", "device code", "signed out"]


@pytest.mark.parametrize("name", PAGES)
def test_31_no_page_stands_in_a_frame(pages, name):
    answer = pages[name]
    assert "<h1" in answer.text
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_32_cookies_are_locked_up_and_change_at_sign_in(server, scheme):
    url = authorize_url(server, MOBILE, scope="openid").replace(server.https, getattr(server, scheme))
    expected = ("HttpOnly", "Secure", "SameSite=None") if scheme == "https" else ("HttpOnly", "SameSite=Lax")
    with new_session(server) as session:
        page = session.get(url)
        before = {cookie.value for cookie in session.cookies}
        signed_in = session.post(url, data=SIGN_IN, allow_redirects=False)
        for line in filter(None, (page.headers.get("Set-Cookie"), signed_in.headers["Set-Cookie"])):
            assert all(attribute in line for attribute in expected), line
        now = {cookie.value for cookie in session.cookies if cookie.name.startswith("ESTSAUTH")}
        assert now and not now & before


def test_32_a_planted_session_is_not_taken_over(server):
    """Who knows the session from before the sign-in knows nothing of the one behind it."""
    url = authorize_url(server, MOBILE, scope="openid")
    with new_session(server) as victim, new_session(server) as attacker:
        one_shot(attacker, url, ALEX)
        victim.cookies.update(attacker.cookies)
        planted = {cookie.name: cookie.value for cookie in victim.cookies if cookie.name.startswith("ESTSAUTH")}
        victim.post(url + "&prompt=login", data=SIGN_IN, allow_redirects=False)
        now = {cookie.name: cookie.value for cookie in victim.cookies if cookie.name.startswith("ESTSAUTH")}
        assert not set(now.values()) & set(planted.values())


@pytest.mark.parametrize("forge", [lambda value: "B" + value[1:-1] + "B", lambda value: value[:20], lambda _: "x" * 5_000],
                         ids=["changed", "cut", "long"])
def test_32_a_forged_session_cookie_signs_nobody_in(server, session, forge):
    one_shot(session, authorize_url(server, MOBILE, scope="openid"), ALEX)
    silent = authorize_url(server, MOBILE, scope="openid", prompt="none")
    assert "code=" in session.get(silent, allow_redirects=False).headers["Location"]
    cookies = {cookie.name: forge(cookie.value) for cookie in session.cookies}
    answer = requests.get(silent, cookies=cookies, allow_redirects=False, verify=server.ca, timeout=10)
    assert answer.status_code >= 400 or "error=login_required" in answer.headers["Location"]


@pytest.mark.parametrize("cookies", [
    "ESTSAUTH=" + "A" * 15_000, "; ".join(f"ESTSAUTH={number}" for number in range(1_000)), "=;=;;;", "ESTSAUTH",
    "ESTSAUTH=\"", "ESTSAUTH=%00; esctx=%ff"], ids=lambda cookies: cookies[:20])
def test_32_odd_cookies_are_no_session(server, cookies):
    answer = requests.get(
        authorize_url(server, MOBILE, scope="openid"), headers={"Cookie": cookies}, verify=server.ca, timeout=10)
    assert answer.status_code == 200
    assert Page(answer.text, answer.url).form.control(id="i0116")


def test_33_the_way_back_repeats_no_post(server, session):
    answer = session.post(authorize_url(server, MOBILE, scope="openid"), data=SIGN_IN, allow_redirects=False)
    assert answer.status_code in (302, 303)
    assert PASSWORD not in answer.headers["Location"] and "passwd" not in answer.headers["Location"]


@pytest.mark.parametrize("name", PAGES)
def test_34_no_page_tells_or_loads_from_others(pages, name):
    answer = pages[name]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"].startswith("no-store") and answer.headers["Pragma"] == "no-cache"
    assert not re.search(r"(?:src|href|action)\s*=\s*[\"']?(?:https?:)?//", answer.text.replace(f'"http://localhost', '"/'))


def logout(lab, session, **parameters):
    hint = {"logout_hint": login_hint_claim(KIM)}
    return session.get(endpoint(lab, "logout", LAB), params=hint | parameters, allow_redirects=False, timeout=10)


@pytest.mark.parametrize("uri", [
    "https://evil.test/", "https://web.example/cb/..", "https://web.example/CB", "https://web.example.evil.test/cb",
    "javascript:alert(1)", "//web.example/cb", "https://web.example@evil.test/cb", "/cb", ""])
def test_35_sign_out_leads_to_no_unregistered_place(lab, lab_session, uri):
    answer = logout(lab, lab_session, post_logout_redirect_uri=uri, client_id=WEB.id, state="s")
    assert "Location" not in answer.headers and "Refresh" not in answer.headers
    assert "evil.test" not in answer.text and "javascript:" not in answer.text


def assert_signed_out(lab, session):
    silent = session.get(authorize_url(lab, PUBLIC, LAB, scope="openid", prompt="none"), allow_redirects=False)
    assert redirect_answer(silent.headers["Location"]).parameters["error"] == "login_required"


@pytest.mark.parametrize("hint", [
    "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "A" * 5_000], ids=lambda hint: hint[:10])
def test_35_a_forged_hint_is_ignored(lab, lab_session, hint):
    one_shot(lab_session, authorize_url(lab, PUBLIC, LAB, scope="openid"), KIM)
    answer = logout(lab, lab_session, id_token_hint=hint, post_logout_redirect_uri=WEB.redirect_uri, state="a b&c")
    assert answer.status_code == 302 or not error_text(answer)
    assert_signed_out(lab, lab_session)


def test_35_an_expired_hint_still_signs_out(lab, lab_session):
    """A hint says who asks; it is no credential (RP-Initiated Logout §2)."""
    answer = one_shot(lab_session, authorize_url(
        lab, IMPLICIT, LAB, scope="openid", response_type="id_token", nonce="n"), KIM)
    assert answer.parameters["id_token"]
    expired = lab.mint(kind="id", user=KIM, client=IMPLICIT.id, tenant=LAB, faults=["expired"])
    assert logout(lab, lab_session, id_token_hint=expired).status_code in (200, 302)
    assert_signed_out(lab, lab_session)


def test_35_a_registered_place_gets_the_state(lab, lab_session):
    one_shot(lab_session, authorize_url(lab, WEB, LAB, scope="openid"), KIM)
    answer = logout(lab, lab_session, post_logout_redirect_uri=WEB.redirect_uri, state="a b&c=d")
    if "Location" in answer.headers:
        assert answer.headers["Location"].startswith(WEB.redirect_uri + "?")
        assert redirect_answer(answer.headers["Location"]).parameters["state"] == "a b&c=d"
    else:
        # The page that tells the applications in frames goes on by itself.
        assert WEB.redirect_uri in answer.text and "a+b%26c%3dd" in answer.text
