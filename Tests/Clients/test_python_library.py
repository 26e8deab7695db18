"""The test library for Python, installed as a user installs it: from the wheel, into an environment of its own, without a network."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.server import REPOSITORY, binary, clean_environment

LIBRARY = REPOSITORY / "libraries/python"


def make_wheel(folder, program=None):
    made = subprocess.run(
        [REPOSITORY / "scripts/internal/wheel", program or binary(), folder], capture_output=True, text=True, check=True, timeout=120)
    return Path(made.stdout.strip())


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of an environment that has the wheel, beside the packages that these tests have."""
    folder = tmp_path_factory.mktemp("library")
    wheel = make_wheel(folder / "dist")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, timeout=120)
    found = folder / "venv/bin/python"
    subprocess.run(
        [found, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel], check=True, timeout=120)
    here = next(path for path in sys.path if path.endswith("site-packages"))
    packages, = (folder / "venv/lib").glob("python*/site-packages")
    (packages / "of-these-tests.pth").write_text(here + "\n")
    return found


def run(python, *arguments, **options):
    environment = {name: value for name, value in clean_environment().items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [python, *arguments], capture_output=True, text=True, timeout=300, env=environment, **options)


def test_sample_suite_passes_on_four_workers(python):
    done = run(
        python, "-B", "-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider", "test_sample.py", cwd=LIBRARY / "tests")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "12 passed" in done.stdout


def test_library_is_the_described_one(python):
    environment = clean_environment(UNDERSTUDY_BINARY=binary())
    done = subprocess.run(
        [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_library.py", "test_operations.py"],
        capture_output=True, text=True, timeout=300, env=environment, cwd=LIBRARY / "tests")
    assert done.returncode == 0, done.stdout + done.stderr


def test_failed_test_shows_the_journal(python, tmp_path):
    (tmp_path / "test_app.py").write_text(
        "import urllib.request\n"
        "def test_it(understudy, understudy_tenant):\n"
        "    urllib.request.urlopen(f'{understudy.http}/{understudy_tenant.id}/discovery/v2.0/keys').close()\n"
        "    assert False\n")
    done = run(python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path)
    assert "Understudy request journal" in done.stdout and "GET keys 200 success" in done.stdout


def test_command_is_the_server(python):
    command = python.parent / "understudy-entra"
    printed = subprocess.run([command, "version"], capture_output=True, text=True, timeout=20, check=True, env=clean_environment())
    assert printed.stdout == run(python, "-m", "understudy_entra", "version").stdout
    assert printed.stdout.strip()


def test_wheel_is_made_alike_twice(tmp_path):
    one, two = (make_wheel(tmp_path / name, "/bin/true") for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_running_server_is_used_by_its_address(python, server, tmp_path):
    (tmp_path / "test_app.py").write_text(
        f"def test_it(understudy):\n    assert understudy.http == '{server.http}'\n")
    done = run(python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--understudy-url", server.http, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert server.is_healthy(), "a server that the plugin did not start goes on"
    assert os.path.exists(server.ca)
