"""What scripts/internal/reference reads: the answers of the program, and files of the repository."""

import base64
import datetime
import json
import os
import socket
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path

import requests
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

# Placeholders of docs/reference/example.yaml, which are too long for a page. Each stands for a certificate of its own, or for
# a modulus.
CERTIFICATES = ("MIIDEzCC…", "MIIDFTCC…")
MODULUS = "0vx7agoebGcQ…"


class Problem(Exception):
    """Something that has to be mended before the pages can be written."""


class Sources:
    """The sources, each read once. A context manager: it ends the server that it started."""

    def __init__(self, root):
        self.root = root
        self._folder = tempfile.TemporaryDirectory(prefix="understudy-reference-")
        self._server = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._server:
            self._server.stop()
        self._folder.cleanup()

    @cached_property
    def binary(self):
        """The path of the program."""
        given = os.environ.get("UNDERSTUDY_BINARY")
        path = given or subprocess.run([self.root / "scripts/build"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        if not Path(path).is_file():
            raise Problem(f"there is no program {path}")
        return str(Path(path).resolve())

    def ask(self, *arguments):
        """What a command of the program prints."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}
        done = subprocess.run([self.binary, *arguments], capture_output=True, text=True, env=kept, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise Problem(f"`understudy {' '.join(map(str, arguments))}` failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    @cached_property
    def schema(self):
        return json.loads(self.ask("schema"))

    @cached_property
    def help(self):
        """The commands, as the argument parser describes them."""
        return json.loads(self.ask("--experimental-dump-help"))["command"]

    @cached_property
    def openapi(self):
        return yaml.safe_load((self.root / "Config/openapi.yaml").read_text(encoding="utf-8"))

    @cached_property
    def example(self):
        """The example configuration, which `understudy check` accepts."""
        text = (self.root / "docs/reference/example.yaml").read_text(encoding="utf-8")
        folder = Path(self._folder.name) / "example"
        write_example(folder, text)
        self.ask("check", folder / "understudy.yaml")
        return yaml.safe_load(text)

    @cached_property
    def server(self):
        """A running server, as the tests start one."""
        sys.path.insert(0, str(self.root / "Tests/Clients"))
        os.environ["UNDERSTUDY_BINARY"] = self.binary
        from support.server import Server

        self._server = Server(self._folder.name)
        return self._server

    @cached_property
    def metrics(self):
        """The metrics of a server that has answered a request of each kind."""
        origin = self.server.http
        form = {
            "grant_type": "client_credentials", "client_id": "aaaaaaaa-0000-4000-8000-000000000004",
            "client_secret": "understudy-daemon-secret", "scope": "api://orders/.default"}
        token = f"{origin}/contoso.com/oauth2/v2.0/token"
        if requests.post(token, data=form, timeout=10).status_code != 200:
            raise Problem("the server gave no token")
        requests.post(token, data=form | {"client_secret": "wrong"}, timeout=10)
        with socket.create_connection(("localhost", self.server.http_port), timeout=10) as raw:
            raw.sendall(b"GET / HTTP/9.9\r\n\r\n")
            raw.recv(4096)
        return requests.get(f"{origin}/_understudy/metrics", timeout=10).text

    @cached_property
    def errors(self):
        """The catalog of errors: `{code, error, status, template, meaning, causes, fix}` each."""
        answer = requests.get(f"{self.server.http}/_understudy/errors", timeout=10)
        if answer.status_code != 200:
            raise Problem(f"GET /_understudy/errors answers {answer.status_code}")
        return answer.json()["errors"]

    @cached_property
    def graph(self):
        """The operations and types of Microsoft Graph: `{operations, types}`."""
        answer = requests.get(f"{self.server.http}/_understudy/graph", timeout=10)
        if answer.status_code != 200:
            raise Problem(f"GET /_understudy/graph answers {answer.status_code}")
        return answer.json()


def write_example(folder, text):
    """Writes the example configuration with every file that it names."""
    folder.mkdir()
    made = [certificate(f"example {number}") for number in range(2)]
    for placeholder, (found, _) in zip(CERTIFICATES, made):
        text = text.replace(placeholder, base64.b64encode(found.public_bytes(serialization.Encoding.DER)).decode())
    leaf, key = made[0]
    modulus = key.public_key().public_numbers().n
    number = base64.urlsafe_b64encode(modulus.to_bytes(256, "big")).rstrip(b"=").decode()
    (folder / "understudy.yaml").write_text(text.replace(MODULUS, number), encoding="utf-8")
    for name in ("chain", "client", "cluster-ca", "store-ca", "device"):
        (folder / f"{name}.pem").write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    keys = {"keys": [{"kty": "RSA", "kid": "key-1", "n": number, "e": "AQAB"}]}
    (folder / "build-keys.json").write_text(json.dumps(keys))
    for place, app in (("apps", "dddddddd-0000-4000-8000-000000000011"), ("apps/contoso", "dddddddd-0000-4000-8000-000000000012")):
        (folder / place).mkdir()
        (folder / place / "manifest.json").write_text(json.dumps({"appId": app}))


def certificate(name):
    """A certificate that signs itself, and its key."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder(
        subject, subject, key.public_key(), x509.random_serial_number(), datetime.datetime(2026, 1, 1), datetime.datetime(2099, 1, 1))
    return builder.sign(key, hashes.SHA256()), key
