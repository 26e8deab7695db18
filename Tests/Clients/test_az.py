"""az, the Azure command line: its page, and what it does after `az cloud register` has read the server's metadata."""

import json
import os
import sys

import pytest

from conftest import new_session
from support.azure_cli import AzureCLI, install
from support.certificates import Certificate
from support.seed import ADMIN, ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_API, PASSWORD
from support.snippets import follow_apart

STAFF = "bbbbbbbb-0000-4000-8000-000000000001"
SUBSCRIPTION = "99999999-0000-4000-8000-000000000000"
# Signs in as a browser would, and delivers the response to az.
BROWSER = """
import json
import sys
import requests
from support.signin import sign_in
session = requests.Session()
session.verify = sys.argv[1]
answer = sign_in(session, sys.argv[3], sys.argv[2])
if answer.is_form_post:
    requests.post(answer.location, data=answer.parameters, timeout=20)
else:
    requests.get(answer.location, timeout=20)
"""


@pytest.fixture(scope="module")
def az(tmp_path_factory):
    """The folder of a Python path on which `azure.cli` is."""
    folder = tmp_path_factory.mktemp("az")
    install(folder)
    return folder


@pytest.fixture(scope="module")
def administrator(az, server, tmp_path_factory):
    """az, signed in as an administrator."""
    cli = AzureCLI(az, tmp_path_factory.mktemp("administrator"), server)
    with new_session(server) as session:
        cli.login(session, ADMIN)
    return cli


