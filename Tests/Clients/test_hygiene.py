"""What every answer keeps to: state comes back as it was, nothing is framed, cached or reflected, no header is believed."""

import re
import statistics
import time
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
import requests

from conftest import new_session
from support.oauth import PKCE, assert_error, authorize_url, endpoint, one_shot, redeem, token
from support.page import Page
from support.raw import connect
from support.seed import ALEX, App, DAEMON, MOBILE, ORDERS_READ, ORDERS_WRITE, PASSWORD, SPA, WEB
from support.server import Server
from support.signin import redirect_answer

APP_ONLY = {
    "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
    "scope": "api://orders/.default"}
STATES = [
    "a\r\nSet-Cookie: x=y", "\"'<script>alert(1)</script>", "a+b c%20d%2Be", "s" * 8192, "&error=x#y?z=1", "é\u202e\U0001f600",
    "\\ud800", "%", "%zz", "  ", "{{7*7}}", "</textarea><img src=x onerror=alert(1)>"]


@pytest.fixture(autouse=True)
def healthy(server):
    yield
    assert server.process.poll() is None and server.is_healthy()


@pytest.mark.parametrize("mode", ["query", "fragment", "form_post"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: ascii(state[:20]))
def test_state_comes_back_exactly_and_nowhere_else(server, session, state, mode):
    answer = session.get(
        authorize_url(server, MOBILE, scope="openid", prompt="none", state=state, response_mode=mode),
        allow_redirects=False)
    assert "Set-Cookie" not in answer.headers or "x=y" not in answer.headers["Set-Cookie"]
    if mode == "form_post":
        page = Page(answer.text, answer.url)
        assert urlsplit(page.form.action)[:2] == ("http", "localhost")
        assert ("state", state.replace("\r\n", "\n")) in [
            (name, value.replace("\r\n", "\n")) for name, value in page.form.fields()]
        assert "<script>alert" not in answer.text and "<img" not in answer.text
        assert answer.headers["Cache-Control"].startswith("no-store")
    else:
        assert redirect_answer(answer.headers["Location"]).parameters["state"] == state
        assert answer.headers["Location"].isascii()


def test_no_state_stays_no_state(server, session):
    url = authorize_url(server, MOBILE, scope="openid", prompt="none", state=None)
    answer = session.get(url, allow_redirects=False)
    assert "state" not in redirect_answer(answer.headers["Location"]).parameters


@pytest.mark.parametrize("escape", ["%00", "%ff", "%ed%a0%80", "%c0%af"])
def test_a_state_that_is_no_text_is_refused(server, session, escape):
    request = requests.Request("GET", authorize_url(server, MOBILE, scope="openid", state=None)).prepare()
    request.url += f"&state={escape}"
    answer = session.send(request, allow_redirects=False, timeout=10)
    assert answer.status_code == 400 and "Location" not in answer.headers


@pytest.mark.parametrize("parameters, error, codes", [
    pytest.param({"response_type": "code id_token", "response_mode": "query", "nonce": "n"}, "unsupported_response_type",
                 (70007, 700054), id="tokens in the query"),
    pytest.param({"response_mode": "bogus"}, "unsupported_response_type", (70007,), id="unknown response mode"),
    pytest.param({"response_type": "token"}, "unsupported_response_type", (700051,), id="implicit token off"),
    pytest.param({"response_type": "id_token", "nonce": "n"}, "unsupported_response_type", (700054,), id="implicit off"),
    pytest.param({"prompt": "none login"}, "invalid_request", (90100,), id="none with another prompt"),
])
def test_what_an_app_may_not_ask_is_told_to_it(server, session, parameters, error, codes):
    answer = session.get(
        authorize_url(server, MOBILE, **({"scope": "openid"} | parameters)), allow_redirects=False)
    found = redirect_answer(answer.headers["Location"]).parameters if "Location" in answer.headers else {
        "error_description": Page(answer.text, answer.url).text("exceptionMessageContainer"), "state": "s1"}
    assert found["state"] == "s1"
    assert found["error_description"].startswith(tuple(f"AADSTS{code}:" for code in codes)), found
    assert found.get("error", error) in (error, "invalid_request")


def test_an_id_token_without_nonce_is_refused(server, session):
    url = authorize_url(server, WEB, scope="openid", response_type="id_token")
    answer = session.get(url, allow_redirects=False)
    assert redirect_answer(answer.headers["Location"]).parameters["error"] == "invalid_request"


def test_get_and_post_of_an_authorization_request_give_the_same(server, session):
    url = authorize_url(server, MOBILE, scope="openid", prompt="none")
    base, query = url.split("?")
    locations = [
        re.sub(r"(trace|correlation)[^&]*|Timestamp[^&]*|error_description=[^&]*", "", answer.headers["Location"])
        for answer in (
            session.get(url, allow_redirects=False),
            session.post(base, data=dict(parse_qsl(query)), allow_redirects=False))]
    assert locations[0] == locations[1]


@pytest.mark.parametrize("body, content_type", [
    ('{"client_id": "x"}', "application/json"), ("client_id=x", "text/plain")])
def test_a_post_to_authorize_that_is_no_form_is_refused(server, session, body, content_type):
    answer = session.post(
        endpoint(server, "authorize"), data=body, headers={"Content-Type": content_type}, allow_redirects=False)
    assert "Location" not in answer.headers
    assert "AADSTS" in Page(answer.text, answer.url).text("exceptionMessageContainer")


@pytest.mark.parametrize("claims", ["[" * 60_000, "{\"a\":" * 10_000, "{" + ",".join(f'"{i}":0' for i in range(6000)) + "}"])
def test_huge_claims_are_answered_at_once(server, session, claims):
    started = time.monotonic()
    base, query = authorize_url(server, MOBILE, scope="openid").split("?")
    answer = session.post(base, data=dict(parse_qsl(query)) | {"claims": claims}, allow_redirects=False)
    assert answer.status_code < 500
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("name", ["authorize", "token"])
def test_a_value_of_a_mebibyte_is_too_much(server, name):
    answer = requests.post(endpoint(server, name), data={"claims": "a" * (1 << 20)}, verify=server.ca, timeout=10)
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["authorize", "token"])
def test_ten_thousand_parameters_are_too_many(server, name):
    body = "&".join(f"{number}=" for number in range(10_000))
    answer = requests.post(
        endpoint(server, name), data=body, verify=server.ca, timeout=10,
        headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 400 and "AADSTS" in answer.text


@pytest.mark.parametrize("cookies", [
    "ESTSAUTH=" + "A" * 15_000, "; ".join(f"ESTSAUTH={number}" for number in range(1_000)), "=;=;;;", "ESTSAUTH",
    "ESTSAUTH=\"", "ESTSAUTH=%00; esctx=%ff"], ids=lambda cookies: cookies[:20])
def test_odd_cookies_are_no_session(server, cookies):
    answer = requests.get(
        authorize_url(server, MOBILE, scope="openid"), headers={"Cookie": cookies}, verify=server.ca, timeout=10)
    assert answer.status_code == 200
    assert Page(answer.text, answer.url).form.control(id="i0116")


def test_pages_keep_out_frames_caches_and_third_parties(server, session):
    answer = session.get(authorize_url(server, MOBILE, scope="openid"))
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"].startswith("no-store") and answer.headers["Pragma"] == "no-cache"
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", answer.text)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_locked_up_and_change_at_sign_in(server, scheme):
    url = authorize_url(server, MOBILE, scope="openid").replace(server.https, getattr(server, scheme))
    expected = ("HttpOnly", "Secure", "SameSite=None") if scheme == "https" else ("HttpOnly", "SameSite=Lax")
    with new_session(server) as session:
        page = session.get(url)
        before = {cookie.value for cookie in session.cookies}
        signed_in = session.post(
            url, data={"loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"}, allow_redirects=False)
        assert signed_in.status_code in (302, 303)
        for line in filter(None, (page.headers.get("Set-Cookie"), signed_in.headers["Set-Cookie"])):
            assert all(attribute in line for attribute in expected), line
        now = {cookie.value for cookie in session.cookies if cookie.name.startswith("ESTSAUTH")}
        assert now and not now & before


@pytest.mark.parametrize("forge", [lambda value: None, lambda value: "A" * len(value), lambda value: value[:-8]],
                         ids=["none", "forged", "cut"])
def test_a_step_of_the_pages_needs_its_own_token(server, session, forge):
    page = Page(session.get(url := authorize_url(server, MOBILE, scope="openid")).text, url)
    page.form.fill(ALEX, id="i0116")
    fields = dict(page.form.fields(page.form.control(id="idSIButton9")))
    sealed = max(fields, key=lambda name: len(fields[name]))
    fields[sealed] = forge(fields[sealed])
    answer = session.post(
        page.form.action, data={name: value for name, value in fields.items() if value is not None},
        allow_redirects=False)
    assert "Location" not in answer.headers
    assert "code=" not in answer.text


def test_the_plain_method_cannot_stand_in_for_s256(server, session):
    pkce = PKCE()
    code = one_shot(session, authorize_url(server, MOBILE, scope="openid", **pkce.parameters), ALEX).code
    answer = redeem(server, MOBILE, code, code_verifier=pkce.challenge)
    assert_error(answer, "invalid_grant", 501481)


def test_nothing_beyond_what_was_granted_is_given(server, session):
    code = one_shot(session, authorize_url(server, MOBILE, scope=f"openid {ORDERS_READ}"), ALEX).code
    answer = redeem(server, MOBILE, code, scope=f"openid {ORDERS_READ} {ORDERS_WRITE}")
    if answer.status_code == 200:
        assert ORDERS_WRITE not in answer.json()["scope"].split()
    else:
        assert set(answer.json()["error_codes"]) & {65001, 70011}


@pytest.mark.parametrize("authorization, changes, statuses", [
    pytest.param((DAEMON.id, DAEMON.secret), {}, (400, 401), id="Basic and body at once"),
    pytest.param((WEB.id, WEB.secret), {"client_secret": None}, (400, 401), id="another client in Basic"),
    pytest.param("Basic !!!", {"client_id": None, "client_secret": None}, (400, 401), id="broken Base64"),
    pytest.param("Basic " + "A" * 15_000, {"client_secret": None}, (400, 401), id="huge"),
    pytest.param("Bearer x", {"client_id": None, "client_secret": None}, (400, 401), id="another scheme"),
])
def test_odd_client_authentication(server, authorization, changes, statuses):
    headers, auth = ({}, authorization) if isinstance(authorization, tuple) else ({"Authorization": authorization}, None)
    form = {name: value for name, value in (APP_ONLY | changes).items() if value is not None}
    answer = requests.post(endpoint(server, "token"), data=form, auth=auth, headers=headers, verify=server.ca, timeout=10)
    assert answer.status_code in statuses, answer.text
    assert answer.json()["error"] in ("invalid_request", "invalid_client")


def test_a_refused_basic_authentication_is_challenged(server):
    answer = requests.post(
        endpoint(server, "token"), auth=(DAEMON.id, "wrong"), verify=server.ca, timeout=10,
        data={"grant_type": "client_credentials", "scope": "api://orders/.default"})
    assert_error(answer, "invalid_client", 7000215, status=401)
    assert answer.headers["WWW-Authenticate"].startswith("Basic ")


def test_a_wrong_secret_takes_as_long_wherever_it_differs(server):
    """Welch's t of the answer times, the slowest twentieth of each left out."""
    wrong = {"first": "X" + DAEMON.secret[1:], "last": DAEMON.secret[:-1] + "X"}
    times = {name: [] for name in wrong}
    with connect(server) as opened:
        for _ in range(2_000):
            for name, secret in wrong.items():
                body = "&".join(f"{key}={quote(value)}" for key, value in (APP_ONLY | {"client_secret": secret}).items())
                request = (
                    f"POST {urlsplit(endpoint(server, 'token')).path} HTTP/1.1\r\nHost: localhost\r\n"
                    f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}")
                started = time.perf_counter_ns()
                opened.sendall(request.encode())
                answer = opened.recv(65536)
                times[name].append(time.perf_counter_ns() - started)
                assert b"7000215" in answer
    first, last = (sorted(each)[:1_900] for each in times.values())
    spread = (statistics.variance(first) + statistics.variance(last)) / 1_900
    assert abs(statistics.mean(first) - statistics.mean(last)) < 4.5 * spread ** 0.5


@pytest.mark.parametrize("form, status", [(APP_ONLY, 200), (APP_ONLY | {"client_secret": "<b>"}, 401)])
def test_answers_of_the_token_endpoint_are_not_kept_or_guessed(server, form, status):
    answer = token(server, **form)
    assert answer.status_code == status
    assert answer.headers["Cache-Control"].startswith("no-store") and answer.headers["Pragma"] == "no-cache"
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Strict-Transport-Security" in answer.headers
    assert "<b>" not in answer.text


@pytest.mark.parametrize("headers", [
    {"X-Forwarded-Host": "evil.test"}, {"X-Forwarded-Proto": "http"}, {"Forwarded": "host=evil.test;proto=http"},
    {"X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https", "X-Original-Host": "evil.test"}],
    ids=lambda headers: " ".join(headers))
def test_nobody_but_a_trusted_proxy_changes_the_addresses_given_out(server, headers):
    path = f"{server.authority()}/v2.0/.well-known/openid-configuration"
    plain, told = (requests.get(path, headers=each, verify=server.ca, timeout=10).json() for each in ({}, headers))
    assert plain == told


@pytest.mark.parametrize("host", ["a!b", "evil.test\\", "[::1", "a,b", "%41"])
def test_a_host_that_is_none_is_refused(server, host):
    answer = requests.get(server.https + "/common/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10,
                          headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize("name", ["introspect", "revoke"])
def test_what_the_service_lacks_is_neither_announced_nor_there(server, name):
    document = requests.get(
        f"{server.authority()}/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10).json()
    assert not [key for key in document if name in key]
    assert "authorization_response_iss_parameter_supported" not in document
    answer = requests.post(
        endpoint(server, name), data={"token": "x", "client_id": MOBILE.id}, verify=server.ca, timeout=10)
    # Native authentication has an endpoint of that name, which looks at no tokens (RFC 7662).
    assert answer.status_code == (400 if name == "introspect" else 404)
    assert b'"active"' not in answer.content


def test_a_null_origin_reads_without_credentials(server):
    answer = requests.options(
        endpoint(server, "token"), verify=server.ca, timeout=10,
        headers={"Origin": "null", "Access-Control-Request-Method": "POST"})
    assert answer.status_code in (200, 204)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert answer.content == b""


def test_logs_hold_no_secret_and_no_line_of_a_client(tmp_path):
    with Server(tmp_path, "--log-level", "trace") as running, new_session(running) as session:
        answer = one_shot(session, authorize_url(running, MOBILE, scope="openid offline_access"), ALEX)
        tokens = redeem(running, MOBILE, answer.code).json()
        redeem(running, MOBILE, answer.code)
        token(running, **(APP_ONLY | {"client_secret": "wrong-secret\r\nforged line"}))
        token(running, tenant="x%0d%0aforged", **APP_ONLY)
        token(running, **(APP_ONLY | {"scope": "\r\nforged line"}), headers={"client-request-id": "a forged id"})
        secrets = [
            PASSWORD, DAEMON.secret, "wrong-secret", answer.code, tokens["access_token"], tokens["refresh_token"],
            tokens["id_token"], *(cookie.value for cookie in session.cookies)]
    _, _, log = running.output().partition("  Try")
    printed_at_start, _, logged = log.partition("\n\n")
    assert not [secret for secret in secrets if secret in logged], logged
    assert not [line for line in logged.splitlines() if line.startswith("forged")], logged
    assert logged.strip(), "nothing was logged at this level"


def test_codes_never_repeat(server):
    with new_session(server) as session:
        url = authorize_url(server, MOBILE, scope="openid")
        one_shot(session, url, ALEX)
        codes = [redirect_answer(session.get(url, allow_redirects=False).headers["Location"]).code for _ in range(2_000)]
    assert len(set(codes)) == len(codes)
    assert all(len(code) > 100 for code in codes)
