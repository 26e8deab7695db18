"""Every shell block of the README that uses curl or the command line runs and works, on the ports it names, and prints what
its comments say (`# prints 200`)."""

import re

import pytest

from support.documents import blocks, new_folder, new_server, run

SHELLS = ("sh", "bash", "shell", "console")
RUNS = re.compile(r"^\s*(?:[A-Za-z_]+=\S*\$\(\s*)?(?:curl|understudy (?!serve))\b", re.MULTILINE)
INSTALLS = re.compile(r"^\s*(?:scripts/|\./|sudo |git |docker |podman |swift |apt|understudy serve|cd )", re.MULTILINE)


def runnable():
    """Each block that can run against a server that is already there."""
    for block in blocks("README.md"):
        if block.kind in SHELLS and RUNS.search(block.text) and not INSTALLS.search(block.text):
            yield pytest.param(block, id=f"line {block.line}")


@pytest.fixture(scope="module")
def readme_server(tmp_path_factory):
    with new_server(tmp_path_factory.mktemp("readme-server")) as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return new_folder(tmp_path_factory.mktemp("readme"))


@pytest.mark.parametrize("block", list(runnable()) or [pytest.param(None, id="none")])
def test_a_block_of_the_readme_works(readme_server, folder, block):
    assert block, "README.md has no shell block with curl"
    run(block, readme_server, folder)
