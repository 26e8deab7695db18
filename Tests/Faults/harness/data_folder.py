"""Servers on a data folder: those that start, and those that must not."""

import subprocess
import tempfile

from support.server import Server, binary, clean_environment


def started(folder, data, *options, prefix=()):
    """A server with the data folder `data`; what else it needs lies in a folder of its own under `folder`."""
    return Server(
        tempfile.mkdtemp(dir=folder), "--data-dir", str(data), "--log-level", "warning", *options, seed=None,
        prefix=prefix)


def failed_start(data, prefix=()):
    """What a start that must fail prints."""
    ran = subprocess.run(
        [*prefix, binary(), "serve", "--http-port", "0", "--https-port", "0", "--data-dir", data], capture_output=True, text=True,
        env=clean_environment(), timeout=20)
    assert ran.returncode == 1, ran
    assert ran.stderr.startswith("understudy: ") and len(ran.stderr.splitlines()) == 1, ran.stderr
    return ran.stderr
