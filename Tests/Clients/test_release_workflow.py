"""The steps of .github/workflows/release.yml, each run as GitHub runs it. Git, buildah, a registry and the server are real; what would
reach the network is a stand-in that writes down its calls."""

import re
import shutil
import subprocess

import pytest

from support.loopback import free_port
from support.oci import HEALTHCHECK, registry, write_archive
from support.server import REPOSITORY
from support.workflows import WORKFLOWS, Runner, step, steps

VERSION = "1.2.3"
ACCOUNT = {"GITHUB_REPOSITORY": "Acme/Understudy", "GITHUB_ACTOR": "releaser", "GITHUB_REF_NAME": f"v{VERSION}"}
# Each step with a script, and the test that runs it.
RUN_BY = {
    ("version", "Compare the tag and the names with the sources"): "test_a_tag_that_is_not_the_version_stops_the_release",
    ("files", "Install git"): "test_git_is_installed_for_the_checkout",
    ("files", "Make the files"): "test_the_files_are_those_of_the_release_script",
    ("join", "Join the architectures and write the formula"): "test_the_architectures_are_joined",
    ("image", "Push one name for both architectures"): "test_the_image_has_one_name_for_both_architectures",
    ("installed", "Sign in to the registry"): "test_the_published_image_is_pulled_with_the_token_of_the_job",
    ("installed", "The health check of the image succeeds"): "test_an_image_that_does_not_become_healthy_stops_the_release",
    ("installed", "A client that trusts what the system trusts"): "test_a_client_reads_the_metadata_of_the_published_image",
    ("publish", "Create the release, or complete it"): "test_the_release_has_all_files_and_the_notes",
    ("python", "Take the wheels"): "test_only_wheels_go_to_pypi",
    ("npm", "Publish what is not there yet"): "test_npm_gets_the_packages_with_the_server_first",
    ("homebrew", "Commit the formula"): "test_the_tap_gets_the_formula_once",
}


def test_every_step_has_a_test():
    assert {(job, found["name"]) for job, found in steps("release.yml") if "run" in found} == set(RUN_BY)
    assert all(callable(globals()[name]) for name in RUN_BY.values())


def run_step(job):
    """The one step with a script of a job."""
    return next(found for owner, found in steps("release.yml") if owner == job and "run" in found)


def runner(folder, *stand_ins, version=VERSION, files=()):
    made = Runner(folder, stand_ins, **ACCOUNT)
    made.values = {"needs.version.outputs.version": version, "github.token": "job-token", "github.repository": "Acme/Understudy"}
    (made.workspace / "dist").mkdir()
    for name in files:
        (made.workspace / "dist" / name).write_text(name)
    return made


# The version

@pytest.fixture
def sources(tmp_path):
    """A repository of the account Acme whose sources have the version."""
    folder = tmp_path / "sources"
    shutil.copytree(REPOSITORY / "scripts", folder / "scripts")
    for path in ("docs", "deploy", "libraries", "Config"):
        shutil.copytree(REPOSITORY / path, folder / path)
    for path in ("README.md", "CONTRIBUTING.md", "llms.txt", "mkdocs.yml", "action.yml", "CHANGELOG.md", "Dockerfile", "Sources/Understudy/Version.swift"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / path, folder / path)
    change(folder, "deploy/names.env", r"^OWNER=.*$", "OWNER=acme")
    change(folder, "Sources/Understudy/Version.swift", r'"[^"]+"', f'"{VERSION}"')
    change(folder, "CHANGELOG.md", r"^## \[Unreleased\]$", f"## [{VERSION}] - 2026-12-01")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    subprocess.run(["scripts/internal/names"], cwd=folder, check=True, capture_output=True)
    commit(folder)
    return folder


