"""The pages docs/get-started/{github-actions,gitlab-ci,azure-pipelines}.md: each pipeline is well-formed, and its steps run against
a server with the variables of its service container, in a namespace that has the names and ports of the job."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from support.isolation import Namespace
from support.patience import eventually
from support.server import REPOSITORY, binary, clean_environment
from test_actions import ACTION, START, new_runner  # noqa: F401

PAGES = REPOSITORY / "docs/get-started"
FILE = re.compile(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE_ROW = re.compile(r"^\| (`.+?) \|(.*?)\| .+ \|$", re.MULTILINE)
# The variables of a step that a script of Azure Pipelines sets for the later steps.
AZURE_VARIABLE = re.compile(r"^##vso\[task\.setvariable variable=(\w+)\](.*)$", re.MULTILINE)
# Programs that steps use and that a namespace without a network cannot run: packages are installed already.
PROGRAMS = {"sudo": '#!/bin/sh\nexec "$@"\n', "pip": "#!/bin/sh\n"}


def files(page):
    """The files that a page writes, by name."""
    return dict(FILE.findall((PAGES / page).read_text()))


def pipeline(page, name):
    return yaml.safe_load(files(page)[name])


class Job:
    """A job in a namespace, in a folder with the files of its page."""

    def __init__(self, page, folder, namespace):
        self.folder, self.namespace = folder, namespace
        for name, text in files(page).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        (folder / "bin").mkdir()
        programs = PROGRAMS | {name: f'#!/bin/sh\nexec {sys.executable} {module} "$@"\n'
                               for name, module in {"python": "", "pytest": "-m pytest -p no:cacheprovider"}.items()}
        for name, text in programs.items():
            (folder / "bin" / name).write_text(text)
            (folder / "bin" / name).chmod(0o755)
        self.variables = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "GITHUB_ENV": str(folder / "GITHUB_ENV")}

    def run(self, script, **variables):
        """The output of a step that succeeds. Variables that the step sets are there for the later steps."""
        done = self.namespace.run(
            "bash", "-eo", "pipefail", "-c", f"cd '{self.folder}'\n{script}", env=self.variables | variables | {"HOME": str(self.folder)})
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        self.variables |= dict(AZURE_VARIABLE.findall(done.stdout))
        file = Path(self.variables["GITHUB_ENV"])
        if file.exists():
            self.variables |= dict(line.split("=", 1) for line in file.read_text().splitlines())
        return done.stdout


@contextmanager
def job(page, folder, service, alias="localhost"):
    """A job with a server that has the variables of the service container. The server may start after the first step."""
    variables = {"UNDERSTUDY_HOST": "0.0.0.0"} | {name: str(value) for name, value in service.items()}
    names = ("/usr/local/share/ca-certificates", "/etc/ssl")
    with Namespace(folder, [alias], folders=names) as namespace, open(folder / "server.log", "wb") as log:
        server = subprocess.Popen(
            namespace.command(binary(), "serve"), env=clean_environment(**variables), cwd="/", stdin=subprocess.DEVNULL, stdout=log,
            stderr=log)
        try:
            yield Job(page, folder, namespace)
        finally:
            server.kill()
            server.wait(10)


def await_health(running):
    eventually(lambda: running.namespace.run("curl", "-sf", "http://localhost:8080/_understudy/health").returncode == 0, 10)


def test_the_gitlab_job_passes(tmp_path):
    test = pipeline("gitlab-ci.md", ".gitlab-ci.yml")["test"]
    service, = test["services"]
    with job("gitlab-ci.md", tmp_path, service["variables"], service["alias"]) as running:
        output = "".join(running.run(line, **test["variables"]) for line in test["script"])
    assert "1 passed" in output


def test_the_azure_job_passes(tmp_path):
    description = pipeline("azure-pipelines.md", "azure-pipelines.yml")
    container, = description["resources"]["containers"]
    test, = description["jobs"]
    assert test["services"] == {"understudy": container["container"]}
    with job("azure-pipelines.md", tmp_path, container["env"]) as running:
        output = "".join(running.run(step["script"], **step.get("env", {})) for step in test["steps"] if "script" in step)
        assert "1 passed" in output
        assert running.run("curl -sSf https://localhost:8443/contoso.com/v2.0/.well-known/openid-configuration"), "the system trusts the CA"


def test_the_github_job_with_a_service_container_passes(tmp_path):
    test = pipeline("github-actions.md", ".github/workflows/test-service.yml")["jobs"]["test"]
    service = test["services"]["understudy"]
    with job("github-actions.md", tmp_path, service["env"]) as running:
        await_health(running)   # as GitHub does before the first step
        for step in test["steps"]:
            if "run" in step:
                running.run(step["run"])
    with_seed_directory = tmp_path / "without the configuration"
    with_seed_directory.mkdir()
    with job("github-actions.md", with_seed_directory, {}) as running:
        await_health(running)
        running.run(test["steps"][1]["run"])
        assert "1 passed" in running.run("pytest -q test_daemon.py"), "the test belongs to the seed directory"


def test_the_github_job_with_the_action_passes(new_runner, tmp_path):  # noqa: F811
    test = pipeline("github-actions.md", ".github/workflows/test.yml")["jobs"]["test"]
    use = next(step for step in test["steps"] if step.get("id") == "understudy")
    runner = new_runner()
    assert runner.run(**use["with"] | START["image"]) is None
    folder = tmp_path / "job"
    folder.mkdir()
    running = Job("github-actions.md", folder, runner.namespace)
    running.variables |= {name: value for name, value in runner.environment.items() if name.endswith(("_BUNDLE", "_CERTS", "_FILE"))}
    step = test["steps"][-1]
    assert "1 passed" in running.run(step["run"], AUTHORITY=runner.fill(step["env"]["AUTHORITY"]))


def test_the_tables_of_the_action_are_complete():
    page = (PAGES / "github-actions.md").read_text()
    inputs, outputs = page.split("| Input |")[1].split("| Output |")
    written = {name: default.strip(" `") for names, defaults in TABLE_ROW.findall(inputs)
               for name, default in zip(re.findall(r"`([\w-]+)`", names), defaults.split(","))}
    assert set(written) == set(ACTION["inputs"])
    for name, given in ACTION["inputs"].items():
        assert not given["default"] or written[name] == given["default"], name
    rows = re.findall(r"^\| (`.+?) \|", outputs, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == set(ACTION["outputs"])


@pytest.mark.parametrize("page", ["github-actions.md", "gitlab-ci.md", "azure-pipelines.md"])
def test_the_pages_share_one_test(page):
    assert files(page)["test_daemon.py"] == files("github-actions.md")["test_daemon.py"]
