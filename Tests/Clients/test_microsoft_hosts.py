"""login.microsoftonline.com mapped to the server, as a hosts file or a container's network alias would do: clients need
no option at all."""

import socket

import adal
import jwt
import msal
import pytest
import requests
import urllib3.util.connection

from support.oauth import one_shot
from support.seed import ALEX, CONTOSO, DAEMON, LEGACY_RESOURCE, MOBILE, ORDERS_API, ORDERS_READ
from support.signin import sign_in

HOSTS = ("login.microsoftonline.com", "login.windows.net", "sts.windows.net")
AUTHORITY = f"https://login.microsoftonline.com/{CONTOSO}"


@pytest.fixture
def mapped(server, monkeypatch):
    """Maps port 443 of Microsoft's hosts to the server for this process; names in TLS and HTTP stay as they are."""
    def mapping(connect):
        def connect_mapped(address, *arguments, **options):
            if address[0] in HOSTS and address[1] == 443:
                address = ("127.0.0.1", server.https_port)
            return connect(address, *arguments, **options)
        return connect_mapped

    for module in (urllib3.util.connection, socket):
        monkeypatch.setattr(module, "create_connection", mapping(module.create_connection))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", server.ca)
    with requests.Session() as browser:
        yield browser


def decode(token, audience, issuer, keys_url):
    keys = jwt.PyJWKSet.from_dict(requests.get(keys_url, timeout=10).json())
    key = keys[jwt.get_unverified_header(token)["kid"]]
    return jwt.decode(token, key.key, algorithms=["RS256"], audience=audience, issuer=issuer)


def test_msal_signs_in_with_no_option(mapped):
    app = msal.PublicClientApplication(MOBILE.id, authority=AUTHORITY)
    assert app.get_accounts() == []     # asks instance discovery
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri="http://localhost:4711")
    assert flow["auth_uri"].startswith(AUTHORITY + "/oauth2/v2.0/authorize?")
    result = app.acquire_token_by_auth_code_flow(flow, sign_in(mapped, flow["auth_uri"], ALEX).parameters)
    assert "access_token" in result, result
    claims = decode(result["access_token"], ORDERS_API, AUTHORITY + "/v2.0", AUTHORITY + "/discovery/v2.0/keys")
    account, = app.get_accounts()
    assert account["environment"] == "login.microsoftonline.com"
    assert account["home_account_id"] == f"{claims['oid']}.{CONTOSO}"


def test_msal_daemon_with_no_option(mapped):
    app = msal.ConfidentialClientApplication(DAEMON.id, client_credential=DAEMON.secret, authority=AUTHORITY)
    result = app.acquire_token_for_client(["api://orders/.default"])
    assert "access_token" in result, result


def test_msal_without_an_authority_uses_common(mapped):
    app = msal.PublicClientApplication(MOBILE.id)      # asks /common//v2.0/…, with two slashes
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri="http://localhost:4711")
    result = app.acquire_token_by_auth_code_flow(flow, sign_in(mapped, flow["auth_uri"], ALEX).parameters)
    assert result["id_token_claims"]["iss"] == AUTHORITY + "/v2.0"


def test_adal_with_no_option(mapped):
    context = adal.AuthenticationContext(AUTHORITY)
    result = context.acquire_token_with_client_credentials(LEGACY_RESOURCE, DAEMON.id, DAEMON.secret)
    claims = decode(
        result["accessToken"], LEGACY_RESOURCE, f"https://sts.windows.net/{CONTOSO}/",
        "https://login.microsoftonline.com/common/discovery/keys")
    assert claims["appid"] == DAEMON.id


def test_adal_signs_in_with_no_option(mapped):
    url = (f"{AUTHORITY}/oauth2/authorize?response_type=code&client_id={MOBILE.id}"
           "&redirect_uri=http%3A%2F%2Flocalhost&resource=api%3A%2F%2Forders")
    code = one_shot(mapped, url, ALEX).code
    result = adal.AuthenticationContext(AUTHORITY).acquire_token_with_authorization_code(
        code, "http://localhost", "api://orders", MOBILE.id)
    assert result["userId"] == ALEX
