"""deploy/compose/compose.yaml is well-formed, agrees with the binary's options, and its services run in network namespaces, where a
container engine would make containers."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from importlib.metadata import version

import pytest
import yaml

from support.isolation import Namespace
from support.patience import eventually
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE
from support.server import REPOSITORY, binary, clean_environment

COMPOSE = yaml.safe_load((REPOSITORY / "deploy/compose/compose.yaml").read_text())
SERVICES = COMPOSE["services"]

# The files of the tutorial, by name.
TUTORIAL = dict(re.findall(
    r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", (REPOSITORY / "docs/get-started/docker-compose.md").read_text(), re.MULTILINE | re.DOTALL))

# The members of a service in the Compose Specification that the file uses.
MEMBERS = {
    "build": dict, "image": str, "read_only": bool, "cap_drop": list, "security_opt": list, "sysctls": dict,
    "environment": dict, "ports": list, "networks": dict, "user": str, "depends_on": dict, "volumes": list, "command": list,
    "profiles": list}
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}

# Programs of clients without any setting. Each succeeds only if names and trust are right.
CLIENTS = {
    "msal as a daemon": f"""
import msal
app = msal.ConfidentialClientApplication(
    "{DAEMON.id}", client_credential="{DAEMON.secret}", authority="https://login.microsoftonline.com/{CONTOSO}")
assert "access_token" in app.acquire_token_for_client(["api://orders/.default"])
""",
    "a user, and Graph": f"""
import msal, requests
app = msal.PublicClientApplication("{MOBILE.id}", authority="https://login.microsoftonline.com/common")
flow = app.initiate_auth_code_flow(["https://graph.microsoft.com/User.Read"], redirect_uri="http://localhost")
sent = requests.post(
    "http://understudy:8080/_understudy/signin", json={{"authorizeUrl": flow["auth_uri"], "user": "{ALEX}"}}).json()
token = app.acquire_token_by_auth_code_flow(flow, sent["parameters"])["access_token"]
me = requests.get("https://graph.microsoft.com/v1.0/me", headers={{"Authorization": f"Bearer {{token}}"}}).json()
assert me["userPrincipalName"] == "{ALEX}", me
""",
    "an external tenant": """
import msal
app = msal.PublicClientApplication(
    "cccccccc-0000-4000-8000-000000000001", authority="https://woodgrove.ciamlogin.com")
assert "auth_uri" in app.initiate_auth_code_flow([], redirect_uri="http://localhost")
""",
    "azure-identity": f"""
