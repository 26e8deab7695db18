"""The test library for Go: its own tests and the sample suite, without a network."""

import shutil
import subprocess

from support.server import REPOSITORY, binary, clean_environment

LIBRARY = REPOSITORY / "libraries/go"


def go(tmp_path, *arguments):
    environment = clean_environment(
        UNDERSTUDY_BINARY=binary(), GOCACHE=str(tmp_path / "cache"), GOPATH=str(tmp_path / "path"), GOPROXY="off", GOFLAGS="-mod=mod",
        GOTOOLCHAIN="local")
    return subprocess.run(
        ["go", *arguments], capture_output=True, text=True, timeout=500, cwd=tmp_path / "libraries/go", env=environment)


def test_sample_suite_and_library(tmp_path):
    shutil.copytree(LIBRARY, tmp_path / "libraries/go")
    shutil.copytree(REPOSITORY / "libraries/sample", tmp_path / "libraries/sample")
    done = go(tmp_path, "test", "-v", "./...")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("--- PASS: Test") == 20
    vetted = go(tmp_path, "vet", "./...")
    assert vetted.returncode == 0, vetted.stderr


def test_code_has_the_usual_format():
    listed = subprocess.run(["gofmt", "-l", "."], capture_output=True, text=True, timeout=60, cwd=LIBRARY, check=True)
    assert listed.stdout == ""
