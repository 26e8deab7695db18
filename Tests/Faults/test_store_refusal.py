"""A store that refuses changes, is full or is away: what needs it is answered with 503 and Retry-After, never as a mistake of the
person or of the client, and nobody is locked out by it."""

import contextlib
import json

import pytest
import requests

from harness.data_folder import started
from harness.replicas import Fleet
from harness.state_client import Client
from support.patience import eventually
from support.seed import ALEX, CONTOSO, MOBILE, PASSWORD
from support.store import Store

SAM = "sam@adventureworks.example"
CASEY = "casey@woodgrove.example"
POLICY = "adventureworks.onmicrosoft.com/B2C_1_signupsignin"
WOODGROVE = "woodgrove.onmicrosoft.com"
B2C_APP = "dddddddd-0000-4000-8000-000000000001"
NATIVE_APP = "cccccccc-0000-4000-8000-000000000001"


def authorize(server, tenant, app, redirect="http://localhost"):
    return (
        f"{server.http}/{tenant}/oauth2/v2.0/authorize?client_id={app}&response_type=code&redirect_uri={redirect}"
        "&scope=openid%20offline_access")


def page(server, tenant, app, user, password, **more):
    return requests.post(
        authorize(server, tenant, app, **more), allow_redirects=False, timeout=20,
        data={"loginfmt": user, "passwd": password, "consent": "accept"})


def ropc(server, password):
    return requests.post(f"{server.http}/{CONTOSO}/oauth2/v2.0/token", timeout=20, data={
        "client_id": MOBILE.id, "grant_type": "password", "username": ALEX, "password": password, "scope": "openid"})


def native(server, password, until="token"):
    """Native authentication, to the step whose answer is wanted."""
    def post(step, **form):
        return requests.post(
            f"{server.http}/{WOODGROVE}/oauth2/v2.0/{step}", timeout=20, data={"client_id": NATIVE_APP} | form)

    types = "password oob redirect"
    answer = post("initiate", username=CASEY, challenge_type=types)
    if until == "initiate" or answer.status_code != 200:
        return answer
    answer = post("challenge", continuation_token=answer.json()["continuation_token"], challenge_type=types)
    if answer.status_code != 200:
        return answer
    return post(
        "token", continuation_token=answer.json()["continuation_token"], grant_type="password", password=password,
        scope="openid")


def drive(server, url, user, password):
    return requests.post(f"{server.http}/_understudy/signin", timeout=20, json={
        "authorizeUrl": url, "user": user, "password": password})


def graph(server, method, path, **more):
    return requests.request(
        method, f"{server.http}/v1.0/{path}", timeout=20, headers={"X-Understudy-Tenant": CONTOSO}, **more)


def control(server, method, path, **more):
    return requests.request(method, f"{server.http}/_understudy/{path}", timeout=20, **more)


# What is asked, by a name; each with a right password, and once more with a wrong one.
SIGN_INS = {
    "policy": lambda server, password: page(server, POLICY, B2C_APP, SAM, password),
    "workforce": lambda server, password: page(server, CONTOSO, MOBILE.id, ALEX, password),
    "customers": lambda server, password: page(
        server, WOODGROVE, NATIVE_APP, CASEY, password, redirect="msauth.com.woodgrove.app://auth"),
    "ropc": ropc,
    "native": native,
    "driver": lambda server, password: drive(server, authorize(server, CONTOSO, MOBILE.id), ALEX, password),
    "driver at a policy": lambda server, password: drive(server, authorize(server, POLICY, B2C_APP), SAM, password),
}
CHANGES = {
    "device code": lambda server: Client(server).device_code(),
    "user code": lambda server: requests.post(
        f"{server.http}/common/oauth2/deviceauth", data={"otc": server.user_code, "loginfmt": ALEX, "passwd": PASSWORD,
                                                         "consent": "accept"}, timeout=20),
    "revocation": lambda server: control(server, "POST", "revocations", json={"user": ALEX, "tenant": CONTOSO}),
    "clock": lambda server: control(server, "PUT", "clock", json={"advance": "PT1S"}),
    "tenant": lambda server: control(server, "POST", "tenants", json={"displayName": "Made"}),
    "reset": lambda server: control(server, "POST", "reset"),
    "stub": lambda server: control(
        server, "POST", "responses", json={"match": {"endpoint": "token"}, "responses": [{"error": 50076}]}),
    "graph user": lambda server: graph(server, "PATCH", f"users/{ALEX}", json={"jobTitle": "Clerk"}),
    "graph revocation": lambda server: graph(server, "POST", f"users/{ALEX}/revokeSignInSessions"),
}


def assert_unavailable(name, answer):
    assert answer.status_code == 503, f"{name}: {answer.status_code} {answer.text}"
    assert int(answer.headers["Retry-After"]) >= 1, name
    assert "Location" not in answer.headers, name
    kind = answer.headers["Content-Type"]
    if kind.startswith("text/html"):
        assert "temporarily unavailable" in answer.text and "AADSTS90033" in answer.text, f"{name}: {answer.text}"
        assert "incorrect" not in answer.text, name
    elif name.startswith("graph"):
        assert answer.json()["error"]["code"] == "ServiceUnavailable", answer.text
    else:
        assert answer.json()["error"] == "temporarily_unavailable", f"{name}: {answer.text}"


