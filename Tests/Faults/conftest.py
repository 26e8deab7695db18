"""Servers for what goes wrong around them. Each test has one of its own: it is not left as it was found."""

import pytest

from support.server import Server


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, "--log-level", "warning") as running:
        yield running


@pytest.fixture(params=["1", "2"], ids=["one worker", "two workers"])
def workers(request):
    return request.param
