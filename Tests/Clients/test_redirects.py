"""No answer ever goes to a redirect URI that is not registered for the client."""

import re
from random import Random

import pytest

from support.oauth import authorize_url
from support.page import Page
from support.seed import ALEX, App, MOBILE, PASSWORD, SPA, WEB
from support.signin import redirect_answer

UNREGISTERED = [
    pytest.param(WEB, uri, id=uri[:60]) for uri in (
        "https://evil.test/", "//evil.test/", "javascript:alert(1)", "data:text/html,x", "/signin-oidc",
        "http://localhost:5000/SIGNIN-OIDC", "http://localhost:5000/signin-oidc/",
        "http://localhost:5000/signin-oidc?x=1", "http://localhost:5000/signin-oidc#x",
        "http://localhost:5000/signin-oidc;x", "http://localhost:5000/",
        "http://localhost:5000/signin-oidc/../evil", "http://localhost:5000/signin-oidc/..;/evil",
        "http://localhost:5000/signin-oidc/%2e%2e/evil", "http://localhost:5000/signin-oidc%2f..%2fevil",
        "https://localhost:5000/signin-oidc", "http://127.0.0.1:5000/signin-oidc",
        "http://[::1]:5000/signin-oidc",
        "http://localhost.evil.test:5000/signin-oidc", "http://localhost.:5000/signin-oidc",
        "http://localhost:99999/signin-oidc", "http://localhost:1@evil.test/signin-oidc",
        "http://user@localhost:5000/signin-oidc", "http://localhost:5000@evil.test/signin-oidc",
        "http://a@b@evil.test/signin-oidc", "http://evil.test%40localhost:5000/signin-oidc",
        "http://localhost\\@evil.test/signin-oidc", "http://localhost:5000\\signin-oidc",
        "http://local\u0130host:5000/signin-oidc", "http://\uff4cocalhost:5000/signin-oidc",
        "http://localhost:5000/signin-o\u0131dc", "http://localhost:5000/\u212aey",
        "http://localhost:5000/signin-oidc\t",
        "http://localhost:5000/signin-oidc\r\nX: y", " http://localhost:5000/signin-oidc",
        "http://localhost:5000/signin-oidc ", "http://localhost:5000/signin-oidc\0",
        "http://localhost:5000/" + "a" * 4096)
] + [
    pytest.param(MOBILE, uri, id=uri) for uri in (
        "http://localhost/other", "http://127.0.0.1", "https://localhost", "msauth.com.contoso.app4://auth",
        "msauth.com.contoso.app1://auth/", "msauth.com.contoso.app1://auth/x",
        "msauth.com.contoso.app1://auth@evil.test", "msauth.com.contoso.app1.evil://auth", "urn:ietf:wg:oauth:2.0:oob",
        "https://login.microsoftonline.com/common/oauth2/nativeclient/",
        "https://login.microsoftonline.com/common/oauth2/NativeClient", WEB.redirect_uri)
]


# What is no absolute URI, and what no parameter may hold, is refused before it is compared.
OTHER_CODES = {
    "//evil.test/": "AADSTS90102", "/signin-oidc": "AADSTS90102",
    "http://localhost:5000/signin-oidc\0": "AADSTS9002313",
}


@pytest.mark.parametrize("app, redirect_uri", UNREGISTERED)
@pytest.mark.parametrize("prompt", [None, "none"], ids=["interactive", "silent"])
def test_an_unregistered_redirect_uri_gets_an_error_page(server, session, app, redirect_uri, prompt):
    url = authorize_url(server, App(app.id, redirect_uri), scope="openid", prompt=prompt)
    code = OTHER_CODES.get(redirect_uri, "AADSTS50011")
    answer = session.get(url, allow_redirects=False)
    assert_shown(answer, code)
    form = {"loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"}
    assert_shown(session.post(url, data=form, allow_redirects=False), code)


REGISTERED = {
    MOBILE.id: (
        "http://localhost", "msauth.com.contoso.app1://auth", "msauth.com.contoso.app2://auth",
        "msauth.com.contoso.app3://auth", "https://login.microsoftonline.com/common/oauth2/nativeclient"),
    SPA.id: ("http://localhost:3000/", "https://localhost:3000/"),
    WEB.id: ("http://localhost:5000/signin-oidc",),
}
PIECES = (
    "@evil.test", ".evil.test", "/../evil", "/..;/x", "%2f..%2fe", "%00", "%0d%0a", ":99999", ":1@evil.test", "\\", "\t",
    "\r\n", "\0", "#x", "?x=1", ";x", "/", "//", ".", "..", "\u212a", "\uff0e", "\u3002", "\u200b", "\u0131", "é",
    "e\u0301", "[", "]", "|", " ", "%20", "A", "0", "&x=1", "=", "%", "*")
