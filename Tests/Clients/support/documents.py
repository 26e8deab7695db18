"""Code blocks of the project's pages, and how those that can run here are run: what a page says to type is typed.

A block is fenced with its language; shell and Python blocks are run, unless the word behind the language says where else they
belong: `sh macos`. A comment `# prints X` is held against what the block prints.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from support.server import REPOSITORY, Server, binary, clean_environment

FENCE = re.compile(r"^ *```(\w+)([^\n]*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
# What a refusal has, of OAuth and Microsoft Graph, of a page, of the control plane (RFC 9457): curl ends well with it.
REFUSALS = ('"error"', "AADSTS", '"type":"about:blank"')
PRINTS = re.compile(r"(?:#|//)\s+prints (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    kind: str
    place: str      # "" for here
    text: str

    def __str__(self):
        return f"{self.page} line {self.line}"


def blocks(page):
    """The code blocks of a page, named by its path below the repository's root."""
    text = (REPOSITORY / page).read_text()
    for match in FENCE.finditer(text):
        line = text[:match.start()].count("\n") + 1
        yield Block(str(page), line, match[1], match[2].strip(), without_prompts(match[1], match[3]))


def without_prompts(kind, text):
    """A console block without its prompts and without what the commands printed."""
    if kind != "console":
        return text
    kept, continues = [], False
    for line in text.splitlines():
        if line.startswith("$ ") or continues:
            kept.append(line.removeprefix("$ "))
            continues = line.endswith("\\")
    return "\n".join(kept)


def new_server(folder):
    """A server on the default ports, which the pages name, or on others when those are taken."""
    ports = {"http_port": 8080, "https_port": 8443}
    return Server(folder, seed=None, **(ports if all(map(is_free, ports.values())) else {}))


def is_free(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def at_ports(text, server):
    """The text with the ports of this server."""
    return text.replace("localhost:8080", f"localhost:{server.http_port}").replace(
        "localhost:8443", f"localhost:{server.https_port}")


def new_folder(folder):
    """Where blocks run, one after the other, so that what one leaves is there for the next: `understudy` and `python` are
    on its path."""
    (folder / "bin").mkdir()
    (folder / "bin/understudy").symlink_to(Path(binary()).resolve())
    (folder / "bin/python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (folder / "bin/python").chmod(0o755)
    return folder


def run(block, server, folder, **environment):
    """Runs a block against the server; it has to end well and to print what its comments say."""
    script = at_ports(block.text, server)
    shell = [shutil.which("bash"), "-euo", "pipefail", "-c", script]
    done = subprocess.run(
        [sys.executable, "-c", script] if block.kind == "python" else shell, cwd=folder, timeout=120,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, env=clean_environment(
            PATH=f"{folder / 'bin'}:{os.environ['PATH']}", UNDERSTUDY_HTTP_PORT=str(server.http_port),
            UNDERSTUDY_HTTPS_PORT=str(server.https_port), **environment))
    said = f"{block}\n{script}\n{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, said
    expected = PRINTS.findall(script)
    lines = done.stdout.splitlines()
    assert not [line for line in lines if line not in expected and any(mark in line for mark in REFUSALS)], said
    printed = iter(lines)
    for line in expected:
        assert line in printed, said