@pytest.mark.timeout(600)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_page(az, tmp_path, shell):
    program = tmp_path / "az"
    program.write_text(f'#!/bin/sh\nAZURE_CORE_COLLECT_TELEMETRY=0 PYTHONPATH={az} exec {sys.executable} -m azure.cli "$@"\n')
    program.chmod(0o755)
    error = follow_apart("docs/clients/az.md", shell, needs=("az",), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert not error, error


def test_the_cloud_of_the_metadata(administrator, server):
    cloud = administrator.json("cloud", "show")
    endpoints = cloud["endpoints"]
    assert endpoints["activeDirectory"] == server.https
    assert endpoints["activeDirectoryResourceId"] == "https://management.core.windows.net/"
    assert endpoints["resourceManager"] == server.https
    assert endpoints["microsoftGraphResourceId"] == server.https + "/"
    assert cloud["suffixes"]["keyvaultDns"] == ".vault.azure.net"


def expect_subscription(cli, user, kind):
    account, = cli.json("account", "list")
    assert account["id"] == SUBSCRIPTION and account["name"] == "Contoso Development"
    assert account["state"] == "Enabled" and account["isDefault"]
    assert account["tenantId"] == account["homeTenantId"] == CONTOSO
    assert account["user"]["name"] == user and account["user"]["type"] == kind
    assert cli.json("account", "show")["id"] == SUBSCRIPTION
    assert cli.json("account", "get-access-token")["subscription"] == SUBSCRIPTION


@pytest.mark.timeout(300)
def test_login_of_a_service_principal(az, server, tmp_path):
    cli = AzureCLI(az, tmp_path, server)
    cli.login_service_principal()
    expect_subscription(cli, DAEMON.id, "servicePrincipal")


def test_login_by_device_code(administrator):
    expect_subscription(administrator, ADMIN, "user")


@pytest.mark.timeout(300)
def test_login_in_a_browser_without_a_tenant(az, server, tmp_path):
    """Without `--tenant`, az asks for the tenants of the account, and then for the subscriptions of each."""
    program = tmp_path / "browser"
    program.write_text(
        f"#!/bin/sh\nunset REQUESTS_CA_BUNDLE\nPYTHONPATH={os.getcwd()} exec {sys.executable} -c '{BROWSER}' "
        f"{server.ca} {ALEX} \"$1\"\n")
    program.chmod(0o755)
    cli = AzureCLI(az, tmp_path, server, BROWSER=f"{program} %s &")
    cli.run("login")
    expect_subscription(cli, ALEX, "user")


@pytest.mark.timeout(300)
def test_login_of_a_managed_identity(az, server, tmp_path):
    cli = AzureCLI(az, tmp_path, server, AZURE_POD_IDENTITY_AUTHORITY_HOST=server.http)
    cli.run("login", "--identity")
    expect_subscription(cli, "systemAssignedIdentity", "servicePrincipal")


@pytest.mark.parametrize("option", [
    *(f"--resource-type={kind}" for kind in ("aad-graph", "arm", "batch", "data-lake", "media", "ms-graph", "oss-rdbms")),
    *(f"--resource=https://{name}" for name in (
        "management.azure.com/", "graph.microsoft.com", "vault.azure.net", "storage.azure.com", "database.windows.net/",
        "api.loganalytics.io", "api.applicationinsights.io", "azconfig.io", "cosmos.azure.com", "search.azure.com")),
    "--resource=499b84ac-1321-427f-aa17-267ca6975798",
    "--scope=https://vault.azure.net/.default",
    "--scope=https://graph.microsoft.com/User.Read.All",
])
def test_a_token_for_each_resource(administrator, option):
    assert administrator.json("account", "get-access-token", option)["tokenType"] == "Bearer"


def test_an_unknown_resource(administrator):
    done = administrator.result("account", "get-access-token", "--resource", "https://none.contoso.com")
    assert done.returncode and "AADSTS500011" in done.stderr


def test_requests_to_the_resource_manager(administrator):
    listed = administrator.json("rest", "--url", "/subscriptions?api-version=2022-12-01")
    assert [found["subscriptionId"] for found in listed["value"]] == [SUBSCRIPTION]
    path = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/none?api-version=2021-04-01"
    refused = administrator.result("rest", "--url", path)
    assert refused.returncode and "ResourceGroupNotFound" in refused.stderr
    refused = administrator.result("rest", "--method", "put", "--url", path, "--body", '{"location": "westeurope"}')
    assert refused.returncode and "read-only" in refused.stderr


def test_requests_to_microsoft_graph(administrator, server):
    """az takes the server for the resource manager, because both have one origin, unless the command names the resource."""
    url = f"{server.https}/v1.0/me"
    assert administrator.json("rest", "--url", url, "--resource", f"{server.https}/")["userPrincipalName"] == ADMIN
    refused = administrator.result("rest", "--url", url)
    assert refused.returncode and "InvalidAuthenticationToken" in refused.stderr


@pytest.mark.timeout(600)
def test_the_directory(administrator, server):
    """The commands of `az ad`, in an order in which each finds what it needs."""
    run = administrator.json
    assert run("ad", "signed-in-user", "show")["userPrincipalName"] == ADMIN
    assert ALEX in [user["userPrincipalName"] for user in run("ad", "user", "list")]
    alex = run("ad", "user", "show", "--id", ALEX)["id"]
    created = run(
        "ad", "user", "create", "--display-name", "Sam", "--password", PASSWORD, "--user-principal-name", "sam@contoso.com")

    assert run("ad", "user", "get-member-groups", "--id", alex) is not None

    group = run("ad", "group", "create", "--display-name", "Operators", "--mail-nickname", "operators")["id"]
    assert group in [found["id"] for found in run("ad", "group", "list")]
    run("ad", "group", "member", "add", "--group", group, "--member-id", created["id"])
    assert [found["id"] for found in run("ad", "group", "member", "list", "--group", group)] == [created["id"]]
    check = ("ad", "group", "member", "check", "--group", group, "--member-id")
    assert run(*check, created["id"])["value"] is True and run(*check, alex)["value"] is False
    run("ad", "group", "owner", "add", "--group", group, "--owner-object-id", alex)
    assert alex in [found["id"] for found in run("ad", "group", "owner", "list", "--group", group)]
    run("ad", "group", "member", "add", "--group", STAFF, "--member-id", group)
    assert run("ad", "group", "get-member-groups", "--group", group) == [STAFF]

    assert DAEMON.id in [found["appId"] for found in run("ad", "app", "list", "--all")]
    app = run("ad", "app", "create", "--display-name", "Made by az")["appId"]
    run(
        "ad", "app", "permission", "add", "--id", app, "--api", "00000003-0000-0000-c000-000000000000",
        "--api-permissions", "e1fe6dd8-ba31-4d61-89e7-88639da4683d=Scope")
    assert len(run("ad", "app", "permission", "list", "--id", app)) == 1
    assert run("ad", "app", "credential", "list", "--id", app) == []
    run("ad", "app", "owner", "add", "--id", app, "--owner-object-id", alex)
    assert alex in [found["id"] for found in run("ad", "app", "owner", "list", "--id", app)]
    assert run("ad", "app", "federated-credential", "list", "--id", app) == []

    assert run("ad", "sp", "create", "--id", app)["appId"] == app
    assert run("ad", "sp", "show", "--id", app)["appId"] == app
    assert MOBILE.id in [found["appId"] for found in run("ad", "sp", "list", "--all")]
    assert isinstance(run("ad", "sp", "owner", "list", "--id", ORDERS_API), list)


@pytest.mark.timeout(300)
def test_credentials(administrator, tmp_path):
    """az sends certificates in lines of base64, and gives a service principal credentials of its own."""
    run = administrator.json
    app = run("ad", "app", "create", "--display-name", "With credentials")["appId"]
    run("ad", "sp", "create", "--id", app)
    certificate = Certificate(tmp_path, "az")
    for kind in ("app", "sp"):
        assert run("ad", kind, "credential", "reset", "--id", app)["password"]
        assert len(run("ad", kind, "credential", "list", "--id", app)) == 1
        run("ad", kind, "credential", "reset", "--id", app, "--cert", f"@{certificate.both}", "--append")
        key, = run("ad", kind, "credential", "list", "--id", app, "--cert")
        run("ad", kind, "credential", "delete", "--id", app, "--key-id", key["keyId"], "--cert")
        assert run("ad", kind, "credential", "list", "--id", app, "--cert") == []


def test_the_service_principal_of_a_client_of_microsoft(administrator):
    visual_studio_code = "aebc6443-996d-45c2-90f0-388ff96faa56"
    assert administrator.json("ad", "sp", "create", "--id", visual_studio_code)["appId"] == visual_studio_code


def test_admin_consent_is_for_the_public_cloud_only(administrator):
    """The command asks the Azure portal, and az sends it in the public cloud only."""
    refused = administrator.result("ad", "app", "permission", "admin-consent", "--id", DAEMON.id)
    assert refused.returncode and "not yet supported on sovereign clouds" in refused.stderr


@pytest.mark.timeout(300)
def test_admin_consent_at_microsofts_host_names(az, server, session, tmp_path):
    cli = AzureCLI(az, tmp_path, server, public=True)
    cli.login(session, ADMIN)
    user_read = {"id": "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "type": "Scope"}
    access = json.dumps([{"resourceAppId": "00000003-0000-0000-c000-000000000000", "resourceAccess": [user_read]}])
    app = cli.json("ad", "app", "create", "--display-name", "asks", "--required-resource-accesses", access)["appId"]
    cli.run("ad", "sp", "create", "--id", app)
    assert cli.json("ad", "app", "permission", "list-grants", "--id", app) == []
    cli.run("ad", "app", "permission", "admin-consent", "--id", app)
    grant, = cli.json("ad", "app", "permission", "list-grants", "--id", app)
    assert grant["scope"] == "User.Read" and grant["consentType"] == "AllPrincipals"
