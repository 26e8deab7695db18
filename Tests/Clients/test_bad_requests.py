"""What is wrong with a request beyond the checklist: every one gets its documented answer, and the server serves the next."""

import pytest
import requests

from support.oauth import authorize_url, token
from support.seed import ALEX, DAEMON, MOBILE

pytestmark = pytest.mark.usefixtures("healthy")

APP_ONLY = {
    "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
    "scope": "api://orders/.default"}


def assert_code(answer, *codes, status=400):
    assert answer.status_code == status, answer.text
    assert set(answer.json()["error_codes"]) & set(codes), answer.text


@pytest.mark.parametrize("changes, codes", [
    pytest.param({"client_id": None}, [900144], id="no client"),
    pytest.param({"client_id": "99999999-9999-4999-8999-999999999999"}, [700016], id="unknown client"),
    pytest.param({"client_id": "not an id"}, [700016], id="malformed client"),
    pytest.param({"scope": None}, [90014], id="no scope"),
    pytest.param({"scope": "api://orders/.default https://graph.microsoft.com/.default"}, [70011], id="two resources"),
    pytest.param({"scope": "api://nothing/.default"}, [500011], id="unknown resource"),
])
def test_a_bad_app_only_request(server, changes, codes):
    assert_code(token(server, **(APP_ONLY | changes)), *codes)


@pytest.mark.parametrize("tenant, code", [
    ("99999999-9999-4999-8999-999999999999", 90002), ("nowhere.test", 90002), ("nowhere", 900023), ("%2e%2e", 900023),
    ("a" * 2000, 900023), ("x%0d%0aSet-Cookie:a=b", 900023), ("common", 50059), ("organizations", 50059)])
def test_a_bad_tenant_of_a_token_request(server, tenant, code):
    answer = token(server, tenant=tenant, **APP_ONLY)
    assert_code(answer, code)
    assert "Set-Cookie" not in answer.headers


def test_ids_are_echoed_where_a_client_looks_for_them(server):
    wanted = "12345678-1234-4234-8234-123456789012"
    headers = {"client-request-id": wanted, "return-client-request-id": "true"}
    answer = token(server, headers=headers, **(APP_ONLY | {"client_secret": "wrong"}))
    assert answer.json()["correlation_id"] == wanted
    assert answer.headers["client-request-id"] == wanted
    assert answer.headers["x-ms-request-id"] == answer.json()["trace_id"]
    assert "client-request-id" not in token(server, headers={"client-request-id": wanted}, **APP_ONLY).headers


@pytest.mark.parametrize("parameters", [
    {"nonce": "n" * 8_000}, {"login_hint": "\u202e" * 500}, {"prompt": "bogus"}, {"ui_locales": "\u0000"}, {"scope": "x/" * 3_000},
    {"sid": "x"}, {"domain_hint": "."}, {"client_info": "2"}, {"instance_aware": "maybe"}, {"response_type": "code code"},
], ids=lambda value: str(value)[:50])
def test_odd_parameters_of_authorize_are_answered(server, session, parameters):
    answer = session.get(
        authorize_url(server, MOBILE, **({"scope": "openid"} | parameters)), allow_redirects=False, timeout=10)
    assert answer.status_code < 500
    if "Location" in answer.headers:
        assert answer.headers["Location"].startswith("http://localhost/")
        assert "error=" in answer.headers["Location"]


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


def test_a_foreign_page_cannot_read_health(server):
    answer = requests.get(
        server.https + "/_understudy/health", verify=server.ca, timeout=10,
        headers={"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"})
    assert "Access-Control-Allow-Origin" not in answer.headers
