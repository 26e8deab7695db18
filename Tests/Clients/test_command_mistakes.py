"""Mistakes on the command line are named with what was meant."""

import pytest

from support.command import run


@pytest.mark.parametrize("arguments, said", [
    ("serv", "unknown command 'serv'; did you mean serve?"),
    ("help serv", "unknown command 'serv'; did you mean serve?"),
    ("help lint plst", "unknown command 'plst'; did you mean plist?"),
    ("lint redirect-url x", "unknown command 'redirect-url'; did you mean redirect-uri?"),
    ("frobnicate", "unknown command 'frobnicate'; the commands of understudy are serve, healthcheck, init, check, schema, ca, lint, "
                   "migrate, version"),
    ("migrate --errr x", "Unknown option '--errr'. Did you mean '--error'?"),
    ("migrate --json --errr x", "Unknown option '--errr'. Did you mean '--error'?"),
    ("--http-port -1", "--http-port must be a port from 0 to 65535, or off, not \"-1\""),
    ("serve --workers -2", "--workers must be from 1 to 256, not \"-2\""),
    ("healthcheck --http-port -1", "--http-port must be a port from 0 to 65535, or off, not \"-1\""),
])
def test_a_mistake_is_named_with_what_was_probably_meant(arguments, said):
    done = run(*arguments.split())
    assert done.returncode == 64
    assert done.stderr == f"understudy: {said}\n"


@pytest.mark.parametrize("command", ["serve", "check"])
def test_a_missing_file_has_no_line_number(command):
    option = ["--config"] if command == "serve" else []
    done = run(command, *option, "nope.yaml")
    assert "nope.yaml: cannot be read: No such file or directory\n" in done.stdout + done.stderr
