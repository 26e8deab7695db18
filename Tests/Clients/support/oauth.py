"""The protocol by hand: authorize URLs, the one-shot form post, and token requests."""

import base64
import hashlib
import secrets
from urllib.parse import urlencode

import requests

from support.page import Page
from support.pages import page_error
from support.seed import CONTOSO, PASSWORD
from support.signin import SignInError, redirect_answer

# A value of the largest body there may be; a larger one is refused before it is read (test_limits.py).
NEARLY_A_MEBIBYTE = (1 << 20) - 1024


def endpoint(server, name, tenant=CONTOSO, version=2):
    """The URL of `authorize`, `token` and so on, over HTTPS."""
    return f"{server.authority(tenant)}/oauth2/{'v2.0/' if version == 2 else ''}{name}"


def authorize_url(server, app, tenant=CONTOSO, version=2, **parameters):
    """An authorize URL; parameters set to None are left out."""
    values = {"client_id": app.id, "response_type": "code", "redirect_uri": app.redirect_uri, "state": "s1"}
    values |= parameters
    query = urlencode({name: value for name, value in values.items() if value is not None})
    return f"{endpoint(server, 'authorize', tenant, version)}?{query}"


def login_hint_claim(user):
    """The claim `login_hint` of a user, which as `logout_hint` selects the account to sign out."""
    return "O." + base64.urlsafe_b64encode(user.encode()).decode().rstrip("=")


def one_shot(session, url, user, password=PASSWORD, consent="accept"):
    """Signs in and consents with one post to the authorize URL; the application's answer, or `SignInError`."""
    form = {"loginfmt": user, "passwd": password, "consent": consent}
    response = session.post(url, data=form, allow_redirects=False, timeout=20)
    if response.is_redirect:
        return redirect_answer(response.headers["Location"])
    page = Page(response.text, response.url)
    error = page_error(page)
    raise SignInError(error or f"HTTP {response.status_code}:\n{response.text}")


def token(server, tenant=CONTOSO, version=2, headers=None, **form):
    """A token request; the whole response. Values set to None are left out."""
    return requests.post(
        endpoint(server, "token", tenant, version), headers=headers, verify=server.ca, timeout=20,
        data={name: value for name, value in form.items() if value is not None})


def redeem(server, app, code, tenant=CONTOSO, version=2, headers=None, **more):
    """Redeems an authorization code."""
    form = {
        "grant_type": "authorization_code", "client_id": app.id, "client_secret": app.secret, "code": code,
        "redirect_uri": app.redirect_uri}
    return token(server, tenant, version, headers, **(form | more))


def assert_error(response, error, *codes, status=400):
    """The response is an OAuth error of the service with one of these AADSTS codes."""
    body = response.json()
    assert body["error"] == error, body
    assert set(body["error_codes"]) & set(codes), body
    assert response.status_code == status, f"HTTP {response.status_code} with {body}"
    assert body["error_description"].startswith(tuple(f"AADSTS{code}: " for code in codes)), body
    for name in ("timestamp", "trace_id", "correlation_id"):
        assert body[name], f"no {name} in {body}"


class PKCE:
    """A verifier of RFC 7636 and its S256 challenge."""

    def __init__(self):
        self.verifier = secrets.token_urlsafe(48)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        self.challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    @property
    def parameters(self):
        """What the authorize request carries."""
        return {"code_challenge": self.challenge, "code_challenge_method": "S256"}
