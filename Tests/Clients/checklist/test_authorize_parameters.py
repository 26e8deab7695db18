"""Rows 16 to 29 of the checklist: what an authorization request may say, and how it is answered.

(RFC 6749 §4.1, OpenID Connect Core §3.1.2, RFC 9700 §2.1, RFC 9207.) The number in a test's name is its row's.
"""

import json
import re
import time
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests

from support.lab import IMPLICIT, KIM, LAB, PUBLIC, READ
from support.oauth import NEARLY_A_MEBIBYTE, authorize_url, endpoint, one_shot, redeem
from support.page import Page
from support.pages import assert_page, error_text
from support.seed import ADELE, CONTOSO, MOBILE, ORDERS_MANAGE
from support.signin import redirect_answer
from support.tokens import unverified

pytestmark = pytest.mark.usefixtures("healthy")

HOSTILE = ['"><img src=x onerror=alert(1)>', "</script><script>alert(1)</script>", "'\"`&lt;", "{{7*7}}", "javascript:alert(1)"]
STATES = [
    "a\r\nSet-Cookie: x=y", "\"'<script>alert(1)</script>", "a+b c%20d%2Be", "s" * 8192, "&error=x#y?z=1", "é\u202e\U0001f600",
    "\\ud800", "%", "%zz", "  ", "{{7*7}}", "</textarea><img src=x onerror=alert(1)>"]


def get(session, server, app=MOBILE, tenant=CONTOSO, **parameters):
    """The answer to an authorization request, not followed."""
    url = authorize_url(server, app, tenant, **({"scope": "openid"} | parameters))
    return session.get(url, allow_redirects=False, timeout=20)


def without_html(state):
    """The state as the service returns it."""
    return re.sub(r"<(?![0-9 \t\r\n=])[^>]*>?", "", state)


def sent(answer):
    """What the application is sent, in whatever mode."""
    if "Location" in answer.headers:
        return redirect_answer(answer.headers["Location"]).parameters
    return dict(Page(answer.text, answer.url).form.fields())


@pytest.mark.parametrize("mode", ["query", "fragment", "form_post"])
@pytest.mark.parametrize("parameters, error, code", [
    ({"response_type": "id_token", "nonce": "n"}, "unsupported_response_type", 700054),
    ({"response_type": "bogus"}, "unsupported_response_type", 70005),
    ({"scope": "api://orders/Nope", "prompt": "none"}, "invalid_client", 650053),
    ({"prompt": "none"}, "login_required", 50058),
], ids=lambda value: str(value)[:40])
def test_16_later_errors_go_back_to_the_app_with_its_state(server, session, mode, parameters, error, code):
    state = "a+b c&d=é%'\\"
    answer = get(session, server, state=state, response_mode=mode, **parameters)
    found = sent(answer)
    # An id_token is never carried by a query: the error goes into the fragment then (§2.2).
    is_misplaced = mode == "query" and "id_token" in parameters.values()
    separator = "?" if mode == "query" and not is_misplaced else "#"
    if mode == "form_post":
        assert urlsplit(Page(answer.text, answer.url).form.action)[:2] == ("http", "localhost")
    else:
        assert answer.status_code in (302, 303)
        assert answer.headers["Location"].startswith(f"http://localhost/{separator}")
    assert found["state"] == state
    assert found["error"] == error
    assert found["error_description"].startswith(f"AADSTS{70007 if is_misplaced else code}: ")


