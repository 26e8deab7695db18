"""The names of deploy/names.env and the version: scripts/internal/names finds each place that differs, and writes all of them."""

import importlib.machinery
import importlib.util
import re
import shutil
import subprocess

import pytest

from support.server import REPOSITORY

SCRIPT = "scripts/internal/names"
LOADER = importlib.machinery.SourceFileLoader("names", str(REPOSITORY / SCRIPT))
NAMES = importlib.util.module_from_spec(importlib.util.spec_from_loader("names", LOADER))
LOADER.exec_module(NAMES)

TEXTS = dict(NAMES.texts(REPOSITORY))
NEW = {"OWNER": "acme-co", "LOCAL_IMAGE": "stand-in", "VERSION": "9.8.7"}
# The names of an image of Understudy in a registry, and of a container image that the documentation starts.
REMOTE = re.compile(r"\b((?:[\w.-]+/)+understudy)(?=[:@][\w.])")
STARTED = re.compile(r"^ *image: *(\S*understudy\S*)$|^docker run .*?(?<!--name )(?<![-\w/=])(\S*understudy)$", re.MULTILINE)


@pytest.fixture
def copy(tmp_path):
    """A copy of the files that names stand in, without the rest of the repository."""
    for path in ["deploy/names.env", NAMES.SOURCE, SCRIPT, *TEXTS]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / path, tmp_path / path)
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def run(folder, *arguments):
    return subprocess.run(
        ["python3", "-B", str(folder / SCRIPT), *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)


def rename(folder):
    for path, name in {"deploy/names.env": "OWNER", NAMES.SOURCE: "VERSION"}.items():
        old = NAMES.names(folder)[name]
        text = (folder / path).read_text()
        (folder / path).write_text(text.replace(f"OWNER={old}", f"OWNER={NEW[name]}") if name == "OWNER" else text.replace(old, NEW[name]))


def test_every_place_has_the_names():
    checked = run(REPOSITORY, "--check")
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout


def test_a_new_owner_and_a_new_version_reach_every_place(copy):
    before = NAMES.names(copy)
    rename(copy)
    stale = run(copy, "--check")
    assert stale.returncode == 1 and "run: scripts/internal/names" in stale.stdout
    assert run(copy).returncode == 0
    assert (run(copy, "--check").returncode, run(copy).stdout) == (0, ""), "a second run changes nothing"
    texts = dict(NAMES.texts(copy))
    for path, text in texts.items():
        assert f"{before['OWNER']}/understudy" not in text, path
        for mention in NAMES.MENTIONS:
            assert all(match["name"] == NAMES.names(copy)[mention.name] for match in re.finditer(mention.pattern, text)), path
    assert "ghcr.io/acme-co/understudy:9.8.7" in texts["docs/get-started/gitlab-ci.md"]
    assert "newName: ghcr.io/acme-co/understudy\n    newTag: 9.8.7\n" in texts["deploy/kubernetes/kustomization.yaml"]
    assert "version 9.8.7" in texts["README.md"]
    assert "uses: acme-co/understudy@main" in texts["docs/get-started/github-actions.md"], "a branch is no version"
    assert run(copy, "DOWNLOAD").stdout == "https://github.com/acme-co/understudy/releases/download/v9.8.7\n"


ROWS = {f"{mention.name}: {mention.pattern}": (mention, None) for mention in NAMES.MENTIONS} | {
    path: (mention, path) for path, mention in NAMES.DECLARATIONS.items()}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_place_that_differs_is_named(row):
    mention, only = row
    known = NAMES.names(REPOSITORY)
    path, text, match = next(
        (path, text, match) for path, text in TEXTS.items() if only in (None, path)
        for match in [re.search(mention.pattern, text, re.MULTILINE)] if match)
    differing = text[:match.start("name")] + NEW[mention.name] + text[match.end("name"):]
    written, breaches = NAMES.checked(path, differing, known)
    line = text.count("\n", 0, match.start("name")) + 1
    assert f"{path}:{line}: {NEW[mention.name]}, and {mention.name} is {known[mention.name]}" in "\n".join(breaches)
    assert written == text


@pytest.mark.parametrize("path", NAMES.DECLARATIONS)
def test_a_file_that_declares_no_name_any_more_is_reported(path):
    _, breaches = NAMES.checked(path, "nothing\n", NAMES.names(REPOSITORY))
    assert breaches[0].startswith(f"{path}:1: it declares no {NAMES.DECLARATIONS[path].name}")


def test_no_other_name_of_the_image_is_in_use():
    known = NAMES.names(REPOSITORY)
    remote = known["IMAGE"].rsplit(":", 1)[0]
    for path, text in TEXTS.items():
        for match in REMOTE.finditer(text):
            assert match[1] in (remote, f"{known['OWNER']}/understudy"), f"{path}: {match[0]}"
        for match in STARTED.finditer(text):
            name = match[1] or match[2]
            assert name in (known["LOCAL_IMAGE"], known["IMAGE"], f"{remote}:main"), f"{path}: {name}"
