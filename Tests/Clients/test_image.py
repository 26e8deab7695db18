"""The container image: what is in it, how large it is, and that it serves as any user with a root directory that cannot be
written to."""

import json
import os
import re
import stat
import subprocess

import pytest
import requests

from support.image import ARGUMENTS, DOCKERFILE, FIRST_STAGE, Image
from support.loopback import free_port
from support.server import REPOSITORY, binary

LIMIT = 25_000_000      # bytes, compressed

# Only root has root directories of its own.
pytestmark = pytest.mark.isolated


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    return Image(tmp_path_factory.mktemp("image"))


def first_stage():
    """The instructions of the first stage that make layers, in order."""
    return re.findall(r"^(COPY|RUN) (.+)$", FIRST_STAGE, re.MULTILINE)


def test_the_first_stage_ends_as_this_test_begins():
    assert first_stage()[-2:] == [("COPY", ". ."), ("RUN", "scripts/internal/image-root /image")]


def test_dependencies_have_layers_that_a_change_of_the_sources_leaves_cached():
    """Docker takes a layer from its cache while the instructions and the copied files before it are the same."""
    before = first_stage()[:-2]
    copied = {path for instruction, operands in before if instruction == "COPY" for path in operands.split()[:-1]}
    assert copied == {"scripts/internal/setup", "Package.swift"}, "a file that changes with the sources would empty the cache"
    commands = [operands for instruction, operands in before if instruction == "RUN"]
    assert commands == ["scripts/internal/setup @build ca-certificates", "swift package resolve"]
    for command in commands:
        *_, needed = (operands for instruction, operands in before[:before.index(("RUN", command))] if instruction == "COPY")
        assert needed.split()[0] == {"scripts/internal/setup": "scripts/internal/setup", "swift": "Package.swift"}[command.split()[0]]


def test_the_later_steps_of_the_first_stage_install_no_further_package():
    """`scripts/internal/image-root` and `scripts/build` ask for nothing that the cached layer lacks."""
    asked = {package for script in (REPOSITORY / "scripts/internal/image-root", REPOSITORY / "scripts/build")
             for line in re.findall(r"^scripts/internal/setup (.+?) >&2$", script.read_text(), re.MULTILINE)
             for package in line.split()}
    assert asked == set(re.search(r"^RUN scripts/internal/setup (.+)$", FIRST_STAGE, re.MULTILINE)[1].split())


def test_a_build_leaves_the_resolved_packages_in_place():
    """`COPY . .` does not replace what `swift package resolve` made."""
    ignored = (REPOSITORY / ".dockerignore").read_text().split()
    assert {".build", "Package.resolved"} <= set(ignored)


def test_it_is_small(image):
    assert sum(image.layers()) <= LIMIT


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
    prefix = "org.opencontainers.image."
    labels = {name.removeprefix(prefix): text for name, text in image.config["Labels"].items() if name.startswith(prefix)}
    version = subprocess.run([binary(), "version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    source, revision = ARGUMENTS["SOURCE"], ARGUMENTS["REVISION"]
    assert labels == {
        "title": "Understudy", "description": "A local stand-in for Microsoft Entra ID in integration tests", "version": version,
        "revision": revision, "source": source, "url": source, "documentation": f"{source}/blob/{revision}/docs/README.md",
        "vendor": "The Understudy contributors", "licenses": "Apache-2.0"}
    assert (REPOSITORY / "docs/README.md").is_file()


def test_a_build_without_arguments_names_no_address(image):
    image.buildah("build", "--format", "docker", "--build-context", f"build={image.folder / 'context'}",
                  "--file", str(image.folder / "Dockerfile"), "--tag", "plain", str(image.folder / "context"))
    labels = json.loads(image.buildah("inspect", "--type", "image", "plain"))["Docker"]["config"]["Labels"]
    for name in ("source", "url", "documentation", "revision"):
        assert labels[f"org.opencontainers.image.{name}"] == ""


def test_the_workflow_gives_every_argument():
    workflow = (REPOSITORY / ".github/workflows/ci.yml").read_text()
    assert set(re.findall(r"--build-arg (\w+)=", workflow)) == set(re.findall(r"^ARG (\w+)", DOCKERFILE, re.MULTILINE)) == set(ARGUMENTS)


def test_packages_are_named_for_scanners_with_their_licenses(image):
    status = image.root / "var/lib/dpkg/status.d"
    names = {file.name for file in status.iterdir()}
    assert {"libc6-dev", "libssl-dev", "ca-certificates"} <= names
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
