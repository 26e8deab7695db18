"""The resource owner password grant and federated users, by msal, adal and azure-identity.

msal asks for a user's realm on port 443 of the authority's host, whatever the authority's port: the server listens there too, in a
network of its own.
"""

import warnings
from pathlib import Path

import adal
import msal
import pytest
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import UsernamePasswordCredential

from support.counting import CountingSession
from support.seed import App
from support.server import Server
from support.tokens import unverified, verify

NORTHWIND = "88888888-8888-4888-8888-888888888888"
NORA = "nora@northwind.com"
FRED = "fred@sts.northwind.com"
PASSWORD = "Under & <study>!"
DESKTOP = App("dddddddd-0000-4000-8000-000000000001", "http://localhost")
WEB = App("dddddddd-0000-4000-8000-000000000002", "http://localhost", "northwind-secret")
STOCK_API = "dddddddd-0000-4000-8000-000000000003"
STOCK_READ = "api://stock/Stock.Read"

pytestmark = [pytest.mark.isolated, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture(scope="module")
def northwind(tmp_path_factory):
    """The server at a free port and at 443."""
    configuration = Path(__file__).parent / "support/federated.yaml"
    with Server(tmp_path_factory.mktemp("northwind"), https_port="0,443", UNDERSTUDY_CONFIG=str(configuration)) as running:
        assert running.https_port != 443
        yield running


def public(server, tenant=NORTHWIND):
    session = CountingSession(server.ca)
    app = msal.PublicClientApplication(
        DESKTOP.id, authority=server.authority(tenant), instance_discovery=False, http_client=session)
    session.take()
    return app, session


def test_msal_gets_tokens_for_a_name_and_a_password(northwind):
    app, session = public(northwind)
    result = app.acquire_token_by_username_password(NORA, PASSWORD, [STOCK_READ])
    assert "access_token" in result, result
    assert session.take() == [
        ("GET", f"https://localhost/common/userrealm/{NORA}?api-version=1.0"),
        ("POST", f"{northwind.authority(NORTHWIND)}/oauth2/v2.0/token")]
    claims = verify(northwind, result["access_token"], STOCK_API, NORTHWIND)
    assert claims["scp"] == "Stock.Read"
    assert result["id_token_claims"]["preferred_username"] == NORA
    account, = app.get_accounts()
    assert account["home_account_id"] == f"{claims['oid']}.{NORTHWIND}"
    assert app.acquire_token_silent([STOCK_READ], account)["access_token"] == result["access_token"]
    assert session.take() == [], "found in the cache"
    assert "access_token" in app.acquire_token_silent([STOCK_READ], account, force_refresh=True)


def test_msal_is_told_of_a_wrong_password(northwind):
    result = public(northwind)[0].acquire_token_by_username_password(NORA, "wrong", [STOCK_READ])
    assert result["error"] == "invalid_grant"
    assert result["error_codes"] == [50126]


def test_msal_with_a_secret(northwind):
    app = msal.ConfidentialClientApplication(
        WEB.id, client_credential=WEB.secret, authority=northwind.authority(NORTHWIND), instance_discovery=False,
        verify=northwind.ca)
    result = app.acquire_token_by_username_password(NORA, PASSWORD, [STOCK_READ])
    assert verify(northwind, result["access_token"], STOCK_API, NORTHWIND)["azpacr"] == "1"


def test_msal_takes_a_federated_user_through_the_identity_provider(northwind):
    app, session = public(northwind)
    result = app.acquire_token_by_username_password(FRED, PASSWORD, [STOCK_READ])
    assert "access_token" in result, result
    assert session.take() == [
        ("GET", f"https://localhost/common/userrealm/{FRED}?api-version=1.0"),
        ("GET", "https://localhost/adfs/services/trust/mex"),
        ("POST", "https://localhost/adfs/services/trust/13/usernamemixed"),
        ("POST", f"{northwind.authority(NORTHWIND)}/oauth2/v2.0/token")]
    claims = verify(northwind, result["access_token"], STOCK_API, NORTHWIND)
    assert result["id_token_claims"]["preferred_username"] == FRED
    assert result["id_token_claims"]["oid"] == claims["oid"]
    account, = app.get_accounts()
    assert "access_token" in app.acquire_token_silent([STOCK_READ], account, force_refresh=True)


def test_msal_is_told_of_a_federated_user_s_wrong_password(northwind):
    with pytest.raises(RuntimeError, match="FailedAuthentication"):
        public(northwind)[0].acquire_token_by_username_password(FRED, "wrong", [STOCK_READ])


def context(server, tenant=NORTHWIND):
    return adal.AuthenticationContext(server.authority(tenant), validate_authority=False, verify_ssl=server.ca)


@pytest.mark.parametrize("user, method", [(NORA, "pwd"), (FRED, "fed")], ids=["managed", "federated"])
def test_adal_gets_tokens_for_a_name_and_a_password(northwind, user, method):
    client = context(northwind)
    result = client.acquire_token_with_username_password("api://stock", user, PASSWORD, DESKTOP.id)
    assert result["userId"] == user
    assert result["resource"] == "api://stock"
    assert result["isMRRT"] is True
    assert verify(northwind, result["accessToken"], STOCK_API, NORTHWIND)["scp"] == "Stock.Read"
    again = client.acquire_token_with_refresh_token(result["refreshToken"], DESKTOP.id, "api://stock")
    assert unverified(again["accessToken"])["oid"] == result["oid"]


@pytest.mark.parametrize("user, error", [
    pytest.param(NORA, "AADSTS50126", id="managed"),
    pytest.param(FRED, "FailedAuthentication", id="federated"),
    pytest.param("x@nowhere.example", "unknown AccountType", id="unknown"),
])
def test_adal_is_told_what_is_wrong(northwind, user, error):
    with pytest.raises(adal.AdalError, match=error):
        context(northwind).acquire_token_with_username_password("api://stock", user, "wrong", DESKTOP.id)


def credential(server, user, password):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return UsernamePasswordCredential(
            DESKTOP.id, user, password, tenant_id=NORTHWIND, authority=server.https, disable_instance_discovery=True,
            connection_verify=server.ca)


@pytest.mark.parametrize("user", [NORA, FRED], ids=["managed", "federated"])
def test_azure_identity_gets_a_token_for_a_name_and_a_password(northwind, user):
    with credential(northwind, user, PASSWORD) as client:
        token = client.get_token(STOCK_READ)
        assert verify(northwind, token.token, STOCK_API, NORTHWIND)["scp"] == "Stock.Read"
        assert client.get_token(STOCK_READ).token == token.token, "found in the cache"
    record = credential(northwind, user, PASSWORD).authenticate(scopes=[STOCK_READ])
    assert record.username == user
    assert record.tenant_id == NORTHWIND


def test_azure_identity_names_the_error(northwind):
    with credential(northwind, NORA, "wrong") as client, pytest.raises(ClientAuthenticationError, match="AADSTS50126"):
        client.get_token(STOCK_READ)


def test_adal_at_the_on_premises_service(northwind):
    client = context(northwind, "adfs")
    result = client.acquire_token_with_username_password("api://stock", FRED, PASSWORD, DESKTOP.id)
    assert result["userId"] == FRED
    assert unverified(result["accessToken"])["iss"] == f"{northwind.https}/adfs/services/trust".replace("https:", "http:")
    again = client.acquire_token_with_refresh_token(result["refreshToken"], DESKTOP.id, "api://stock")
    assert unverified(again["accessToken"])["scp"] == "Stock.Read"


def test_msal_at_the_on_premises_service(northwind):
    app, session = public(northwind, "adfs")
    result = app.acquire_token_by_username_password(FRED, PASSWORD, [STOCK_READ])
    assert "access_token" in result, result
    assert session.take() == [("POST", f"{northwind.authority('adfs')}/oauth2/token/")], "no realm is asked for"
    claims = unverified(result["access_token"])
    assert claims["iss"] == f"{northwind.https}/adfs/services/trust".replace("https:", "http:")
    assert claims["scp"] == "Stock.Read"
