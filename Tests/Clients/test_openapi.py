"""The server does what its OpenAPI document says, whatever it is asked: requests made up from the document get no server error
and no answer that it does not tell of."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from conftest import new_session
from support.server import Server

# Seconds for each part; what is made up within them depends on the seed.
BUDGET = 6
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# Never ends by itself.
STREAM = "/_understudy/requests/stream"
PARTS = ["server", "state", "stubs", "journal", "tokens", "protocol", "graph"]


@pytest.fixture
def server(tmp_path):
    """One of its own, which may be turned upside down."""
    with Server(tmp_path) as running:
        yield running


def test_the_parts_below_are_those_of_the_document(server):
    document = yaml.safe_load(server.get("/_understudy/openapi.yaml").text)
    assert sorted([tag["name"] for tag in document["tags"]]) == sorted(PARTS)
    assert server.get("/_understudy/openapi.json").json() == document


@pytest.mark.parametrize("part", PARTS)
def test_no_request_made_up_from_the_document_surprises(server, tmp_path, part):
    command = [
        sys.executable, Path(sys.executable).with_name("schemathesis"), "run", f"{server.http}/_understudy/openapi.yaml",
        "--url", server.http, "--include-tag", part, "--exclude-path", STREAM, "--checks", CHECKS,
        "--phases", "examples,coverage,fuzzing", "--max-time", str(BUDGET), "--seed", "1", "--workers", "1",
        "--generation-database", "none", "--suppress-health-check", "all", "--request-timeout", "10",
        "--warnings", "off", "--no-color"]
    if part == "graph":
        command += ["--header", "X-Understudy-Tenant: contoso.com"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    assert server.is_healthy()


def test_the_stream_is_what_the_document_says(server):
    with new_session(server) as session:
        with session.get(server.http + STREAM, stream=True, timeout=5) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"].startswith("text/event-stream")
