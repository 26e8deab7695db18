"""exchangelib redeems an authorization code without redirect_uri."""

import pytest
from exchangelib import OAUTH2, Configuration
from exchangelib.credentials import OAuth2AuthorizationCodeCredentials
from exchangelib.protocol import BaseProtocol
from oauthlib.oauth2 import InvalidGrantError

from support.oauth import authorize_url, endpoint, one_shot
from support.seed import ALEX, ORDERS_API, ORDERS_READ, WEB
from support.tokens import verify


@pytest.fixture
def sign_in(server, session, monkeypatch):
    """A function that signs in with the parameters of an authorize URL and returns the token of exchangelib."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", server.ca)

    class Credentials(OAuth2AuthorizationCodeCredentials):
        @property
        def token_url(self):
            return endpoint(server, "token")

        @property
        def scope(self):
            return [ORDERS_READ, "offline_access"]

    def signed_in(**parameters):
        url = authorize_url(server, WEB, scope=f"openid offline_access {ORDERS_READ}", **parameters)
        credentials = Credentials(
            client_id=WEB.id, client_secret=WEB.secret, authorization_code=one_shot(session, url, ALEX).code)
        BaseProtocol(Configuration(
            service_endpoint="https://localhost/ews/exchange.asmx", auth_type=OAUTH2, credentials=credentials)).create_session()
        return credentials.access_token

    return signed_in


def test_the_code_of_a_request_without_redirect_uri_gives_a_token(server, sign_in):
    token = sign_in(redirect_uri=None)
    claims = verify(server, token["access_token"], ORDERS_API)
    assert claims["azp"] == WEB.id and claims["scp"] == "Orders.Read"


def test_a_code_needs_the_redirect_uri_of_its_request(sign_in):
    with pytest.raises(InvalidGrantError, match="AADSTS700009"):
        sign_in()
