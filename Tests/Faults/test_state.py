"""State under `--data-dir`: every change that was answered is there after a kill -9, and what cannot be kept is refused."""

import os
import random
import resource
import sqlite3
import threading
import time

import pytest
import requests

from harness.data_folder import failed_start, started
from support.oauth import one_shot
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_READ, PASSWORD

ROUNDS = 50
TOKEN = f"/{CONTOSO}/oauth2/v2.0/token"
PERSON = {"accountEnabled": True, "displayName": "Made", "mailNickname": "made"}


def signing(keys):
    return next(key["kid"] for key in keys if key["signs"] and key["for"] == "workforce")


class Client:
    """Changes state, and looks whether it is changed."""

    def __init__(self, server):
        self.server = server
        self.session = requests.Session()

    def add_user(self, name):
        body = PERSON | {"userPrincipalName": name, "passwordProfile": {
            "password": PASSWORD, "forceChangePasswordNextSignIn": False}}
        return self.session.post(
            f"{self.server.http}/v1.0/users", json=body, headers={"X-Understudy-Tenant": CONTOSO}, timeout=10)

    def has_user(self, name):
        return self.session.get(
            f"{self.server.http}/v1.0/users/{name}", headers={"X-Understudy-Tenant": CONTOSO}, timeout=10
        ).status_code == 200

    def code(self, name, consent="accept"):
        url = (
            f"{self.server.http}/{CONTOSO}/oauth2/v2.0/authorize?client_id={MOBILE.id}&response_type=code"
            f"&redirect_uri={MOBILE.redirect_uri}&scope=openid%20offline_access%20{ORDERS_READ}")
        return one_shot(self.session, url, name, consent=consent).code

    def redeem(self, code):
        return self._token(grant_type="authorization_code", code=code, redirect_uri=MOBILE.redirect_uri)

    def refresh(self, token):
        return self._token(grant_type="refresh_token", refresh_token=token)

    def _token(self, **form):
        return self.session.post(self.server.http + TOKEN, data={"client_id": MOBILE.id} | form, timeout=10)

    def revoke(self, name):
        return self.session.post(
            f"{self.server.http}/_understudy/revocations", json={"user": name, "tenant": CONTOSO}, timeout=10)

    def device_code(self):
        return self.session.post(
            f"{self.server.http}/{CONTOSO}/oauth2/v2.0/devicecode", data={"client_id": MOBILE.id, "scope": "openid"},
            timeout=10)

    def make_tenant(self, name):
        return self.session.post(
            f"{self.server.http}/_understudy/tenants", json={"displayName": name}, timeout=10)

    def freeze(self, tenant, time):
        return self.session.put(
            f"{self.server.http}/_understudy/clock", params={"tenant": tenant}, json={"frozen": time}, timeout=10)

    def frozen(self, tenant):
        return self.session.get(
            f"{self.server.http}/_understudy/clock", params={"tenant": tenant}, timeout=10).json()["frozen"]

    def rotate(self):
        return self.session.post(f"{self.server.http}/_understudy/keys/rotate", timeout=30)

    def keys(self):
        return self.session.get(f"{self.server.http}/_understudy/keys", timeout=10).json()["keys"]

    def poll(self, code):
        return self._token(grant_type="urn:ietf:params:oauth:grant-type:device_code", device_code=code)


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


def test_two_processes_on_one_folder(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data) as server:
        assert failed_start(data) == f"understudy: {data}/state.sqlite: is in use by another process: one at a time\n"
        assert server.is_healthy()
    with started(tmp_path, data) as server:
        assert server.is_healthy()


@pytest.mark.parametrize("damage", ["text", "cut", "one byte"])
def test_a_damaged_file_is_reported_and_left_as_it_is(tmp_path, damage):
    data = tmp_path / "data"
    with started(tmp_path, data) as server:
        assert Client(server).add_user("one@contoso.com").status_code == 201
    file = data / "state.sqlite"
    whole = file.read_bytes()
    content = {"text": b"notes of somebody", "cut": whole[:10_000], "one byte": whole[:1]}[damage]
    file.write_bytes(content)
    assert f"{file}: is damaged, and left as it is" in failed_start(data)
    assert file.read_bytes() == content


def test_a_start_that_fails_says_so_once(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data):
        pass
    with sqlite3.connect(data / "state.sqlite") as database:
        database.execute("INSERT INTO document (kind, key, content) VALUES ('clock', 'k', x'7b')")
    database.close()
    assert "is damaged, and left as it is: the clock 'k' is no JSON" in failed_start(data)


def test_a_pipe_in_place_of_a_log_stops_the_start(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data):
        pass
    os.mkfifo(data / "state.sqlite-journal")
    assert "state.sqlite-journal: is no regular file" in failed_start(data)


