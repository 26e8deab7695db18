"""A data folder that cannot be written: a clear message or a served error, and nothing half-written left behind."""

import subprocess

import pytest

from harness.messages import LAST
from harness.small_disk import mounted
from support.raw import exchange, status
from support.server import Server, binary, clean_environment

WOODGROVE_KEYS = "/33333333-3333-4333-8333-333333333333/discovery/v2.0/keys"


@pytest.fixture
def disk(tmp_path):
    with mounted(tmp_path / "disk") as made:
        if made is None:
            pytest.skip("mounting is not permitted here")
        yield made


def failed_start(data):
    """What a start that must fail prints."""
    ran = subprocess.run(
        [binary(), "serve", "--http-port", "0", "--https-port", "0", "--data-dir", data], capture_output=True, text=True,
        env=clean_environment(), timeout=20)
    assert ran.returncode == 1, ran
    assert ran.stderr.startswith("understudy: ") and len(ran.stderr.splitlines()) == 1, ran.stderr
    return ran.stderr


def started(tmp_path, data):
    return Server(tmp_path, "--data-dir", str(data), "--log-level", "warning", seed=None)


@pytest.mark.parametrize("pages_left", [0, 1, 2, 3, 4])
def test_a_full_disk_at_the_start(tmp_path, disk, pages_left):
    """Wherever the room ends, the next start with room succeeds."""
    disk.fill(pages_left)
    message = failed_start(disk.folder / "data")
    assert "No space left on device" in message and str(disk.folder) in message
    disk.empty()
    with started(tmp_path, disk.folder / "data") as server:
        assert server.is_healthy()


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


def test_a_read_only_folder(disk):
    disk.remount("ro")
    message = failed_start(disk.folder / "data")
    assert "Read-only file system" in message and str(disk.folder) in message


def test_a_read_only_folder_with_keys_serves(tmp_path, disk):
    with started(tmp_path, disk.folder / "data") as server:
        assert server.get(WOODGROVE_KEYS).status_code == 200
    disk.remount("ro")
    (tmp_path / "again").mkdir()
    with started(tmp_path / "again", disk.folder / "data") as server:
        assert server.get(WOODGROVE_KEYS).status_code == 200


def test_a_file_in_place_of_the_folder(tmp_path):
    (tmp_path / "data").write_text("not a folder")
    assert "Not a directory" in failed_start(tmp_path / "data")
