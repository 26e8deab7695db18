"""The manifests of deploy/kubernetes: valid by the schemas of Kubernetes, true to each other and to the binary's options, and two
servers with their settings are replicas of each other, as far as their page says."""

import subprocess

import kubernetes_validate
import pytest
import requests
import yaml

from support.server import REPOSITORY, Server, binary
from support.store import PROGRAM, Store

FOLDER = REPOSITORY / "deploy/kubernetes"
VERSIONS = ["1.31", "1.34", "1.37"]
CLIENT = {"client_id": "bbbbbbbb-0000-4000-8000-000000000001"}


def documents(name):
    return list(yaml.safe_load_all((FOLDER / name).read_text()))


MANIFESTS = [
    pytest.param(document, id=f"{document['kind']} {document['metadata']['name']}")
    for name in ("settings.yaml", "understudy.yaml", "valkey.yaml") for document in documents(name)]


def find(kind, name):
    return next(manifest for manifest, in (found.values for found in MANIFESTS)
                if (manifest["kind"], manifest["metadata"]["name"]) == (kind, name))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("manifest", MANIFESTS)
def test_a_manifest_is_valid(manifest, version):
    kubernetes_validate.validate(manifest, version, strict=True)


def test_a_member_that_does_not_exist_is_found():
    broken = find("Service", "understudy") | {"spec": {"prots": []}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, VERSIONS[-1], strict=True)


def test_the_kustomization_names_files_that_are_there():
    kustomization, = documents("kustomization.yaml")
    assert all((FOLDER / name).is_file() for name in kustomization["resources"])
    assert "valkey.yaml" in kustomization["resources"]
    password = find("Secret", "understudy-valkey")["stringData"]["PASSWORD"]
    service = find("Service", "understudy-valkey")
    port = service["spec"]["ports"][0]["port"]
    assert settings()["UNDERSTUDY_STORE"] == f"redis://:{password}@{service['metadata']['name']}:{port}"


@pytest.mark.parametrize("name", ["understudy", "understudy-valkey"])
def test_services_lead_to_ports_of_the_pods_that_they_select(name):
    service, template = find("Service", name)["spec"], find("Deployment", name)["spec"]["template"]
    container, = template["spec"]["containers"]
    assert service["selector"].items() <= template["metadata"]["labels"].items()
    assert {port["targetPort"] for port in service["ports"]} <= {port["name"] for port in container["ports"]}
    probes = [probe["httpGet"]["port"] for member, probe in container.items() if member.endswith("Probe") and "httpGet" in probe]
    assert set(probes) <= {port["name"] for port in container["ports"]}


def test_what_the_deployment_refers_to_is_there():
    spec = find("Deployment", "understudy")["spec"]["template"]["spec"]
    container, = spec["containers"]
    for source in container["envFrom"]:
        (kind, reference), = source.items()
        assert find({"configMapRef": "ConfigMap", "secretRef": "Secret"}[kind], reference["name"])
    mounted, = spec["volumes"]
    assert "understudy.yaml" in find("ConfigMap", mounted["configMap"]["name"])["data"]
    budget = find("PodDisruptionBudget", "understudy")["spec"]
    assert budget["maxUnavailable"] < find("Deployment", "understudy")["spec"]["replicas"]


def settings():
    return find("ConfigMap", "understudy")["data"] | find("Secret", "understudy")["stringData"]


def test_the_settings_are_options_of_the_binary():
    shown = " ".join(subprocess.run([binary(), "serve", "--help"], capture_output=True, text=True, check=True).stdout.split())
    assert all(f"[{name}]" in shown for name in settings())


@pytest.fixture(scope="module")
def replicas(tmp_path_factory):
    """Two servers as the deployment runs them, with a store as theirs."""
    if PROGRAM is None:
        pytest.skip("there is no redis-server here")
    folder = tmp_path_factory.mktemp("replicas")
    (folder / "understudy.yaml").write_text(find("ConfigMap", "understudy-directory")["data"]["understudy.yaml"])
    (folder / "one").mkdir(), (folder / "two").mkdir()
    password = find("Secret", "understudy-valkey")["stringData"]["PASSWORD"]
    with Store(folder, "--requirepass", password) as store:
        variables = settings() | {
            "UNDERSTUDY_CONFIG": str(folder / "understudy.yaml"),
            "UNDERSTUDY_STORE": store.url.replace("//", f"//:{password}@")}
        with Server(folder / "one", seed=None, **variables) as one, Server(folder / "two", seed=None, **variables) as two:
            yield one, two


def control(server, path, host="understudy.entra.svc.cluster.local", **body):
    token = settings()["UNDERSTUDY_CONTROL_TOKEN"]
    return requests.post(
        f"{server.http}/_understudy/{path}", json=body, timeout=10,
        headers={"Authorization": f"Bearer {token}", "Host": host})


def test_one_replica_redeems_the_code_of_another(replicas):
    one, two = replicas
    assert one.get("/_understudy/ca.pem").content == two.get("/_understudy/ca.pem").content
    url = (f"{one.http}/staging.example/oauth2/v2.0/authorize?response_type=code&client_id={CLIENT['client_id']}"
           "&redirect_uri=http%3A%2F%2Flocalhost&scope=openid%20offline_access")
    signed_in = control(one, "signin", host=None, authorizeUrl=url, user="kim@staging.example")
    assert signed_in.status_code == 200, signed_in.text
    redeemed = requests.post(f"{two.http}/staging.example/oauth2/v2.0/token", timeout=10, data=CLIENT | {
        "grant_type": "authorization_code", "redirect_uri": "http://localhost",
        "code": signed_in.json()["parameters"]["code"]})
    assert redeemed.status_code == 200, redeemed.text
    again = requests.post(f"{one.http}/staging.example/oauth2/v2.0/token", timeout=10, data=CLIENT | {
        "grant_type": "authorization_code", "redirect_uri": "http://localhost",
        "code": signed_in.json()["parameters"]["code"]})
    assert again.json()["error"] == "invalid_grant"


@pytest.mark.parametrize("host, status", [("understudy.entra.svc.cluster.local", 200), ("understudy", 200), ("evil.example", 403)])
def test_the_control_plane_answers_under_the_names_of_the_service(replicas, host, status):
    assert control(replicas[0], "tokens/inspect", host=host, token="x").status_code == status


def test_the_probes_are_answered(replicas):
    container, = find("Deployment", "understudy")["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        answer = requests.get(
            replicas[0].http + container[probe]["httpGet"]["path"], headers={"Host": "10.1.2.3:8080"}, timeout=10)
        assert answer.status_code == 200
