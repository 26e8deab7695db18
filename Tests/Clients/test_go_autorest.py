"""go-autorest, the library of older Go programs for Azure: Debian's package golang-github-azure-go-autorest-dev."""

import os
import subprocess
from pathlib import Path

import pytest

from support.certificates import Certificate
from support.seed import CONTOSO, DAEMON, ORDERS_API
from support.tokens import verify
from support.understudy import key_credential

PROGRAM = Path(__file__).parent / "support/go/certificate.go"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The compiled program."""
    folder = tmp_path_factory.mktemp("go")
    environment = os.environ | {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": str(folder / "cache")}
    subprocess.run(["go", "build", "-o", folder / "program", PROGRAM], check=True, env=environment)
    return folder / "program"


def test_a_daemon_gets_a_token_by_certificate(server, program, tmp_path):
    """The audience of its assertion is the token endpoint with the query `api-version=1.0`."""
    certificate = Certificate(tmp_path, "daemon")
    with key_credential(server, DAEMON, certificate):
        run = subprocess.run(
            [program, server.https, CONTOSO, DAEMON.id, "api://orders", certificate.both], capture_output=True, text=True,
            env=os.environ | {"SSL_CERT_FILE": server.ca}, timeout=60)
    assert run.returncode == 0, run.stderr
    claims = verify(server, run.stdout, ORDERS_API)
    assert claims["azp"] == DAEMON.id and claims["azpacr"] == "2"
