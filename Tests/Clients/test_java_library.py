"""The test library for Java, as a user has it: both jars on the class path, with JUnit from Debian and without a network."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.documents import Page
from support.server import REPOSITORY, binary, clean_environment

LIBRARY = REPOSITORY / "libraries/java"
DEBIAN = Path("/usr/share/java")
JUNIT = [DEBIAN / f"{name}.jar" for name in (
    "junit-jupiter-api", "junit-jupiter-params", "junit-platform-commons", "apiguardian-api", "opentest4j")]
PACKAGE = "io.github.understudy_entra"
JAVA = shutil.which("java")
CONSOLE = DEBIAN / "junit-platform-console-standalone.jar"
PAGE = Page("docs/get-started/junit.md")


def make_jars(folder):
    made = subprocess.run([REPOSITORY / "scripts/internal/jars", binary(), folder], capture_output=True, text=True, timeout=240)
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


def test_sample_suite_passes_in_parallel(jars, tests):
    done = run(LIBRARY, jars[0], tests, select=["--select-class", f"{PACKAGE}.SampleTest"], UNDERSTUDY_BINARY=binary())
    assert done.returncode == 0, done.stdout + done.stderr
    assert counts(done) == {"found": 12, "skipped": 0, "started": 12, "aborted": 0, "successful": 12, "failed": 0}


def test_library_is_the_described_one(jars, tests):
    done = run(
        LIBRARY, jars[0], tests, select=["--scan-classpath", "--exclude-classname", r".*\.SampleTest.*"], UNDERSTUDY_BINARY=binary())
    assert done.returncode == 0, done.stdout + done.stderr
    assert counts(done)["successful"] == counts(done)["found"] > 70


def test_jars_are_made_alike_twice(jars, tmp_path):
    assert [path.read_bytes() for path in make_jars(tmp_path)] == [path.read_bytes() for path in jars]


USER_TEST = """
import static org.junit.jupiter.api.Assertions.*;

import io.github.understudy_entra.*;
import io.github.understudy_entra.junit.UnderstudyTest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