HEADS = ("https://evil.test/?", "https://evil.test#", "//", "javascript:", "data:", " ", "\ufeff", "https:/", "http:\\\\")


def mutated(uri, random):
    """The URI with one to three changes."""
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(uri) + 1)
        uri = random.choice((
            uri[:place] + random.choice(PIECES) + uri[place:], uri + random.choice(PIECES),
            uri[:place] + uri[place + 1:], uri[:place] + uri[place:place + 1].swapcase() + uri[place + 1:],
            random.choice(HEADS) + uri, uri[:place] + chr(random.randrange(1, 256)) + uri[place:]))
    return uri


def normal(uri):
    """What the service compares: scheme and host in lower case, a loopback address without its port, no empty path."""
    scheme, colon, rest = uri.partition("://")
    host, slash, path = rest.partition("/")
    scheme, host = scheme.lower(), host.lower()
    if scheme == "http":
        host = re.sub(r"^localhost:([1-9]\d{0,3}|[1-5]\d{4})?$", "localhost", host)
    return f"{scheme}{colon}{host}{'/' if scheme in ('http', 'https') else slash}{path}"


def test_of_generated_variants_none_is_redirected_to_that_is_not_registered(server, session):
    random = Random(20261121)
    refused = 0
    for _ in range(500):
        client = random.choice(list(REGISTERED))
        uri = mutated(random.choice(REGISTERED[client]), random)
        answer = session.get(
            authorize_url(server, App(client, uri), scope="openid", prompt="none"), allow_redirects=False)
        if "Location" in answer.headers:
            assert normal(uri) in map(normal, REGISTERED[client]), (uri, answer.headers["Location"])
        else:
            refused += 1
            assert "AADSTS" in Page(answer.text, answer.url).text("exceptionMessageContainer")
    assert refused > 400


@pytest.mark.parametrize("parameters, code", [
    pytest.param({"client_id": "99999999-9999-4999-8999-999999999999"}, "AADSTS700016", id="unknown client"),
    pytest.param({"client_id": None}, "AADSTS900144", id="no client"),
    pytest.param({"tenant": "99999999-9999-4999-8999-999999999999"}, "AADSTS90002", id="unknown tenant"),
    pytest.param({"tenant": "nowhere"}, "AADSTS900023", id="malformed tenant"),
    pytest.param({"redirect_uri": None}, "AADSTS900971", id="no redirect URI and several registered"),
    pytest.param({"resource": "api://orders"}, "AADSTS901002", id="resource on v2"),
])
def test_what_is_wrong_before_the_redirect_uri_is_known_is_never_redirected(server, session, parameters, code):
    answer = session.get(authorize_url(server, MOBILE, **({"scope": "openid"} | parameters)), allow_redirects=False)
    assert_shown(answer, code)


@pytest.mark.parametrize("parameters, error, code", [
    ({"response_type": "id_token", "nonce": "n"}, "unsupported_response_type", "AADSTS700054"),
    ({"response_type": "bogus"}, "unsupported_response_type", "AADSTS70005"),
    ({"scope": "api://orders/Nope", "prompt": "none"}, "invalid_client", "AADSTS650053"),
    ({"prompt": "none"}, "login_required", "AADSTS50058"),
])
def test_later_errors_go_back_to_the_app_with_its_state(server, session, parameters, error, code):
    state = "a+b c&d=é%'\\"
    answer = session.get(
        authorize_url(server, MOBILE, **({"scope": "openid", "state": state} | parameters)), allow_redirects=False)
    assert answer.status_code in (302, 303), answer.text
    found = redirect_answer(answer.headers["Location"])
    assert found.location.startswith("http://localhost/")
    assert found.parameters["state"] == state
    assert found.parameters["error"] == error
    assert found.parameters["error_description"].startswith(code + ": ")


@pytest.mark.parametrize("hint", ['"><img src=x onerror=alert(1)>', "</script><script>alert(1)</script>", "'\"`&lt;"])
def test_what_a_request_says_is_shown_as_text_only(server, session, hint):
    for parameters in ({"login_hint": hint}, {"domain_hint": hint}, {"client_id": hint}, {"redirect_uri": hint}):
        answer = session.get(authorize_url(server, MOBILE, **({"scope": "openid"} | parameters)), allow_redirects=False)
        assert "<img" not in answer.text and "<script>alert" not in answer.text
        Page(answer.text, answer.url)
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"].startswith("no-store")


def assert_shown(answer, code):
    """An error page that names the code, and no redirect."""
    assert "Location" not in answer.headers
    text = Page(answer.text, answer.url).text("exceptionMessageContainer")
    assert text and text.startswith(code + ":"), answer.text
