"""A running server, started here or elsewhere."""

import json
import os
import signal
import ssl
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Type, Union

from . import binary, trust
from .control import Control
from .http import ControlError
from .tenant import Tenant

_START_TIMEOUT = 30.0


class StartError(RuntimeError):
    """The server did not start. The message has what the server printed."""


class Understudy(Control):
    """A running server, and its control plane.

        with Understudy.start() as entra, entra.tenant() as tenant:
            ...

    `http` and `https` are the origins of the server. `https` is None if the server has no HTTPS port.
    """

    def __init__(
            self, http: str, https: Optional[str] = None, *, token: Optional[str] = None,
            process: Optional["subprocess.Popen[bytes]"] = None, folder: Optional["tempfile.TemporaryDirectory[str]"] = None,
    ) -> None:
        super().__init__(http, token=token)
        self.https = https
        self._process = process
        self._folder = folder or tempfile.TemporaryDirectory(prefix="understudy-")
        self._bundle: Optional[Path] = None

    @classmethod
    def start(
            cls, *options: str, path: Optional[str] = None, config: Union[str, Mapping[str, Any], None] = None,
            http_port: int = 0, https_port: int = 0, token: Optional[str] = None,
            environment: Optional[Mapping[str, str]] = None) -> "Understudy":
        """Starts a server on free ports, and returns when it accepts requests.

        `path` is the binary. `config` is the path of a configuration file, or the configuration itself. `options` are options of
        `understudy serve`.
        """
        folder = tempfile.TemporaryDirectory(prefix="understudy-")
        command = [
            binary.find(path), "serve", "--http-port", str(http_port), "--https-port", str(https_port), "--ready-file",
            os.path.join(folder.name, "ready.json"), *options]
        settings = _environment(environment or {})
        if token is not None:
            settings["UNDERSTUDY_CONTROL_TOKEN"] = token
        if isinstance(config, Mapping):
            settings["UNDERSTUDY_CONFIG_INLINE"] = json.dumps(config)
        elif config is not None:
            settings["UNDERSTUDY_CONFIG"] = os.path.abspath(config)
        log = Path(folder.name) / "server.log"
        with open(log, "wb") as output:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=settings, cwd=folder.name)
        try:
            ready = _wait(process, Path(folder.name) / "ready.json", log)
            origins = {scheme: _origin(ready["origins"], scheme) for scheme in ("http", "https")}
            if origins["http"] is None:
                raise StartError("The control plane needs an HTTP port, but --http-port is off.")
            return cls(origins["http"], origins["https"], token=token, process=process, folder=folder)
        except BaseException:
            process.kill()
            process.wait()
            folder.cleanup()
            raise

    @classmethod
    def connect(cls, url: str = "http://localhost:8080", *, token: Optional[str] = None) -> "Understudy":
        """Returns a server that runs already, such as one in a container."""
        entra = cls(url, token=token)
        entra.https = _origin(entra.health()["origins"], "https")
        return entra

    @property
    def log(self) -> str:
        """What a server that was started here has printed."""
        file = Path(self._folder.name) / "server.log"
        return file.read_text(errors="replace") if file.exists() else ""

    @property
    def ca_bundle(self) -> Path:
        """The path of a file with the server's CA certificate and the public certificate authorities."""
        if self._bundle is None:
            self._bundle = trust.write_bundle(self.ca_pem(), Path(self._folder.name))
        return self._bundle

    @contextmanager
    def trusted(self) -> Iterator[None]:
        """Makes requests, httpx, MSAL and azure-identity in this process trust the server, by environment variables."""
        with trust.trusted(self.ca_bundle):
            yield

    def ssl_context(self) -> ssl.SSLContext:
        """Returns a context that trusts the server and the public certificate authorities."""
        return ssl.create_default_context(cafile=str(self.ca_bundle))

    @contextmanager
    def tenant(
            self, clone_of: Optional[str] = "contoso.com", *, keep_app_ids: bool = True,
            display_name: Optional[str] = None) -> Iterator[Tenant]:
        """Creates a tenant for one test, and deletes it at the end. With `clone_of=None`, the tenant is empty."""
        made = self.make_tenant(
            clone_of=clone_of, display_name=display_name, keep_app_ids=keep_app_ids if clone_of else None)
        tenant = Tenant(self, made)
        try:
            yield tenant
        finally:
            try:
                self.delete_tenant(tenant.id)
            except ControlError as error:
                # The test deleted the tenant, or reset the server.
                if error.status != 404:
                    raise

    def stop(self) -> None:
        """Ends a server that was started here, as Docker does, and removes its files."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def __enter__(self) -> "Understudy":
        return self

    def __exit__(
            self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
            trace: Optional[TracebackType]) -> None:
        self.stop()


def _environment(more: Mapping[str, str]) -> Dict[str, str]:
    """Returns the environment of the server. Settings of the surrounding shell have no effect on a test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}
    return {**kept, **more}


def _origin(origins: Sequence[str], scheme: str) -> Optional[str]:
    return next((origin for origin in origins if origin.startswith(scheme + ":")), None)


def _wait(process: "subprocess.Popen[bytes]", ready: Path, log: Path) -> Dict[str, List[str]]:
    """Returns the content of the ready file, which the server writes when it accepts requests."""
    deadline = time.monotonic() + _START_TIMEOUT
    while not ready.exists():
        if process.poll() is not None:
            raise StartError(f"The server ended with code {process.returncode}:\n{log.read_text(errors='replace')}")
        if time.monotonic() > deadline:
            raise StartError(f"The server did not start within {_START_TIMEOUT:g} s:\n{log.read_text(errors='replace')}")
        time.sleep(0.002)
    found: Dict[str, List[str]] = json.loads(ready.read_text())
    return found
