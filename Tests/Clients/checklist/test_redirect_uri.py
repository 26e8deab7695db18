"""Rows 1 to 15 of the checklist: no answer ever goes to a redirect URI that is not registered for the client.

(RFC 6749 §3.1.2, RFC 9700 §4.1.) The number in a test's name is its row's: `pytest -k test_04` runs row 4.
"""

import time

import pytest

from support.lab import LAB
from support.lab import WEB as SINGLE
from support.oauth import authorize_url
from support.pages import assert_page, error_text
from support.seed import ALEX, App, CONTOSO, MOBILE, PASSWORD, WEB
from support.signin import redirect_answer

pytestmark = pytest.mark.usefixtures("healthy")

REGISTERED = "http://localhost:5000/signin-oidc"


@pytest.fixture
def refuses(server, session):
    """Asks with a redirect URI, with a page, silently and by a post that signs in: the answer is an error page each time."""
    def ask(redirect_uri, app=WEB, code=50011):
        for prompt in (None, "none"):
            url = authorize_url(server, App(app.id, redirect_uri), scope="openid", prompt=prompt)
            assert_page(session.get(url, allow_redirects=False), code)
        form = {"loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"}
        assert_page(session.post(url, data=form, allow_redirects=False), code)
    return ask


@pytest.mark.parametrize("uri", ["https://evil.test/", "http://localhost:5000/other", "urn:ietf:wg:oauth:2.0:oob"])
def test_01_an_unregistered_redirect_uri_gets_a_page(refuses, uri):
    refuses(uri)


@pytest.mark.parametrize("uri", ["http://localhost:5000/SIGNIN-OIDC", "http://localhost:5000/signin-Oidc"])
def test_02_the_case_of_the_path_counts(refuses, uri):
    refuses(uri)


def test_02_the_case_of_the_path_of_a_native_client_counts(refuses):
    refuses("https://login.microsoftonline.com/common/oauth2/NativeClient", MOBILE)


@pytest.mark.parametrize("tail", ["/", "?x=1", "?", "#x", "#", ";x", "/x", "%20", "&x=1"])
def test_03_nothing_may_be_appended(refuses, tail):
    refuses(REGISTERED + tail)


@pytest.mark.parametrize("tail", [
    "/../evil", "/..;/evil", "/%2e%2e/evil", "%2f..%2fevil", "/./", "/..", "%2f..%2f..", "\\..\\evil", "/%252e%252e/evil"])
def test_04_no_way_leads_out_of_the_path(refuses, tail):
    refuses(REGISTERED + tail)


@pytest.mark.parametrize("uri", [
    "http://user@localhost:5000/signin-oidc", "http://localhost:5000@evil.test/signin-oidc",
    "http://localhost@evil.test/signin-oidc", "http://a@b@evil.test/signin-oidc",
    "http://evil.test%40localhost:5000/signin-oidc", "http://localhost%40evil.test/signin-oidc",
    "http://:@localhost:5000/signin-oidc"])
def test_05_user_information_is_no_part_of_a_host(refuses, uri):
    refuses(uri)


def test_05_user_information_in_a_custom_scheme(refuses):
    refuses("msauth.com.contoso.app1://auth@evil.test", MOBILE)


@pytest.mark.parametrize("host", [
    "localhost.evil.test:5000", "evil-localhost:5000", "localhost.:5000", "localhostevil:5000", "local.host:5000"])
def test_06_a_host_that_begins_or_ends_alike_is_another(refuses, host):
    refuses(f"http://{host}/signin-oidc")


@pytest.mark.parametrize("uri", [
    "msauth.com.contoso.app4://auth", "msauth.com.contoso.app1.evil://auth", "msauth.com.contoso.app1://auth.evil"])
def test_06_a_scheme_that_begins_alike_is_another(refuses, uri):
    refuses(uri, MOBILE)


@pytest.mark.parametrize("uri, code", [
    ("http://localhost\\@evil.test/signin-oidc", 50011), ("http://localhost:5000\\signin-oidc", 50011),
    (REGISTERED + "\t", 50011), ("http://local\thost:5000/signin-oidc", 50011), (REGISTERED + "\r\nX: y", 50011),
    (" " + REGISTERED, 50011), (REGISTERED + " ", 50011), (REGISTERED + "%00", 50011),
    # No parameter holds a NUL: the request is malformed before anything is compared (§7.3, 9002313).
    (REGISTERED + "\0", 9002313), ("http://\uff4cocalhost:5000/signin-oidc", 50011),
    ("http://local\u0130host:5000/signin-oidc", 50011), ("http://localhost:5000/signin-o\u0131dc", 50011),
    ("http://localhost:5000/\u212aey", 50011), ("http://xn--localhost-:5000/signin-oidc", 50011),
    ("http://l\u043ecalhost:5000/signin-oidc", 50011), ("http://localhost\u3002:5000/signin-oidc", 50011),
], ids=ascii)
def test_07_uris_compare_byte_by_byte(refuses, uri, code):
    refuses(uri, code=code)


