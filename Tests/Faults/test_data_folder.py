"""A data folder that cannot be written: a clear message or a served error, and nothing half-written left behind."""

import os

import pytest
import requests

from harness.data_folder import failed_start, started
from harness.messages import LAST
from support.raw import exchange, status

WOODGROVE_KEYS = "/33333333-3333-4333-8333-333333333333/discovery/v2.0/keys"


@pytest.mark.parametrize("pages_left", [0, 1, 2, 3, 4])
@pytest.mark.isolated
def test_a_full_disk_at_the_start(tmp_path, disk, pages_left):
    """Wherever the room ends, the next start with room succeeds."""
    disk.fill(pages_left)
    message = failed_start(disk.folder / "data")
    assert "No space left on device" in message and str(disk.folder) in message
    assert not [path for path in (disk.folder / "data").rglob("*") if path.name.endswith(".new")], "half a key file"
    disk.empty()
    with started(tmp_path, disk.folder / "data") as server:
        assert server.is_healthy()


@pytest.mark.isolated
def test_a_disk_that_fills_later(tmp_path, disk):
    """Keys that are made on demand cannot be kept: that tenant has an error, the others do not notice, room heals it."""
    with started(tmp_path, disk.folder / "data") as server:
        disk.fill()
        assert server.get(WOODGROVE_KEYS).status_code == 500
        assert status(exchange(server, LAST, half_close=False)[0]) == 200
        assert server.get("/common/discovery/v2.0/keys").status_code == 200
        assert "No space left on device" in server.output()
        disk.empty()
        assert server.get(WOODGROVE_KEYS).status_code == 200


@pytest.mark.isolated
def test_a_read_only_folder(disk):
    disk.remount("ro")
    message = failed_start(disk.folder / "data")
    assert "Read-only file system" in message and str(disk.folder) in message


@pytest.mark.isolated
def test_a_read_only_folder_with_keys_serves(tmp_path, disk):
    with started(tmp_path, disk.folder / "data") as server:
        assert server.get(WOODGROVE_KEYS).status_code == 200
    disk.remount("ro")
    with started(tmp_path, disk.folder / "data") as server:
        assert server.get(WOODGROVE_KEYS).status_code == 200


def test_a_folder_without_write_permission_serves_where_it_has_what_is_needed(tmp_path):
    data, empty = tmp_path / "data", tmp_path / "empty"
    prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    with started(tmp_path, data):
        pass
    empty.mkdir()
    for folder in (data, empty):
        folder.chmod(0o500)
    try:
        with started(tmp_path, data, prefix=prefix) as server:
            assert server.get("/common/discovery/v2.0/keys").status_code == 200
            frozen = requests.put(f"{server.http}/_understudy/clock", json={"frozen": "2030-01-01T00:00:00Z"}, timeout=10)
            assert frozen.status_code == 503
            assert "cannot be written: Permission denied" in server.output()
        assert "Permission denied" in failed_start(empty, prefix)
    finally:
        for folder in (data, empty):
            folder.chmod(0o700)


def test_a_file_in_place_of_the_folder(tmp_path):
    (tmp_path / "data").write_text("not a folder")
    assert "Not a directory" in failed_start(tmp_path / "data")
