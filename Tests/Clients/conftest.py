"""What every test shares: the server under test and clients that trust it."""

import os
from pathlib import Path

import pytest
import requests

from support.lab import Lab
from support.proseware import CONFIGURATION
from support.server import Server

pytest_plugins = ["support.isolated"]

# These two win over what a client is told (`Session.verify`, `verify=`), so they must not be set here.
for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
    os.environ.pop(name, None)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The server most tests share; its consents and sessions are those of every test before."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def fresh_server(tmp_path):
    """A server of its own, where nothing is consented yet."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def session(server):
    """An HTTP session with a cookie jar that trusts the shared server's CA: one browser profile."""
    with new_session(server) as opened:
        yield opened


@pytest.fixture
def fresh_session(fresh_server):
    """The same for `fresh_server`."""
    with new_session(fresh_server) as opened:
        yield opened


def new_session(server):
    session = requests.Session()
    session.verify = server.ca
    return session


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory):
    """Where pictures go: the folder that UNDERSTUDY_SCREENSHOTS names, or one that pytest throws away."""
    folder = Path(os.environ.get("UNDERSTUDY_SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def configured_server(tmp_path_factory):
    """A server with the directory of `support/directory.yaml`."""
    with Server(tmp_path_factory.mktemp("configured"), UNDERSTUDY_CONFIG=str(CONFIGURATION)) as running:
        yield running


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """A server with an application for each rule: `support/lab.yaml`."""
    with Lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def lab_session(lab):
    """A browser profile for `lab`."""
    with new_session(lab) as opened:
        yield opened


@pytest.fixture
def healthy(request):
    """Whatever the test sent, its server is there and well afterwards."""
    servers = [request.getfixturevalue(name) for name in {"server", "lab"} & set(request.fixturenames)]
    yield
    for running in servers:
        assert running.process.poll() is None and running.is_healthy()
