"""UserInfo as client libraries and single-page applications ask it."""

import pytest
import requests
from authlib.integrations.base_client import BaseApp, OAuth2Mixin, OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session

from support.oauth import authorize_url, redeem
from support.seed import ADELE, MOBILE
from support.signin import sign_in
from support.tokens import unverified


class AuthlibApplication(OAuth2Mixin, OpenIDMixin, BaseApp):
    """Authlib's application as its Flask integration makes it, without the framework."""

    client_cls = OAuth2Session


@pytest.fixture
def tokens(server, session):
    url = authorize_url(server, MOBILE, scope="openid profile email")
    return redeem(server, MOBILE, sign_in(session, url, ADELE).code).json()


@pytest.mark.parametrize("version", ["v2.0/", ""], ids=["v2", "v1"])
def test_authlib_userinfo(server, tokens, version):
    application = AuthlibApplication(
        None, "understudy", client_id=MOBILE.id,
        server_metadata_url=server.authority("contoso.com") + f"/{version}.well-known/openid-configuration",
        client_kwargs={"verify": server.ca})
    information = application.userinfo(token=tokens)
    assert information["sub"] == unverified(tokens["id_token"])["sub"]
    assert information["name"] == "Adele Vance"
    assert information["email" if version else "upn"] == ADELE


def test_a_page_may_ask_with_its_preflight(server, tokens):
    url = server.https + "/oidc/userinfo"
    preflight = requests.options(url, verify=server.ca, headers={
        "Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization"})
    assert preflight.ok and preflight.headers["Access-Control-Allow-Headers"] == "authorization"
    refused = requests.get(url, verify=server.ca, headers={"Origin": "http://localhost:3000"})
    assert refused.status_code == 401 and refused.json()["error"]["code"] == "InvalidAuthenticationToken"
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    answer = requests.post(url, verify=server.ca, headers={"Authorization": f"Bearer {tokens['access_token']}"})
    assert answer.json()["given_name"] == "Adele"