def change(folder, path, pattern, replacement):
    text = (folder / path).read_text()
    changed, count = re.subn(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert count == 1, pattern
    (folder / path).write_text(changed)


def commit(folder):
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    subprocess.run(
        ["git", "-c", "user.name=Acme", "-c", "user.email=acme@example.com", "commit", "--quiet", "--message", "change"],
        cwd=folder, check=True)


def test_the_version_of_the_sources_is_the_version_of_the_release(tmp_path, sources):
    made = runner(tmp_path)
    made.passes(run_step("version"), sources)
    assert made.outputs() == {"version": VERSION}
    assert WORKFLOWS["release.yml"]["jobs"]["version"]["outputs"] == {"version": "${{ steps.version.outputs.version }}"}


WRONG = {
    "tag": (None, "GITHUB_REF_NAME", f"v{VERSION}0", "the tag is v1.2.30, and the version is 1.2.3"),
    "account": (None, "GITHUB_REPOSITORY", "other/understudy", "the repository is other/understudy, and the names are of acme/understudy"),
    "name": (("README.md", r"version 1\.2\.3", "version 1.2.2"), None, None, "1.2.2, and VERSION is 1.2.3"),
    "change log": (("CHANGELOG.md", r"^## \[1\.2\.3\] - .*$", "## [Unreleased]"), None, None, "CHANGELOG.md has no"),
}


@pytest.mark.parametrize("edit, variable, value, message", WRONG.values(), ids=WRONG)
def test_a_tag_that_is_not_the_version_stops_the_release(tmp_path, sources, edit, variable, value, message):
    made = runner(tmp_path)
    if edit:
        change(sources, *edit)
        commit(sources)
    if variable:
        made.environment[variable] = value
    done = made.run(run_step("version"), sources)
    assert done.returncode != 0 and message in done.stdout + done.stderr
    assert not made.output.exists(), "no later job has a version"


# The files

def test_git_is_installed_for_the_checkout(tmp_path):
    made = runner(tmp_path, "apt-get")
    made.passes(run_step("files"))
    assert made.called()[-1].split()[:2] == ["apt-get", "install"] and " git " in f"{made.called()[-1]} "


def test_the_files_are_those_of_the_release_script(tmp_path):
    made = runner(tmp_path)
    made.program("release", '#!/bin/sh\nmkdir -p "dist/1.2.3" && echo made >"dist/1.2.3/$#"\n')
    (made.workspace / "scripts").symlink_to(made.programs)
    made.passes(step("release.yml", "files", "Make the files"))
    upload = next(found for job, found in steps("release.yml") if job == "files" and "upload-artifact" in found.get("uses", ""))
    assert (made.workspace / made.fill(upload["with"]["path"]) / "0").exists(), "the folder of the script is uploaded"


def test_the_architectures_are_joined(tmp_path):
    made = runner(tmp_path)
    (made.workspace / "dist").rmdir()
    (made.workspace / "scripts").symlink_to(REPOSITORY / "scripts")
    version = subprocess.run([REPOSITORY / "scripts/internal/names", "VERSION"], capture_output=True, text=True, check=True).stdout.strip()
    for row in WORKFLOWS["release.yml"]["jobs"]["files"]["strategy"]["matrix"]["include"]:
        folder = made.workspace / f"parts/files-{row['architecture']}"
        folder.mkdir(parents=True)
        archive = f"understudy-{version}-linux-{row['architecture']}.tar.gz"
        (folder / archive).write_text(row["architecture"])
        (folder / "COMMIT").write_text("c0ffee")
        (folder / "NOTES.md").write_text("notes")
        subprocess.run(f"sha256sum {archive} >SHA256SUMS", shell=True, cwd=folder, check=True)
    made.passes(run_step("join"))
    assert {path.name for path in (made.workspace / "dist").iterdir()} == {
        f"understudy-{version}-linux-x86_64.tar.gz", f"understudy-{version}-linux-aarch64.tar.gz", "SHA256SUMS", "NOTES.md", "understudy.rb"}
    assert "{{" not in (made.workspace / "dist/understudy.rb").read_text()


# The image

BUILDAH = """#!/bin/bash
# The registry of the test has no accounts: a login is only written down.
if [[ $1 == login ]]; then printf '%s\\n' "buildah $*" >>"$CALLS"; cat >>"$CALLS.input"; exit; fi
# The registry of the test takes the place of ghcr.io, without TLS.
arguments=("${@/#docker:\/\/ghcr.io/docker:\/\/$PLACE}")
[[ $2 != push ]] || arguments=(manifest push --tls-verify=false "${arguments[@]:2}")
exec /usr/bin/buildah --root "$HOME/storage" --runroot "$HOME/run" --storage-driver vfs "${arguments[@]}"
"""


def image_runner(folder, version):
    made = runner(folder, version=version)
    made.program("buildah", BUILDAH)
    for architecture, machine in {"amd64": "x86_64", "arm64": "aarch64"}.items():
        write_archive(made.workspace / f"dist/understudy-{version}-linux-{machine}-image.tar", architecture)
    return made


@pytest.mark.isolated
@pytest.mark.parametrize("version, tags", [(VERSION, {"1.2.3", "1.2", "latest"}), ("2.0.0-rc.1", {"2.0.0-rc.1"})])
def test_the_image_has_one_name_for_both_architectures(tmp_path, version, tags):
    made = image_runner(tmp_path, version)
    with registry(tmp_path) as images:
        made.environment["PLACE"] = images.origin.removeprefix("http://")
        made.passes(run_step("image"))
        assert made.called() == ["buildah login --username releaser --password-stdin ghcr.io"]
        assert (tmp_path / "calls.input").read_text() == "job-token\n"
        assert set(images.get("acme/understudy/tags/list").json()["tags"]) == tags
        for tag in tags:
            answer = images.get(f"acme/understudy/manifests/{tag}")
            assert {each["platform"]["architecture"] for each in answer.json()["manifests"]} == {"amd64", "arm64"}
            for each in answer.json()["manifests"]:
                manifest = images.get(f"acme/understudy/manifests/{each['digest']}", "manifest.v1+json").json()
                configuration = images.get(f"acme/understudy/blobs/{manifest['config']['digest']}").json()
                assert configuration["config"]["Healthcheck"] == HEALTHCHECK, "service containers and Compose wait for it"
            assert made.outputs() == {"image": "ghcr.io/acme/understudy", "digest": answer.headers["Docker-Content-Digest"]}


@pytest.mark.isolated
def test_a_registry_that_does_not_answer_fails_the_job(tmp_path):
    made = image_runner(tmp_path, VERSION)
    made.environment["PLACE"] = f"127.0.0.1:{free_port()}"
    assert made.run(run_step("image")).returncode != 0 and not made.output.exists()


def test_the_published_image_is_pulled_with_the_token_of_the_job(tmp_path):
    made = runner(tmp_path, "docker")
    made.passes(step("release.yml", "installed", "Sign in to the registry"))
    assert made.called() == ["docker login ghcr.io --username releaser --password-stdin"]
    assert (tmp_path / "calls.input").read_text() == "job-token\n"


@pytest.mark.parametrize("statuses", [["starting", "healthy"], ["unhealthy"], [""]])
def test_an_image_that_does_not_become_healthy_stops_the_release(tmp_path, statuses):
    made = runner(tmp_path, "docker", "sleep")
    made.values["steps.understudy.outputs.container"] = "c0ffee"
    made.answer("docker", "inspect", f"""
        statuses=({' '.join(f"'{status}'" for status in statuses)}) position=$(grep -c '^docker inspect' "$CALLS")
        last=$((${{#statuses[@]}} - 1))
        echo "${{statuses[position > last ? last : position - 1]}}" """)
    done = made.run(step("release.yml", "installed", "The health check of the image succeeds"))
    assert (done.returncode == 0) == (statuses[-1] == "healthy"), done.stdout + done.stderr
    assert done.returncode == 0 or f"the health check is '{statuses[-1]}'" in done.stdout
    assert made.called("docker")[0] == "docker inspect --format {{.State.Health.Status}} c0ffee"


def test_a_client_reads_the_metadata_of_the_published_image(tmp_path, server):
    made = runner(tmp_path)
    made.environment["CURL_CA_BUNDLE"] = server.ca      # the action makes the system trust it
    made.values["steps.understudy.outputs.authority"] = server.authority()
    metadata = made.passes(step("release.yml", "installed", "A client that trusts what the system trusts"))
    assert f"{server.https}/" in metadata
    made.values["steps.understudy.outputs.authority"] = f"{server.https}/no-such-tenant.example"
    assert made.run(step("release.yml", "installed", "A client that trusts what the system trusts")).returncode != 0


# What others publish

FILES = ["understudy-1.2.3-linux-x86_64.tar.gz", "SHA256SUMS", "understudy.rb"]


@pytest.mark.parametrize("version, exists", [(VERSION, False), (VERSION, True), ("2.0.0-rc.1", False)])
def test_the_release_has_all_files_and_the_notes(tmp_path, version, exists):
    made = runner(tmp_path, "gh", version=version, files=[*FILES, "NOTES.md"])
    made.answer("gh", "release", f'[[ $2 != view ]] || exit {0 if exists else 1}\n[[ $2 != create ]] || test -f NOTES.md')
    made.passes(run_step("publish"))
    files = " ".join(f"dist/{name}" for name in sorted(FILES, key=str.casefold))
    created = made.called("gh release create", "gh release upload")
    if exists:
        assert created == [f"gh release upload v{version} --clobber {files}"]
    else:
        early = "--prerelease " if "-" in version else ""
        assert created == [
            f"gh release create v{version} --verify-tag --title Understudy {version} --notes-file NOTES.md {early}{files}"]


def test_only_wheels_go_to_pypi(tmp_path):
    wheels = {"understudy_entra-1.2.3-py3-none-manylinux2014_x86_64.whl", "understudy_entra-1.2.3-py3-none-manylinux2014_aarch64.whl"}
    made = runner(tmp_path, files=[*FILES, *wheels])
    made.passes(run_step("python"))
    publishing = next(found for job, found in steps("release.yml") if job == "python" and "pypi-publish" in found.get("uses", ""))
    assert {path.name for path in (made.workspace / publishing["with"]["packages-dir"]).iterdir()} == wheels


PACKAGES = ["understudy-entra-linux-arm64", "understudy-entra-linux-x64", "understudy-entra"]


@pytest.mark.parametrize("version, tag, there", [(VERSION, "latest", []), (VERSION, "latest", PACKAGES[1:2]), ("2.0.0-rc.1", "next", [])])
def test_npm_gets_the_packages_with_the_server_first(tmp_path, version, tag, there):
    made = runner(tmp_path, "npm", version=version, files=[*FILES, *(f"{name}-{version}.tgz" for name in PACKAGES)])
    made.answer("npm", "view", "\n".join(f'[[ $2 != "{name}@{version}" ]] || exit 0' for name in there) + "\nexit 1")
    made.passes(run_step("npm"))
    assert made.called("npm publish") == [
        f"npm publish ./dist/{name}-{version}.tgz --access public --provenance --tag {tag}" for name in PACKAGES if name not in there]


def test_a_package_that_npm_rejects_fails_the_job(tmp_path):
    made = runner(tmp_path, "npm", files=[f"{name}-{VERSION}.tgz" for name in PACKAGES])
    made.answer("npm", "view", "exit 1")
    made.answer("npm", "publish", "exit 1")
    assert made.run(run_step("npm")).returncode != 0
    assert len(made.called("npm publish")) == 1, "the library is not published without its servers"


def test_the_tap_gets_the_formula_once(tmp_path):
    made = runner(tmp_path, "gh", files=["understudy.rb"])
    made.values |= {"secrets.HOMEBREW_TAP_TOKEN": "tap-token", "vars.HOMEBREW_TAP": "acme/homebrew-understudy"}
    tap = tmp_path / "tap.git"
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch", "main", str(tap)], check=True)
    made.answer("gh", "repo", f'[[ $GH_TOKEN == tap-token ]] && git clone --quiet "{tap}" "$4" 2>/dev/null')
    for _ in range(2):
        made.passes(run_step("homebrew"))
        shutil.rmtree(made.workspace / "tap")
    assert made.called("gh repo") == ["gh repo clone acme/homebrew-understudy tap"] * 2
    log = subprocess.run(["git", "log", "--format=%an: %s", "main"], cwd=tap, capture_output=True, text=True, check=True).stdout
    assert log == f"github-actions[bot]: understudy {VERSION}\n", "a second run commits nothing"
    kept = subprocess.run(["git", "show", "main:Formula/understudy.rb"], cwd=tap, capture_output=True, text=True, check=True).stdout
    assert kept == "understudy.rb"


def test_what_cannot_be_taken_back_comes_last():
    jobs = WORKFLOWS["release.yml"]["jobs"]

    def before(job):
        needs = jobs[job].get("needs", [])
        needs = [needs] if isinstance(needs, str) else needs
        return set(needs).union(*(before(each) for each in needs)) if needs else set()

    for job in ("python", "npm", "homebrew", "site"):
        assert {"version", "test", "files", "join", "image", "installed", "publish"} <= before(job), job
