"""The feature for development containers is installed and started, with folders that are put back afterwards."""

import json
import os
import re
import shutil
import time

import pytest

from support.namespace import Namespace
from support.server import REPOSITORY, binary

FEATURE = REPOSITORY / "deploy/devcontainer/understudy"
DESCRIPTION = json.loads((FEATURE / "devcontainer-feature.json").read_text())


@pytest.fixture
def machine(tmp_path):
    if os.geteuid():
        pytest.skip("namespaces are for root")
    with Namespace(tmp_path, folders=("/usr/local", "/etc/ssl")) as namespace:
        yield namespace


@pytest.fixture
def feature(tmp_path):
    """The feature's folder as the builder of the container has it."""
    return shutil.copytree(FEATURE, tmp_path / "feature")


def environment(**options):
    """What the builder sets: the options, defaults too, by their names in capitals."""
    defaults = {name.upper(): option["default"] for name, option in DESCRIPTION["options"].items()}
    return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"} | defaults | options


@pytest.mark.parametrize("place", ["beside", "by path"])
def test_it_is_installed_started_and_trusted(machine, feature, tmp_path, place):
    options = {"SEED": "it's ours"} | ({"BINARY": os.path.abspath(binary())} if place == "by path" else {})
    if place == "beside":
        shutil.copy(binary(), feature / "understudy")
    installed = machine.run("sh", str(feature / "install.sh"), env=environment(**options))
    assert installed.returncode == 0, installed.stderr
    start = DESCRIPTION["entrypoint"]
    handed = machine.run(start, "echo", "on we go", env=environment(TMPDIR=str(tmp_path)))
    assert handed.stdout == "on we go\n", handed.stderr
    url = "https://localhost:8443/contoso.com/v2.0/.well-known/openid-configuration"
    assert becomes(lambda: machine.run("curl", "-sf", url, env=environment()).returncode == 0), log(tmp_path)


def becomes(true):
    for _ in range(50):
        if true():
            return True
        time.sleep(0.1)
    return False


def log(folder):
    return (folder / "understudy.log").read_text()


def test_without_a_binary_it_says_what_to_do(machine, feature):
    installed = machine.run("sh", str(feature / "install.sh"), env=environment())
    assert installed.returncode == 1 and "name the binary" in installed.stderr


def test_its_options_are_those_of_the_script():
    script = (FEATURE / "install.sh").read_text()
    assert {name.upper() for name in DESCRIPTION["options"]} <= set(re.findall(r"\$\{?([A-Z]+)", script))
    assert DESCRIPTION["id"] == FEATURE.name
