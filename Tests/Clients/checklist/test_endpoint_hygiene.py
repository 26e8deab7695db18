"""Rows 80 to 86 of the checklist: what every endpoint keeps to, whatever is asked.

(RFC 6749 §2.3.1, §5; RFC 6819; the Fetch standard; RFC 7517; docs/reference/protocol.md#endpoints,
docs/reference/protocol.md#response-headers, docs/reference/protocol.md#token-rules, docs/reference/protocol.md#error-body.) The
number in a test's name is its row's.
"""

import base64
import json
import re
from collections import Counter

import pytest
import requests

from conftest import new_session
from support.lab import KIM, LAB, PUBLIC, READ
from support.oauth import NEARLY_A_MEBIBYTE, assert_error, authorize_url, endpoint, one_shot, redeem, token
from support.pipeline import pipelined
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE, PASSWORD
from support.server import Server
from support.signin import redirect_answer
from support.tokens import unverified
from support.wire import FORM, request

pytestmark = pytest.mark.usefixtures("healthy")

APP_ONLY = {
    "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
    "scope": "api://orders/.default"}
MULTIPART = "--b\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\nclient_credentials\r\n--b--\r\n"
SOUND = "&".join(f"{name}={requests.utils.quote(value, safe='')}" for name, value in APP_ONLY.items())


def post(server, body, content_type=FORM):
    headers = {"Content-Type": content_type} if content_type else {}
    prepared = requests.Request("POST", endpoint(server, "token"), data=body, headers=headers).prepare()
    if not content_type:
        prepared.headers.pop("Content-Type", None)
    with new_session(server) as session:
        return session.send(prepared, verify=server.ca, timeout=20)


@pytest.mark.parametrize("body, content_type, codes", [
    pytest.param(json.dumps(APP_ONLY), "application/json", [900144, 9002313], id="JSON"),
    pytest.param(MULTIPART, "multipart/form-data; boundary=b", [900144, 9002313], id="multipart"),
    pytest.param(SOUND, "text/plain", [900144, 9002313], id="plain text"),
    pytest.param(SOUND, "application/json", [900144, 9002313], id="a form called JSON"),
    pytest.param(SOUND, FORM + "x", [900144, 9002313], id="almost a form"),
    pytest.param(SOUND, None, [900144, 9002313], id="no type"),
    pytest.param("", FORM, [900144], id="empty"),
    pytest.param(SOUND + "&grant_type=client_credentials", FORM, [9000411], id="a parameter twice"),
    pytest.param(SOUND + "&scope=x", FORM, [9000411], id="a parameter with two values"),
])
def test_80_only_a_form_is_a_token_request(server, body, content_type, codes):
    assert_token_error(post(server, body, content_type), codes)


def assert_token_error(answer, codes):
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & set(codes), answer.text
    assert answer.headers["Cache-Control"].startswith("no-store")
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"


def test_80_the_type_of_a_form_may_have_a_parameter(server):
    assert post(server, SOUND, FORM + "; charset=utf-8").status_code == 200


def test_80_get_is_refused_and_named(server):
    answer = requests.get(endpoint(server, "token"), params=APP_ONLY, verify=server.ca, timeout=10)
    assert answer.json()["error_codes"] == [900561]
    assert "GET" in answer.json()["error_description"]


def test_80_parameters_in_the_query_do_not_count(server):
    assert_error(
        requests.post(endpoint(server, "token"), params=APP_ONLY, verify=server.ca, timeout=10), "invalid_request", 900144)
    rest = {name: value for name, value in APP_ONLY.items() if name != "client_secret"}
    answer = requests.post(
        endpoint(server, "token"), params={"client_secret": DAEMON.secret}, data=rest, verify=server.ca, timeout=10)
    assert answer.status_code in (400, 401)


@pytest.mark.parametrize("body, codes", [
    ("grant_type=%zz", [90013, 9002313]), ("grant_type=%", [90013, 9002313]), ("grant_type=%f", [90013, 9002313]),
    ("grant_type=%ff%fe", [90013, 9002313]), ("grant_type=%c0%af", [90013, 9002313]), ("grant_type=%ed%a0%80", [90013, 9002313]),
    (b"grant_type=\xff\xfe", [90013, 9002313]), ("grant_type=a%00b", [70003, 90013, 9002313]), ("%00=x", [90013, 9002313, 900144]),
    ("&".join(f"p{number}=v" for number in range(5_000)), [900144, 9002313]),
], ids=lambda value: ascii(value)[:22])
def test_81_what_is_no_text_is_refused(server, body, codes):
    assert_token_error(post(server, body), codes)


