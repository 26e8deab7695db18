"""The commands in scripts/: each explains itself, and installs nothing if told not to."""

import os
import subprocess

import pytest

from support.server import REPOSITORY

COMMANDS = sorted(path.name for path in (REPOSITORY / "scripts").iterdir() if path.is_file())


def run(*command, **environment):
    return subprocess.run(
        command, cwd=REPOSITORY, env=os.environ | environment, capture_output=True, text=True, timeout=60)


def test_only_what_a_person_types_is_in_the_folder():
    assert COMMANDS == ["bench", "build", "check", "run", "test"]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_explains_itself_at_once(name):
    help_ = run(REPOSITORY / "scripts" / name, "--help", NO_INSTALL="1")
    assert help_.returncode == 0 and not help_.stderr
    assert len(help_.stdout.splitlines()) >= 2 and "set -euo" not in help_.stdout


def test_setup_names_what_it_would_install():
    refused = run("scripts/internal/setup", "git", "no-such-package", NO_INSTALL="1")
    assert refused.returncode == 1
    assert refused.stderr == "setup: not installed, because of --no-install: no-such-package\n"


def test_an_unknown_part_is_an_error():
    unknown = run("scripts/test", "--no-install", "everything")
    assert unknown.returncode == 64 and "unknown part 'everything'" in unknown.stderr


def test_tests_are_found_by_tag():
    slow = run("scripts/internal/tagged-tests", "slow").stdout
    assert r"CorpusTests/readsExchangesSplitInTwo\(" in slow and "RedisStoreTests" not in slow
    assert "RedisStoreTests/" in run("scripts/internal/tagged-tests", "net").stdout
    assert run("scripts/internal/tagged-tests", "none").returncode == 1