@pytest.mark.parametrize("mode", ["query", "fragment", "form_post"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: ascii(state[:20]))
def test_17_state_comes_back_without_html_and_nowhere_else(server, session, state, mode):
    answer = get(session, server, prompt="none", state=state, response_mode=mode)
    state = without_html(state)
    assert "x=y" not in answer.headers.get("Set-Cookie", "")
    if mode == "form_post":
        # Browsers send every line end of a form as CRLF (HTML §4.10.22).
        assert sent(answer)["state"].replace("\r\n", "\n") == state.replace("\r\n", "\n")
        assert "<script>alert" not in answer.text and "<img" not in answer.text
    else:
        assert sent(answer)["state"] == state
        assert answer.headers["Location"].isascii()


def test_17_no_state_stays_no_state(server, session):
    assert "state" not in sent(get(session, server, prompt="none", state=None))


@pytest.mark.parametrize("escape", ["%00", "%ff", "%ed%a0%80", "%c0%af"])
def test_17_a_state_that_is_no_text_is_refused(server, session, escape):
    request = requests.Request("GET", authorize_url(server, MOBILE, scope="openid", state=None)).prepare()
    request.url += f"&state={escape}"
    answer = session.send(request, allow_redirects=False, timeout=10)
    assert answer.status_code == 400 and "Location" not in answer.headers


@pytest.mark.parametrize("parameters", [
    {"response_type": "id_token", "nonce": "n", "response_mode": "query"},
    {"response_type": "token", "scope": READ, "response_mode": "query"},
    {"response_type": "code id_token", "nonce": "n", "response_mode": "query"}, {"response_mode": "bogus"},
    {"response_mode": "web_message"}, {"response_mode": "Query"}, {"response_mode": "form_post.jwt"}],
    ids=lambda value: " ".join(value.values()))
def test_18_a_response_mode_that_may_not_be_is_refused(lab, lab_session, parameters):
    found = sent(get(lab_session, lab, IMPLICIT, LAB, **parameters))
    assert found["error"] == "unsupported_response_type"
    assert found["error_description"].startswith("AADSTS70007: ")


@pytest.mark.parametrize("kind, mode, separator", [
    ("code", None, "?"), ("code", "query", "?"), ("code", "fragment", "#"), ("id_token", None, "#"), ("token", None, "#"),
    ("code id_token", "fragment", "#"), ("id_token token", None, "#")])
def test_18_each_response_type_comes_where_it_belongs(lab, lab_session, kind, mode, separator):
    url = authorize_url(lab, IMPLICIT, LAB, response_type=kind, response_mode=mode, nonce="n", scope=f"openid {READ}")
    answer = one_shot(lab_session, url, KIM)
    assert answer.location.startswith(f"https://implicit.example/cb{separator}")
    names = {"code": "code", "id_token": "id_token", "token": "access_token"}
    assert {name for name in names.values() if name in answer.parameters} == {names[word] for word in kind.split()}


@pytest.mark.parametrize("kind, code", [("token", 700051), ("id_token", 700054), ("code id_token", 700054)])
def test_19_the_implicit_flow_has_to_be_switched_on(server, session, kind, code):
    found = sent(get(session, server, response_type=kind, nonce="n"))
    assert found["error"] == "unsupported_response_type"
    assert found["error_description"].startswith(f"AADSTS{code}: ")


@pytest.mark.parametrize("kind", ["id_token", "code id_token", "id_token token"])
def test_19_an_id_token_needs_a_nonce(lab, lab_session, kind):
    assert sent(get(lab_session, lab, IMPLICIT, LAB, response_type=kind))["error"] == "invalid_request"


@pytest.mark.parametrize("state", HOSTILE)
def test_20_a_form_post_holds_values_only_as_text(server, session, state):
    answer = get(session, server, prompt="none", response_mode="form_post", state=state)
    page = Page(answer.text, answer.url)
    form, = page.forms
    assert (form.method, form.action) == ("post", "http://localhost")
    assert ("state", without_html(state)) in form.fields()
    assert "<img" not in answer.text and "<script>alert" not in answer.text
    assert answer.headers["Cache-Control"].startswith("no-store")
    assert answer.text.count("<script") == 1 and "submit" in answer.text.partition("<script")[2]
    policy = answer.headers["Content-Security-Policy"]
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("name", [
    "login_hint", "domain_hint", "client_id", "redirect_uri", "scope", "prompt", "ui_locales", "nonce"])
def test_21_what_a_request_says_is_shown_as_text_only(server, session, name, value):
    assert_harmless(get(session, server, **{name: value}))


@pytest.mark.parametrize("parameters", [{}, {"login_hint": KIM}, {"scope": "api://orders/nope", "prompt": "none"}])
def test_21_names_of_the_directory_are_shown_as_text_only(lab, lab_session, parameters):
    """The application, its tenant and the user have markup in their names."""
    assert_harmless(get(lab_session, lab, PUBLIC, LAB, **parameters))


def test_21_the_consent_page_shows_names_as_text_only(lab, lab_session):
    with lab.tenant() as tenant:
        url = authorize_url(lab, PUBLIC, tenant, scope=f"openid {READ}")
        answer = lab_session.post(url, data={"loginfmt": KIM, "passwd": "Understudy!1"}, allow_redirects=False)
    assert Page(answer.text, answer.url).form.control(name="ucaccept"), answer.text
    assert "&lt;img" in answer.text
    assert_harmless(answer)


def assert_harmless(answer):
    assert "<img" not in answer.text and "<script>alert" not in answer.text and "<b>Akers" not in answer.text
    assert not re.search(r"(?:href|src|action)\s*=\s*[\"']?\s*javascript:", answer.text)


def silent(session, server, **parameters):
    return sent(get(session, server, prompt="none", **parameters))


def test_22_nobody_is_signed_in(server, session):
    found = silent(session, server)
    assert found["error"] == "login_required"
    assert found["error_description"].startswith("AADSTS50058: ")


def test_22_somebody_is_but_has_not_consented(server, session):
    one_shot(session, authorize_url(server, MOBILE, scope="openid"), ADELE)
    found = silent(session, server, scope=f"openid {ORDERS_MANAGE}")
    assert found["error"] in ("interaction_required", "consent_required")
    assert found["error_description"].startswith(("AADSTS65001: ", "AADSTS90094: "))
    assert "code" in silent(session, server)


@pytest.mark.parametrize("prompt", ["none login", "none consent", "login none", "none select_account"])
def test_22_none_goes_with_nothing_else(server, session, prompt):
    """An invalid prompt is an error page."""
    answer = get(session, server, prompt=prompt)
    found = sent(answer) if "Location" in answer.headers else {
        "error": "invalid_request", "error_description": error_text(answer)}
    assert found["error"] == "invalid_request"
    assert found["error_description"].startswith("AADSTS90023: ")


@pytest.mark.parametrize("age", [
    "-1", "1e3", "9223372036854775808", "9223372036854775807", "-9223372036854775808", "abc", "", "+5", "0x1", "\u0663"])
def test_23_an_odd_max_age_does_no_harm(server, session, age):
    """Ignored or refused; either way with a page, as nobody is signed in."""
    answer = get(session, server, max_age=age)
    assert answer.status_code in (200, 302, 400)
    assert "code=" not in answer.headers.get("Location", "")


def test_23_auth_time_is_when_the_user_signed_in(lab, lab_session):
    """`max_age` asks for `auth_time` (Core §3.1.2.1), and an older sign-in than that is not good enough."""
    with lab.tenant() as tenant:
        def auth_time(**parameters):
            scope = {"scope": "openid", "max_age": "3600"}
            code = redirect_answer(get(lab_session, lab, PUBLIC, tenant, **scope | parameters).headers["Location"]).code
            return unverified(redeem(lab, PUBLIC, code, tenant).json()["id_token"])["auth_time"]

        started = int(time.time())
        one_shot(lab_session, authorize_url(lab, PUBLIC, tenant, scope="openid"), KIM)
        first = auth_time()
        assert started - 1 <= first <= time.time() + 1
        lab.advance(tenant, "PT30M")
        assert auth_time() == first
        lab.advance(tenant, "PT40M")
        assert silent(lab_session, lab, app=PUBLIC, tenant=tenant, max_age="3600")["error"] == "login_required"
        assert "code" in silent(lab_session, lab, app=PUBLIC, tenant=tenant, max_age="36000")


CLAIMS = ["not JSON", "[]", "1", '"x"', "{", "[" * 100_000, '{"a":' * 10_000, '{"a":1,"a":2}']


@pytest.mark.parametrize("claims", CLAIMS, ids=lambda value: value[:15])
def test_24_claims_that_are_no_claims_are_refused(server, session, claims):
    """§10: JSON that is none is 9000410; a post, as the longer ones are longer than a URL may be."""
    base, query = authorize_url(server, MOBILE, scope="openid").split("?")
    answer = session.post(base, data=dict(parse_qsl(query)) | {"claims": claims}, allow_redirects=False)
    assert answer.status_code in (302, 400, 413)
    if answer.status_code != 413:
        found = sent(answer)["error_description"] if "Location" in answer.headers else error_text(answer)
        assert found.startswith("AADSTS9000410: ")


def test_24_a_mebibyte_of_claims_is_too_much(server, session):
    answer = session.post(endpoint(server, "authorize"), data={"claims": json.dumps(["a" * NEARLY_A_MEBIBYTE])}, allow_redirects=False)
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["request", "request_uri"])
def test_24_request_objects_are_refused_and_never_fetched(lab, lab_session, name):
    """Discovery says `request_uri_parameter_supported: false` (§1.3)."""
    value = f"{lab.issuers.origin}/sound/request" if name == "request_uri" else "e30.e30."
    answer = get(lab_session, lab, PUBLIC, LAB, **{name: value})
    description = sent(answer)["error_description"] if "Location" in answer.headers else error_text(answer)
    assert description.startswith("AADSTS"), answer.text
    assert "/sound/request" not in lab.issuers.asked