@pytest.mark.parametrize("tail", ["&x=%zz", "&x=%", "&x=%ff%fe", "&state=%c0%80", "&x=%00", "&%zz=x"])
def test_81_nor_in_the_query_of_authorize(server, session, tail):
    url = authorize_url(server, MOBILE, scope="openid", state=None) + tail
    prepared = requests.Request("GET", url).prepare()
    prepared.url = url       # as it stands, not repaired
    answer = session.send(prepared, allow_redirects=False, timeout=10)
    assert answer.status_code == 400
    assert "Location" not in answer.headers


@pytest.mark.parametrize("name", ["authorize", "token"])
def test_81_ten_thousand_parameters_are_too_many(server, name):
    body = "&".join(f"{number}=" for number in range(10_000))
    answer = requests.post(
        endpoint(server, name), data=body, verify=server.ca, timeout=10, headers={"Content-Type": FORM})
    assert answer.status_code == 400 and "AADSTS" in answer.text


@pytest.mark.parametrize("name", ["authorize", "token"])
@pytest.mark.parametrize("size", [65_536, 1_000_000, NEARLY_A_MEBIBYTE])
def test_81_a_large_value_is_too_much(server, name, size):
    answer = requests.post(endpoint(server, name), data={"claims": "a" * size}, verify=server.ca, timeout=10)
    assert answer.status_code == 413


def test_81_a_long_query_is_too_long(server, session):
    """Beyond the request line's 16 KiB: 414 by HTTP, before the service's own 90015."""
    answer = session.get(authorize_url(server, MOBILE, scope="openid", state="s" * 20_000), allow_redirects=False)
    assert answer.status_code == 414


@pytest.mark.parametrize("form, status", [
    (APP_ONLY, 200), (APP_ONLY | {"client_secret": "<b>"}, 401), (APP_ONLY | {"grant_type": "<b>"}, 400)])
def test_82_answers_of_the_token_endpoint_are_not_kept_or_guessed(server, form, status):
    answer = token(server, **form)
    assert answer.status_code == status
    assert answer.headers["Cache-Control"].startswith("no-store") and answer.headers["Pragma"] == "no-cache"
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Strict-Transport-Security" in answer.headers


DISCOVERY = [f"/{CONTOSO}/v2.0/.well-known/openid-configuration", f"/{CONTOSO}/.well-known/openid-configuration",
             f"/{CONTOSO}/discovery/v2.0/keys", "/common/discovery/keys", "/nowhere.test/v2.0/.well-known/openid-configuration"]


@pytest.mark.parametrize("path", DISCOVERY)
@pytest.mark.parametrize("origin", ["https://evil.test", "null"])
def test_83_any_page_reads_discovery_and_keys_without_credentials(server, path, origin):
    answer = requests.get(server.https + path, headers={"Origin": origin}, verify=server.ca, timeout=10)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://localhost:3000"])
