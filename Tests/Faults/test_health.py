"""What `health` says while something cannot be written: 200, as what needs no writing is answered, and what it is and why."""

import os

import pytest
import requests

from harness.data_folder import started
from harness.replicas import Fleet
from harness.state_client import Client
from support.patience import eventually
from support.store import Store

WOODGROVE_KEYS = "/33333333-3333-4333-8333-333333333333/discovery/v2.0/keys"


def told(server):
    """The status, and what cannot be written with the reason. The server tries once a second."""
    health = server.get("/_understudy/health")
    assert health.status_code == 200, "to start the server again would not help"
    body = health.json()
    return body["status"], {entry["name"]: entry["reason"] for entry in body.get("unwritable", [])}


@pytest.mark.isolated
def test_the_state_file_on_a_full_disk(tmp_path, disk):
    data = disk.folder / "data"
    with started(tmp_path, data) as server:
        client = Client(server)
        assert told(server) == ("ok", {})
        disk.fill()
        for number in range(200):
            if client.add_user(f"u{number}@contoso.com").status_code != 201:
                break
        reason = f"{data}/state.sqlite: cannot be written: No space left on device"
        eventually(lambda: told(server) == ("degraded", {"state": reason}), 5)
        assert client.add_user("more@contoso.com").status_code == 503
        disk.empty()
        eventually(lambda: told(server) == ("ok", {}), 5)
        assert client.add_user("more@contoso.com").status_code == 201


def test_a_state_file_that_was_removed(tmp_path):
    data = tmp_path / "data"
    with started(tmp_path, data) as server:
        (data / "state.sqlite").rename(tmp_path / "away")
        eventually(lambda: told(server)[0] == "degraded", 5)
        assert "was removed or replaced while the server was running" in told(server)[1]["state"]


def test_a_folder_without_write_permission(tmp_path):
    data = tmp_path / "data"
    prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    with started(tmp_path, data):
        pass
    data.chmod(0o500)
    try:
        with started(tmp_path, data, prefix=prefix) as server:
            assert told(server) == ("degraded", {"state": f"{data}/state.sqlite: cannot be written"})
    finally:
        data.chmod(0o700)


@pytest.mark.isolated
def test_keys_on_a_full_disk(tmp_path, disk):
    with started(tmp_path, disk.folder / "data") as server:
        assert told(server) == ("ok", {})
        disk.fill()
        assert server.get(WOODGROVE_KEYS).status_code == 500
        eventually(lambda: "signing-external.pem" in told(server)[1].get("keys", ""), 5)
        assert told(server)[0] == "degraded" and "No space left on device" in told(server)[1]["keys"]
        disk.empty()
        eventually(lambda: told(server) == ("ok", {}), 10)
        assert server.get(WOODGROVE_KEYS).status_code == 200


def test_a_store_that_refuses(tmp_path):
    with Store(tmp_path) as store, Fleet(tmp_path, store.url, count=1) as (server,):
        assert told(server) == ("ok", {})
        assert store.ask("CONFIG", "SET", "maxmemory", "1") == b"+OK\r\n"
        assert requests.post(f"{server.http}/_understudy/reset", timeout=30).status_code == 503
        status, unwritable = told(server)
        assert status == "degraded" and "OOM" in unwritable["store"]
        assert store.ask("CONFIG", "SET", "maxmemory", "0") == b"+OK\r\n"
        assert requests.post(f"{server.http}/_understudy/reset", timeout=30).status_code == 204
        assert told(server) == ("ok", {})
