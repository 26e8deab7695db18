"""Managed identities: what msal and azure-identity do on every kind of Azure host, pointed at the server by environment."""

import os
import time
from pathlib import Path

import jwt
import msal
import pytest
import requests
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import DefaultAzureCredential, ManagedIdentityCredential

from support.azure_hosts import ARC_FOLDER, HEADER, HOSTS, pretend
from support.seed import CONTOSO, ORDERS_API
from support.server import Server
from support.tokens import unverified

VM_CLIENT = "99999999-0000-4000-8000-000000000001"
VM_PRINCIPAL = "99999999-0000-4000-8000-000000000002"
JOBS_CLIENT = "99999999-0000-4000-8000-000000000003"
JOBS_PRINCIPAL = "99999999-0000-4000-8000-000000000004"
JOBS = (
    "/subscriptions/99999999-0000-4000-8000-000000000000/resourceGroups/contoso/providers"
    "/Microsoft.ManagedIdentity/userAssignedIdentities/contoso-jobs")
RESOURCE = "api://orders"

# The folder of Azure Arc is root's, and the address of the metadata service leads elsewhere on a virtual machine of Azure.
pytestmark = pytest.mark.isolated

USER_ASSIGNED_HOSTS = ["virtual machine", "app service", "machine learning", "azure arc"]


@pytest.fixture
def on(server, monkeypatch):
    """Makes this process believe that it runs on such a host."""
    return lambda host: pretend(host, server, monkeypatch)


def expect(token, principal=VM_PRINCIPAL, client=VM_CLIENT):
    claims = unverified(token)
    assert claims["oid"] == claims["sub"] == principal
    assert claims["aud"] == ORDERS_API
    assert claims["azp"] == client
    assert claims.get("roles") == (["Orders.Read.All"] if principal == VM_PRINCIPAL else None)
    assert "/resourcegroups/contoso/" in claims["xms_mirid"]


def msal_client(identity):
    return msal.ManagedIdentityClient(identity, http_client=requests.Session())


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "cloud shell"])
def test_msal_on_each_host(on, host):
    on(host)
    client = msal_client(msal.SystemAssignedManagedIdentity())
    result = client.acquire_token_for_client(resource=RESOURCE)
    assert "access_token" in result, result
    expect(result["access_token"])
    assert 43_000 < result["expires_in"] <= 86_400
    again = client.acquire_token_for_client(resource=RESOURCE)
    assert again["token_source"] == "cache"
    assert again["access_token"] == result["access_token"]


@pytest.mark.parametrize("host", USER_ASSIGNED_HOSTS)
@pytest.mark.parametrize("names", [
    {"client_id": JOBS_CLIENT}, {"object_id": JOBS_PRINCIPAL}, {"resource_id": JOBS}], ids=lambda names: next(iter(names)))
def test_msal_with_a_user_assigned_identity(on, host, names):
    on(host)
    result = msal_client(msal.UserAssignedManagedIdentity(**names)).acquire_token_for_client(resource=RESOURCE)
    assert "access_token" in result, result
    expect(result["access_token"], JOBS_PRINCIPAL, JOBS_CLIENT)


@pytest.mark.parametrize("host", HOSTS)
def test_azure_identity_on_each_host(on, host):
    on(host)
    with ManagedIdentityCredential() as credential:
        token = credential.get_token(RESOURCE + "/.default")
        expect(token.token)
        assert time.time() + 43_000 < token.expires_on <= time.time() + 86_400
        assert credential.get_token(RESOURCE + "/.default").token == token.token


@pytest.mark.parametrize("host", USER_ASSIGNED_HOSTS)
def test_azure_identity_with_a_user_assigned_identity(on, host):
    on(host)
    with ManagedIdentityCredential(client_id=JOBS_CLIENT) as credential:
        expect(credential.get_token(RESOURCE + "/.default").token, JOBS_PRINCIPAL, JOBS_CLIENT)
    with ManagedIdentityCredential(identity_config={"resource_id": JOBS}) as credential:
        expect(credential.get_token(RESOURCE + "/.default").token, JOBS_PRINCIPAL, JOBS_CLIENT)


@pytest.mark.parametrize("host", ["virtual machine", "app service"])
def test_an_unknown_identity_is_told(on, host):
    on(host)
    result = msal_client(msal.UserAssignedManagedIdentity(client_id=VM_PRINCIPAL)).acquire_token_for_client(
        resource=RESOURCE)
    assert "found" in result["error_description"], result
    with ManagedIdentityCredential(client_id=VM_PRINCIPAL) as credential, pytest.raises(ClientAuthenticationError):
        credential.get_token(RESOURCE + "/.default")


