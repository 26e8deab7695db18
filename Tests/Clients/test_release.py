"""The files of a release: what is in them, and that the same commit makes the same bytes in another folder. The binary is built
already."""

import json
import os
import shutil
import subprocess
import tarfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from support.server import REPOSITORY, binary

pytestmark = pytest.mark.isolated


def make(folder, origin):
    """Clones the commit, and makes its release. What the package manager of Swift resolved comes from this folder."""
    subprocess.run(["git", "clone", "--quiet", str(origin), str(folder)], check=True)
    (folder / ".build").mkdir()
    shutil.copy(REPOSITORY / ".build/workspace-state.json", folder / ".build")
    (folder / ".build/checkouts").symlink_to(REPOSITORY / ".build/checkouts")
    done = subprocess.run(
        ["bash", "scripts/release"], cwd=folder, capture_output=True, text=True, timeout=500,
        env=os.environ | {"UNDERSTUDY_BINARY": os.path.abspath(binary())})
    assert done.returncode == 0, done.stdout + done.stderr
    return next((folder / "dist").iterdir())


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """The folders of two releases of one commit, made in folders whose paths differ in length."""
    origin = tmp_path_factory.mktemp("origin") / "project"
    subprocess.run(["git", "clone", "--quiet", str(REPOSITORY), str(origin)], check=True)
    changelog = origin / "CHANGELOG.md"
    version = subprocess.run([binary(), "version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    changelog.write_text(changelog.read_text().replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{version}] - 2026-11-29\n", 1))
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "--quiet", "-am", "x"], cwd=origin, check=True)
    folders = [tmp_path_factory.mktemp("a") / "one", tmp_path_factory.mktemp("b") / "another-folder"]
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda folder: make(folder, origin), folders))


def test_the_same_commit_makes_the_same_bytes(releases):
    first, second = ((folder / "SHA256SUMS").read_text() for folder in releases)
    assert first == second and len(first.splitlines()) >= 8


def test_the_archive_has_what_a_user_installs(releases, tmp_path):
    path, = releases[0].glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(tmp_path, filter="data")
    shown = subprocess.run([tmp_path / "understudy", "version"], capture_output=True, text=True, check=True).stdout
    assert shown == f"understudy {releases[0].name}\n"
    for script, shell in (("understudy.bash", "bash"), ("_understudy", "zsh")):
        subprocess.run([shell, "-n", tmp_path / "completions" / script], check=True)
    manual = (tmp_path / "man/understudy.1").read_text()
    assert manual.startswith('.TH "UNDERSTUDY" "1"') and "\\fB\\-\\-http\\-port\\fR" in manual
    assert (tmp_path / "licenses/libssl-dev/copyright").stat().st_size > 0


def test_the_debian_package_depends_on_nothing(releases, tmp_path):
    path, = releases[0].glob("*.deb")
    fields = subprocess.run(["dpkg-deb", "--field", path], capture_output=True, text=True, check=True).stdout
    assert "Package: understudy\n" in fields and "Depends" not in fields
    subprocess.run(["dpkg-deb", "--extract", path, tmp_path], check=True)
    shown = subprocess.run([tmp_path / "usr/bin/understudy", "version"], capture_output=True, text=True, check=True).stdout
    assert shown.split() == ["understudy", releases[0].name]
    assert (tmp_path / "usr/share/man/man1/understudy.1.gz").is_file()


def test_the_image_is_an_oci_layout_with_one_layer(releases):
    path, = releases[0].glob("*-image.tar")
    with tarfile.open(path) as layout:
        def document(name):
            return json.load(layout.extractfile(f"./{name}"))

        def blob(digest):
            return document(f"blobs/{digest.replace(':', '/')}")

        assert document("oci-layout") == {"imageLayoutVersion": "1.0.0"}
        manifest = blob(document("index.json")["manifests"][0]["digest"])
        assert len(manifest["layers"]) == 1
        configuration = blob(manifest["config"]["digest"])["config"]
    assert configuration["User"] == "65532:65532" and configuration["Healthcheck"]["Test"][0] == "CMD"
