"""Every shell block of the README that asks a running server, by curl or the command line, works on the ports it names and prints
what its comments say (`# prints 200`); every configuration there is valid."""

import json
import re
import subprocess

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from support.certificates import Certificate
from support.documents import blocks, new_folder, new_server, run
from support.server import binary, clean_environment

SHELLS = ("sh", "bash", "shell", "console")
RUNS = re.compile(r"^\s*(?:[A-Za-z_]+=\S*\$\(\s*)?(?:curl|understudy (?!serve))\b", re.MULTILINE)
INSTALLS = re.compile(r"^\s*(?:scripts/|\./|sudo |git |docker |podman |swift |apt|understudy serve|cd )", re.MULTILINE)


def runnable():
    """Each block that can run against a server that is already there."""
    for block in blocks("README.md"):
        if block.kind in SHELLS and RUNS.search(block.text) and not INSTALLS.search(block.text):
            yield pytest.param(block, id=f"line {block.line}")


@pytest.fixture(scope="module")
def readme_server(tmp_path_factory):
    with new_server(tmp_path_factory.mktemp("readme-server")) as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return new_folder(tmp_path_factory.mktemp("readme"))


@pytest.mark.parametrize("block", list(runnable()) or [pytest.param(None, id="none")])
def test_a_block_of_the_readme_works(readme_server, folder, block):
    assert block, "README.md has no shell block with curl"
    run(block, readme_server, folder)


# What stands before a part of a tenant, which is indented by as much.
TENANT = "tenants:\n  - id: 88888888-8888-4888-8888-888888888888\n    kind: {kind}\n"


def configurations():
    for block in blocks("README.md"):
        if block.kind == "yaml":
            yield pytest.param(block, id=f"line {block.line}")


@pytest.fixture(scope="module")
def named_files(tmp_path_factory):
    """A folder with the files that the configurations of the README name."""
    folder = tmp_path_factory.mktemp("configurations")
    certificate = Certificate(folder, "keeper").public
    for name in ("keeper.pem", "cluster-ca.pem"):
        (folder / name).write_text(certificate)
    key = jwt.algorithms.RSAAlgorithm.to_jwk(rsa.generate_private_key(65537, 2048).public_key(), as_dict=True)
    (folder / "ci-keys.json").write_text(json.dumps({"keys": [key | {"kid": "ci"}]}))
    return folder


@pytest.mark.parametrize("block", list(configurations()) or [pytest.param(None, id="none")])
def test_a_configuration_of_the_readme_is_valid(named_files, block):
    assert block, "README.md has no configuration"
    text = block.text
    if text.startswith("    "):
        text = TENANT.format(kind="external" if "SignUp" in text else "workforce") + text
    (named_files / "my.yaml").write_text(text)
    checked = subprocess.run(
        [binary(), "check", named_files / "my.yaml"], capture_output=True, text=True, env=clean_environment(), timeout=20)
    assert checked.returncode == 0, f"{block}\n{checked.stdout}{checked.stderr}"