def test_an_unknown_resource_is_told(on):
    on("virtual machine")
    client = msal_client(msal.SystemAssignedManagedIdentity())
    result = client.acquire_token_for_client(resource="https://nowhere.example")
    assert result["error"] == "invalid_resource"
    assert "AADSTS500011" in result["error_description"]


def test_a_wrong_secret_is_told(on, monkeypatch):
    on("app service")
    monkeypatch.setenv("IDENTITY_HEADER", "wrong")
    result = msal_client(msal.SystemAssignedManagedIdentity()).acquire_token_for_client(resource=RESOURCE)
    assert "401" in result["error_description"], result


def test_the_default_chain_finds_the_machine(on):
    on("virtual machine")
    others = (
        "environment", "workload_identity", "shared_token_cache", "visual_studio_code", "cli", "powershell",
        "developer_cli", "interactive_browser")
    with DefaultAzureCredential(**{f"exclude_{name}_credential": True for name in others}) as credential:
        expect(credential.get_token(RESOURCE + "/.default").token)


def test_clients_without_a_setting_find_the_address_of_the_metadata_service(on, tmp_path):
    """No variable leads them to the server: they call 169.254.169.254 on port 80."""
    with Server(tmp_path, "--host", "0.0.0.0", http_port=80) as machine:
        on("virtual machine")
        os.environ.pop("AZURE_POD_IDENTITY_AUTHORITY_HOST")
        token = msal_client(msal.SystemAssignedManagedIdentity()).acquire_token_for_client(resource=RESOURCE)["access_token"]
        expect(token)
        assert unverified(token)["iss"] == f"{machine.https}/{CONTOSO}/v2.0"
        with ManagedIdentityCredential() as credential:
            expect(credential.get_token(RESOURCE + "/.default").token)


@pytest.mark.parametrize("host", ["virtual machine", "app service", "machine learning", "service fabric", "cloud shell"])
def test_a_path_with_a_trailing_slash(server, host):
    """msal-node appends a slash to the host of its variable, and App Service's own value ends in one."""
    path, version, headers = {
        "virtual machine": ("/metadata/identity/oauth2/token/", "2018-02-01", {"Metadata": "true"}),
        "app service": ("/msi/token/", "2017-09-01", {"secret": HEADER}),
        "machine learning": ("/msi/auth/", "2017-09-01", {"secret": HEADER}),
        "service fabric": ("/servicefabric/metadata/identity/oauth2/token/", "2019-07-01-preview", {"secret": HEADER}),
        "cloud shell": ("/oauth2/token/", None, {"Metadata": "true"}),
    }[host]
    base = server.https if host == "service fabric" else server.http
    parameters = {"resource": RESOURCE} | ({"api-version": version} if version else {})
    if version:
        answer = requests.get(base + path, params=parameters, headers=headers, verify=server.ca, timeout=10)
    else:
        answer = requests.post(base + path, data=parameters, headers=headers, timeout=10)
    assert answer.status_code == 200, answer.text
    expect(answer.json()["access_token"])


def test_the_token_has_the_issuer_of_the_discovery_document(server, on):
    """The host is plain HTTP, and every other token comes from the HTTPS origin: an API accepts both by one issuer."""
    on("virtual machine")
    result = msal_client(msal.SystemAssignedManagedIdentity()).acquire_token_for_client(resource=RESOURCE)
    document = requests.get(
        f"{server.authority()}/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10).json()
    keys = requests.get(document["jwks_uri"], verify=server.ca, timeout=10).json()
    key = jwt.PyJWKSet.from_dict(keys)[jwt.get_unverified_header(result["access_token"])["kid"]]
    jwt.decode(result["access_token"], key.key, algorithms=["RS256"], audience=ORDERS_API, issuer=document["issuer"])


def test_a_probe_without_the_metadata_header_is_answered(server):
    answer = requests.get(
        server.http + "/metadata/identity/oauth2/token",
        params={"api-version": "2018-02-01", "resource": "https://management.azure.com/"}, timeout=10)
    assert answer.status_code == 400
    assert answer.json() == {
        "error": "invalid_request", "error_description": "Required metadata header not specified"}


def test_the_key_file_is_for_its_owner_only(server, on):
    on("azure arc")
    answer = requests.get(
        os.environ["IDENTITY_ENDPOINT"], params={"api-version": "2020-06-01", "resource": RESOURCE},
        headers={"Metadata": "true"}, timeout=10)
    assert answer.status_code == 401
    path = Path(answer.headers["WWW-Authenticate"].removeprefix("Basic realm="))
    assert path.parent == ARC_FOLDER and path.suffix == ".key"
    assert path.stat().st_mode & 0o777 == 0o600
