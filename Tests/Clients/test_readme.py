"""Every shell block of the README that uses curl or the command line runs and works, on the ports it names, and prints what
its comments say (`# prints 200`)."""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from support.server import REPOSITORY, Server, binary, clean_environment

FENCE = re.compile(r"^```(sh|bash|shell|console)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUNS = re.compile(r"^\s*(?:[A-Za-z_]+=\S*\$\(\s*)?(?:curl|understudy (?!serve))\b", re.MULTILINE)
INSTALLS = re.compile(r"^\s*(?:scripts/|\./|sudo |git |docker |podman |swift |apt|understudy serve|cd )", re.MULTILINE)
PRINTS = re.compile(r"#\s+prints (.+)$", re.MULTILINE)


def blocks():
    """Name and text of each block that can run against a server that is already there."""
    readme = REPOSITORY / "README.md"
    text = readme.read_text() if readme.exists() else ""
    for match in FENCE.finditer(text):
        block = commands(match[1], match[2])
        if RUNS.search(block) and not INSTALLS.search(block):
            yield pytest.param(block, id=f"line {text[:match.start()].count(chr(10)) + 1}")


def commands(kind, block):
    """A console block without its prompts and without what the commands printed."""
    if kind != "console":
        return block
    kept, continues = [], False
    for line in block.splitlines():
        if line.startswith("$ ") or continues:
            kept.append(line.removeprefix("$ "))
            continues = line.endswith("\\")
    return "\n".join(kept)


def is_free(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.fixture(scope="module")
def readme_server(tmp_path_factory):
    """A server on the default ports, or on others when those are taken."""
    ports = {"http_port": 8080, "https_port": 8443}
    ports = ports if all(map(is_free, ports.values())) else {}
    with Server(tmp_path_factory.mktemp("readme-server"), seed=None, **ports) as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the blocks run, one after the other, so that files made by one are there for the next."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "bin").mkdir()
    (folder / "bin/understudy").symlink_to(Path(binary()).resolve())
    return folder


@pytest.mark.parametrize("block", list(blocks()) or [pytest.param("", id="none")])
def test_a_block_of_the_readme_works(readme_server, folder, block):
    assert block, "README.md has no shell block with curl"
    script = block.replace("localhost:8080", f"localhost:{readme_server.http_port}")
    script = script.replace("localhost:8443", f"localhost:{readme_server.https_port}")
    environment = clean_environment(
        PATH=f"{folder / 'bin'}:{os.environ['PATH']}", UNDERSTUDY_HTTP_PORT=str(readme_server.http_port),
        UNDERSTUDY_HTTPS_PORT=str(readme_server.https_port))
    done = subprocess.run(
        [shutil.which("bash"), "-euo", "pipefail", "-c", script], cwd=folder, env=environment, timeout=60,
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    assert '"error"' not in done.stdout and "AADSTS" not in done.stdout, f"{script}\n{done.stdout}"
    printed = iter(done.stdout.splitlines())
    for line in PRINTS.findall(block):
        assert line in printed, f"{script}\n{done.stdout}"