from azure.identity import ClientSecretCredential
assert ClientSecretCredential("{CONTOSO}", "{DAEMON.id}", "{DAEMON.secret}").get_token("api://orders/.default").token
""",
}


def test_every_member_is_one_of_the_specification():
    assert set(COMPOSE) <= {"services", "volumes"} | {name for name in COMPOSE if name.startswith("x-")}
    for name, service in SERVICES.items():
        for member, value in service.items():
            assert isinstance(value, MEMBERS[member]), f"{name}: {member}"


def test_what_services_refer_to_is_there():
    for name, service in SERVICES.items():
        for other, condition in service.get("depends_on", {}).items():
            assert other in SERVICES and condition["condition"] in CONDITIONS, name
        assert {volume.split(":")[0] for volume in service.get("volumes", [])} <= set(COMPOSE["volumes"]), name


def test_its_variables_are_options_of_the_binary():
    shown = subprocess.run([binary(), "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for name in SERVICES["understudy"]["environment"]:
        assert f"[{name}]" in " ".join(shown.split()), name


def settings():
    return {name: str(value) for name, value in SERVICES["understudy"]["environment"].items()}


@contextmanager
def serving(namespace, folder):
    """The server of the file in its network, from its health check on."""
    with open(folder / "server.log", "wb") as log:
        server = subprocess.Popen(
            namespace.command("sh", "-c", 'echo $$ >"$0"; exec "$@"', str(folder / "server.pid"), "setpriv", "--reuid=65532",
                              "--regid=65532", "--clear-groups", "--bounding-set=-all", "--no-new-privs", binary(), "serve"),
            env=clean_environment(**settings()), cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            eventually(
                lambda: namespace.run(binary(), "healthcheck", env=clean_environment(**settings())).returncode == 0, 10,
                log=(folder / "server.log").read_text)
            yield
        finally:
            # A signal to nsenter, which waits for the server, would end nsenter alone.
            namespace.run("kill", (folder / "server.pid").read_text().strip())
            server.wait(10)


@contextmanager
def compose_network(folder):
    """The network of the file, with the names that lead to its server."""
    service = SERVICES["understudy"]
    names = ["understudy", *service["networks"]["default"]["aliases"]]
    with Namespace(folder, names, service["sysctls"]["net.ipv4.ip_unprivileged_port_start"]) as namespace:
        yield namespace


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    """The network of the file with its server, and the folder that stands for the volume."""
    folder = tmp_path_factory.mktemp("compose")
    with compose_network(folder) as namespace, serving(namespace, folder):
        yield namespace, folder


def run_service(network, name):
    """What a service of the curl image does, with the folder for its volume."""
    namespace, folder = network
    service = SERVICES[name]
    done = namespace.run(
        "curl", *(text.replace("/ca/", f"{folder}/") for text in service["command"]), env=environment(service, folder))
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(service, folder):
    trust = {name: value.replace("/ca/", f"{folder}/") for name, value in service.get("environment", {}).items()}
    return {"PATH": os.environ["PATH"]} | trust


def test_the_example_of_a_client_works(network):
    run_service(network, "ca")
    assert json.loads(run_service(network, "example"))["issuer"] == f"https://login.microsoftonline.com/{CONTOSO}/v2.0"


def test_the_ca_in_the_volume_survives_a_restart_of_the_server(tmp_path):
    with compose_network(tmp_path) as namespace:
        with serving(namespace, tmp_path):
            run_service((namespace, tmp_path), "ca")
        with serving(namespace, tmp_path):
            assert json.loads(run_service((namespace, tmp_path), "example"))["issuer"].endswith(f"/{CONTOSO}/v2.0")


def test_the_tutorial_has_the_same_server_as_the_file():
    tutorial = yaml.safe_load(TUTORIAL["compose.yaml"])
    understudy, ca = ({**SERVICES[name]} for name in ("understudy", "ca"))
    names = tutorial["services"]["understudy"].pop("networks")["default"]["aliases"]
    assert set(names) <= set(understudy.pop("networks")["default"]["aliases"])
    del understudy["build"]
    assert tutorial["services"]["understudy"] == understudy and tutorial["services"]["ca"] == ca
    assert tutorial["volumes"] == COMPOSE["volumes"]


def test_the_app_of_the_tutorial_gets_a_token(network):
    namespace, folder = network
    app = yaml.safe_load(TUTORIAL["compose.yaml"])["services"]["app"]
    assert app["depends_on"] == COMPOSE["x-client"]["depends_on"] and app["volumes"] == COMPOSE["x-client"]["volumes"]
    assert f"msal=={version('msal')}" in TUTORIAL["Dockerfile"] and 'CMD ["python", "/app.py"]' in TUTORIAL["Dockerfile"]
    run_service(network, "ca")
    done = namespace.run(sys.executable, "-c", TUTORIAL["app.py"], env=environment(app, folder))
    assert done.stdout == "Bearer without an error\n", done.stdout + done.stderr


@pytest.mark.parametrize("program", CLIENTS.values(), ids=CLIENTS)
def test_clients_need_no_setting(network, program):
    namespace, folder = network
    run_service(network, "ca")
    done = namespace.run(sys.executable, "-c", program, env=environment(COMPOSE["x-client"], folder))
    assert done.returncode == 0, done.stderr