def test_83_a_preflight_has_no_effect(server, origin):
    answer = requests.options(
        endpoint(server, "token"), verify=server.ca, timeout=10,
        headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
    assert answer.status_code in (200, 204)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert answer.content == b"" and "Set-Cookie" not in answer.headers


def test_83_a_page_gets_no_token_but_a_single_page_application_s(server):
    """CORS lets it read the refusal (§1.10); that the code is of another platform is 9002326, in row 46."""
    answer = token(server, headers={"Origin": "https://evil.test"}, **APP_ONLY)
    assert answer.status_code in (400, 401)
    assert 9002326 in answer.json()["error_codes"]


@pytest.mark.parametrize("path", ["authorize", "logout"])
def test_83_no_page_reads_the_interactive_ones(server, path):
    answer = requests.get(endpoint(server, path), headers={"Origin": "https://evil.test"}, verify=server.ca, timeout=10)
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("headers", [
    {"X-Forwarded-Host": "evil.test"}, {"X-Forwarded-Proto": "http"}, {"Forwarded": "host=evil.test;proto=http"},
    {"X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https", "X-Original-Host": "evil.test"},
    {"X-Forwarded-Port": "1"}, {"X-Original-URL": "/evil"}, {"X-Rewrite-URL": "/evil"}],
    ids=lambda headers: " ".join(headers))
def test_84_nobody_but_a_trusted_proxy_changes_the_addresses_given_out(server, headers):
    path = f"{server.authority()}/v2.0/.well-known/openid-configuration"
    plain, told = (requests.get(path, headers=each, verify=server.ca, timeout=10).json() for each in ({}, headers))
    assert plain == told


def test_84_with_a_public_origin_not_even_the_host_does(tmp_path):
    with Server(tmp_path, "--public-origin", "https://login.example") as running:
        for host in ("evil.test", "localhost", "login.example"):
            document = requests.get(
                f"{running.http}/{CONTOSO}/v2.0/.well-known/openid-configuration", headers={"Host": host}, timeout=10).json()
            assert document["issuer"] == f"https://login.example/{CONTOSO}/v2.0"
            assert document["token_endpoint"].startswith("https://login.example/")


@pytest.mark.parametrize("host", ["a!b", "evil.test\\", "[::1", "a,b", "%41", "a b", "a/b", "user@host", "host:99999", "host:x"])
def test_84_a_host_that_is_none_is_refused(server, host):
    answer = requests.get(server.https + "/common/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10,
                          headers={"Host": host})
    assert answer.status_code == 400


CONTROL = [("GET", "clock"), ("PUT", "clock"), ("POST", "reset"), ("GET", "directory"), ("PUT", "directory"), ("POST", "tokens"),
           ("POST", "tenants"), ("POST", "signin"), ("POST", "responses"), ("GET", "requests"), ("POST", "keys/rotate"),
           ("GET", "outbox"), ("GET", "metrics"), ("POST", "revocations")]


@pytest.mark.parametrize("method, path", CONTROL, ids=lambda value: value)
@pytest.mark.parametrize("headers, status", [
    pytest.param({"Host": "evil.test"}, 403, id="another name"),
    pytest.param({"Host": "localhost.evil.test:80"}, 403, id="a name that begins alike"),
    pytest.param({"Origin": "https://evil.test"}, 403, id="another site"),
    pytest.param({"Origin": "null"}, 403, id="a sandboxed frame"),
    pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="a browser of another site"),
    pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="another port of this machine"),
])
def test_84_the_control_plane_is_out_of_reach_for_other_sites(server, method, path, headers, status):
    """DNS rebinding and simple requests: what a page in a developer's browser could try."""
    answer = requests.request(
        method, f"{server.http}/_understudy/{path}", headers={"Content-Type": "text/plain"} | headers, data="{}", timeout=10)
    assert answer.status_code == status, answer.text
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_84_nor_through_a_tenant_and_with_a_token_for_its_holder_only(server, tmp_path):
    assert requests.get(f"{server.authority()}/_understudy/health", verify=server.ca, timeout=10).status_code == 404
    with Server(tmp_path, "--control-token", "right") as running:
        for given, status in ((None, 401), ("Bearer wrong", 401), ("Bearer right2", 401), ("Bearer right", 200)):
            headers = {"Authorization": given} if given else {}
            assert requests.get(f"{running.http}/_understudy/clock", headers=headers, timeout=10).status_code == status
        assert running.is_healthy()


@pytest.mark.parametrize("path", ["discovery/v2.0/keys", "discovery/keys"])
def test_85_published_keys_are_public(server, path):
    keys = requests.get(f"{server.authority()}/{path}", verify=server.ca, timeout=10).json()["keys"]
    assert keys
    for key in keys:
        assert not set(key) & {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}
        assert key["kty"] == "RSA" and len(base64.urlsafe_b64decode(key["n"] + "==")) >= 256
    header = json.loads(base64.urlsafe_b64decode(token(server, **APP_ONLY).json()["access_token"].split(".")[0] + "=="))
    assert header["kid"] in [key["kid"] for key in keys]


@pytest.fixture(scope="module")
def graph_tokens(lab):
    with new_session(lab) as session:
        return lab.tokens(session, scope="openid profile email")


def graph(**order):
    usual = {"user": KIM, "client": PUBLIC.id, "tenant": LAB, "resource": "https://graph.microsoft.com", "scopes": ["openid"]}
    return lambda lab, tokens: lab.mint(**usual | order)


