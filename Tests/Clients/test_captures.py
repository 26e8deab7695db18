"""Real exchanges of the service (Tests/Captures), compared with the server field by field. A new capture is one file there."""

import re

import pytest

from support import captures
from support.captures import CaptureServer, differences, read

FILES = captures.captures()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with CaptureServer(tmp_path_factory.mktemp("captures")) as running:
        yield running


def test_every_capture_names_its_source_and_month():
    for path in FILES:
        capture = read(path)
        assert {"source", "month", "request", "expect"} <= capture.keys(), path
        assert re.fullmatch(r"20\d\d-\d\d", capture["month"]), path


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_answer_is_that_of_the_service(server, path):
    found = differences(server, read(path))
    assert not found, "\n".join([f"{path.relative_to(captures.FOLDER)}:", *found])