@pytest.mark.parametrize("challenge, method, codes", [
    ("a" * 42, "S256", (501491, 50147)), ("a" * 129, "plain", (501491, 50147)), ("a" * 129, "S256", (501491, 50147)),
    ("short", None, (501491, 50147)), ("a" * 42 + "+", "S256", (501491, 50147)), ("a" * 42 + "é", "plain", (501491, 50147)),
    ("a" * 43, "S512", (50149,)), ("a" * 43, "s256", (50149,))], ids=lambda value: str(value)[:12])
def test_25_a_challenge_of_the_wrong_shape_is_refused(server, session, challenge, method, codes):
    answer = get(session, server, code_challenge=challenge, code_challenge_method=method)
    found = sent(answer) if "Location" in answer.headers else {
        "error": "invalid_request", "error_description": error_text(answer)}
    assert found["error"] == "invalid_request"
    assert found["error_description"].startswith(tuple(f"AADSTS{code}: " for code in codes))


@pytest.mark.parametrize("parameters", [
    {"unheard_of": "x"}, {"x-client-SKU": "test", "haschrome": "1"}, {"é": "ü"}, {"": "x"}, {"unheard_of": ""}], ids=str)
def test_26_unknown_parameters_are_ignored(server, session, parameters):
    assert Page((answer := get(session, server, **parameters)).text, answer.url).form.control(id="i0116")