@UnderstudyTest
class UserTest {
    %s
}
"""


def user_test(folder, jars, methods):
    source = folder / "UserTest.java"
    source.write_text(USER_TEST % methods)
    return compiled(folder / "classes", [source], jars[0])


def test_server_of_the_jar_is_started(jars, tmp_path):
    """Neither a variable nor PATH names a binary. The copy of the binary is deleted with the server."""
    classes = user_test(tmp_path, jars, "@Test void it(Understudy entra) { assertEquals(\"ok\", entra.health().status()); }")
    (tmp_path / "files").mkdir()
    done = run(tmp_path, *jars, classes, options=[f"-Djava.io.tmpdir={tmp_path / 'files'}"], PATH=str(tmp_path))
    assert done.returncode == 0, done.stdout
    assert list((tmp_path / "files").iterdir()) == []
    missing = run(tmp_path, jars[0], classes, PATH=str(tmp_path))
    assert missing.returncode == 1 and "set UNDERSTUDY_BINARY to its path" in missing.stdout


def test_failed_test_shows_the_journal(jars, tmp_path):
    classes = user_test(tmp_path, jars, """
        @Test void it(Understudy entra, Tenant tenant) throws Exception {
            HttpRequest keys = HttpRequest.newBuilder(URI.create(tenant.authority() + "/discovery/v2.0/keys")).build();
            entra.client().send(keys, HttpResponse.BodyHandlers.discarding());
            fail();
        }""")
    done = run(tmp_path, jars[0], classes, UNDERSTUDY_BINARY=binary())
    assert done.returncode == 1
    assert re.search(r"Understudy request journal:\n#\d+ GET keys 200 success\n", done.stdout), done.stdout


def test_unused_stub_fails_the_test(jars, tmp_path):
    classes = user_test(tmp_path, jars, """
        @Test void it(Tenant tenant) { tenant.stub(new Match().endpoint("token"), StubbedResponse.ofStatus(503)); }""")
    done = run(tmp_path, jars[0], classes, UNDERSTUDY_BINARY=binary())
    assert done.returncode == 1 and "1 of the stubbed responses for Match[" in done.stdout


def test_tenant_of_a_class_is_rejected(jars, tmp_path):
    classes = user_test(tmp_path, jars, """
        @org.junit.jupiter.api.BeforeAll static void all(Tenant tenant) {}
        @Test void it() {}""")
    done = run(tmp_path, jars[0], classes, UNDERSTUDY_BINARY=binary())
    assert done.returncode == 1 and "A tenant belongs to one test method" in done.stdout


def test_running_server_is_used_by_its_address(jars, server, tmp_path):
    classes = user_test(tmp_path, jars, f"@Test void it(Understudy entra) {{ assertEquals(\"{server.http}\", entra.http()); }}")
    done = run(tmp_path, jars[0], classes, UNDERSTUDY_URL=server.http)
    assert done.returncode == 0, done.stdout
    assert server.is_healthy(), "a server that the extension did not start goes on"


def test_container_class_connects_to_the_mapped_ports(jars, server, tmp_path):
    """The class is compiled against the signatures in `support/testcontainers`, and no container is started."""
    signatures = sorted((REPOSITORY / "Tests/Clients/support/testcontainers").rglob("*.java"))
    container = compiled(tmp_path / "container", [*signatures, LIBRARY / "testcontainers/UnderstudyContainer.java"], jars[0])
    source = tmp_path / "UserTest.java"
    source.write_text(USER_TEST.replace("@UnderstudyTest", "") % """
        @Test void it() {
            var container = new io.github.understudy_entra.testcontainers.UnderstudyContainer(
                org.testcontainers.utility.DockerImageName.parse("understudy"));
            try (Understudy entra = container.server(); Tenant tenant = entra.tenant("contoso.com")) {
                assertEquals(System.getProperty("expected.authority") + "/" + tenant.id(), tenant.authority());
            }
            container.withControlToken("a-token-of-the-test").withDirectory(java.util.Map.of("tenants", java.util.List.of()));
            assertEquals("{UNDERSTUDY_CONFIG_INLINE={\\"tenants\\":[]}, UNDERSTUDY_CONTROL_TOKEN=a-token-of-the-test}",
                container.getEnvMap().toString());
        }""")
    classes = compiled(tmp_path / "classes", [source], jars[0], container)
    ports = {inside: origin.rsplit(":", 1)[1] for inside, origin in ((8080, server.http), (8443, server.https))}
    done = run(tmp_path, jars[0], container, classes, options=[
        *(f"-Dmapped.{inside}={outside}" for inside, outside in ports.items()), f"-Dexpected.authority={server.https}"])
    assert done.returncode == 0, done.stdout
    assert counts(done)["successful"] == 1


def test_tutorial_passes(jars, tmp_path):
    """The first test of the library is its page: every file of the page, and the number of tests that the page promises."""
    files = {block.file: block.text for block in PAGE.blocks if block.file}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    app = compiled(tmp_path / "app", [tmp_path / "src/main/java/Daemon.java"])
    suite = compiled(tmp_path / "suite", [tmp_path / "src/test/java/DaemonTest.java"], app, jars[0])
    done = run(tmp_path, *jars, app, suite, tmp_path / "src/test/resources")
    assert done.returncode == 0, done.stdout
    assert counts(done)["successful"] == 6 and "All six tests pass." in PAGE.text


def test_tutorial_depends_on_the_library_of_this_version(jars):
    def dependencies(text):
        return re.findall(r"<dependency>\s*<groupId>(.+)</groupId>\s*<artifactId>(.+)</artifactId>\s*<version>(.+)</version>", text)

    pom = (LIBRARY / "pom.xml").read_text()
    own = tuple(re.search(rf"<{name}>(.+)</{name}>", pom)[1] for name in ("groupId", "artifactId", "version"))
    page = next(block.text for block in PAGE.blocks if block.file == "pom.xml")
    assert dependencies(page).count(own) == 2
    assert {jar.name.replace("arm64", "x64") for jar in jars} == set(re.findall(r"understudy-entra-[\w.-]+\.jar", PAGE.text))
    assert f"<junit.version>{dependencies(page)[2][2]}</junit.version>" in pom


def test_example_of_the_readme_passes(jars, tmp_path):
    example = next(block.text for block in Page("libraries/java/README.md").blocks if block.language == "java")
    (tmp_path / "DaemonTest.java").write_text(USER_TEST.partition("@UnderstudyTest")[0] + example)
    classes = compiled(tmp_path / "classes", [tmp_path / "DaemonTest.java"], jars[0])
    done = run(tmp_path, *jars, classes)
    assert done.returncode == 0 and counts(done)["successful"] == 1, done.stdout
