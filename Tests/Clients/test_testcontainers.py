"""The projects of deploy/testcontainers. The Python project runs, with a stand-in for the Docker daemon that starts the binary. The others
cannot run here: what their sources declare is read from the sources, a container is started as they start it, and their requests are
sent."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import requests

from support.docker_daemon import IMAGE, Container, Daemon
from support.packages import installed
from support.patience import answers, eventually
from support.server import REPOSITORY

FOLDER = REPOSITORY / "deploy/testcontainers"
PACKAGES = Path(__file__).parent / "testcontainers-requirements.txt"
PAGE = (REPOSITORY / "docs/get-started/testcontainers.md").read_text()
LOCAL_IMAGE = subprocess.run(
    [REPOSITORY / "scripts/internal/names", "LOCAL_IMAGE"], capture_output=True, text=True, check=True).stdout.strip()

# What a language writes for a container: the image, a variable, the exposed ports, and path and port of the wait.
PROJECTS = {
    "java": {
        "image": r'DockerImageName\.parse\("([^"]+)"\)', "variable": r'withEnv\("(\w+)", "([^"]*)"\)',
        "ports": r"withExposedPorts\((.+?)\)", "wait": r'Wait\.forHttp\("([^"]+)"\)\.forPort\((\d+)\)',
        "run": "mvn --file deploy/testcontainers/java/pom.xml test"},
    "dotnet": {
        "image": r'new ContainerBuilder\("([^"]+)"\)', "variable": r'WithEnvironment\("(\w+)", "([^"]*)"\)',
        "ports": r"WithPortBinding\((\d+), true\)", "wait": r'ForPort\((?P<port>\d+)\)\.ForPath\("(?P<path>[^"]+)"\)',
        "run": "dotnet test deploy/testcontainers/dotnet"},
    "node": {
        "image": r'new GenericContainer\("([^"]+)"\)', "variable": r'withEnvironment\(\{ (\w+): "([^"]*)" \}\)',
        "ports": r"withExposedPorts\((.+?)\)", "wait": r'Wait\.forHttp\("([^"]+)", (\d+)\)',
        "run": "npm --prefix deploy/testcontainers/node test"},
    "python": {
        "image": r'DockerContainer\("([^"]+)"\)', "variable": r'with_env\("(\w+)", "([^"]*)"\)',
        "ports": r"with_exposed_ports\((.+?)\)", "wait": r'HttpWaitStrategy\((?P<port>\d+), "(?P<path>[^"]+)"\)',
        "run": "python -m pytest deploy/testcontainers/python"},
    "go": {
        "image": r'testcontainers\.Run\(ctx, "([^"]+)"', "variable": r'WithEnv\(map\[string\]string\{"(\w+)": "([^"]*)"\}\)',
        "ports": r"WithExposedPorts\((.+?)\)", "wait": r'wait\.ForHTTP\("([^"]+)"\)\.WithPort\("(\d+)/tcp"\)',
        "run": "go test ./..."},
}
LANGUAGES = {"java": "java", "dotnet": "csharp", "node": "js", "python": "python", "go": "go"}


def sources(project):
    """The text of all files of a project."""
    suffixes = (".java", ".cs", ".js", ".py", ".go")
    return "\n".join(path.read_text() for path in sorted((FOLDER / project).rglob("*")) if path.suffix in suffixes)


def only(pattern, text):
    """The one text that a pattern finds."""
    found = set(re.findall(pattern, text))
    assert len(found) == 1, f"{pattern}: {found}"
    return found.pop()


class Declared:
    """What the sources of a project declare."""

    def __init__(self, project):
        text, patterns = sources(project), PROJECTS[project]
        self.image = only(patterns["image"], text)
        self.environment = dict(re.findall(patterns["variable"], text))
        self.ports = sorted({int(port) for ports in re.findall(patterns["ports"], text) for port in re.findall(r"\b\d{4}\b", ports)})
        wait = re.search(patterns["wait"], text)
        named = wait.groupdict()
        self.path, self.port = (named["path"], int(named["port"])) if named else (wait[1], int(wait[2]))
        self.ca = only(r"/_understudy/[\w-]+\.pem", text)
        self.verification = only(r"/_understudy/requests/\w+", text)
        self.expected = json.loads(only(r'\{"match": .*?"count": \d+\}', text))
        self.client, = set(re.findall(r"[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}", text))
        self.secret = only(r"understudy-\w+-secret", text)
        self.scope = only(r"api://[\w.-]+/[\w.-]+", text)
        self.tenant = only(r"/(contoso\.com)\b", text)


@pytest.mark.parametrize("project", PROJECTS)
def test_a_project_gets_a_token_and_verifies_it(tmp_path, project):
    declared = Declared(project)
    assert declared.image == LOCAL_IMAGE and declared.environment
    with Container(tmp_path, declared.environment, declared.ports) as container:
        http = f"http://localhost:{container.ports[8080]}"
        https = f"https://localhost:{container.ports[8443]}"
        eventually(lambda: answers(f"http://localhost:{container.ports[declared.port]}{declared.path}"), 20)
        assert container.log.read_text().startswith("{"), "the variable of the container takes effect"
        ca = tmp_path / "ca.pem"
        ca.write_bytes(requests.get(http + declared.ca, timeout=10).content)
        session = requests.Session()
        session.trust_env, session.verify = False, str(ca)
        before = requests.post(http + declared.verification, json=declared.expected, timeout=10)
        assert before.status_code == 422, "without a token, the verification fails"
        metadata = session.get(f"{https}/{declared.tenant}/v2.0/.well-known/openid-configuration", timeout=10).json()
        token = session.post(metadata["token_endpoint"], timeout=10, data={
            "grant_type": "client_credentials", "client_id": declared.client, "client_secret": declared.secret, "scope": declared.scope})
        assert token.status_code == 200 and token.json()["access_token"], token.text
        after = requests.post(http + declared.verification, json=declared.expected, timeout=10)
        assert after.status_code == 200 and after.json()["verified"] is True, after.text


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    return installed(tmp_path_factory.mktemp("packages"), PACKAGES)


def run_python_project(folder, packages, daemon):
    environment = {name: value for name, value in os.environ.items() if not name.endswith(("_BUNDLE", "_FILE", "_proxy", "_PROXY"))}
    environment |= {
        "DOCKER_HOST": daemon.address, "TESTCONTAINERS_RYUK_DISABLED": "true", "TESTCONTAINERS_CONNECTION_MODE": "docker_host",
        "PYTHONPATH": str(packages), "HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)], env=environment, cwd=folder,
        capture_output=True, text=True, timeout=120)


def test_the_python_project_runs_with_testcontainers_and_msal(tmp_path, packages):
    folder = shutil.copytree(FOLDER / "python", tmp_path / "python")
    with Daemon(tmp_path, LOCAL_IMAGE) as daemon:
        done = run_python_project(folder, packages, daemon)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr
    created, = daemon.created
    declared = Declared("python")
    assert created["Env"] == [f"{name}={value}" for name, value in declared.environment.items()]
    assert sorted(created["ExposedPorts"]) == [f"{port}/tcp" for port in declared.ports]
    container, = daemon.containers.values()
    assert container.process.poll() is not None, "the container ends with the tests"


def test_the_python_project_fails_for_a_wrong_secret_and_for_a_request_that_was_not_sent(tmp_path, packages):
    for name, (wrong, message) in {"understudy-daemon-secret": ("wrong", "AADSTS7000215"), '"count": 1': ('"count": 2', "closest")}.items():
        folder = shutil.copytree(FOLDER / "python", tmp_path / wrong)
        test = folder / "test_daemon.py"
        test.write_text(test.read_text().replace(name, wrong))
        with Daemon(tmp_path, LOCAL_IMAGE) as daemon:
            done = run_python_project(folder, packages, daemon)
        assert done.returncode == 1 and message in done.stdout, done.stdout + done.stderr


def test_the_projects_start_the_same_container_and_send_the_same_requests():
    declarations = {project: vars(Declared(project)) for project in PROJECTS}
    for project, declared in declarations.items():
        assert declared == declarations["python"], f"{project} differs from the project that runs"
    assert declarations["python"]["ports"] == IMAGE["ports"]


def test_the_versions_that_run_are_those_of_the_project():
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)", PACKAGES.read_text(), re.MULTILINE))
    required = dict(re.findall(r"^([\w-]+)==(\S+)", (FOLDER / "python/requirements.txt").read_text(), re.MULTILINE))
    ours = dict(re.findall(r"^([\w-]+)==(\S+)", (Path(__file__).parent / "requirements.txt").read_text(), re.MULTILINE))
    assert pinned["testcontainers"] == required["testcontainers"]
    assert all(ours[name] == version for name, version in required.items() if name != "testcontainers")


def test_the_files_are_well_formed():
    for file in ("java/pom.xml", "dotnet/Daemon.csproj"):
        ElementTree.parse(FOLDER / file)
    package = json.loads((FOLDER / "node/package.json").read_text())
    imported = set(re.findall(r'^import .* from "((?!node:)[^"]+)"', sources("node"), re.MULTILINE))
    assert imported == set(package["devDependencies"])
    assert subprocess.run(["node", "--check", str(FOLDER / "node/daemon.test.js")], capture_output=True).returncode == 0
    formatted = subprocess.run(["gofmt", "-l", str(FOLDER / "go")], capture_output=True, text=True)
    assert (formatted.returncode, formatted.stdout) == (0, ""), formatted.stdout + formatted.stderr
    required = set(re.findall(r"^\t(\S+) v", (FOLDER / "go/go.mod").read_text(), re.MULTILINE))
    imports = set(re.findall(r'"(github\.com/[^"]+)"', sources("go")))
    assert required == {next(module for module in required if each.startswith(module)) for each in imports}


@pytest.mark.parametrize("project", PROJECTS)
def test_a_readme_says_how_the_project_runs_and_how_it_is_tested(project):
    readme = (FOLDER / project / "README.md").read_text()
    assert PROJECTS[project]["run"] in readme
    assert ("replayed, not run, here" in " ".join(readme.split())) == (project != "python")
    assert f"docker build -t {LOCAL_IMAGE} ." in readme


@pytest.mark.parametrize("project, language", LANGUAGES.items())
def test_the_page_shows_parts_of_the_projects(project, language):
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        assert block in sources(project), f"the page and the project differ:\n{block}"