class Redis:
    """A server on a store of its own. Wrong passwords are counted there: no password is checked without it."""

    refuses_right_passwords = refuses_wrong_passwords = True

    def __init__(self, tmp_path, stack):
        self.store = stack.enter_context(Store(tmp_path))
        (self.server,) = stack.enter_context(Fleet(tmp_path, self.store.url, count=1))


class ReadOnlyRedis(Redis):
    def fail(self):
        assert self.store.ask("REPLICAOF", "127.0.0.1", "1") == b"+OK\r\n"

    def mend(self):
        assert self.store.ask("REPLICAOF", "NO", "ONE") == b"+OK\r\n"


class FullRedis(Redis):
    """It can still forget wrong passwords, and so takes a right one."""

    refuses_right_passwords = False

    def fail(self):
        assert self.store.ask("CONFIG", "SET", "maxmemory", "1") == b"+OK\r\n"

    def mend(self):
        assert self.store.ask("CONFIG", "SET", "maxmemory", "0") == b"+OK\r\n"


class HungRedis(Redis):
    def fail(self):
        self.store.pause()

    def mend(self):
        self.store.resume()


class KilledRedis:
    """Its log survives it."""

    refuses_right_passwords = refuses_wrong_passwords = True

    def __init__(self, tmp_path, stack):
        (tmp_path / "store").mkdir()
        self.store = stack.enter_context(
            Store(tmp_path / "store", "--appendonly", "yes", "--appendfsync", "always"))
        (self.server,) = stack.enter_context(Fleet(tmp_path, self.store.url, count=1))

    def fail(self):
        self.store.kill()

    def mend(self):
        self.store.start()


class FullDisk:
    """Wrong passwords are counted in memory: where a sign-in has nothing else to keep, it goes on."""

    refuses_right_passwords = refuses_wrong_passwords = False

    def __init__(self, tmp_path, stack, disk):
        self.disk = disk
        self.server = stack.enter_context(started(tmp_path, disk.folder / "data"))

    def fail(self):
        self.disk.fill()
        client = Client(self.server)
        for number in range(200):
            if client.add_user(f"u{number}@contoso.com").status_code != 201:
                return

    def mend(self):
        self.disk.empty()


class RemovedFile:
    """As a disk that is taken away."""

    refuses_right_passwords = refuses_wrong_passwords = False

    def __init__(self, tmp_path, stack):
        self.file, self.away = tmp_path / "data/state.sqlite", tmp_path / "away"
        self.server = stack.enter_context(started(tmp_path, tmp_path / "data"))

    def fail(self):
        self.file.rename(self.away)

    def mend(self):
        self.away.rename(self.file)


@pytest.fixture(params=[
    ReadOnlyRedis, FullRedis, HungRedis, KilledRedis, pytest.param(FullDisk, marks=pytest.mark.isolated), RemovedFile],
    ids=lambda kind: kind.__name__)
def failing(request, tmp_path):
    with contextlib.ExitStack() as stack:
        more = [request.getfixturevalue("disk")] if request.param is FullDisk else []
        yield request.param(tmp_path, stack, *more)


@pytest.mark.parametrize("first", sorted(SIGN_INS))
def test_a_right_password_is_not_called_wrong(failing, first):
    """`first` is the first request that meets the failure."""
    server = failing.server
    usual = {name: sign_in(server, PASSWORD).status_code for name, sign_in in SIGN_INS.items()}
    assert set(usual.values()) <= {200, 302}, usual
    failing.fail()
    try:
        for name in [first, *(set(SIGN_INS) - {first})]:
            for _ in range(12):
                answer = SIGN_INS[name](server, PASSWORD)
                if failing.refuses_right_passwords or answer.status_code != usual[name]:
                    assert_unavailable(name, answer)
            for _ in range(3 if failing.refuses_wrong_passwords else 0):
                assert_unavailable(name, SIGN_INS[name](server, "wrong"))
    finally:
        failing.mend()
    eventually(lambda: ropc(server, PASSWORD).status_code == 200, 10)
    for name, sign_in in SIGN_INS.items():
        answer = sign_in(server, PASSWORD)
        assert answer.status_code == usual[name], f"{name}: nothing was counted as a wrong password: {answer.text}"


def test_what_must_be_kept_is_refused(failing):
    server = failing.server
    server.user_code = Client(server).device_code().json()["user_code"]
    failing.fail()
    try:
        for name, change in CHANGES.items():
            assert_unavailable(name, change(server))
        for path in ["/common/discovery/v2.0/keys", f"/{CONTOSO}/v2.0/.well-known/openid-configuration", "/_understudy/health"]:
            assert requests.get(server.http + path, timeout=20).status_code == 200
    finally:
        failing.mend()
    eventually(lambda: CHANGES["clock"](server).status_code == 200, 10)
    for name in ["user code", "device code", "graph user", "revocation"]:
        assert CHANGES[name](server).status_code in (200, 204), name


def test_the_body_of_a_problem_says_when_to_come_again(tmp_path):
    with contextlib.ExitStack() as stack:
        removed = RemovedFile(tmp_path, stack)
        removed.fail()
        problem = CHANGES["revocation"](removed.server)
        assert problem.headers["Content-Type"] == "application/problem+json"
        body = json.loads(problem.text)
        assert (body["status"], body["title"], body["error"]) == (
            503, "Temporarily unavailable", "temporarily_unavailable")