@pytest.mark.parametrize("uri, code", [
    ("https://localhost:5000/signin-oidc", 50011), ("javascript:alert(1)", 50011), ("data:text/html,x", 50011),
    ("vbscript:x", 50011), ("file:///etc/passwd", 50011),
    # What is no absolute URI is refused as such (§7.3 "other codes", 90102).
    ("//evil.test/", 90102), ("/signin-oidc", 90102), ("signin-oidc", 90102)])
def test_08_another_scheme_or_none(refuses, uri, code):
    refuses(uri, code=code)


def test_08_an_empty_redirect_uri_is_none(server, session):
    """Several are registered, so none is chosen (row 13)."""
    url = authorize_url(server, App(MOBILE.id, ""), scope="openid")
    assert_page(session.get(url, allow_redirects=False), 900971, 90102, 50011)


@pytest.mark.parametrize("uri", ["http://localhost:1", "http://localhost:65535/", "http://localhost/", "http://LOCALHOST:7"])
def test_09_any_port_of_localhost_is_good(server, session, uri):
    url = authorize_url(server, App(MOBILE.id, uri), scope="openid", prompt="none")
    location = session.get(url, allow_redirects=False).headers["Location"]
    assert redirect_answer(location).parameters["error"] == "login_required"
    assert location.startswith(uri.rstrip("/") + "/?")


@pytest.mark.parametrize("uri", [
    "http://localhost/other", "http://127.0.0.1", "http://[::1]", "https://localhost", "http://localhost:99999",
    "http://localhost:0x50", "http://localhost:1@evil.test", "http://localhost:-1", "http://localhost:80:80",
    "http://localhost:99999999999999999999", "http://2130706433", "http://localhost:8 0"])
def test_09_other_addresses_of_this_machine_are_not(refuses, uri):
    refuses(uri, MOBILE)


@pytest.mark.parametrize("uri", ["http://localhost:7?x=1", "http://localhost:7/?x=1", "http://localhost?", "http://localhost#x"])
def test_10_a_loopback_uri_has_no_other_query(refuses, uri):
    refuses(uri, MOBILE)


def test_11_two_redirect_uris_in_the_query(server, session):
    url = authorize_url(server, MOBILE, scope="openid") + "&redirect_uri=http%3A%2F%2Flocalhost"
    assert_page(session.get(url, allow_redirects=False), 9000411)


def test_11_one_in_the_query_and_one_in_the_form(server, session):
    form = {"redirect_uri": MOBILE.redirect_uri, "loginfmt": ALEX, "passwd": PASSWORD}
    url = authorize_url(server, MOBILE, scope="openid")
    assert_page(session.post(url, data=form, allow_redirects=False), 9000411)


def test_12_a_long_redirect_uri_is_refused_at_once(server, session, refuses):
    uri = "http://localhost:5000/" + "a" * 4096
    refuses(uri)
    url = authorize_url(server, App(WEB.id, uri), scope="openid")
    times = []
    for _ in range(5):
        started = time.monotonic()
        session.get(url, allow_redirects=False)
        times.append(time.monotonic() - started)
    assert min(times) < 0.05


def test_13_no_redirect_uri_and_several_registered(server, session):
    assert_page(
        session.get(authorize_url(server, MOBILE, scope="openid", redirect_uri=None), allow_redirects=False), 900971)


@pytest.mark.parametrize("client, code", [
    ("99999999-9999-4999-8999-999999999999", 700016), (f"{MOBILE.id}0", 700016), ("not an id", 700016),
    ("{" + MOBILE.id[:-1], 700016), ("'\"><script>", 700016), (None, 900144),
    ("00000000-0000-0000-0000-000000000000", 700038)])
def test_14_an_unknown_client_gets_a_page(server, session, client, code):
    """A malformed id is 700016; only the zero GUID is 700038 (§7.3)."""
    url = authorize_url(server, MOBILE, scope="openid", client_id=client, prompt="none")
    assert_page(session.get(url, allow_redirects=False), code)


@pytest.mark.parametrize("tenant, code", [
    ("99999999-9999-4999-8999-999999999999", 90002), ("nowhere.test", 90002), ("nowhere", 900023), ("%2e%2e", 900023),
    ("x%0d%0aSet-Cookie:a=b", 900023), ("a" * 10_240, 900023)], ids=lambda value: str(value)[:20])
def test_15_an_unknown_or_malformed_tenant_gets_a_page(server, session, tenant, code):
    answer = session.get(authorize_url(server, MOBILE, tenant, scope="openid", prompt="none"), allow_redirects=False)
    assert_page(answer, code)
    assert "Set-Cookie" not in answer.headers or "a=b" not in answer.headers["Set-Cookie"]


def test_15_an_application_of_one_tenant_on_common(lab, lab_session):
    assert_page(lab_session.get(authorize_url(lab, SINGLE, "common", scope="openid"), allow_redirects=False), 50194)
    answer = lab_session.get(authorize_url(lab, SINGLE, LAB, scope="openid"), allow_redirects=False)
    assert answer.status_code == 200 and not error_text(answer)


def test_15_a_resource_of_another_api_than_the_scope(server, session):
    url = authorize_url(server, MOBILE, CONTOSO, scope="openid", resource="api://orders")
    answer = session.get(url, allow_redirects=False)
    assert answer.status_code == 302
    assert "error=invalid_target&error_description=AADSTS9010010" in answer.headers["Location"]
