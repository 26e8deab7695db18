"""The GitHub action and the workflow: the files are well-formed, the files that they name exist, and the action's steps run as the
runner of GitHub runs them."""

import os
import re
import shlex
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from support.isolation import Namespace
from support.patience import eventually
from support.server import REPOSITORY, binary, clean_environment

ACTION = yaml.safe_load((REPOSITORY / "action.yml").read_text())
WORKFLOW = yaml.safe_load((REPOSITORY / ".github/workflows/ci.yml").read_text())
STEPS = ACTION["runs"]["steps"]

# Takes the place of docker: writes down its arguments, and a container is a server with the variables of `docker run`.
DOCKER = """#!/bin/bash
echo "$*" >>"$RUNNER_TEMP/docker.txt"
case $1 in
    run)
        while (($#)); do
            case $1 in --env) variables+=("$2") ;; --cidfile) cidfile=$2 ;; esac
            shift
        done
        [[ ! -e $cidfile ]] || { echo "container ID file found" >&2; exit 125; }
        env "${variables[@]}" "$REAL_BINARY" serve </dev/null >"$RUNNER_TEMP/docker.log" 2>&1 &
        echo "$!" >"$cidfile"
        ;;
    logs) cat "$RUNNER_TEMP/docker.log" ;;
    rm) kill "$3" ;;
esac
"""

# The runner's process for a job: runs the scripts that are named to it, and ends with the job.
WORKER = 'while read -r script; do bash --noprofile --norc -eo pipefail "$script" >"$script.log" 2>&1 </dev/null; echo "$?"; done'


