"""The workflows of .github/workflows, and their steps run by the shell that GitHub takes for them."""

import os
import re
import subprocess

import yaml

from support.server import REPOSITORY

FOLDER = REPOSITORY / ".github/workflows"
WORKFLOWS = {path.name: yaml.safe_load(path.read_text()) for path in sorted(FOLDER.glob("*.yml"))}
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")

# Takes the place of a program: writes its name and arguments into a file, a line for each call, and prints what a test has laid down
# for the call, in a file named after the program and its first argument.
STAND_IN = """#!/bin/bash
printf '%s\\n' "$(basename "$0") $*" >>"$CALLS"
[[ -t 0 ]] || cat >>"$CALLS.input"
answer=$ANSWERS/$(basename "$0")-$1
[[ ! -x $answer ]] || exec "$answer" "$@"
"""


def steps(name):
    """Each step of a workflow with the name of its job."""
    for job, description in WORKFLOWS[name]["jobs"].items():
        for step in description.get("steps", []):
            yield job, step


def step(name, job, title):
    found, = (step for owner, step in steps(name) if owner == job and step.get("name") == title)
    return found


class Runner:
    """A folder in which steps run. `values` has the values of expressions by their text."""

    def __init__(self, folder, stand_ins=(), **environment):
        self.folder, self.values = folder, {}
        self.calls, self.answers, self.programs = folder / "calls", folder / "answers", folder / "bin"
        self.output = folder / "output"
        self.workspace = folder / "workspace"
        for each in (self.answers, self.programs, self.workspace):
            each.mkdir()
        for program in stand_ins:
            self.program(program, STAND_IN)
        self.environment = dict(
            os.environ, PATH=f"{self.programs}:{os.environ['PATH']}", CALLS=str(self.calls), ANSWERS=str(self.answers),
            GITHUB_OUTPUT=str(self.output), HOME=str(folder), **environment)

    def program(self, name, text):
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def answer(self, program, first, text):
        """What a stand-in does when its first argument is `first`."""
        (self.answers / f"{program}-{first}").write_text(f"#!/bin/bash\n{text}\n")
        (self.answers / f"{program}-{first}").chmod(0o755)

    def fill(self, text):
        """The text with its expressions replaced. An expression that the test gives no value fails."""
        return EXPRESSION.sub(lambda match: self.values[match[1]], str(text))

    def run(self, step, cwd=None):
        """Runs a step as `shell: bash` does, and returns what became of it."""
        variables = {name: self.fill(value) for name, value in step.get("env", {}).items()}
        script = self.folder / "step.sh"
        script.write_text(step["run"])
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], cwd=cwd or self.workspace,
            env=self.environment | variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    def passes(self, step, cwd=None):
        done = self.run(step, cwd)
        assert done.returncode == 0, f"{step['run']}\n{done.stdout}{done.stderr}"
        return done.stdout

    def called(self, *beginnings):
        """The calls of stand-ins that begin with one of these words; all calls if none is named."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [line for line in lines if not beginnings or line.startswith(beginnings)]

    def outputs(self):
        return dict(line.split("=", 1) for line in self.output.read_text().splitlines())
