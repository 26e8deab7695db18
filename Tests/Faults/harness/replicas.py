"""Several servers that are one service."""

import contextlib
import subprocess
import tempfile

from support.server import Server, binary, clean_environment


class Fleet:
    """Replicas of one seed on a store."""

    def __init__(self, folder, url, *options, count=3, **environment):
        self.stack = contextlib.ExitStack()
        with contextlib.ExitStack() as starting:
            self.replicas = [
                starting.enter_context(Server(
                    tempfile.mkdtemp(dir=folder), "--store", url, "--log-level", "warning", *options, **environment))
                for _ in range(count)]
            self.stack = starting.pop_all()

    def __enter__(self):
        return self.replicas

    def __exit__(self, *_):
        self.stack.close()


def failed_start(folder, url, *options):
    """The last line of a start that must fail."""
    ran = subprocess.run(
        [binary(), "serve", "--http-port", "0", "--https-port", "0", "--seed", "s", "--store", url, *options],
        capture_output=True, text=True, env=clean_environment(), timeout=60, cwd=folder)
    assert ran.returncode == 1, ran
    return ran.stderr.splitlines()[-1]
