"""Runs the blocks of a page as a reader does: in page order, in one terminal and one folder, against a server of its own.

    python -m support.snippets ../../docs/get-started/curl.md                both shells
    python -m support.snippets --shell zsh ../../docs/get-started/curl.md    one of them

The server is the binary that UNDERSTUDY_BINARY names, else the release build. Where Linux has network namespaces, the server has
the ports 8080 and 8443 for itself. Elsewhere both ports have to be free.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from support.documents import Page
from support.isolation import Namespace, is_permitted, unshare
from support.server import REPOSITORY, Server, binary, clean_environment
from support.terminal import SHELLS, Terminal, TerminalError

# What an error has: of OAuth and Microsoft Graph, of a page, of the control plane (RFC 9457). curl ends well with it.
ERRORS = ('"error"', "AADSTS", "AADB2C", '"type":"about:blank"')
ANYTHING = "…"
LOOPBACK = 'ip link set lo up && exec "$0" "$@"'


class SnippetError(Exception):
    """A block does not do what the page says."""


class Reader:
    """Follows a page in a terminal. `needs` names the programs that are installed although few machines have them."""

    def __init__(self, folder, shell, needs=()):
        self.folder, self.needs = folder / "page", needs
        scratch, programs = folder / "scratch", folder / "bin"
        for made in (self.folder, scratch, programs):
            made.mkdir()
        (programs / "understudy").symlink_to(Path(binary()).resolve())
        for name in ("python", "python3"):
            (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
            (programs / name).chmod(0o755)
        self.scratch = scratch
        path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        # The variables of a new terminal, without what this machine adds, such as trusted certificates.
        kept = {name: os.environ[name] for name in ("JAVA_HOME", "TMPDIR", "USER") if name in os.environ}
        self.terminal = Terminal(shell, self.folder, scratch, kept | {
            "PATH": path, "HOME": str(self.folder), "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1", "PAGER": "cat"})

    def follow(self, page):
        with self.terminal:
            for block in page.blocks:
                try:
                    self.do(block)
                except (SnippetError, TerminalError) as error:
                    raise SnippetError(f"{block}: {error}\n\nThe block:\n{block.text}") from None

    def do(self, block):
        if block.file:
            file = self.folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text)
        if block.is_configuration:
            self.check(block)
        if block.is_run or any(block.marks.get("not run", "").startswith(f"needs {name}") for name in self.needs):
            self.run(block)

    def check(self, block):
        """A configuration is valid."""
        file = self.folder / (block.file or ".understudy-block.yaml")
        file.write_text(block.text)
        checked = subprocess.run(
            [binary(), "check", file.name], cwd=self.folder, capture_output=True, text=True, env=clean_environment(), timeout=20)
        if not block.file:
            file.unlink()
        if checked.returncode != 0:
            raise SnippetError(f"understudy check ends with {checked.returncode}:\n{checked.stdout}{checked.stderr}")

    def run(self, block):
        text = block.text
        if block.language == "python":
            script = self.scratch / f"line-{block.line}.py"
            script.write_text(text)
            text = f"PYTHONPATH=. python -W ignore {script}"
        outcome = self.terminal.run(text)
        said = f"The shell printed:\n{outcome.printed}"
        expected = int(block.marks.get("status", 0))
        if outcome.status != expected:
            raise SnippetError(f"the last command ends with {outcome.status}, not {expected}\n{said}")
        if outcome.failures and not expected:
            raise SnippetError(f"a command ends with {outcome.failures[0]}\n{said}")
        output = block.output
        if output and "output" in output.marks:
            if not matches(output, outcome.printed):
                raise SnippetError(f"other output than line {output.line} shows, which is:\n{output.text}\n{said}")
        elif not expected and has_error(outcome.printed) and not (output and has_error(output.text)):
            raise SnippetError(f"an error that the page does not show\n{said}")


def has_error(text):
    return any(mark in text for mark in ERRORS)


def matches(output, printed):
    """Whether a text was printed: `…` stands for anything, and white space does not count in JSON."""
    reduce = without_space if output.language == "json" else trimmed
    pattern = ".*".join(map(re.escape, reduce(output.text).split(ANYTHING)))
    return re.fullmatch(pattern, reduce(printed), re.DOTALL) is not None


def trimmed(text):
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def without_space(text):
    return re.sub(r"\s+", "", text)


def follow(page, shell, root=REPOSITORY, needs=()):
    """Runs a page in this process, whose network the server has for itself."""
    with tempfile.TemporaryDirectory(prefix="understudy-page-") as made:
        folder = Path(made)
        (folder / "server").mkdir()
        with Server(folder / "server", http_port=8080, https_port=8443, seed=None):
            Reader(folder, shell, needs).follow(Page(page, root))


def follow_apart(page, shell, root=REPOSITORY, needs=(), timeout=900, **environment):
    """Runs a page in a process of its own, in a network of its own where the system has such: what went wrong, or ""."""
    command = [sys.executable, "-m", "support.snippets", "--here", "--shell", shell, "--root", str(root), str(Path(root) / page)]
    command += [f"--needs={name}" for name in needs]
    if is_permitted(*Namespace.KINDS):
        command = [*unshare(*Namespace.KINDS), "--mount-proc", "--fork", "--kill-child", "sh", "-c", LOOPBACK, *command]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[1], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout,
        env=os.environ | environment)
    if done.returncode == 0:
        return ""
    try:
        return json.loads(done.stdout)["error"]
    except ValueError:
        return f"{page} in {shell}: {done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser(prog="python -m support.snippets", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shell", choices=SHELLS, help="the shell to use; both, if none is named")
    parser.add_argument("--needs", action="append", default=[], metavar="PROGRAM",
                        help="run the blocks marked `not run: needs PROGRAM` too")
    parser.add_argument("--root", type=Path, default=REPOSITORY, help=argparse.SUPPRESS)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
    arguments = parser.parse_args()
    failed = False
    for path in arguments.pages:
        page = str(path.resolve().relative_to(arguments.root.resolve()))
        if arguments.here:
            try:
                follow(page, arguments.shell, arguments.root, arguments.needs)
            except (SnippetError, AssertionError, OSError) as error:
                print(json.dumps({"error": str(error)}))
                failed = True
            continue
        for line, what in Page(page, arguments.root).faults():
            print(f"{page}:{line}: {what}")
            failed = True
        for shell in [arguments.shell] if arguments.shell else SHELLS:
            error = follow_apart(page, shell, arguments.root, arguments.needs)
            print(error or f"{page} in {shell}: as the page says")
            failed = failed or bool(error)
    return failed


if __name__ == "__main__":
    sys.exit(main())
