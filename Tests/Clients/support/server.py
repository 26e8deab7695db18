"""Starts the release binary on free ports and stops it again."""

import os
import re
import signal
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import requests

from support.patience import eventually
from support.seed import CONTOSO

REPOSITORY = Path(__file__).resolve().parents[3]


def binary():
    """The release binary: `UNDERSTUDY_BINARY`, else where the build puts it."""
    return os.environ.get("UNDERSTUDY_BINARY") or str(REPOSITORY / ".build/release/understudy")


def clean_environment(**more):
    """This process' environment without the server's own variables: an unknown one would stop it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}
    return kept | more


class Server:
    """A running server; a context manager.

    `http` and `https` are its origins, `ca` the path of its CA certificate in PEM, fetched from it over HTTP. `prefix` is a
    command that ends by executing the one behind it, as prlimit does.
    """

    def __init__(self, folder, *options, http_port=0, https_port=0, seed="tests", prefix=(), **environment):
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.log = Path(folder) / "server.log"
        self.ca = str(Path(folder) / "ca.pem")
        command = [binary(), "serve", "--http-port", str(http_port), "--https-port", str(https_port)]
        command += ["--seed", seed] if seed else []
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*prefix, *command, *options], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=clean_environment(**environment), cwd=folder)
        try:
            self.http = self._wait_for_origin()
            self.https = self._origin("https")
            Path(self.ca).write_bytes(self.get("/_understudy/ca.pem").content)
        except BaseException:
            self.kill()
            raise

    def _wait_for_origin(self):
        """The plain origin: its port, unless it is 80, stands in the print at start; then health must answer 200."""
        def has_begun():
            if printed := re.search(r"http://(?:localhost|127\.0\.0\.1)((?::\d+)?)[\s/]", self.output()):
                self.http = f"http://localhost{printed[1]}"
            return self.process.poll() is not None or printed and self.is_healthy()

        eventually(has_begun, 20, 0.02, self.output)
        assert self.process.poll() is None, f"the server did not become healthy; it printed:\n{self.output()}"
        return self.http

    def _origin(self, scheme):
        for origin in self.get("/_understudy/health").json()["origins"]:
            if urlsplit(origin).scheme == scheme:
                return f"{scheme}://localhost:{urlsplit(origin).port}"
        raise AssertionError(f"health names no {scheme} origin")

    def output(self):
        return self.log.read_text(errors="replace")

    def get(self, path):
        return requests.get(self.http + path, timeout=10)

    def is_healthy(self):
        """Whether it serves; what it cannot write, `health` says beside."""
        try:
            return self.get("/_understudy/health").status_code == 200
        except requests.RequestException:
            return False

    def authority(self, tenant=CONTOSO):
        return f"{self.https}/{tenant}"

    @property
    def http_port(self):
        return urlsplit(self.http).port

    @property
    def https_port(self):
        return urlsplit(self.https).port

    def stop(self):
        """Ends it as Docker does and gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=8)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def kill(self):
        """Ends it at once, by SIGKILL."""
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        """It must end well, or by a signal that the test sent: never by a trap or a fault of memory."""
        if self.process.poll() is None:
            code, good = self.stop(), {0}
        else:
            code, good = self.process.returncode, {0, -signal.SIGTERM, -signal.SIGKILL}
        if failure is None:
            assert code in good, f"the server ended with {code}:\n{self.output()[-4_000:]}"
