"""kill -9 while the server writes its keys and while it serves: every start succeeds, and the keys are those of before."""

import json
import random
import subprocess
import time

import jwt
import pytest

from harness.data_folder import started
from harness.fleet import Fleet
from harness.messages import TOKEN
from support.seed import CONTOSO
from support.server import binary, clean_environment

ROUNDS = 200
FRESH_ROUNDS = 40
# A tenant whose keys are made and written when they are first asked for.
WOODGROVE = "33333333-3333-4333-8333-333333333333"


def keys(server, tenant=CONTOSO):
    return {key["kid"]: key for key in server.get(f"/{tenant}/discovery/v2.0/keys").json()["keys"]}


def moduli(server):
    return {kid: key["n"] for kid, key in keys(server, WOODGROVE).items()}


def verify(server, token):
    key = keys(server)[jwt.get_unverified_header(token)["kid"]]
    jwt.decode(token, jwt.PyJWK(key).key, algorithms=["RS256"], options={"verify_aud": False})


def access_token(fleet):
    return json.loads(fleet.bodies[-1])["access_token"]


def test_two_hundred_kills_under_load(tmp_path):
    chance, tokens = random.Random(6), []
    for _ in range(ROUNDS):
        with started(tmp_path, tmp_path / "data", "--workers", "1") as server:
            for token in tokens[:1] + tokens[-1:]:
                verify(server, token)
            with Fleet(server.http_port, TOKEN, size=8) as fleet:
                # Allowed (sleep): The server is killed at a random moment.
                time.sleep(chance.uniform(0, 0.03))
                server.kill()
                fleet.wait(5)
        assert set(fleet.statuses) <= {200}
        if fleet.bodies:
            tokens.append(access_token(fleet))
    print(f"{ROUNDS} kills, {ROUNDS} starts, tokens of {len(tokens)} rounds")
    assert len(tokens) > ROUNDS / 4
    with started(tmp_path, tmp_path / "data", "--workers", "1") as server:
        for token in tokens:
            verify(server, token)


def test_kills_while_the_keys_are_written(tmp_path):
    """A new folder each time, killed at any moment of the first start; what is there then is enough or is left alone."""
    chance = random.Random(7)
    for number in range(FRESH_ROUNDS):
        data = tmp_path / f"data-{number}"
        with subprocess.Popen(
                [binary(), "serve", "--http-port", "0", "--https-port", "0", "--data-dir", data],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment()) as first:
            # Allowed (sleep): The server is killed at a random moment.
            time.sleep(chance.uniform(0.002, 0.25))
            first.kill()
        kept = {path.name: path.read_bytes() for path in (data / "keys").glob("*.pem")}
        with started(tmp_path, data, "--workers", "1") as second:
            assert keys(second)
        for name, content in kept.items():
            assert (data / "keys" / name).read_bytes() == content, f"{name} was made anew"


@pytest.mark.parametrize("number", range(5))
def test_keys_that_were_told_are_kept(tmp_path, number):
    """Keys made on demand are on the disk when the first client learns of them."""
    with started(tmp_path, tmp_path / "data", "--workers", "1") as server:
        told = moduli(server)
        server.kill()
    with started(tmp_path, tmp_path / "data", "--workers", "1") as again:
        assert moduli(again) == told
