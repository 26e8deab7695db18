"""The manifests of deploy/kubernetes, as kustomize renders them: the manifests are valid by the schemas of Kubernetes, agree with
each other and with the binary's options, and two servers with their settings are replicas of each other."""

import base64
import re
import shutil
import subprocess

import kubernetes_validate
import pytest
import requests
import yaml

from support.documents import blocks
from support.kustomize import load, render
from support.server import REPOSITORY, Server, binary, clean_environment
from support.store import Store

FOLDER = REPOSITORY / "deploy/kubernetes"
# The oldest version that the manifests support, a version of each year since, and the newest whose schemas are here.
VERSIONS = ["1.28", "1.31", "1.34", "1.37"]
PAUSE = "prestop-sleep"
CLIENT = {"client_id": "bbbbbbbb-0000-4000-8000-000000000001"}
MANIFESTS = render(FOLDER)


def base_name(manifest):
    """The name without the hash of a generated ConfigMap or Secret."""
    name = manifest["metadata"]["name"]
    return name.rpartition("-")[0] if manifest["kind"] in ("ConfigMap", "Secret") else name


def find(kind, name, manifests=MANIFESTS):
    found, = (manifest for manifest in manifests if (manifest["kind"], base_name(manifest)) == (kind, name))
    return found


def data(kind, name):
    """What a ConfigMap or Secret holds, as text."""
    held = find(kind, name)["data"]
    return {key: base64.b64decode(text).decode() for key, text in held.items()} if kind == "Secret" else held


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("manifest", [pytest.param(each, id=f"{each['kind']} {base_name(each)}") for each in MANIFESTS])
def test_a_manifest_is_strictly_valid(manifest, version):
    kubernetes_validate.validate(manifest, version, strict=True)


def test_a_member_that_does_not_exist_is_found():
    broken = find("Service", "understudy") | {"spec": {"prots": []}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, VERSIONS[-1], strict=True)


@pytest.mark.parametrize("version, is_valid", [("1.28", False), *((version, True) for version in VERSIONS[1:])])
def test_the_component_with_the_pause_is_for_versions_that_know_it(version, is_valid):
    deployment = find("Deployment", "understudy", render(FOLDER, [PAUSE]))
    container, = deployment["spec"]["template"]["spec"]["containers"]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pause + 5 < deployment["spec"]["template"]["spec"]["terminationGracePeriodSeconds"], "the drain takes 5 seconds"
    try:
        kubernetes_validate.validate(deployment, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        assert not is_valid, error
    else:
        assert is_valid


def test_the_kustomization_offers_the_component():
    line, = re.findall(r"^# (components: .+)$", (FOLDER / "kustomization.yaml").read_text(), re.MULTILINE)
    assert yaml.safe_load(line) == {"components": [PAUSE]}
    assert load(FOLDER / PAUSE)["kind"] == "Component"


@pytest.mark.parametrize("with_pause", [False, True])
def test_kubectl_renders_the_same(tmp_path, with_pause):
    if not shutil.which("kubectl"):
        pytest.skip("there is no kubectl here")
    folder = shutil.copytree(FOLDER, tmp_path / "kubernetes")
    if with_pause:
        file = folder / "kustomization.yaml"
        file.write_text(file.read_text().replace("# components:", "components:"))
    rendered = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, timeout=60)
    if "unknown field" in rendered.stderr:
        pytest.skip("this kubectl is older than components")
    assert rendered.returncode == 0, rendered.stderr

    def key(manifest):
        return manifest["kind"], manifest["metadata"]["name"]

    assert sorted(yaml.safe_load_all(rendered.stdout), key=key) == sorted(render(folder), key=key)


# The files whose change has to reach the pods, with the Deployments that read each.
SOURCES = {
    "directory.yaml": ["understudy"], "settings.env": ["understudy"], "secrets.env": ["understudy"],
    "valkey.env": ["understudy", "understudy-valkey"]}


@pytest.mark.parametrize("source", SOURCES)
def test_a_changed_file_changes_the_pod_templates_that_read_it(tmp_path, source):
    folder = shutil.copytree(FOLDER, tmp_path / "kubernetes")
    file = folder / source
    changed = file.read_text() + ("# changed\n" if source.endswith(".yaml") else "ADDED=1\n")
    file.write_text(changed)
    rendered = render(folder)
    for name in ("understudy", "understudy-valkey"):
        template, before = (find("Deployment", name, each)["spec"]["template"] for each in (rendered, MANIFESTS))
        assert (template != before) == (name in SOURCES[source]), name


