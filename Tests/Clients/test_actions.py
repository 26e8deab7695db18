"""The GitHub action and the workflow: their files are sound, what they name is there, and the action's steps are run as the
runner would run them."""

import os
import re
import subprocess

import pytest
import yaml

from support.namespace import Namespace
from support.server import REPOSITORY, binary, clean_environment

ACTION = yaml.safe_load((REPOSITORY / "action.yml").read_text())
WORKFLOW = yaml.safe_load((REPOSITORY / ".github/workflows/ci.yml").read_text())
STEPS = ACTION["runs"]["steps"]

# Stands for docker: keeps its arguments, and serves with the variables that it is given.
DOCKER = """#!/bin/bash
printf '%s\\n' "$@" >"$RUNNER_TEMP/docker.txt"
variables=()
while (($#)); do [[ $1 == --env ]] && variables+=("$2"); shift; done
env "${variables[@]}" "$REAL_BINARY" serve </dev/null >"$RUNNER_TEMP/docker.log" 2>&1 &
echo "$!" >"$RUNNER_TEMP/understudy/server.pid"
"""


class Runner:
    """Runs the action in a namespace: expressions are filled in, and what steps write to the runner's files is kept."""

    def __init__(self, folder, namespace, **inputs):
        self.folder, self.namespace = folder, namespace
        self.inputs = {name: given["default"] for name, given in ACTION["inputs"].items()} | inputs
        (folder / "bin").mkdir(exist_ok=True)
        self.program("sudo", '#!/bin/sh\nexec "$@"\n')
        self.program("docker", DOCKER)
        self.environment = clean_environment(
            PATH=f"{folder / 'bin'}:{os.environ['PATH']}", RUNNER_TEMP=str(folder), REAL_BINARY=os.path.abspath(binary()))
        self.outputs = {}
        for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
            self.environment.pop(name, None)

    def program(self, name, text):
        (self.folder / "bin" / name).write_text(text)
        (self.folder / "bin" / name).chmod(0o755)

    def fill(self, text):
        """The text with its expressions replaced: inputs, the runner's folder, and outputs of earlier steps."""
        def value(match):
            scope, *path = match[1].split(".")
            return {"inputs": lambda: self.inputs[path[0]], "runner": lambda: str(self.folder),
                    "steps": lambda: self.outputs[path[-1]]}[scope]()

        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, text)

    def applies(self, step):
        condition = re.fullmatch(r"inputs\.([\w-]+) == '(\w+)'", step.get("if", "inputs.tenant == 'any'"))
        return "if" not in step or self.inputs[condition[1]] == condition[2]

    def run(self):
        """Every step, as far as it goes; the step that failed, or None."""
        for step in filter(self.applies, STEPS):
            files = {name: self.folder / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH")}
            for file in files.values():
                file.write_text("")
            values = {name: self.fill(text) for name, text in step["env"].items()}
            done = self.namespace.run(
                "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"], cwd=self.folder, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, capture_output=False,
                env=self.environment | values | {name: str(file) for name, file in files.items()})
            if done.returncode:
                return step["name"], done.stdout
            self.outputs |= settings(files["GITHUB_OUTPUT"])
            self.environment |= settings(files["GITHUB_ENV"])
        return None


def settings(file):
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


@pytest.fixture
def new_runner(tmp_path):
    if os.geteuid():
        pytest.skip("network namespaces are for root")
    with Namespace(tmp_path, folders=("/usr/local/share/ca-certificates", "/etc/ssl")) as namespace:
        yield lambda **inputs: Runner(tmp_path, namespace, **inputs)


START = {"binary": {"binary": os.path.abspath(binary())}, "image": {"image": "ghcr.io/Some/Understudy:main"}}


@pytest.mark.parametrize("start", START.values(), ids=START)
def test_it_starts_the_server_and_the_system_trusts_it(new_runner, start):
    runner = new_runner(seed="action", **start)
    assert runner.run() is None
    outputs = {name: runner.fill(output["value"]) for name, output in ACTION["outputs"].items()}
    assert outputs["authority"] == "https://localhost:8443/contoso.com"
    url = outputs["authority"] + "/v2.0/.well-known/openid-configuration"
    assert runner.namespace.run("curl", "-sf", url, env=runner.environment).returncode == 0
    python = ["python3", "-c", f"import urllib.request; urllib.request.urlopen('{url}')"]
    assert runner.namespace.run(*python, env=runner.environment).returncode == 0
    healthy = runner.namespace.run(binary(), "healthcheck", env=clean_environment(**{
        name: value for name, value in runner.environment.items() if name.startswith("UNDERSTUDY_")}))
    assert healthy.returncode == 0, "what later steps are given are options of the binary"


def test_docker_is_given_an_image_that_cannot_write(new_runner):
    runner = new_runner(config=str(REPOSITORY / "Config/understudy.yaml"), trust="false", **START["image"])
    assert runner.run() is None
    given = (runner.folder / "docker.txt").read_text().splitlines()
    assert given[0] == "run" and given[-1] == "ghcr.io/some/understudy:main"
    assert {"--read-only", "--detach"} <= set(given)
    assert f"{REPOSITORY}/Config/understudy.yaml:/config/understudy.yaml:ro" in given
    assert "SSL_CERT_FILE" not in runner.environment


def test_a_server_that_does_not_start_fails_the_step_and_shows_its_log(new_runner, tmp_path):
    (tmp_path / "bad.yaml").write_text("tenants: 3")
    step, said = new_runner(config=str(tmp_path / "bad.yaml"), timeout="600", **START["binary"]).run()
    assert step == "Wait until it is healthy" and "bad.yaml" in said and "::error::Understudy has ended" in said


@pytest.mark.parametrize("start", START.values(), ids=START)
def test_a_port_that_another_server_has_fails_the_step(new_runner, start):
    assert new_runner(trust="false", **START["binary"]).run() is None
    step, said = new_runner(**start).run()
    assert step == "Start" and "::error::Understudy: another server answers at http://localhost:8080" in said


def test_nothing_to_start_is_an_error(new_runner):
    step, said = new_runner().run()
    assert step == "Start" and "::error::" in said


def test_every_input_is_used_and_described():
    text = (REPOSITORY / "action.yml").read_text()
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == set(ACTION["inputs"])
    assert all(given["description"] for given in [*ACTION["inputs"].values(), *ACTION["outputs"].values()])


def commands():
    for job in WORKFLOW["jobs"].values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


def test_the_workflow_names_what_is_there():
    for job in WORKFLOW["jobs"].values():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(WORKFLOW["jobs"])
    for script in re.findall(r"(?<![\w/])(?:scripts|\.ci)/\w+", "\n".join(commands())):
        assert (REPOSITORY / script).is_file(), script
    for command in commands():
        checked = subprocess.run(["bash", "-n"], input=re.sub(r"\$\{\{.*?\}\}", "x", command), text=True, capture_output=True)
        assert checked.returncode == 0, checked.stderr
        for options in re.findall(r"scripts/bench (.+)", command):
            known = subprocess.run(
                ["python3", "-B", "Tests/Bench/bench.py", "--help"], cwd=REPOSITORY, capture_output=True, text=True).stdout
            assert all(option in known for option in re.findall(r"--\w+", options)), options
    action = next(step for step in WORKFLOW["jobs"]["action"]["steps"] if step.get("uses") == "./")
    assert set(action["with"]) <= set(ACTION["inputs"])


def test_the_workflow_and_the_tests_agree_on_the_size_of_the_image():
    from test_image import LIMIT
    assert f'test "$size" -le {LIMIT}' in "\n".join(commands())
