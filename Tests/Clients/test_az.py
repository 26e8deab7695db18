"""az, the Azure command line, as docs/clients/az.md tells to set it up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.snippets import follow_apart

# Next to the packages of requirements.txt, which az shares.
PACKAGES = Path(__file__).with_name("az-requirements.txt")


@pytest.fixture(scope="module")
def az(tmp_path_factory):
    """The folder of a Python path on which `azure.cli` is."""
    folder = tmp_path_factory.mktemp("az")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-compile", "--quiet", "--disable-pip-version-check", "--no-deps", "--target",
         str(folder), "--requirement", str(PACKAGES)], check=True)
    return folder


@pytest.mark.timeout(600)
def test_az_logs_in_and_gets_a_token(az, tmp_path):
    program = tmp_path / "az"
    program.write_text(f'#!/bin/sh\nAZURE_CORE_COLLECT_TELEMETRY=0 PYTHONPATH={az} exec {sys.executable} -m azure.cli "$@"\n')
    program.chmod(0o755)
    error = follow_apart("docs/clients/az.md", "bash", needs=("az",), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert not error, error
