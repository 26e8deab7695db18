"""Public reports about the service (Tests/Captures/reports.yaml), played against the server as captures are."""

import pytest

from support.captures import FOLDER, CaptureServer, differences, read

REPORTS = read(FOLDER / "reports.yaml")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with CaptureServer(tmp_path_factory.mktemp("reports")) as running:
        yield running


def test_every_report_is_there_once():
    names = [row["report"] for row in REPORTS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("row", REPORTS, ids=lambda row: row["report"])
def test_the_answer_is_that_of_the_report(server, row):
    found = differences(server, row | {"expect": {"partial": True} | row["expect"]})
    assert not found, "\n".join([f"{row['report']}:", *found])
