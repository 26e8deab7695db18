"""The feature for development containers is installed and started in a namespace, so that the machine stays as it is."""

import json
import os
import re
import shutil

import pytest

from support.isolation import Namespace
from support.patience import eventually
from support.server import REPOSITORY, binary

FEATURE = REPOSITORY / "deploy/devcontainer/understudy"
DESCRIPTION = json.loads((FEATURE / "devcontainer-feature.json").read_text())


@pytest.fixture
def machine(tmp_path):
    with Namespace(tmp_path, folders=("/usr/local", "/etc/ssl")) as namespace:
        yield namespace


@pytest.fixture
def feature(tmp_path):
    """A copy of the feature's folder, as the builder of a container makes one."""
    return shutil.copytree(FEATURE, tmp_path / "feature")


def environment(**options):
    """The variables that the builder sets: each option, or its default, by its name in capitals."""
    defaults = {name.upper(): option["default"] for name, option in DESCRIPTION["options"].items()}
    return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"} | defaults | options


@pytest.mark.parametrize("place", ["in the folder", "by path"])
def test_the_server_is_installed_and_started_and_its_ca_is_trusted(machine, feature, tmp_path, place):
    options = {"SEED": "it's ours"} | ({"BINARY": os.path.abspath(binary())} if place == "by path" else {})
    if place == "in the folder":
        shutil.copy(binary(), feature / "understudy")
    installed = machine.run("sh", str(feature / "install.sh"), env=environment(**options))
    assert installed.returncode == 0, installed.stderr
    start = DESCRIPTION["entrypoint"]
    handed = machine.run(start, "echo", "on we go", env=environment(TMPDIR=str(tmp_path)))
    assert handed.stdout == "on we go\n", handed.stderr
    url = "https://localhost:8443/contoso.com/v2.0/.well-known/openid-configuration"
    log = tmp_path / "understudy.log"
    eventually(lambda: machine.run("curl", "-sf", url, env=environment()).returncode == 0, 10, log=log.read_text)


def test_a_missing_binary_is_an_error_that_names_the_option(machine, feature):
    installed = machine.run("sh", str(feature / "install.sh"), env=environment())
    assert installed.returncode == 1 and "set the option binary" in installed.stderr


def test_the_page_shows_a_valid_configuration():
    page = (FEATURE.parent / "README.md").read_text()
    configuration = json.loads(re.search(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1])
    given, = configuration["features"].values()
    assert set(given) <= set(DESCRIPTION["options"]) and "./understudy" in configuration["features"]
    for option in DESCRIPTION["options"]:
        assert f"`{option}`" in page


def test_the_script_reads_every_option():
    script = (FEATURE / "install.sh").read_text()
    assert {name.upper() for name in DESCRIPTION["options"]} <= set(re.findall(r"\$\{?([A-Z]+)", script))
    assert DESCRIPTION["id"] == FEATURE.name
