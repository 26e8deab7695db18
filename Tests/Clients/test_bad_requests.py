"""Bad OAuth input: every case has its documented answer, and the server serves the next request."""

import concurrent.futures
import json

import pytest
import requests

from conftest import new_session
from support.oauth import PKCE, assert_error, authorize_url, endpoint, one_shot, redeem, token
from support.page import Page
from support.seed import ALEX, App, DAEMON, FABRIKAM, MOBILE, ORDERS_API, ORDERS_READ, SPA, USER_READ, WEB
from support.tokens import verify

APP_ONLY = {
    "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
    "scope": "api://orders/.default"}
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(autouse=True)
def healthy(server):
    yield
    assert server.process.poll() is None and server.is_healthy()


@pytest.fixture(scope="module")
def grant(server):
    """Gives codes and tokens of Alex, without a page after the first time."""
    session = new_session(server)

    def code(app=MOBILE, tenant=None, scope=f"openid offline_access {ORDERS_READ}", **parameters):
        options = {"tenant": tenant} if tenant else {}
        return one_shot(session, authorize_url(server, app, scope=scope, **options, **parameters), ALEX).code

    yield code
    session.close()


def post(server, body, content_type=FORM):
    headers = {"Content-Type": content_type} if content_type else {}
    request = requests.Request("POST", endpoint(server, "token"), data=body, headers=headers).prepare()
    if not content_type:
        request.headers.pop("Content-Type", None)
    with new_session(server) as session:
        return session.send(request, verify=server.ca, timeout=20)


@pytest.mark.parametrize("changes, error, codes, status", [
    pytest.param({"grant_type": None}, "invalid_request", [900144], 400, id="no grant type"),
    pytest.param({"grant_type": "bogus"}, "unsupported_grant_type", [70003], 400, id="unknown grant type"),
    pytest.param({"client_id": None}, "invalid_request", [900144], 400, id="no client"),
    pytest.param({"client_id": "99999999-9999-4999-8999-999999999999"}, "unauthorized_client", [700016], 400,
                 id="unknown client"),
    pytest.param({"client_id": "not an id"}, "unauthorized_client", [700016, 700038], 400, id="malformed client"),
    pytest.param({"client_secret": None}, "invalid_client", [7000216, 7000218], 401, id="no secret"),
    pytest.param({"client_secret": DAEMON.secret + " "}, "invalid_client", [7000215], 401, id="secret with a blank"),
    pytest.param({"client_secret": '"' + DAEMON.secret + '"'}, "invalid_client", [7000215], 401, id="secret in quotes"),
    pytest.param({"scope": None}, "invalid_request", [900144, 28003], 400, id="no scope"),
    pytest.param({"scope": ORDERS_READ}, "invalid_scope", [1002012], 400, id="a delegated scope"),
    pytest.param({"scope": "api://orders/.default https://graph.microsoft.com/.default"}, "invalid_scope", [70011], 400,
                 id="two resources"),
    pytest.param({"scope": "api://nothing/.default"}, "invalid_resource", [500011], 400, id="unknown resource"),
    pytest.param({"client_id": MOBILE.id, "client_secret": "x"}, "invalid_client", [700025, 7000215], 401,
                 id="a public client"),
])
def test_a_bad_app_only_request(server, changes, error, codes, status):
    assert_error(token(server, **(APP_ONLY | changes)), error, *codes, status=status)


@pytest.mark.parametrize("tenant, code", [
    ("99999999-9999-4999-8999-999999999999", 90002), ("nowhere.test", 90002), ("nowhere", 900023), ("%2e%2e", 900023),
    ("a" * 2000, 900023), ("x%0d%0aSet-Cookie:a=b", 900023), ("common", 50059), ("organizations", 50059)])
def test_a_bad_tenant(server, tenant, code):
    answer = token(server, tenant=tenant, **APP_ONLY)
    assert answer.status_code == 400
    assert answer.json()["error_codes"] == [code]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("body, content_type, codes", [
    pytest.param(json.dumps(APP_ONLY), "application/json", [900144, 9002313], id="JSON"),
    pytest.param("--b\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\nclient_credentials\r\n--b--\r\n",
                 "multipart/form-data; boundary=b", [900144, 9002313], id="multipart"),
    pytest.param("grant_type=client_credentials", "text/plain", [900144, 9002313], id="plain text"),
    pytest.param("grant_type=client_credentials", None, [900144, 9002313], id="no type"),
    pytest.param("", FORM, [900144], id="empty"),
    pytest.param("grant_type=%zz", FORM, [90013, 9002313], id="a bad percent escape"),
    pytest.param("grant_type=%", FORM, [90013, 9002313], id="half a percent escape"),
    pytest.param("grant_type=%ff%fe", FORM, [90013, 9002313], id="invalid UTF-8, escaped"),
    pytest.param(b"grant_type=\xff\xfe", FORM, [90013, 9002313], id="invalid UTF-8, raw"),
    pytest.param("grant_type=a%00b", FORM, [70003, 90013, 9002313], id="NUL"),
    pytest.param("grant_type=client_credentials&grant_type=client_credentials", FORM, [9000411], id="a duplicate"),
    pytest.param("&".join(f"p{i}=v" for i in range(5_000)), FORM, [900144, 9002313], id="5,000 parameters"),
])
def test_a_bad_body(server, body, content_type, codes):
    answer = post(server, body, content_type)
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & set(codes), answer.text
    assert answer.headers["Cache-Control"].startswith("no-store")
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize("size", [65_536, 1_000_000])
def test_a_body_beyond_the_limit(server, size):
    assert post(server, "grant_type=" + "a" * size).status_code == 413