@pytest.mark.parametrize("tail", [
    "&client_id=" + MOBILE.id, "&state=s2", "&scope=openid", "&redirect_uri=http%3A%2F%2Flocalhost", "&response_type=code",
    "&nonce=a&nonce=a", "&prompt=login&prompt=", "&code_challenge=a&code_challenge=b", "&claims=&claims="])
def test_26_a_known_parameter_stands_once(server, session, tail):
    answer = session.get(authorize_url(server, MOBILE, scope="openid") + tail, allow_redirects=False)
    assert_page(answer, 9000411)


def test_27_get_and_post_give_the_same(server, session):
    url = authorize_url(server, MOBILE, scope="openid", prompt="none")
    base, query = url.split("?")
    locations = [
        re.sub(r"(trace|correlation)[^&]*|Timestamp[^&]*|error_description=[^&]*", "", answer.headers["Location"])
        for answer in (
            session.get(url, allow_redirects=False),
            session.post(base, data=dict(parse_qsl(query)), allow_redirects=False))]
    assert locations[0] == locations[1]


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "multipart/form-data; boundary=b", None])
def test_27_a_post_that_is_no_form_is_refused(server, session, content_type):
    body = json.dumps({"client_id": MOBILE.id, "response_type": "code"})
    headers = {"Content-Type": content_type} if content_type else {}
    answer = session.post(endpoint(server, "authorize"), data=body.encode(), headers=headers, allow_redirects=False)
    assert_page(answer, 900144, 9002313)


@pytest.mark.parametrize("scope, error, code", [
    ("api://orders/.default api://orders/Orders.Read", "invalid_scope", 70011), ("|", "invalid_scope", 70011),
    ("a,b", "invalid_scope", 70011), ("/", "invalid_scope", 70011), ("api://orders/", "invalid_scope", 70011),
    # A scope that its resource does not have is 650053, a resource that is not there 500011 (§4.7).
    ("api://orders/Nope", "invalid_client", 650053), ("api://nothing/x", "invalid_resource", 500011)])
def test_28_a_scope_that_is_none_is_refused(server, session, scope, error, code):
    answer = get(session, server, scope=scope)
    if "Location" in answer.headers:
        assert sent(answer)["error"] == error
        assert sent(answer)["error_description"].startswith(f"AADSTS{code}: ")
    else:
        assert_page(answer, code)


@pytest.mark.parametrize("scope, codes", [(None, (900144,)), ("", (900144, 28003))])
def test_28_a_request_without_scope(server, session, scope, codes):
    assert_page(get(session, server, scope=scope), *codes)


def test_28_one_token_is_for_one_resource(lab, lab_session):
    """With `response_type=token` 700022 or 28000 (§4.5); a code may collect consent for several."""
    scope = f"openid {READ} api://middle/access"
    answer = get(lab_session, lab, IMPLICIT, LAB, response_type="token", scope=scope)
    found = sent(answer)["error_description"] if "Location" in answer.headers else error_text(answer)
    assert found.startswith(("AADSTS700022: ", "AADSTS28000: "))
    code = lab.code(lab_session, scope=scope)
    answer = redeem(lab, PUBLIC, code, LAB, scope=scope).json()
    assert (answer["error"], answer["error_codes"]) == ("invalid_request", [28000])


def discovery(server, tenant):
    return requests.get(
        f"{server.authority(tenant)}/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10).json()


def test_29_the_issuer_is_the_tenants_and_not_a_parameter(lab, lab_session):
    document = discovery(lab, LAB)
    assert "authorization_response_iss_parameter_supported" not in document
    answer = one_shot(lab_session, authorize_url(lab, PUBLIC, LAB, scope="openid"), KIM)
    assert "iss" not in answer.parameters
    token = redeem(lab, PUBLIC, answer.code, LAB).json()["id_token"]
    assert unverified(token)["iss"] == document["issuer"] == f"{lab.https}/{LAB}/v2.0"
    for shared in ("common", "organizations"):
        assert discovery(lab, shared)["issuer"] == f"{lab.https}/{{tenantid}}/v2.0"
