"""Any request within the limits costs less than 100 ms of CPU time, and none grows faster than its size: what is sixteen times
as large costs less than twenty times as much. Only who puts a whole directory in place of the server's may spend more, in
proportion to its size all the same: a mebibyte of it can hold 60,000 objects.

CPU time of all threads of the server, the least of some tries: what else goes on in a busy machine can only add to it. Requests
whose cost is below what the kernel's clocks tell apart count as `RESOLUTION`.
"""

import pytest
import requests

from support.cpu import cost
from support.hostile import CASES, GRAPH_TOKEN, LOADS, PATHS
from support.seed import CONTOSO, DAEMON
from support.server import Server

WORST, WORST_LOAD = 0.1, 4
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


@pytest.fixture
def measure(target, graph_token):
    """Seconds that a request takes, and whether it was looked at."""
    def of(request):
        spent, status = cost(target, request.replace(GRAPH_TOKEN, graph_token))
        return max(spent, RESOLUTION), status not in BEYOND
    yield of
    requests.post(f"{target.http}/_understudy/reset", timeout=30)
    assert target.process.poll() is None


def params(*tables):
    return [pytest.param(limit, build, id=name) for cases in tables for name, limit, build in cases]


def compared(measure, limit, build):
    """Seconds of a sixteenth and of the whole, which have to be in proportion; whether the whole was looked at."""
    (small, _), (large, is_seen) = measure(build(limit // STEP)), measure(build(limit))
    assert large < GROWTH * small, f"{small * 1000:.2f} ms, then {large * 1000:.2f} ms"
    return large, is_seen


@pytest.mark.parametrize("limit, build", params(CASES))
def test_a_request_costs_little_and_in_proportion(measure, limit, build):
    spent, is_seen = compared(measure, limit, build)
    assert spent < WORST and is_seen, f"{spent * 1000:.1f} ms"


@pytest.mark.parametrize("limit, build", params(PATHS))
def test_so_does_what_is_at_no_address(measure, limit, build):
    spent, is_seen = compared(measure, limit, build)
    assert spent < WORST and not is_seen, f"{spent * 1000:.1f} ms"


@pytest.mark.parametrize("limit, build", params(LOADS))
def test_a_whole_directory_costs_in_proportion(measure, limit, build):
    spent, is_seen = compared(measure, limit, build)
    assert spent < WORST_LOAD and is_seen, f"{spent * 1000:.1f} ms"
