"""Runs one command of the server's binary to its end."""

import subprocess

from support.server import binary, clean_environment


def run(*arguments, cwd=None, **environment):
    return subprocess.run(
        [binary(), *arguments], cwd=cwd, env=clean_environment(**environment), timeout=20, stdin=subprocess.DEVNULL,
        capture_output=True, text=True)
