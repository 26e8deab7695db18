"""State under `--data-dir`: every change that was answered is there after a kill -9."""

import random
import threading
import time

import requests

from harness.data_folder import started
from harness.state_client import Client
from support.seed import MOBILE

ROUNDS = 50


def signing(keys):
    return next(key["kid"] for key in keys if key["signs"] and key["for"] == "workforce")


class Answered:
    """What the server has said that it did."""

    def __init__(self):
        self.users, self.consents, self.codes, self.revoked, self.devices = [], [], [], [], []
        self.clocks, self.keys = {}, []

    def rotate(self, client):
        """Takes longer than most rounds do."""
        answer = client.rotate()
        assert answer.status_code == 200, answer.text
        self.keys.append(signing(answer.json()["keys"]))

    def change(self, client, prefix):
        """Goes on until the server is gone."""
        try:
            answer = client.make_tenant(prefix)
            assert answer.status_code == 201, answer.text
            tenant = answer.json()["id"]
            for number in range(1_000_000):
                time = f"2030-01-01T00:{number // 60:02}:{number % 60:02}Z"
                assert client.freeze(tenant, time).status_code == 200
                self.clocks[tenant] = time
                name = f"{prefix}-{number}@contoso.com"
                assert client.add_user(name).status_code == 201
                self.users.append(name)
                code = client.code(name)
                self.consents.append(name)
                answer = client.redeem(code)
                assert answer.status_code == 200, answer.text
                self.codes.append(code)
                if number % 2:
                    assert client.revoke(name).status_code == 200
                    self.revoked.append(answer.json()["refresh_token"])
                answer = client.device_code()
                assert answer.status_code == 200, answer.text
                self.devices.append(answer.json()["device_code"])
        except requests.RequestException:
            pass

    def check(self, client, newest=None):
        """All of it, or the newest of each kind. What was under way when the server was killed may be done or not."""
        def some(items):
            return items[-newest:] if newest else items

        for name in some(self.users):
            assert client.has_user(name), f"{name} is not there"
        for name in some(self.consents):
            assert client.code(name, consent="cancel"), f"{name} is asked again"
        for code in some(self.codes):
            answer = client.redeem(code)
            assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant", answer.text
        for token in some(self.revoked):
            assert 50173 in client.refresh(token).json()["error_codes"]
        for tenant, time in some(list(self.clocks.items())):
            assert client.frozen(tenant) >= time
        if self.keys:
            assert self.keys[-1] in [key["kid"] for key in client.keys()]
        for code in some(self.devices):
            assert client.poll(code).json()["error"] in ("authorization_pending", "slow_down")


def test_every_answered_change_survives_kill_9(tmp_path):
    chance, answered = random.Random(7), Answered()
    for number in range(ROUNDS):
        with started(tmp_path, tmp_path / "data") as server:
            answered.check(Client(server), newest=1)
            workers = [
                threading.Thread(target=answered.change, args=(Client(server), f"u{number}-{worker}"))
                for worker in range(3)]
            for worker in workers:
                worker.start()
            if number % 10 == 0:
                answered.rotate(Client(server))
            # Allowed (sleep): The server is killed at a random moment.
            time.sleep(chance.uniform(0.02, 0.3))
            server.kill()
            for worker in workers:
                worker.join(10)
    counts = {kind: len(items) for kind, items in vars(answered).items()}
    print(f"{ROUNDS} kills: {counts}")
    assert counts.pop("keys") == ROUNDS / 10 and min(counts.values()) >= 10
    with started(tmp_path, tmp_path / "data") as server:
        answered.check(Client(server))
        assert "store unavailable" not in server.output()


def test_scripts_that_are_not_used_up_are_in_force_after_a_kill(tmp_path):
    def errors(server, count):
        client = Client(server)
        return [client.device_code().json().get("error_codes") for _ in range(count)]

    with started(tmp_path, tmp_path / "data") as server:
        answers = [{"error": code} for code in ("AADSTS50076", "AADSTS50079", "AADSTS50053")]
        for body in (
                {"match": {"endpoint": "devicecode"}, "responses": answers},
                {"match": {"endpoint": "token", "clientId": MOBILE.id}, "responses": [{"status": 418}], "times": "always"},
                {"match": {"endpoint": "authorize", "clientId": "x"}, "responses": [{"status": 500}]}):
            made = requests.post(f"{server.http}/_understudy/responses", json=body, timeout=10)
            assert made.status_code == 201, made.text
        taken = requests.delete(f"{server.http}/_understudy/responses?id={made.json()['id']}", timeout=10)
        assert taken.status_code == 200
        assert errors(server, 1) == [[50076]]
        server.kill()
    with started(tmp_path, tmp_path / "data") as again:
        assert requests.get(f"{again.http}/_understudy/responses", timeout=10).json()["total"] == 2
        assert errors(again, 3) == [[50079], [50053], None]
        assert Client(again).redeem("x").status_code == 418
    with started(tmp_path, tmp_path / "data") as last:
        left = requests.get(f"{last.http}/_understudy/responses", timeout=10).json()
        assert [script["consumed"] for script in left["responses"]] == [1, 3]  # used up, and still shown
        assert requests.post(f"{last.http}/_understudy/reset", timeout=10).status_code == 204
    with started(tmp_path, tmp_path / "data") as last:
        assert requests.get(f"{last.http}/_understudy/responses", timeout=10).json()["total"] == 0
