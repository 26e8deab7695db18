"""Servers for what goes wrong around them. Each test has one of its own: it is not left as it was found."""

import pytest

from harness.small_disk import mounted
from support.server import Server

pytest_plugins = ["support.isolated"]


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, "--log-level", "warning") as running:
        yield running


@pytest.fixture(params=["1", "2"], ids=["one worker", "two workers"])
def workers(request):
    return request.param


@pytest.fixture
def disk(tmp_path):
    """A small disk of its own, for an isolated test: only root may mount it."""
    with mounted(tmp_path / "disk") as made:
        yield made
