"""oidc-agent with a public client, which it names by HTTP Basic with an empty password."""

import os
import re
import subprocess
import threading

import pytest

from support.device import approve
from support.oauth import endpoint
from support.seed import ALEX, MOBILE, ORDERS_API, ORDERS_READ
from support.tokens import verify


@pytest.fixture
def agent(tmp_path):
    """The environment of a running agent."""
    (tmp_path / "configuration").mkdir(mode=0o700)
    environment = os.environ | {"HOME": str(tmp_path), "OIDC_CONFIG_DIR": str(tmp_path / "configuration"), "PASSWORD": "secret"}
    started = subprocess.run(["oidc-agent"], env=environment, capture_output=True, text=True, check=True, timeout=20)
    environment |= dict(re.findall(r"^(OIDC\w+)=([^;]+);", started.stdout, re.MULTILINE))
    yield environment
    subprocess.run(["oidc-agent", "--kill"], env=environment, check=True, timeout=20)


def test_a_public_client_gets_tokens_by_the_device_flow(server, session, agent):
    command = [
        "oidc-gen", "--manual", f"--iss={server.authority()}/v2.0", f"--client-id={MOBILE.id}", "--client-secret=",
        "--redirect-uri=http://localhost:8080", f"--scope=openid offline_access {ORDERS_READ}", "--flow=device",
        f"--dae={endpoint(server, 'devicecode')}", f"--cp={server.ca}", "--pw-env=PASSWORD", "--prompt=none", "--confirm-default",
        "contoso"]
    generating = subprocess.Popen(command, env=agent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    timer = threading.Timer(60, generating.kill)
    timer.start()
    printed = ""
    for line in generating.stdout:
        printed += line
        if code := re.search(r"enter the code: (\w+)", line):
            approve(server, session, code[1], ALEX)
    timer.cancel()
    assert generating.wait() == 0, printed
    token = subprocess.run(["oidc-token", "contoso"], env=agent, capture_output=True, text=True, timeout=20)
    assert token.returncode == 0, token.stderr
    claims = verify(server, token.stdout.strip(), ORDERS_API)
    assert claims["azp"] == MOBILE.id and claims["azpacr"] == "0" and claims["scp"] == "Orders.Read"
