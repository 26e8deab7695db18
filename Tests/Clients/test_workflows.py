"""Every workflow: GitHub's schema, an audit of its security, ShellCheck on its steps, and that what it names exists."""

import json
import re
import subprocess
from pathlib import Path

import jsonschema
import pytest

from support.packages import installed
from support.server import REPOSITORY
from support.workflows import EXPRESSION, WORKFLOWS, steps

PACKAGES = Path(__file__).parent / "workflow-requirements.txt"
PINNED = re.compile(r"\./\S*|[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+(?: .*)?")
SCRIPT = re.compile(r"(?<![\w/])(?:scripts|\.ci)/[\w/-]+")

# Permissions that let a job write, by workflow and job. A job that is not here only reads.
WRITES = {
    ("ci.yml", "image"): {"packages"},
    ("ci.yml", "manifest"): {"packages"},
    ("release.yml", "test"): {"packages"},
    ("release.yml", "join"): {"id-token", "attestations"},
    ("release.yml", "image"): {"packages", "id-token", "attestations"},
    ("release.yml", "publish"): {"contents"},
    ("release.yml", "python"): {"id-token"},
    ("release.yml", "npm"): {"id-token"},
    ("release.yml", "site"): {"contents"},
    ("site.yml", "publish"): {"contents"},
}


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """A folder with the packages that check workflows."""
    return installed(tmp_path_factory.mktemp("tools"), PACKAGES)


def runs():
    """Each script of a step, by workflow, job and position."""
    return {f"{name}-{job}-{position}": step["run"] for name in WORKFLOWS
            for position, (job, step) in enumerate(steps(name)) if "run" in step}


def jobs():
    return {f"{name}-{job}": (name, job, description) for name, workflow in WORKFLOWS.items()
            for job, description in workflow["jobs"].items()}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_the_shape_that_github_reads(tools, name):
    schema = json.loads((tools / "check_jsonschema/builtin_schemas/vendor/github-workflows.json").read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    # YAML 1.1 reads the key `on` as a truth value.
    workflow = {"on" if key is True else key: value for key, value in WORKFLOWS[name].items()}
    assert not [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(workflow)]
    assert list(validator.iter_errors(workflow | {"jobs": {"broken": {"runs-on": 3}}})), "the schema finds what is wrong"


def audit(tools, *paths):
    return subprocess.run(
        [str(tools / "bin/zizmor"), "--offline", "--no-progress", "--no-exit-codes", "--format", "json", "--config",
         str(REPOSITORY / ".github/zizmor.yml"), *map(str, paths)], capture_output=True, text=True, timeout=60, check=True)


def test_the_audit_of_security_finds_nothing(tools):
    done = audit(tools, REPOSITORY / ".github/workflows", REPOSITORY / "action.yml")
    assert [f"{found['ident']}: {found['locations'][0]['symbolic']}" for found in json.loads(done.stdout)] == []


def test_the_audit_of_security_finds_what_is_wrong(tools, tmp_path):
    text = (REPOSITORY / ".github/workflows/release.yml").read_text()
    worse = {"unpinned-uses": (r"(actions/checkout)@[0-9a-f]{40}", r"\1@v7"),
             "artipacked": ("persist-credentials: false", "fetch-depth: 0"),
             "excessive-permissions": (r"permissions:\n      contents: read\n    outputs", "permissions: write-all\n    outputs"),
             "template-injection": (r'\[\[ \$VERSION != \*-\* \]\]', "[[ ${{ github.head_ref }} != *-* ]]")}
    for audited, (pattern, replacement) in worse.items():
        file = tmp_path / "release.yml"
        changed = re.sub(pattern, replacement, text, count=1)
        assert changed != text, audited
        file.write_text(changed)
        assert audited in {found["ident"] for found in json.loads(audit(tools, file).stdout)}, audited


@pytest.mark.parametrize("script", runs().values(), ids=runs())
def test_a_step_is_sound_shell(tools, script):
    # An expression is any text by the time that the shell runs. Only ci.yml and site.yml have some, which no one outside can choose.
    # GitHub gives the shell the option -e.
    plain = "set -e\n" + EXPRESSION.sub("value", script)
    checked = subprocess.run(
        [str(tools / "bin/shellcheck"), "--shell", "bash", "--severity", "style", "-"], input=plain, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    for named in SCRIPT.findall(script):
        assert (REPOSITORY / named).is_file(), named


def test_no_step_of_a_release_has_an_expression():
    assert not [script for name, script in runs().items() if name.startswith("release.yml") and EXPRESSION.search(script)]


@pytest.mark.parametrize("name, job, description", jobs().values(), ids=jobs())
def test_a_job_has_the_permissions_that_it_needs_and_follows_jobs_that_exist(name, job, description):
    workflow = WORKFLOWS[name]
    permissions = description.get("permissions", workflow["permissions"])
    assert {scope for scope, access in permissions.items() if access == "write"} == WRITES.get((name, job), set())
    needs = description.get("needs", [])
    needs = [needs] if isinstance(needs, str) else needs
    assert set(needs) <= set(workflow["jobs"])
    named = set(re.findall(r"\bneeds\.([\w-]+)\.", json.dumps(description)))
    assert named <= set(needs), "a job reads the outputs of jobs that it waits for"
    if "uses" in description:
        assert (REPOSITORY / description["uses"]).is_file()
    else:
        assert description["timeout-minutes"] <= 90, "a job that hangs ends"


def test_every_action_is_pinned_to_a_commit():
    for name in WORKFLOWS:
        text = (REPOSITORY / ".github/workflows" / name).read_text()
        for used in re.findall(r"\buses: (.+)$", text, re.MULTILINE):
            assert PINNED.fullmatch(used), f"{name}: {used}"
    pins = {}
    for name in WORKFLOWS:
        for action, commit in re.findall(r"\buses: ([\w./-]+)@(\w+)", (REPOSITORY / ".github/workflows" / name).read_text()):
            assert pins.setdefault(action, commit) == commit, f"{name}: {action} has one version in all workflows"