def test_parameters_in_the_query_of_the_token_endpoint_do_not_count(server):
    answer = requests.post(endpoint(server, "token"), params=APP_ONLY, verify=server.ca, timeout=10)
    assert_error(answer, "invalid_request", 900144)


def test_get_on_the_token_endpoint(server):
    answer = requests.get(endpoint(server, "token"), params=APP_ONLY, verify=server.ca, timeout=10)
    assert answer.json()["error_codes"] == [900561]
    assert "GET" in answer.json()["error_description"]


def test_ids_are_echoed_where_a_client_looks_for_them(server):
    wanted = "12345678-1234-4234-8234-123456789012"
    headers = {"client-request-id": wanted, "return-client-request-id": "true"}
    answer = token(server, headers=headers, **(APP_ONLY | {"client_secret": "wrong"}))
    assert answer.json()["correlation_id"] == wanted
    assert answer.headers["client-request-id"] == wanted
    assert answer.headers["x-ms-request-id"] == answer.json()["trace_id"]
    assert "client-request-id" not in token(server, headers={"client-request-id": wanted}, **APP_ONLY).headers


@pytest.mark.parametrize("tail", [
    "&client_id=" + MOBILE.id, "&state=s2", "&scope=openid", "&redirect_uri=http%3A%2F%2Flocalhost"])
def test_a_duplicate_parameter_of_authorize(server, session, tail):
    answer = session.get(authorize_url(server, MOBILE, scope="openid") + tail, allow_redirects=False)
    assert_page(answer, "AADSTS9000411")


def test_a_parameter_in_both_query_and_form_of_authorize(server, session):
    form = {"redirect_uri": MOBILE.redirect_uri, "loginfmt": ALEX, "passwd": "Understudy!1"}
    answer = session.post(authorize_url(server, MOBILE, scope="openid"), data=form, allow_redirects=False)
    assert_page(answer, "AADSTS9000411")


@pytest.mark.parametrize("tail", ["&x=%zz", "&x=%", "&x=%ff%fe", "&state=%c0%80"])
def test_bad_escapes_in_the_query_of_authorize(server, session, tail):
    url = authorize_url(server, MOBILE, scope="openid", state=None) + tail
    request = requests.Request("GET", url).prepare()
    request.url = url       # as it stands, not repaired
    answer = session.send(request, allow_redirects=False, timeout=10)
    assert answer.status_code == 400
    assert "Location" not in answer.headers


@pytest.mark.parametrize("parameters", [
    {"max_age": "-1"}, {"max_age": "1e3"}, {"max_age": "9223372036854775808"}, {"max_age": "abc"},
    {"claims": "not JSON"}, {"claims": "[" * 5_000}, {"claims": "{\"a\":" * 2_000}, {"nonce": "n" * 8_000},
    {"login_hint": "\u202e" * 500}, {"prompt": "bogus"}, {"prompt": "none login"}, {"response_mode": "bogus"},
    {"code_challenge": "short"}, {"code_challenge": "a" * 129}, {"code_challenge": "a" * 43,
     "code_challenge_method": "S512"}, {"ui_locales": "\u0000"}, {"scope": "|"}, {"scope": "a,b"}, {"scope": "/"},
    {"scope": " "}, {"scope": "api://orders/.default api://orders/Orders.Read"}, {"scope": "x/" * 3_000},
], ids=lambda value: str(value)[:50])
def test_odd_parameters_of_authorize_are_answered(server, session, parameters):
    answer = session.get(
        authorize_url(server, MOBILE, **({"scope": "openid"} | parameters)), allow_redirects=False, timeout=10)
    assert answer.status_code < 500
    if "Location" in answer.headers:
        assert answer.headers["Location"].startswith("http://localhost/")
        assert "error=" in answer.headers["Location"]


@pytest.mark.parametrize("code", ["garbage", "1.AX" + "A" * 500, "", "\0", "é" * 100, "A" * 40_000])
def test_a_forged_code(server, code):
    answer = redeem(server, MOBILE, code)
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & {70000, 9002313, 900144}


@pytest.mark.parametrize("position", [0, 1, 5, 20, 60, -20, -2, -1])
def test_a_code_with_one_letter_changed(server, grant, position):
    code = grant()
    changed = list(code)
    changed[position] = "B" if changed[position] == "A" else "A"
    answer = redeem(server, MOBILE, "".join(changed))
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & {70000, 9002313}
    assert redeem(server, MOBILE, code).status_code == 200, "the real one is not used up"


