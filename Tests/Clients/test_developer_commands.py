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
    assert COMMANDS == ["bench", "build", "check", "docs", "release", "run", "test"]


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


def summary(tmp_path, *cases, **environment):
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuite>{''.join(cases)}</testsuite>")
    return run("scripts/internal/summary", report, **environment)


PASSED = '<testcase classname="test_store" name="test_one"/>'
NO_REDIS = '<testcase classname="test_store" name="test_two"><skipped message="there is no redis-server here"/></testcase>'
NO_REASON = '<testcase classname="Tests.Suite" name="three()"><skipped/></testcase>'


@pytest.mark.parametrize("ci, cases, last_line", [
    pytest.param("", [PASSED, NO_REDIS], "1 passed, 0 failed, 1 skipped", id="allowed"),
    pytest.param("true", [PASSED, NO_REDIS], "1 passed, 1 failed", id="allowed elsewhere only"),
    pytest.param("", [PASSED, NO_REASON], "1 passed, 1 failed", id="not allowed"),
])
def test_a_skip_fails_unless_the_list_allows_it(tmp_path, ci, cases, last_line):
    done = summary(tmp_path, *cases, CI=ci)
    assert done.stdout.splitlines()[-1] == last_line
    assert done.returncode == (" 0 failed" not in last_line)
    assert ("skipped: " in done.stdout) == ("1 failed" in last_line)


def test_what_failed_is_listed_above_the_sum(tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(f'<testsuite>{PASSED}<testcase classname="test_store" name="test_four"><failure/></testcase></testsuite>')
    missing = tmp_path / "missing.xml"
    done = run("scripts/internal/summary", "--passed=2", "--failed=scripts/check", "--failed=fuzz: jws CRASHED", report, missing)
    assert done.returncode == 1
    *failures, count = done.stdout.splitlines()
    assert failures[:3] == ["failed: scripts/check", "failed: fuzz: jws CRASHED", "failed: test_store.test_four"]
    assert failures[3].startswith(f"failed: no usable report in {missing}: ") and len(failures) == 4
    assert count == "3 passed, 4 failed"


@pytest.fixture
def project(tmp_path):
    """A repository with one commit that `scripts/release check` accepts."""
    folder = tmp_path / "project"
    for name, text in {
        "Sources/Understudy/Version.swift": 'enum Version {\n    static let text = "1.2.3"\n}\n',
        "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n- A change.\n\n## [1.2.2] - 2026-11-30\n\n- Another.\n",
        "scripts/release": (REPOSITORY / "scripts/release").read_text(),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    commit(folder)
    return folder


def commit(folder):
    for command in (["init", "--quiet"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "--quiet", "-m", "x"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


def release(folder, *arguments):
    return subprocess.run(["bash", "scripts/release", *arguments], cwd=folder, capture_output=True, text=True, timeout=60)


def test_a_release_needs_all_changes_committed(project):
    assert release(project, "check").stdout.startswith("release: version 1.2.3, commit ")
    (project / "new.txt").write_text("new")
    refused = release(project, "check")
    assert refused.returncode == 1 and "commit or remove these files first:\n?? new.txt" in refused.stderr


def test_a_release_needs_a_section_of_its_version(project):
    (project / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n- A change.\n")
    commit(project)
    refused = release(project)
    assert refused.returncode == 1
    assert refused.stderr == "release: CHANGELOG.md has no changes under '## [1.2.3] - YYYY-MM-DD'\n"


def test_a_release_is_of_one_commit(project):
    made = project / "dist/1.2.3"
    made.mkdir(parents=True)
    (made / "COMMIT").write_text("another\n")
    (project / ".git/info/exclude").write_text("dist/\n")
    refused = release(project)
    assert refused.returncode == 1 and "dist/1.2.3 has files of the commit another" in refused.stderr
