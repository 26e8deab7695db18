"""Any request within the limits costs less than 100 ms of CPU time, and none grows faster than its size: what is sixteen times
as large costs less than twenty times as much.

CPU time of all threads of the server, the least of some tries: what else goes on in a busy machine can only add to it. Requests
whose cost is below what the kernel's clocks tell apart count as `RESOLUTION`.
"""

import pytest
import requests

from support.cpu import cost
from support.hostile import CASES, GRAPH_TOKEN, PATHS
from support.seed import CONTOSO, DAEMON
from support.server import Server

WORST = 0.1
STEP, GROWTH = 16, 20
RESOLUTION = 0.000_2
# What would mean that the request was not looked at: no such address, too large.
BEYOND = {404, 413, 414, 431}


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    """A server of its own: some of the requests replace its directory."""
    with Server(tmp_path_factory.mktemp("worst")) as running:
        yield running


@pytest.fixture(scope="module")
def graph_token(target):
    """For Microsoft Graph, with every permission that its requests need."""
    order = {
        "client": DAEMON.id, "tenant": CONTOSO, "resource": "https://graph.microsoft.com",
        "roles": ["User.ReadWrite.All", "Directory.ReadWrite.All", "Application.ReadWrite.All"]}
    return requests.post(f"{target.http}/_understudy/tokens", json=order, timeout=10).json()["token"].encode()


@pytest.mark.parametrize("limit, build, is_there", [
    pytest.param(limit, build, cases is CASES, id=name) for cases in (CASES, PATHS) for name, limit, build in cases])
def test_a_request_costs_little_and_in_proportion(target, graph_token, limit, build, is_there):
    def measure(size):
        spent, status = cost(target, build(size).replace(GRAPH_TOKEN, graph_token))
        assert (status not in BEYOND) is is_there, f"{size} bytes: status {status}"
        return max(spent, RESOLUTION)

    small, large = measure(limit // STEP), measure(limit)
    requests.post(f"{target.http}/_understudy/reset", timeout=30)
    assert large < WORST, f"{large * 1000:.1f} ms"
    assert large < GROWTH * small, f"{small * 1000:.2f} ms, then {large * 1000:.2f} ms"
    assert target.process.poll() is None