def test_sealed_values_of_another_kind_are_refused(server, grant):
    tokens = redeem(server, MOBILE, grant()).json()
    as_code = redeem(server, MOBILE, tokens["refresh_token"])
    as_refresh_token = token(
        server, grant_type="refresh_token", client_id=MOBILE.id, refresh_token=grant(), scope=ORDERS_READ)
    for answer in (as_code, as_refresh_token):
        assert answer.status_code == 400
        assert answer.json()["error_codes"][0] in (70000, 9002313)


def test_a_code_works_once(server, grant):
    code = grant()
    assert redeem(server, MOBILE, code).status_code == 200
    assert_error(redeem(server, MOBILE, code), "invalid_grant", 54005)


def test_of_fifty_redemptions_at_once_one_succeeds(server, grant):
    code = grant()
    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda _: redeem(server, MOBILE, code), range(50)))
    assert [answer.status_code for answer in answers].count(200) == 1
    assert {tuple(a.json()["error_codes"]) for a in answers if a.status_code != 200} == {(54005,)}


def test_a_code_is_bound_to_client_redirect_tenant_and_verifier(server, grant):
    pkce = PKCE()
    code = grant(**pkce.parameters)
    good = {"code_verifier": pkce.verifier}
    assert redeem(server, App(SPA.id, MOBILE.redirect_uri), code, **good).json()["error"] in (
        "invalid_grant", "invalid_request")
    other = redeem(server, App(MOBILE.id, "msauth.com.contoso.app1://auth"), code, **good)
    assert other.json()["error_codes"] == [500112]
    assert redeem(server, MOBILE, code, tenant=FABRIKAM, **good).json()["error_codes"] == [700005]
    assert_error(redeem(server, MOBILE, code), "invalid_grant", 501481)
    assert_error(redeem(server, MOBILE, code, code_verifier="x" * 64), "invalid_grant", 501481)
    assert redeem(server, MOBILE, code, **good).status_code == 200, "failed attempts do not use the code up"


def test_a_verifier_without_a_challenge_is_refused(server, grant):
    answer = redeem(server, MOBILE, grant(), code_verifier="x" * 64)
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_grant"


def test_a_refresh_token_is_bound_to_its_client_and_stays_valid(server, grant):
    first = redeem(server, MOBILE, grant()).json()["refresh_token"]
    stolen = token(
        server, grant_type="refresh_token", client_id=WEB.id, client_secret=WEB.secret, refresh_token=first,
        scope=ORDERS_READ)
    assert stolen.json()["error"] == "invalid_grant"
    for _ in range(2):
        again = token(
            server, grant_type="refresh_token", client_id=MOBILE.id, refresh_token=first, scope=ORDERS_READ)
        assert again.status_code == 200
        assert again.json()["refresh_token"] != first
        assert verify(server, again.json()["access_token"], ORDERS_API)["scp"]


def test_a_forged_session_cookie_signs_nobody_in(server, session):
    url = authorize_url(server, MOBILE, scope=f"openid {USER_READ}")
    one_shot(session, url, ALEX)
    silent = authorize_url(server, MOBILE, scope=f"openid {USER_READ}", prompt="none")
    assert "code=" in session.get(silent, allow_redirects=False).headers["Location"]
    for forge in (lambda value: "B" + value[1:-1] + "B", lambda value: value[:20], lambda _: "x" * 5_000):
        cookies = {cookie.name: forge(cookie.value) for cookie in session.cookies}
        answer = requests.get(silent, cookies=cookies, allow_redirects=False, verify=server.ca, timeout=10)
        assert answer.status_code >= 400 or "error=login_required" in answer.headers["Location"]


@pytest.mark.parametrize("user, password", [
    (ALEX, "wrong"), ("nobody@contoso.com", "x"), ("nobody@nowhere.test", "x"), ("", ""), ("a" * 5_000, "x"),
    ('"><script>', "x"), (ALEX, "\0"), (ALEX, "p" * 50_000)], ids=lambda value: value[:20])
def test_a_refused_sign_in_stays_on_the_page(server, session, user, password):
    answer = session.post(
        authorize_url(server, MOBILE, scope="openid"), allow_redirects=False,
        data={"loginfmt": user, "passwd": password, "consent": "accept"})
    assert "Location" not in answer.headers
    assert answer.status_code < 500
    assert not [cookie for cookie in session.cookies if cookie.name.startswith("ESTSAUTH")]
    assert "<script>\"" not in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/a/b/c/d/e/f/g", "/%2e%2e/%2e%2e/etc/passwd", "/_understudy/nowhere"])
def test_an_unknown_path(server, path):
    assert requests.get(server.https + path, verify=server.ca, timeout=10).status_code == 404


def test_the_control_plane_is_out_of_reach_for_tenants_and_foreign_pages(server):
    inside = requests.get(f"{server.authority()}/_understudy/health", verify=server.ca, timeout=10)
    assert inside.status_code == 404
    foreign = requests.get(
        server.https + "/_understudy/health", verify=server.ca, timeout=10,
        headers={"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"})
    assert "Access-Control-Allow-Origin" not in foreign.headers


def assert_page(answer, code):
    assert "Location" not in answer.headers
    text = Page(answer.text, answer.url).text("exceptionMessageContainer")
    assert text and code in text, answer.text
