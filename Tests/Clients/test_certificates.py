"""Clients that authenticate by certificate: each library makes its own kind of assertion."""

import datetime

import adal
import jwt
import msal
import pytest
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import CertificateCredential, ClientAssertionCredential

from support.certificates import Certificate
from support.server import Server

TENANT = "88888888-8888-4888-8888-888888888888"
CLIENT = "cccccccc-0000-4000-8000-000000000008"
API = "api://stock"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def registered(folder):
    return Certificate(folder, "registered")


@pytest.fixture(scope="module")
def stranger(folder):
    return Certificate(folder, "stranger")


@pytest.fixture(scope="module")
def stock(folder, registered):
    """A server whose one client has the registered certificate, by the path of its PEM file."""
    configuration = folder / "understudy.yaml"
    configuration.write_text(f"""
        tenants:
          - id: {TENANT}
            displayName: Stock
            domains: [stock.example]
            applications:
              - {{appId: {CLIENT}, displayName: Stock keeper, keyCredentials: [{{certificate: registered.pem}}]}}
              - {{appId: cccccccc-0000-4000-8000-000000000009, displayName: Stock API, identifierUris: ["{API}"],
                 api: {{requestedAccessTokenVersion: 2}}}}
    """)
    with Server(folder, UNDERSTUDY_CONFIG=str(configuration)) as running:
        yield running


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})


def msal_token(stock, credential):
    app = msal.ConfidentialClientApplication(
        CLIENT, client_credential=credential, authority=stock.authority(TENANT), instance_discovery=False, verify=stock.ca)
    return app.acquire_token_for_client([f"{API}/.default"])


@pytest.mark.parametrize("kind", ["RS256", "RS256 with x5c", "PS256"])
def test_msal(stock, registered, kind):
    """RS256 with x5t where a thumbprint is given, else PS256 with x5t#S256; with the public half it adds x5c."""
    credential = {"private_key": registered.key}
    if kind.startswith("RS256"):
        credential["thumbprint"] = registered.thumbprint
    if kind != "RS256":
        credential["public_certificate"] = registered.public
    result = msal_token(stock, credential)
    assert "access_token" in result, result
    assert claims(result["access_token"])["azpacr"] == "2"


def test_msal_with_a_certificate_that_is_not_registered(stock, stranger):
    result = msal_token(stock, {"private_key": stranger.key, "thumbprint": stranger.thumbprint})
    assert result["error"] == "invalid_client"
    assert result["error_codes"] == [700027]


def test_adal(stock, registered):
    context = adal.AuthenticationContext(f"{stock.https}/{TENANT}", validate_authority=False, verify_ssl=stock.ca)
    result = context.acquire_token_with_client_certificate(API, CLIENT, registered.key, registered.thumbprint)
    assert claims(result["accessToken"])["azpacr"] == "2"


def azure_options(stock):
    return {"authority": stock.https, "disable_instance_discovery": True, "connection_verify": stock.ca}


def test_azure_identity(stock, registered):
    with CertificateCredential(TENANT, CLIENT, str(registered.both), **azure_options(stock)) as credential:
        assert claims(credential.get_token(f"{API}/.default").token)["azpacr"] == "2"


def test_azure_identity_with_an_assertion_of_ones_own(stock, registered):
    """float times, a lifetime of minutes and no nbf, as people write it by hand."""
    now = datetime.datetime.now().timestamp()
    payload = {
        "aud": f"{stock.https}/{TENANT}/oauth2/v2.0/token", "iss": CLIENT, "sub": CLIENT, "jti": "1", "exp": now + 300}
    assertion = jwt.encode(payload, registered.key, algorithm="RS256", headers={"kid": registered.thumbprint})
    with ClientAssertionCredential(TENANT, CLIENT, lambda: assertion, **azure_options(stock)) as credential:
        assert claims(credential.get_token(f"{API}/.default").token)["azp"] == CLIENT


def test_azure_identity_names_the_error(stock, stranger):
    with CertificateCredential(TENANT, CLIENT, str(stranger.both), **azure_options(stock)) as credential:
        with pytest.raises(ClientAuthenticationError, match="AADSTS700027"):
            credential.get_token(f"{API}/.default")
