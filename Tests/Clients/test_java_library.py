"""The test library for Java, as a user has it: both jars on the class path, with JUnit from Debian and without a network."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.server import REPOSITORY, binary, clean_environment

LIBRARY = REPOSITORY / "libraries/java"
DEBIAN = Path("/usr/share/java")
JUNIT = [DEBIAN / f"{name}.jar" for name in (
    "junit-jupiter-api", "junit-jupiter-params", "junit-platform-commons", "apiguardian-api", "opentest4j")]
PACKAGE = "io.github.understudy_entra"
JAVA = shutil.which("java")
CONSOLE = DEBIAN / "junit-platform-console-standalone.jar"


def make_jars(folder, program=None):
    made = subprocess.run(
        [REPOSITORY / "scripts/internal/jars", program or binary(), folder], capture_output=True, text=True, timeout=240)
    assert made.returncode == 0, made.stdout + made.stderr
    return [Path(line) for line in made.stdout.split()]


@pytest.fixture(scope="module")
def jars(tmp_path_factory):
    return make_jars(tmp_path_factory.mktemp("jars"))


def class_path(*places):
    return os.pathsep.join(map(str, places))


def compiled(folder, sources, *places):
    """Compiles sources, without a warning, and returns the folder of the classes."""
    done = subprocess.run(
        ["javac", "-Xlint:all,-classfile,-try", "-Werror", "--release", "17", "-encoding", "UTF-8", "-cp", class_path(*places, *JUNIT),
         "-d", folder, *map(str, sources)], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def tests(jars, tmp_path_factory):
    """The classes of the library's own tests."""
    folder = compiled(tmp_path_factory.mktemp("tests"), sorted((LIBRARY / "src/test/java").rglob("*.java")), jars[0])
    settings = LIBRARY / "src/test/resources/junit-platform.properties"
    (folder / settings.name).write_text(settings.read_text())
    return folder


def run(cwd, *places, select=("--scan-classpath",), options=(), **environment):
    """Runs tests with the console launcher of JUnit."""
    return subprocess.run(
        [JAVA, *options, "-jar", CONSOLE, "-cp", class_path(*places), "--disable-banner", "--disable-ansi-colors", *select],
        capture_output=True, text=True, timeout=280, cwd=cwd, env=clean_environment(**environment))


def counts(done):
    """The numbers of tests in the summary of the console launcher."""
    return {name: int(number) for number, name in re.findall(r"\[ *(\d+) tests (\w+) *\]", done.stdout)}


def test_library_is_the_described_one(jars, tests):
    done = run(
        LIBRARY, jars[0], tests, select=["--scan-classpath", "--exclude-classname", r".*\.SampleTest.*"], UNDERSTUDY_BINARY=binary())
    assert done.returncode == 0, done.stdout + done.stderr
    assert counts(done)["successful"] == counts(done)["found"] > 50


def test_packages_are_made_alike_twice(tmp_path):
    one, two = ([path.read_bytes() for path in make_jars(tmp_path / name, "/bin/true")] for name in ("one", "two"))
    assert one == two
