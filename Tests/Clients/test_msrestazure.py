"""msrestazure, the authentication of older Azure management libraries, on an App Service."""

from msrestazure.azure_active_directory import MSIAuthentication

from support.seed import ORDERS_API
from support.tokens import verify

VM_CLIENT = "99999999-0000-4000-8000-000000000001"


def test_an_app_service_gets_a_token(server, monkeypatch):
    """The library puts a slash behind the path."""
    monkeypatch.setenv("APPSETTING_WEBSITE_SITE_NAME", "orders")
    monkeypatch.setenv("MSI_ENDPOINT", f"{server.http}/msi/token")
    monkeypatch.setenv("MSI_SECRET", "understudy-identity-header")
    authentication = MSIAuthentication(resource="api://orders")
    authentication.set_token()
    assert authentication.scheme == "Bearer"
    claims = verify(server, authentication.token["access_token"], ORDERS_API)
    assert claims["azp"] == VM_CLIENT and claims["roles"] == ["Orders.Read.All"]