def test_the_image_is_named_once_with_its_registry_and_tag():
    spec = find("Deployment", "understudy")["spec"]["template"]["spec"]
    image, = (container["image"] for container in spec["containers"])
    version = subprocess.run([binary(), "version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    registry, _, name = image.partition("/")
    account, _, name = name.partition("/")
    assert "." in registry and account and name == f"understudy:{version}"
    written = "\n".join(path.read_text() for path in FOLDER.glob("**/*.yaml"))
    assert written.count(f"{registry}/") == 1
    assert len(re.findall(rf"newTag: {re.escape(version)}$", written, re.MULTILINE)) == written.count("newTag") == 1


def test_the_page_names_files_that_are_there():
    page = (FOLDER / "README.md").read_text()
    for name in re.findall(r"`([\w-]+\.(?:yaml|env))`", page):
        assert (FOLDER / name).is_file(), name
    assert {path.name for path in FOLDER.glob("*.env")} | {"directory.yaml"} == set(SOURCES)


def test_the_directory_is_valid():
    checked = subprocess.run([binary(), "check", FOLDER / "directory.yaml"], capture_output=True, text=True, env=clean_environment())
    assert checked.returncode == 0 and "no problems" in checked.stdout, checked.stdout + checked.stderr


def test_the_store_of_the_replicas_is_the_valkey_of_the_manifests():
    port = find("Service", "understudy-valkey")["spec"]["ports"][0]["port"]
    container, = find("Deployment", "understudy")["spec"]["template"]["spec"]["containers"]
    *_, (password, store) = zip(container["env"], container["env"][1:])
    assert store == {"name": "UNDERSTUDY_STORE", "value": f"redis://:$({password['name']})@understudy-valkey:{port}"}
    assert password["valueFrom"]["secretKeyRef"] == {"name": find("Secret", "understudy-valkey")["metadata"]["name"], "key": "PASSWORD"}
    assert data("Secret", "understudy-valkey")["PASSWORD"].isalnum(), "a URL and a command line hold the password as it is"


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
    generated = {(manifest["kind"], manifest["metadata"]["name"]) for manifest in MANIFESTS}
    for source in container["envFrom"]:
        (kind, reference), = source.items()
        assert ({"configMapRef": "ConfigMap", "secretRef": "Secret"}[kind], reference["name"]) in generated
    mounted, = spec["volumes"]
    assert mounted["configMap"]["name"] == find("ConfigMap", "understudy-directory")["metadata"]["name"]
    assert "understudy.yaml" in data("ConfigMap", "understudy-directory")
    budget = find("PodDisruptionBudget", "understudy")["spec"]
    assert budget["maxUnavailable"] < find("Deployment", "understudy")["spec"]["replicas"]


def settings():
    return data("ConfigMap", "understudy-settings") | data("Secret", "understudy-secrets")


def test_the_settings_are_options_of_the_binary():
    shown = " ".join(subprocess.run([binary(), "serve", "--help"], capture_output=True, text=True, check=True).stdout.split())
    assert all(f"[{name}]" in shown for name in [*settings(), "UNDERSTUDY_STORE"])


@pytest.fixture(scope="module")
def replicas(tmp_path_factory):
    """Two servers as the deployment runs them, with a store as theirs."""
    folder = tmp_path_factory.mktemp("replicas")
    (folder / "understudy.yaml").write_text(data("ConfigMap", "understudy-directory")["understudy.yaml"])
    (folder / "one").mkdir(), (folder / "two").mkdir()
    password = data("Secret", "understudy-valkey")["PASSWORD"]
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


@pytest.mark.parametrize("host, is_known", [
    ("understudy.entra.svc.cluster.local", True), ("understudy.entra.svc", True), ("understudy", True), ("understudy.entra", False)])
def test_managed_identities_get_an_answer_under_the_names_of_the_service(replicas, host, is_known):
    asked = requests.get(
        f"{replicas[0].http}/metadata/identity/oauth2/token", headers={"Metadata": "true", "Host": host}, timeout=10,
        params={"api-version": "2018-02-01", "resource": "https://vault.azure.net"})
    assert ("--control-host" in asked.text) != is_known, asked.text


def test_the_probes_are_answered(replicas):
    container, = find("Deployment", "understudy")["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        answer = requests.get(
            replicas[0].http + container[probe]["httpGet"]["path"], headers={"Host": "10.1.2.3:8080"}, timeout=10)
        assert answer.status_code == 200
