"""The container image: what is in it, how large it is, and that it serves as any user with a root directory that cannot be
written to."""

import os
import re
import stat
import subprocess

import pytest
import requests

from support.image import FIRST_STAGE, Image
from support.loopback import free_port
from support.server import binary

LIMIT = 25_000_000      # bytes, compressed

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="root directories of one's own are for root")


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    return Image(tmp_path_factory.mktemp("image"))


def test_the_first_stage_does_what_this_test_does():
    assert re.findall(r"^RUN (.+)$", FIRST_STAGE, re.MULTILINE) == ["scripts/image-root /image"]


def test_it_is_small(image):
    assert sum(image.layers()) <= LIMIT


def test_its_binary_is_compiled_for_the_hot_paths(image):
    """What `scripts/tune` saw used lies side by side; what it saw is found again wherever the sources are built."""
    sections = subprocess.run(
        ["readelf", "-SW", image.root / "usr/bin/understudy"], capture_output=True, text=True, check=True).stdout
    hot = re.search(r" \.text\.hot +PROGBITS +\w+ +\w+ +(\w+)", sections)
    assert hot and int(hot[1], 16) > 100_000, sections


def test_nothing_is_in_it_that_it_does_not_need(image):
    files = [path.relative_to(image.root) for path in image.root.rglob("*") if path.is_file()]
    programs = [str(file) for file in files if os.access(image.root / file, os.X_OK) and ".so" not in file.name]
    assert programs == ["usr/bin/understudy"]
    assert not (image.root / "usr/lib/locale").exists()
    for path in image.root.rglob("*"):
        mode = path.lstat().st_mode
        assert not mode & (stat.S_ISUID | stat.S_ISGID), path
        assert stat.S_ISLNK(mode) or not mode & stat.S_IWOTH or path == image.root / "data", path


def test_its_labels_are_true(image):
    labels = {name.rpartition(".")[2]: text for name, text in image.config["Labels"].items() if "opencontainers" in name}
    version = subprocess.run([binary(), "version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    assert labels["version"] == version
    assert labels["licenses"] == "Apache-2.0" and labels["title"] == "Understudy" and labels["description"]


def test_packages_are_named_for_scanners_with_their_licenses(image):
    status = image.root / "var/lib/dpkg/status.d"
    names = {file.name for file in status.iterdir()}
    assert {"libc6", "ca-certificates"} <= names
    for name in names:
        assert f"Package: {name}\n" in (status / name).read_text()
        assert (image.root / f"usr/share/doc/{name}/copyright").exists()


@pytest.mark.parametrize("user", ["its own", "12345:0", "4242:4242"])
def test_it_serves_as_any_user_from_a_root_directory_that_cannot_be_written_to(image, user):
    user = image.config["User"] if user == "its own" else user
    assert not user.startswith("0:")
    http, https = free_port(), free_port()
    settings = {
        "UNDERSTUDY_HTTP_PORT": str(http), "UNDERSTUDY_HTTPS_PORT": str(https), "UNDERSTUDY_DATA_DIR": "/data/keys"}
    with image.serving(user, **settings):
        token = requests.post(f"http://localhost:{http}/contoso.com/oauth2/v2.0/token", timeout=10, data={
            "grant_type": "client_credentials", "client_id": "aaaaaaaa-0000-4000-8000-000000000004",
            "client_secret": "understudy-daemon-secret", "scope": "api://orders/.default"})
        assert token.status_code == 200, token.text


def test_it_serves_under_buildah(image):
    container = image.buildah("from", "understudy")
    run = image.buildah("run", "--isolation", "chroot", "--user", "12345", container, "--", "/usr/bin/understudy", "version")
    assert run.startswith("understudy ")


def test_a_command_other_than_serve_runs(image):
    shown = image.run("65532:65532", *image.config["Entrypoint"], "ca", UNDERSTUDY_SEED="image")
    assert shown.stdout.startswith("-----BEGIN CERTIFICATE-----"), shown.stderr
    refused = image.run("65532:65532", *image.config["Entrypoint"], "init", "/config/mine.yaml")
    assert refused.returncode == 1 and "Read-only file system" in refused.stderr, refused.stderr