class Runner:
    """A job that runs the action in a namespace. Expressions are replaced, and the steps' outputs and variables are kept."""

    def __init__(self, folder, namespace, system):
        self.folder, self.namespace, self.outputs = folder, namespace, {}
        (folder / "bin").mkdir()
        self.program("sudo", '#!/bin/sh\nexec "$@"\n')
        self.program("docker", DOCKER)
        self.environment = clean_environment(
            PATH=f"{folder / 'bin'}:{os.environ['PATH']}", RUNNER_TEMP=str(folder), REAL_BINARY=os.path.abspath(binary()),
            RUNNER_OS=system, RUNNER_TRACKING_ID="job")
        for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
            self.environment.pop(name, None)
        self.worker = subprocess.Popen(
            namespace.command("bash", "-c", WORKER), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.environment)

    def end(self):
        """Ends the job."""
        self.worker.stdin.close()
        self.worker.wait(10)
        self.worker.stdout.close()

    def program(self, name, text):
        (self.folder / "bin" / name).write_text(text)
        (self.folder / "bin" / name).chmod(0o755)

    def fill(self, text):
        """The text with its expressions replaced: inputs, the runner's folder, and the outputs of earlier steps."""
        def value(match):
            scope, *path = match[1].split(".")
            return {"inputs": lambda: self.inputs[path[0]], "runner": lambda: str(self.folder),
                    "steps": lambda: self.outputs[path[-1]]}[scope]()

        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, text)

    def applies(self, step):
        condition = re.fullmatch(r"inputs\.([\w-]+) == '(\w+)'", step.get("if", "inputs.tenant == 'any'"))
        return "if" not in step or self.inputs[condition[1]] == condition[2]

    def run(self, **inputs):
        """Runs the steps up to the first that fails. Returns the name of that step and its output, or None."""
        self.inputs = {name: given["default"] for name, given in ACTION["inputs"].items()} | inputs
        for step in filter(self.applies, STEPS):
            files = {name: self.folder / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH")}
            for file in files.values():
                file.write_text("")
            values = self.environment | {name: self.fill(text) for name, text in step["env"].items()} | files
            script = self.folder / "step.sh"
            exports = (f"export {name}={shlex.quote(str(value))}\n" for name, value in values.items())
            script.write_text("".join(exports) + f"cd {shlex.quote(str(self.folder))}\n" + step["run"])
            self.worker.stdin.write(f"{script}\n")
            self.worker.stdin.flush()
            code = int(self.worker.stdout.readline())
            if code:
                return step["name"], Path(f"{script}.log").read_text()
            self.outputs |= settings(files["GITHUB_OUTPUT"])
            self.environment |= settings(files["GITHUB_ENV"])
        return None

    def docker(self, command):
        """The arguments of each call of a command of docker."""
        file = self.folder / "docker.txt"
        calls = file.read_text().splitlines() if file.exists() else []
        return [call.split()[1:] for call in calls if call.split()[0] == command]

    def answers(self, port=8080):
        return self.namespace.run("curl", "-sf", f"http://localhost:{port}/_understudy/health").returncode == 0


def settings(file):
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


@pytest.fixture
def new_runner(tmp_path):
    """Makes runners of one machine, each with a folder of its own; the tests of most sentences need one."""
    runners = []
    with Namespace(tmp_path, folders=("/usr/local/share/ca-certificates", "/etc/ssl")) as namespace:
        def make(system="Linux"):
            folder = tmp_path / f"runner-{len(runners)}"
            folder.mkdir()
            runners.append(Runner(folder, namespace, system))
            return runners[-1]

        yield make
        for runner in runners:
            if not runner.worker.stdin.closed:
                runner.end()


START = {"binary": {"binary": os.path.abspath(binary())}, "image": {"image": "ghcr.io/Some/Understudy:main"}}


@pytest.mark.parametrize("start", START.values(), ids=START)
def test_the_action_starts_a_server_that_the_system_trusts(new_runner, start):
    runner = new_runner()
    assert runner.run(seed="action", **start) is None
    outputs = {name: runner.fill(output["value"]) for name, output in ACTION["outputs"].items()}
    assert outputs["authority"] == "https://localhost:8443/contoso.com"
    assert bool(outputs["container"]) == ("image" in start)
    url = outputs["authority"] + "/v2.0/.well-known/openid-configuration"
    assert runner.namespace.run("curl", "-sf", url, env=runner.environment).returncode == 0
    python = ["python3", "-c", f"import urllib.request; urllib.request.urlopen('{url}')"]
    assert runner.namespace.run(*python, env=runner.environment).returncode == 0
    healthy = runner.namespace.run(binary(), "healthcheck", env=clean_environment(**{
        name: value for name, value in runner.environment.items() if name.startswith("UNDERSTUDY_")}))
    assert healthy.returncode == 0, "the variables of later steps are options of the binary"


def test_docker_runs_an_image_with_a_read_only_root(new_runner):
    runner = new_runner()
    assert runner.run(config=str(REPOSITORY / "Config/understudy.yaml"), trust="false", **START["image"]) is None
    options, = runner.docker("run")
    assert options[-1] == "ghcr.io/some/understudy:main"
    assert {"--read-only", "--detach"} <= set(options)
    assert f"{REPOSITORY}/Config/understudy.yaml:/config/understudy.yaml:ro" in options
    assert "SSL_CERT_FILE" not in runner.environment


def test_the_container_is_removed_when_the_job_ends(new_runner):
    runner = new_runner()
    assert runner.run(trust="false", **START["image"]) is None
    container = runner.outputs["container"]
    # Allowed (sleep): A container that is removed too early gets the time for it.
    time.sleep(1.5)
    assert runner.answers() and not runner.docker("rm"), "the job still runs"
    runner.end()
    eventually(lambda: runner.docker("rm") == [["--force", container]], 10)
    eventually(lambda: not runner.answers(), 10)
    assert new_runner().run(trust="false", **START["image"]) is None, "the next job of the machine starts its own"


def test_the_container_is_removed_after_a_step_that_fails(new_runner):
    runner = new_runner()
    step, output = runner.run(**{"https-port": "no"}, timeout="1", **START["image"])
    assert step == "Wait until the server is healthy" and "::error::Understudy is not healthy after 1 seconds" in output
    assert "UNDERSTUDY_HTTPS_PORT must be" in output, "the log of the container is shown"
    runner.end()
    eventually(lambda: len(runner.docker("rm")) == 1, 10)


def test_two_servers_of_a_job_have_containers_and_ports_of_their_own(new_runner):
    runner = new_runner()
    assert runner.run(**START["image"]) is None
    first = dict(runner.outputs)
    assert runner.run(**{"http-port": "9080", "https-port": "9443"}, **START["image"]) is None
    assert runner.outputs["container"] != first["container"] and runner.answers(8080) and runner.answers(9080)
    for authority in (first["authority"], runner.outputs["authority"]):
        url = authority + "/v2.0/.well-known/openid-configuration"
        assert runner.namespace.run("curl", "-sf", url, env=runner.environment).returncode == 0, "both CAs are trusted"
    runner.end()
    eventually(lambda: len(runner.docker("rm")) == 2, 10)


@pytest.mark.parametrize("start", START.values(), ids=START)
def test_a_windows_runner_is_left_as_it_is(new_runner, start):
    runner = new_runner("Windows")
    before = dict(runner.environment)
    step, output = runner.run(**start)
    assert step == "Start" and "::error::Understudy: the action runs on Linux and macOS, and this runner is Windows" in output
    assert "if: runner.os != 'Windows'" in output
    assert runner.environment == before and not runner.outputs and not runner.docker("run") and not runner.answers()
    assert not list(runner.folder.glob("understudy*"))


def test_a_server_that_does_not_start_fails_the_step_and_shows_its_log(new_runner, tmp_path):
    (tmp_path / "bad.yaml").write_text("tenants: 3")
    step, output = new_runner().run(config=str(tmp_path / "bad.yaml"), timeout="600", **START["binary"])
    assert step == "Wait until the server is healthy" and "bad.yaml" in output and "::error::Understudy has ended" in output


@pytest.mark.parametrize("start", START.values(), ids=START)
def test_a_port_of_another_server_fails_the_step(new_runner, start):
    runner = new_runner()
    assert runner.run(trust="false", **START["binary"]) is None
    step, output = runner.run(**start)
    assert step == "Start" and "::error::Understudy: another server answers at http://localhost:8080" in output


def test_neither_image_nor_binary_is_an_error(new_runner):
    step, output = new_runner().run()
    assert step == "Start" and "::error::Understudy: name an image or a binary" in output


def test_every_input_is_used_and_described():
    text = (REPOSITORY / "action.yml").read_text()
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == set(ACTION["inputs"])
    assert all(given["description"] for given in [*ACTION["inputs"].values(), *ACTION["outputs"].values()])


def commands():
    for job in WORKFLOW["jobs"].values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


def test_the_workflow_names_files_that_exist():
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
