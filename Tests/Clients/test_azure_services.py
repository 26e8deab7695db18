"""Azure SDKs against a vault and a storage account that verify tokens, with DefaultAzureCredential on every kind of host."""

import os
import subprocess
import sys

import pytest
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import DefaultAzureCredential
from azure.keyvault.secrets import SecretClient
from azure.storage.blob import BlobServiceClient

from support.azure_cli import AzureCLI, install
from support.azure_hosts import HOSTS, VARIABLES, pretend
from support.azure_service import CONTENT, SECRET, STORAGE, VAULT, AzureService
from support.seed import ALEX, CONTOSO, DAEMON

# The identity of the seed directory's virtual machine.
VM_CLIENT = "99999999-0000-4000-8000-000000000001"
AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"


@pytest.fixture
def service(server, tmp_path):
    with AzureService(server, tmp_path) as running:
        yield running


@pytest.fixture
def credential(server):
    with DefaultAzureCredential(
            authority=server.https, disable_instance_discovery=True, connection_verify=server.ca) as opened:
        yield opened


@pytest.fixture
def environment(monkeypatch):
    """Makes DefaultAzureCredential find a client and its secret in the environment."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in (("TENANT_ID", CONTOSO), ("CLIENT_ID", DAEMON.id), ("CLIENT_SECRET", DAEMON.secret)):
        monkeypatch.setenv(f"AZURE_{name}", value)


def open_both(service, credential):
    with SecretClient(
            service.vault, credential, verify_challenge_resource=False, connection_verify=service.ca) as vault:
        assert vault.get_secret("greeting").value == SECRET
    with BlobServiceClient(service.account, credential, connection_verify=service.ca) as storage:
        assert storage.get_blob_client("files", "greeting.txt").download_blob().readall() == CONTENT
    vault, account = service.callers
    assert (vault["aud"], account["aud"]) == (VAULT, STORAGE)
    assert vault["appid"] == account["appid"]
    return vault


def test_a_client_of_the_environment(service, environment, credential):
    claims = open_both(service, credential)
    assert claims["appid"] == DAEMON.id and claims["appidacr"] == "1" and "roles" not in claims


# The folder of Azure Arc is root's.
@pytest.mark.isolated
@pytest.mark.parametrize("host", HOSTS)
def test_a_managed_identity_on_each_host(server, service, monkeypatch, credential, host):
    pretend(host, server, monkeypatch)
    with DefaultAzureCredential() as found:
        claims = open_both(service, found)
    assert claims["appid"] == VM_CLIENT and "/resourcegroups/contoso/" in claims["xms_mirid"]


@pytest.mark.timeout(600)
def test_the_user_of_azure_cli(server, service, session, monkeypatch, tmp_path_factory, tmp_path):
    packages = tmp_path_factory.mktemp("az")
    install(packages)
    cli = AzureCLI(packages, tmp_path, server)
    cli.login(session, ALEX)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AZURE_TOKEN_CREDENTIALS", "AzureCliCredential")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with DefaultAzureCredential(process_timeout=60) as found:
        claims = open_both(service, found)
    assert claims["appid"] == AZURE_CLI and claims["upn"] == ALEX and claims["scp"] == "user_impersonation"


def test_adlfs_reads_a_file(server, service, environment, tmp_path):
    """It makes its own DefaultAzureCredential, which asks by aiohttp."""
    program = (
        "import sys, adlfs\n"
        "files = adlfs.AzureBlobFileSystem(account_name='lab', account_host=sys.argv[1], anon=False)\n"
        "print(files.cat_file('files/greeting.txt').decode())\n")
    host = service.account.removeprefix("https://")
    done = subprocess.run(
        [sys.executable, "-c", program, host], capture_output=True, text=True, timeout=120,
        env=os.environ | {
            "AZURE_AUTHORITY_HOST": server.https, "SSL_CERT_FILE": service.ca, "REQUESTS_CA_BUNDLE": service.ca})
    assert done.stdout.strip() == CONTENT.decode(), done.stderr
    assert service.callers[-1]["appid"] == DAEMON.id


def test_a_token_for_another_service_is_refused(service, environment, credential):
    class Wrong:
        def get_token_info(self, *scopes, options=None):
            return credential.get_token_info("https://storage.azure.com/.default")

        def get_token(self, *scopes, **_):
            return credential.get_token("https://storage.azure.com/.default")

    with SecretClient(
            service.vault, Wrong(), verify_challenge_resource=False, connection_verify=service.ca) as vault:
        with pytest.raises(ClientAuthenticationError, match="Audience doesn't match"):
            vault.get_secret("greeting")
    assert service.callers == []
