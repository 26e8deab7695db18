"""az, the Azure command line, as docs/clients/az.md tells to set it up."""

import os
import subprocess
import sys

import pytest

from support.snippets import follow_apart

# Of all that az brings along, what a login loads; next to the packages of this environment, which it shares.
PACKAGES = """
applicationinsights==0.11.10 argcomplete==3.5.3 azure-cli==2.91.0 azure-cli-core==2.91.0 azure-cli-telemetry==1.1.0
azure-common==1.1.28 azure-mgmt-core==1.6.0 azure-mgmt-resource-subscriptions==1.0.0 distro==1.9.0 humanfriendly==10.0
isodate==0.7.2 jmespath==1.1.0 knack==0.14.0 microsoft-security-utilities-secret-masker==1.0.0b4 msrest==0.7.1
oauthlib==4.0.1 pkginfo==2.0 portalocker==2.10.1 psutil==7.2.2 py-deviceid==0.1.1 pyOpenSSL==26.4.0
requests-oauthlib==2.0.0 tabulate==0.10.0 azure-mgmt-resource==24.0.0
""".split()


@pytest.fixture(scope="module")
def az(tmp_path_factory):
    """The folder of a Python path on which `azure.cli` is."""
    folder = tmp_path_factory.mktemp("az")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target",
         str(folder), *PACKAGES], check=True)
    return folder


@pytest.mark.timeout(600)
def test_az_logs_in_and_gets_a_token(az, tmp_path):
    program = tmp_path / "az"
    program.write_text(f'#!/bin/sh\nAZURE_CORE_COLLECT_TELEMETRY=0 PYTHONPATH={az} exec {sys.executable} -m azure.cli "$@"\n')
    program.chmod(0o755)
    error = follow_apart("docs/clients/az.md", "bash", needs=("az",), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert not error, error
