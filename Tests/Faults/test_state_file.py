"""The file that state is kept in: in use, damaged, lost, of another version, taken away, without room, not to be written."""

import contextlib
import os
import resource
import sqlite3
import tempfile

import pytest
import requests

from harness.data_folder import failed_start, started
from harness.state_client import TOKEN, Client
from support.seed import ALEX, CONTOSO, DAEMON
from support.server import Server


@contextlib.contextmanager
def edited(data):
    """The database of a data folder that no server has, to be changed by hand."""
    with contextlib.closing(sqlite3.connect(data / "state.sqlite")) as database, database:
        yield database


def test_two_processes_on_one_folder(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data) as server:
        assert failed_start(data) == f"understudy: {data}/state.sqlite: is in use by another process\n"
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
    assert f"{file}: is damaged, and was not changed" in failed_start(data)
    assert file.read_bytes() == content


def test_a_start_that_fails_says_so_once(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data):
        pass
    with edited(data) as database:
        database.execute("INSERT INTO document (kind, key, content) VALUES ('clock', 'k', x'7b')")
    assert "is damaged, and was not changed: the clock 'k' is not JSON" in failed_start(data)


def test_a_part_of_another_form_is_left_out_and_told_of(tmp_path):
    data = tmp_path / "data"
    parts = [
        ("clock", CONTOSO, '"noon"'), ("message", "m", '{"to": "a@x.example", "code": "87654321"}'),
        ("keys", "workforce", "{}"), ("script", "s", "[]"), ("change", "no object", "{}"), ("directory", "", "[]")]
    with started(tmp_path, data) as server:
        assert Client(server).add_user("one@contoso.com").status_code == 201
    with edited(data) as database:
        for kind, key, content in parts:
            database.execute(
                "INSERT INTO document (kind, key, content) VALUES (?, ?, ?)", (kind, key, content.encode()))
    with started(tmp_path, data) as server:
        told = server.output()
        for kind, key, _ in parts:
            assert f"{data}/state.sqlite: the {kind} '{key}' cannot be read, and is ignored" in told
        assert "87654321" not in told
        assert Client(server).has_user("one@contoso.com")
        assert Client(server).redeem(Client(server).code(ALEX)).status_code == 200


def test_a_pipe_in_place_of_a_log_stops_the_start(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data):
        pass
    os.mkfifo(data / "state.sqlite-journal")
    assert "state.sqlite-journal: is not a regular file" in failed_start(data)


@pytest.mark.parametrize("loss", ["gone", "empty"])
def test_what_was_issued_before_the_file_was_lost_is_void(tmp_path, loss):
    data = tmp_path / "data"
    with started(tmp_path, data) as server:
        client = Client(server)
        used, unused = client.code(ALEX), client.code(ALEX)
        tokens = client.redeem(used).json()
        assert "previous state invalid" not in server.output()
    file = data / "state.sqlite"
    file.unlink() if loss == "gone" else file.write_bytes(b"")
    with started(tmp_path, data) as server:
        client = Client(server)
        for code in (used, unused):
            answer = client.redeem(code)
            assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant", answer.text
        assert client.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
        assert client.redeem(client.code(ALEX)).status_code == 200
        assert f"{file} is new, but the keys are older" in server.output()
    with started(tmp_path, data) as server:
        assert "previous state invalid" not in server.output()
        assert Client(server).refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_what_was_issued_under_a_seed_before_the_folder_was_new_is_void(tmp_path):
    def seeded(data):
        return Server(tempfile.mkdtemp(dir=tmp_path), "--data-dir", str(tmp_path / data), seed="ours")

    with seeded("one") as server:
        client = Client(server)
        unused = client.code(ALEX)
        tokens = client.redeem(client.code(ALEX)).json()
    with seeded("one") as server:
        assert "previous state invalid" not in server.output()
        assert Client(server).refresh(tokens["refresh_token"]).status_code == 200
    with seeded("two") as server:
        assert f"{tmp_path}/two/state.sqlite is new: codes, refresh tokens and sessions" in server.output()
        client = Client(server)
        assert client.redeem(unused).json()["error"] == "invalid_grant"
        assert client.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
        assert client.redeem(client.code(ALEX)).status_code == 200


def test_a_file_of_a_later_version_is_refused(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data):
        pass
    with edited(data) as database:
        database.execute("PRAGMA user_version = 99")
    assert "has format version 99" in failed_start(data)


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


@pytest.mark.isolated
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
        assert f"{file}: was removed or replaced while the server was running" in server.output()
        (tmp_path / "away").rename(file)
        assert client.redeem(code).status_code == 200


@pytest.mark.isolated
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


@pytest.mark.isolated
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