@pytest.mark.parametrize("loss", ["gone", "empty"])
def test_what_was_issued_before_the_file_was_lost_is_void(tmp_path, loss):
    data = tmp_path / "data"
    with started(tmp_path, data) as server:
        client = Client(server)
        used, unused = client.code(ALEX), client.code(ALEX)
        tokens = client.redeem(used).json()
        assert "state begins anew" not in server.output()
    file = data / "state.sqlite"
    file.unlink() if loss == "gone" else file.write_bytes(b"")
    with started(tmp_path, data) as server:
        client = Client(server)
        for code in (used, unused):
            answer = client.redeem(code)
            assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant", answer.text
        assert client.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
        assert client.redeem(client.code(ALEX)).status_code == 200
        assert f"{file} is new, and the keys beside it are not" in server.output()
    with started(tmp_path, data) as server:
        assert "state begins anew" not in server.output()
        assert Client(server).refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_file_of_a_later_version_is_refused(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data):
        pass
    with sqlite3.connect(data / "state.sqlite") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    assert "has version 99 of the format" in failed_start(data)


def refusals(client, code):
    """What needs the store is refused in the endpoint's own style; what does not is answered."""
    user = client.add_user("more@contoso.com")
    assert user.status_code == 503 and user.json()["error"]["code"] == "ServiceUnavailable"
    redeemed = client.redeem(code)
    assert redeemed.status_code == 503 and redeemed.json()["error"] == "temporarily_unavailable"
    assert redeemed.headers["Retry-After"] == "1"
    revoked = client.revoke("one@contoso.com")
    assert revoked.status_code == 503 and revoked.headers["Content-Type"] == "application/problem+json"
    assert client.device_code().status_code == 503
    for path in ["/common/discovery/v2.0/keys", f"/{CONTOSO}/v2.0/.well-known/openid-configuration"]:
        assert client.session.get(client.server.http + path, timeout=10).status_code == 200
    daemon = client.session.post(
        client.server.http + TOKEN, timeout=10, data={
            "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
            "scope": "api://orders/.default"})
    assert daemon.status_code == 200, daemon.text


def fill_the_log(client):
    """It may still have room of its own."""
    for number in range(200):
        if client.add_user(f"u{number}@contoso.com").status_code != 201:
            break


def test_a_disk_that_fills_later(tmp_path, disk):
    with started(tmp_path, disk.folder / "data") as server:
        client = Client(server)
        assert client.add_user("one@contoso.com").status_code == 201
        code = client.code("one@contoso.com")
        disk.fill()
        fill_the_log(client)
        refusals(client, code)
        assert "No space left on device" in server.output()
        disk.empty()
        assert client.redeem(code).status_code == 200
        assert client.redeem(code).status_code == 400
    with started(tmp_path, disk.folder / "data") as server:
        assert Client(server).has_user("one@contoso.com") and Client(server).redeem(code).status_code == 400


def test_a_file_that_may_not_grow(tmp_path):
    """`ulimit -f` is told as a full disk is; the signal that comes with it does not end the server."""
    with started(tmp_path, tmp_path / "data") as server:
        client = Client(server)
        assert client.add_user("one@contoso.com").status_code == 201
        code = client.code("one@contoso.com")
        limit = (tmp_path / "data/state.sqlite-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        fill_the_log(client)
        refusals(client, code)
        assert "cannot be written: File too large" in server.output()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert client.redeem(code).status_code == 200
        assert client.redeem(code).status_code == 400


def test_a_file_that_is_removed_under_the_server(tmp_path):
    file = tmp_path / "data/state.sqlite"
    with started(tmp_path, tmp_path / "data") as server:
        client = Client(server)
        assert client.add_user("one@contoso.com").status_code == 201
        code = client.code("one@contoso.com")
        file.rename(tmp_path / "away")
        refusals(client, code)
        assert f"{file}: was removed, or another file put in its place" in server.output()
        (tmp_path / "away").rename(file)
        assert client.redeem(code).status_code == 200


def test_a_read_only_disk(tmp_path, disk):
    with started(tmp_path, disk.folder / "data") as server:
        assert Client(server).add_user("one@contoso.com").status_code == 201
        Client(server).code("one@contoso.com")
    disk.remount("ro")
    with started(tmp_path, disk.folder / "data") as server:
        client = Client(server)
        assert client.has_user("one@contoso.com")
        refusals(client, client.code("one@contoso.com", consent="cancel"))
        assert "Read-only file system" in server.output()


def test_a_read_only_disk_after_a_kill(tmp_path, disk):
    """What is in the log only cannot be read without writing: said, not left out."""
    with started(tmp_path, disk.folder / "data") as server:
        assert Client(server).add_user("one@contoso.com").status_code == 201
        server.kill()
    disk.remount("ro")
    assert "was not closed by the last process" in failed_start(disk.folder / "data")
    disk.remount("rw")
    with started(tmp_path, disk.folder / "data") as server:
        assert Client(server).has_user("one@contoso.com")