@pytest.mark.parametrize("make", [
    pytest.param(lambda lab, tokens: "", id="none"), pytest.param(lambda lab, tokens: "x", id="no token"),
    pytest.param(lambda lab, tokens: tokens["id_token"], id="an id_token"),
    pytest.param(lambda lab, tokens: tokens["access_token"][:-6], id="cut"),
    pytest.param(graph(resource="api://orders", scopes=["read"]), id="for another audience"),
    pytest.param(graph(faults=["expired"]), id="expired"), pytest.param(graph(faults=["algNone"]), id="alg none"),
    pytest.param(graph(faults=["badSignature"]), id="another signature"),
    pytest.param(graph(faults=["unknownKey"]), id="an unknown key"),
])
def test_85_userinfo_is_for_sound_tokens_only(lab, graph_tokens, make):
    url = lab.https + "/oidc/userinfo"

    def ask(text):
        return requests.get(url, headers={"Authorization": f"Bearer {text}"}, verify=lab.ca, timeout=10)

    assert ask(graph_tokens["access_token"]).json()["sub"] == unverified(graph_tokens["id_token"])["sub"]
    answer = ask(make(lab, graph_tokens))
    assert answer.status_code == 401, answer.text
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


@pytest.mark.parametrize("name", ["introspect", "revoke", "register", "par"])
def test_85_what_the_service_lacks_is_neither_announced_nor_there(server, name):
    document = requests.get(
        f"{server.authority()}/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10).json()
    endpoints = {"introspect": "introspection", "revoke": "revocation", "register": "registration", "par": "pushed"}
    assert not [key for key in document if endpoints[name] in key]
    answer = requests.post(
        endpoint(server, name), data={"token": "x", "client_id": MOBILE.id}, verify=server.ca, timeout=10)
    # Native authentication has an endpoint named introspect, which looks at no tokens (RFC 7662).
    assert answer.status_code == (400 if name == "introspect" else 404)
    assert b'"active"' not in answer.content


@pytest.mark.parametrize("format", ["text", "json"])
def test_86_logs_hold_no_secret_and_no_line_of_a_client(tmp_path, format):
    with Server(tmp_path, "--log-level", "trace", "--log-format", format) as running, new_session(running) as session:
        answer = one_shot(session, authorize_url(running, MOBILE, scope="openid offline_access"), ALEX)
        tokens = redeem(running, MOBILE, answer.code).json()
        redeem(running, MOBILE, answer.code)
        token(running, **(APP_ONLY | {"client_secret": "wrong-secret\r\nforged line"}))
        token(running, tenant="x%0d%0aforged", **APP_ONLY)
        token(running, **(APP_ONLY | {"scope": "\r\nforged line"}), headers={"client-request-id": "a forged id"})
        token(running, **(APP_ONLY | {"client_id": "\u2028forged\x1b[31m\nforged line"}))
        secrets = [
            PASSWORD, DAEMON.secret, "wrong-secret", answer.code, tokens["access_token"], tokens["refresh_token"],
            tokens["id_token"], *(cookie.value for cookie in session.cookies)]
    _, _, log = running.output().partition("  Try")
    _, _, logged = log.partition("\n\n")
    assert not [secret for secret in secrets if secret in logged], logged
    assert not [line for line in logged.splitlines() if re.match(r"\s*forged", line)], logged
    assert "\x1b" not in logged
    assert logged.strip(), "nothing was logged at this level"


def test_86_codes_never_repeat(server):
    """10,000 of them, each with far more than 128 bits, no letter of which is more likely than the others."""
    with new_session(server) as session:
        url = authorize_url(server, MOBILE, scope="openid")
        one_shot(session, url, ALEX)
        cookie = "; ".join(f"{each.name}={each.value}" for each in session.cookies)
    silent = request("GET", url.removeprefix(server.https), Cookie=cookie)
    codes = [redirect_answer(answer.header("Location")).code for answer in pipelined(server, [silent] * 10_000)]
    assert len(set(codes)) == len(codes)
    assert min(map(len, codes)) > 100
    # Behind what all have: a prefix, the version and the id of the key (23 letters hold those and the nonce's first).
    assert_random([code[12:44] for code in codes])


def assert_random(texts):
    """Each of the 64 letters of base64url stands at each place about equally often: chi squared, which is 63 give or take 11."""
    expected = len(texts) / 64
    for place in range(len(texts[0])):
        found = Counter(text[place] for text in texts)
        assert sum((found[letter] - expected) ** 2 / expected for letter in found) + expected * (64 - len(found)) < 150, place
