"""Any request within the limits costs less than 100 ms of CPU time, and none grows faster than its size: what is sixteen times
as large costs less than forty times as much. What grows with the square of the size would cost 256 times as much; what grows
with the size alone costs 16 times as much, and up to twice that where the larger request leaves the processor's caches and the
smaller one does not. Only who puts a whole directory in place of the server's may spend more, in proportion to its size all the
same: a mebibyte of it can hold 60,000 objects.

CPU time of all threads of the server, the least of some tries: what else goes on in a busy machine can only add to it, as it
takes the caches away. For the same reason a comparison that fails is made again, twice at most. Requests whose cost is below
what the kernel's clocks tell apart count as `RESOLUTION`.
"""

import functools

import pytest
import requests

from support.cpu import cost
from support.hostile import APP_ONLY, CASES, FORM_BODY, GRAPH_TOKEN, LOADS, PATHS, V2, form_field, repeated
from support.seed import CONTOSO, DAEMON
from support.server import Server

WORST, WORST_LOAD = 0.1, 4
STEP, GROWTH, GROWTH_OF_LOADS = 16, 40, 32
ATTEMPTS = 3
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
    def of(request, repeats=5):
        spent, status = cost(target, request.replace(GRAPH_TOKEN, graph_token), repeats)
        return max(spent, RESOLUTION), status not in BEYOND
    yield of
    requests.post(f"{target.http}/_understudy/reset", timeout=30)
    assert target.process.poll() is None


def params(*tables):
    return [pytest.param(limit, build, id=name) for cases in tables for name, limit, build in cases]


def compared(measure, limit, build, worst=WORST, growth=GROWTH):
    """Whether the whole was looked at, when it costs less than `worst` seconds and `growth` times what a sixteenth does."""
    for _ in range(ATTEMPTS):
        (small, _), (large, is_seen) = measure(build(limit // STEP)), measure(build(limit))
        if large < worst and large < growth * small:
            return is_seen
    pytest.fail(f"{small * 1000:.2f} ms, then {large * 1000:.2f} ms")


@pytest.mark.parametrize("limit, build", params(CASES))
def test_a_request_costs_little_and_in_proportion(measure, limit, build):
    assert compared(measure, limit, build), "it was not looked at"


def test_matches_of_scopes_look_at_many_scopes_once(target, measure):
    build = form_field(f"{V2}/token", APP_ONLY, "scope", lambda size: repeated("s{}", size, " "))
    names = [f"s{number}" for number in range(8_000, 8_150)]
    assert b"+s8150+" in build(FORM_BODY)
    for number in range(50):
        order = {"match": {"scope": " ".join([*names, f"absent{number}"])}, "responses": [{"status": 503}]}
        assert requests.post(f"{target.http}/_understudy/responses", json=order, timeout=10).status_code == 201
    spent, is_seen = measure(build(FORM_BODY))
    assert is_seen and spent < WORST


@pytest.mark.parametrize("limit, build", params(PATHS))
def test_so_does_what_is_at_no_address(measure, limit, build):
    assert not compared(measure, limit, build), "it was looked at"


@pytest.mark.parametrize("limit, build", params(LOADS))
def test_a_whole_directory_costs_in_proportion(measure, limit, build):
    once = functools.partial(measure, repeats=1)
    assert compared(once, limit, build, WORST_LOAD, GROWTH_OF_LOADS), "it was not looked at"
