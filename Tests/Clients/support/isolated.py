"""A plugin of pytest for the mark `isolated`: a test with it runs as root, and has a network and the folders
/run and /var/opt for itself.

The isolated tests of a file run together, in a pytest of their own within namespaces. That pytest writes its reports to a file, and
they count as reports of this one.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

from support.isolation import NOT_PERMITTED, Namespace, is_permitted

# In namespaces, tests run programs of root, which the paths of other users lack.
os.environ["PATH"] += ":/usr/sbin:/sbin"
OPTION = "--write-reports"
REPORTS = pytest.StashKey()


def pytest_addoption(parser):
    parser.addoption(OPTION, metavar="FILE", help="write each report as a line of JSON, and run isolated tests in this process")


def pytest_configure(config):
    config.addinivalue_line("markers", "isolated: runs as root, with a network and the folders /run and /var/opt for itself")
    config.stash[REPORTS] = {}
    if file := config.getoption(OPTION):
        config.pluginmanager.register(ReportWriter(config, Path(file)))


def pytest_collection_modifyitems(config, items):
    if config.getoption(OPTION) or not any(map(is_isolated, items)):
        return
    # The limit of time holds for each test in the other pytest.
    added = pytest.mark.timeout(0) if is_permitted(*Namespace.KINDS) else pytest.mark.skip(reason=NOT_PERMITTED)
    for item in filter(is_isolated, items):
        item.add_marker(added)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    if item.config.getoption(OPTION) or not is_isolated(item) or item.get_closest_marker("skip"):
        return None
    reports = item.config.stash[REPORTS]
    if item.nodeid not in reports:
        run_apart([other for other in item.session.items if other.path == item.path and is_isolated(other)], reports)
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in reports.pop(item.nodeid):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    # The test before this one left up what the two share, such as the module.
    item.session._setupstate.teardown_exact(nextitem)
    return True


def is_isolated(item):
    return item.get_closest_marker("isolated") is not None


def run_apart(items, reports):
    """Adds the reports of the tests, which run in namespaces. A test without a report has failed."""
    config = items[0].config
    with tempfile.TemporaryDirectory(prefix="understudy-isolated-") as made:
        folder = Path(made)
        file = folder / "reports"
        with Namespace(folder, folders=["/run", "/var/opt"]) as namespace:
            done = namespace.run(
                "env", f"--chdir={config.rootpath}", sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist",
                "-m", "", f"--basetemp={folder / 'tests'}", f"{OPTION}={file}", *(item.nodeid for item in items), timeout=None)
            # Some files belong to users that exist only within the namespaces.
            namespace.run("rm", "-rf", str(folder / "tests"))
        written = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    for item in items:
        mine = [data for data in written if data["nodeid"] == item.nodeid]
        reports[item.nodeid] = [config.hook.pytest_report_from_serializable(config=config, data=data) for data in mine] or [
            pytest.TestReport(item.nodeid, item.location, {}, "failed", f"the test has no report:\n{done.stdout}{done.stderr}", "call")]


class ReportWriter:
    def __init__(self, config, file):
        self.config, self.file = config, file

    def pytest_runtest_logreport(self, report):
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        with open(self.file, "a") as file:
            file.write(json.dumps(data) + "\n")
