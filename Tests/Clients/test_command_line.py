"""The command line: configuration is checked, mistakes are named, a running server is asked and stopped."""

import json
import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from support.isolation import require, unshare
from support.patience import eventually
from support.proseware import CONFIGURATION
from support.server import REPOSITORY, Server, binary, clean_environment

BROKEN = """
tenants:
  - id: not-a-guid
    displayNmae: Contoso
    domains: [contoso.com]
    applications:
      - displayName: no appId
"""


def run(*arguments, cwd=None, **environment):
    return subprocess.run(
        [binary(), *arguments], cwd=cwd, env=clean_environment(**environment), timeout=20, stdin=subprocess.DEVNULL,
        capture_output=True, text=True)


def test_version_and_schema():
    assert run("version").returncode == 0
    assert json.loads(run("schema").stdout)["type"] == "object"


@pytest.mark.parametrize("arguments", [
    ["ca", "--seed", "x"], ["schema"], ["version"], ["--version"], ["lint", "--help"],
    ["check", str(CONFIGURATION)], ["lint", "redirect-uri", "https://app.example/cb", "--sdk", "entra"],
    ["migrate", "--resource", "https://graph.microsoft.com"],
])
def test_a_result_that_cannot_be_written_is_a_failure(arguments):
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [binary(), *arguments], env=clean_environment(), timeout=20, stdin=subprocess.DEVNULL, stdout=full,
            stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 74, ended.stderr
    assert "the result cannot be written: No space left on device" in ended.stderr


def test_init_writes_a_configuration_that_checks_and_never_overwrites(tmp_path):
    target = tmp_path / "mine.yaml"
    assert run("init", str(target)).returncode == 0
    assert run("check", str(target)).returncode == 0
    written = target.read_text()
    assert run("init", str(target)).returncode != 0
    assert target.read_text() == written


def test_check_accepts_the_tests_own_directory():
    checked = run("check", str(CONFIGURATION))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_check_names_every_problem_with_file_and_line(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text(BROKEN)
    checked = run("check", str(broken))
    said = checked.stdout + checked.stderr
    assert checked.returncode == 1
    for line, word in ((3, "not-a-guid"), (4, "displayName"), (7, "appId")):
        assert any(f"broken.yaml:{line}" in row and word in row for row in said.splitlines()), (line, said)


@pytest.mark.parametrize("arguments, environment, code, word", [
    pytest.param(["--colour", "red"], {}, 64, "colour", id="unknown option"),
    pytest.param(["--http-prot", "1"], {}, 64, "'--http-port'", id="misspelt option"),
    pytest.param(["--http-port"], {}, 64, "http-port", id="option without its value"),
    pytest.param(["here"], {}, 64, "here", id="unexpected argument"),
    pytest.param(["--trust-proxy=true"], {}, 64, "trust-proxy", id="value of a flag"),
    pytest.param(["--http-port", "99999"], {}, 64, "http-port", id="port out of range"),
    pytest.param(["--https-port", "443,443"], {}, 64, "443", id="port named twice"),
    pytest.param(["--http-port", "off", "--https-port", "off"], {}, 64, "http-port", id="nothing to listen on"),
    pytest.param(["--http-port", "9443", "--https-port", "9443"], {}, 64, "9443", id="one port for both protocols"),
    pytest.param(["--host", "idp.test"], {}, 64, "idp.test", id="host by name"),
    pytest.param(["--host", "203.0.113.7"], {}, 1, "203.0.113.7", id="address of another machine"),
    pytest.param(["--public-origin", "https://idp.test:99999"], {}, 64, "99999", id="origin with a bad port"),
    pytest.param(["--workers", "0"], {}, 64, "workers", id="no workers"),
    pytest.param(["--log-level", "loud"], {}, 64, "loud", id="unknown log level"),
    pytest.param(["--log-level", "very\nloud"], {}, 64, "very loud", id="value of two lines"),
    pytest.param(["--data-dir", "/nowhere/data"], {}, 1, "/nowhere/data", id="folder that cannot be made"),
    pytest.param(["--data-dir", "/dev/null"], {}, 1, "/dev/null", id="file as folder"),
    pytest.param([], {"UNDERSTUDY_CONFIG_INLINE": ""}, 64, "UNDERSTUDY_CONFIG_INLINE", id="empty configuration"),
    pytest.param([], {"UNDERSTUDY_WORKERS": "many"}, 64, "UNDERSTUDY_WORKERS", id="bad variable"),
    pytest.param([], {"UNDERSTUDY_HTTP_PROT": "1"}, 64, "UNDERSTUDY_HTTP_PROT", id="unknown variable"),
    pytest.param([], {"UNDERSTUDY_PORT": "9000"}, 64, "UNDERSTUDY_HTTP_PORT", id="a port of no kind"),
    pytest.param(
        [], {"UNDERSTUDY_SERVICE_NAME": "x"}, 64, "UNDERSTUDY_SERVICE_NAME", id="nearly a variable of Kubernetes"),
    pytest.param(["--config", "/nowhere.yaml"], {}, 78, "/nowhere.yaml", id="no such configuration"),
    pytest.param([], {"UNDERSTUDY_CONFIG_INLINE": "tenants: 3"}, 78, "tenants", id="a bad configuration"),
])
def test_a_mistake_stops_the_start_and_is_named(arguments, environment, code, word):
    done = run("serve", "--http-port", "0", "--https-port", "0", *arguments, **environment)
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout == ""
    assert one_line(done.stderr) and word in done.stderr, done.stderr


@pytest.mark.parametrize("arguments", [
    "serve --http-port off --https-port off", "--http-port off --https-port off",
    "serve --trust-proxy --https-port off --http-port off", "serve --http-port=off --https-port=off",
    "--https-port off --trust-proxy --http-port=off", "serve --http-port 0 --http-port off --https-port off"])
def test_options_mean_the_same_however_they_are_written(arguments):
    done = run(*arguments.split(), UNDERSTUDY_HTTP_PORT="1", UNDERSTUDY_HTTPS_PORT="1")
    assert done.returncode == 64
    assert done.stderr == "understudy: http-port and https-port are both off: there is nothing to listen on\n"


def one_line(text):
    return text.startswith("understudy: ") and text.count("\n") == 1


@pytest.mark.parametrize("arguments", [
    ["serv"], ["version", "--loud"], ["init", "a", "b"], ["check", "a", "b"], ["schema", "x"], ["ca", "--format", "gif"],
    ["healthcheck", "x"], ["healthcheck", "--http-port", "0"], ["lint", "x"], ["lint", "redirect-uri"],
    ["lint", "redirect-uri", "a", "--sdk", "b"], ["lint", "redirect-uri", "a", "--authority", "b"],
    ["lint", "redirect-uri", "a", "--platform", "b"], ["lint", "plist"], ["lint", "plist", "a", "--platform", "web"],
    ["lint"], ["check", ""], ["migrate"], ["migrate", "x"], ["migrate", "--resource"]], ids=" ".join)
def test_a_bad_command_line_is_answered_with_one_line(arguments):
    done = run(*arguments)
    assert done.returncode == 64
    assert done.stdout == ""
    assert one_line(done.stderr), done.stderr


@pytest.mark.parametrize("command", [
    [], ["serve"], ["healthcheck"], ["init"], ["check"], ["schema"], ["ca"], ["lint"],
    ["lint", "redirect-uri"], ["lint", "plist"], ["migrate"], ["version"]], ids=" ".join)
def test_every_command_has_help(command):
    done = run(*command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("OVERVIEW: ") and f"USAGE: {' '.join(['understudy', *command])}" in done.stdout


@pytest.mark.parametrize("name", ["ca.pem", "signing.pem", "sealing.pem", "pairwise.pem"])
@pytest.mark.parametrize("damage", ["empty", "cut", "folder", "pipe"])
def test_a_damaged_key_file_is_named_and_left_as_it_is(tmp_path, name, damage):
    data = tmp_path / "data"
    with Server(tmp_path, "--data-dir", str(data), seed=None):
        pass
    file = data / "keys" / name
    content = file.read_bytes()
    file.unlink()
    if damage == "folder":
        file.mkdir()
    elif damage == "pipe":
        os.mkfifo(file)
    else:
        file.write_bytes(content[:80] if damage == "cut" else b"")
    done = run("serve", "--http-port", "0", "--https-port", "0", "--data-dir", str(data))
    assert done.returncode == 1
    assert one_line(done.stderr) and str(file) in done.stderr, done.stderr
    assert file.exists()


@pytest.mark.parametrize("certificate, key, word", [
    pytest.param(None, "garbage", r"mine.yaml:1:\d+: server.tls.certificate: ", id="no certificate"),
    pytest.param("garbage", None, r"mine.yaml:1:\d+: server.tls.key: ", id="no key"),
    pytest.param("garbage", "garbage", r"mine.yaml:1:\d+: server.tls.certificate: ", id="no PEM"),
])
def test_a_certificate_that_cannot_be_used_is_named(tmp_path, certificate, key, word):
    mine = tmp_path / "mine.yaml"
    mine.write_text("server: {tls: {certificate: certificate.pem, key: key.pem}}\n" + CONFIGURATION.read_text())
    for name, content in (("certificate", certificate), ("key", key)):
        if content:
            (tmp_path / f"{name}.pem").write_text(content)
    done = run("serve", "--http-port", "0", "--https-port", "0", "--config", str(mine))
    assert done.returncode == 78
    assert one_line(done.stderr) and re.search(word, done.stderr), done.stderr
    checked = run("check", str(mine))
    assert checked.returncode == 1 and re.search(word, checked.stdout), checked.stdout


@pytest.mark.parametrize("server, key", [
    pytest.param("store: redis://127.0.0.1:1", "store", id="no keys in common"),
    pytest.param("storeCA: ca.pem", "storeCA", id="no store"),
])
def test_a_store_that_cannot_be_used_is_named_in_the_file(tmp_path, server, key):
    mine = tmp_path / "mine.yaml"
    mine.write_text("server: {" + server + "}\n" + CONFIGURATION.read_text())
    word = rf"mine.yaml:1:\d+: server.{key}: "
    done = run("serve", "--http-port", "0", "--https-port", "0", "--config", str(mine))
    assert done.returncode == 78
    assert one_line(done.stderr) and re.search(word, done.stderr), done.stderr
    checked = run("check", str(mine))
    assert checked.returncode == 1 and re.search(word, checked.stdout), checked.stdout


def test_ports_that_a_file_turns_off_are_named_there(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text("server:\n  httpPort: off\n  httpsPort: off\n" + CONFIGURATION.read_text())
    word = r"mine.yaml:2:\d+: server.httpPort: "
    done = run("serve", "--config", str(mine))
    assert done.returncode == 78
    assert one_line(done.stderr) and re.search(word, done.stderr), done.stderr
    checked = run("check", str(mine))
    assert checked.returncode == 1 and re.search(word, checked.stdout), checked.stdout
    assert run("check", str(mine), UNDERSTUDY_HTTP_PORT="0").returncode == 0


def test_a_start_that_waits_for_its_configuration_can_be_ended(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    waiting = subprocess.Popen([binary(), "serve", "--config", str(pipe)], env=clean_environment(), cwd=tmp_path)
    with open(pipe, "w"):       # opened by both: the server reads now
        waiting.send_signal(signal.SIGTERM)
        assert waiting.wait(5) == -signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_one_that_waits_for_its_store_ends_as_a_server_does(tmp_path, number):
    log = tmp_path / "server.log"
    with socket.socket() as deaf, open(log, "wb") as output:
        deaf.bind(("127.0.0.1", 0))       # refuses: nobody listens
        port = deaf.getsockname()[1]
        waiting = subprocess.Popen(
            [binary(), "serve", "--http-port", "0", "--https-port", "0", "--seed", "tests",
             "--store", f"redis://127.0.0.1:{port}"],
            env=clean_environment(), cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            eventually(lambda: str(port) in log.read_text(), 5)
            waiting.send_signal(number)
            assert waiting.wait(5) == 0
        finally:
            waiting.kill()
    assert "cannot be used" not in log.read_text(), "it is no failure"
    assert "stopping" in log.read_text().splitlines()[-1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_so_can_the_first_process_of_a_container(tmp_path, number):
    """The kernel has no usual effect of signals on that one."""
    require("--pid")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    container = subprocess.Popen(
        [*unshare("--pid"), "--fork", "--kill-child", binary(), "serve", "--config", str(pipe)], env=clean_environment(),
        cwd=tmp_path)
    with open(pipe, "w"):
        first = Path(f"/proc/{container.pid}/task/{container.pid}/children").read_text()
        os.kill(int(first), number)
        assert container.wait(5) == 128 + number


def test_a_hangup_during_the_start_has_the_configuration_read_again(tmp_path):
    pipe, log, text = tmp_path / "pipe", tmp_path / "server.log", (REPOSITORY / "Config/understudy.yaml").read_text()
    os.mkfifo(pipe)
    with open(log, "wb") as output:
        running = subprocess.Popen(
            [binary(), "serve", "--http-port", "0", "--https-port", "0", "--config", str(pipe)], env=clean_environment(),
            cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        with open(pipe, "w") as first:
            running.send_signal(signal.SIGHUP)
            first.write(text)
        eventually(lambda: "Try" in log.read_text(), 5)
        with open(pipe, "w") as second:
            second.write(text)
        eventually(lambda: "configuration reloaded" in log.read_text(), 5)
    finally:
        running.terminate()
        assert running.wait(8) == 0


@pytest.mark.parametrize("target", ["nowhere/mine.yaml", "."])
def test_init_says_why_it_cannot_write(tmp_path, target):
    done = run("init", str(tmp_path / target))
    assert done.returncode == 1
    assert one_line(done.stderr) and str(tmp_path) in done.stderr, done.stderr


def test_a_port_in_use_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--http-port", port, "--https-port", "off")
    assert done.returncode == 1
    assert one_line(done.stderr) and port in done.stderr


def test_a_port_of_another_server_is_not_shared(server):
    for workers in ("1", "2"):
        done = run("serve", "--http-port", str(server.http_port), "--https-port", "off", "--workers", workers)
        assert done.returncode == 1
        assert one_line(done.stderr) and str(server.http_port) in done.stderr


def test_several_https_ports_and_no_http(tmp_path):
    # oidc-test-client#72, oidc-server-mock#151: a health check with another port than the server's never succeeds.
    log = tmp_path / "server.log"
    with open(log, "wb") as output:
        running = subprocess.Popen(
            [binary(), "serve", "--http-port", "off", "--https-port", "0,0"], env=clean_environment(), cwd=tmp_path,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        eventually(lambda: "Try" in log.read_text(), 5)
        ports = re.search(r"Listening +https://localhost:(\d+) +https://localhost:(\d+)\n", log.read_text()).groups()
        for port in ports:
            asked = run("healthcheck", "--http-port", "off", "--https-port", port)
            assert asked.returncode == 0, asked.stderr
        printed = run("ca", "--http-port", "off", "--https-port", ports[0])
        assert printed.stdout.startswith("-----BEGIN CERTIFICATE-----"), printed.stderr
    finally:
        running.terminate()
        assert running.wait(8) == 0


def test_healthcheck_tells_ready_from_not():
    # oidc-server-mock#93 and #107.
    assert run("healthcheck", UNDERSTUDY_HTTP_PORT="1", UNDERSTUDY_HTTPS_PORT="off").returncode == 1


def test_healthcheck_finds_the_running_server(server):
    assert run("healthcheck", UNDERSTUDY_HTTP_PORT=str(server.http_port)).returncode == 0


def test_a_configuration_that_cannot_be_read_is_told_of(server, tmp_path):
    file = tmp_path / "broken.yaml"
    file.write_text("tenants: [")
    printed = run("ca", "--config", str(file))
    assert printed.returncode == 78 and str(file) in printed.stderr and not printed.stdout
    well = run("healthcheck", "--config", str(file), UNDERSTUDY_HTTP_PORT=str(server.http_port))
    assert well.returncode == 0 and f"note: {file}" in well.stderr
    ill = run("healthcheck", "--config", str(file), UNDERSTUDY_HTTP_PORT="1", UNDERSTUDY_HTTPS_PORT="off")
    assert ill.returncode == 1 and str(file) in ill.stderr and "no server answers" in ill.stderr


@pytest.mark.parametrize("form", ["pem", "der", "mobileconfig"])
def test_the_certificate_of_a_seed_is_the_one_served(server, form):
    printed = subprocess.run(
        [binary(), "ca", "--format", form], env=clean_environment(UNDERSTUDY_SEED="tests"), timeout=20,
        stdin=subprocess.DEVNULL, capture_output=True)
    assert printed.returncode == 0, printed.stderr
    assert printed.stdout.strip() == server.get(f"/_understudy/ca.{form}").content.strip()


def test_keys_survive_a_restart_in_the_data_folder(tmp_path):
    found = []
    for _ in range(2):
        with Server(tmp_path, "--data-dir", str(tmp_path / "data"), seed=None) as running:
            keys = running.get("/common/discovery/v2.0/keys").json()["keys"]
            found.append(([key["x5c"] for key in keys], running.get("/_understudy/ca.pem").text))
            assert running.stop() == 0
        running.log.unlink()
    assert found[0] == found[1]


def test_reload_takes_a_good_configuration_and_refuses_a_bad_one(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text(CONFIGURATION.read_text())
    with Server(tmp_path, UNDERSTUDY_CONFIG=str(mine)) as running:
        def knows(domain):
            return running.get(f"/{domain}/v2.0/.well-known/openid-configuration").status_code == 200

        assert knows("proseware.com") and not knows("litware.com")
        mine.write_text(BROKEN)
        running.process.send_signal(signal.SIGHUP)
        eventually(lambda: "displayNmae" in running.output(), 5)
        assert knows("proseware.com")
        mine.write_text(CONFIGURATION.read_text().replace("proseware.com]", "proseware.com, litware.com]"))
        running.process.send_signal(signal.SIGHUP)
        eventually(lambda: knows("litware.com"), 5)
        assert "take effect after a restart" not in running.output()
        mine.write_text("server: {httpPort: 1}\n" + CONFIGURATION.read_text())
        running.process.send_signal(signal.SIGHUP)
        eventually(lambda: "take effect after a restart" in running.output(), 5)


def test_a_reload_that_waits_for_its_configuration_keeps_nobody_from_ending(tmp_path):
    mine, text = tmp_path / "mine.yaml", CONFIGURATION.read_text()
    mine.write_text(text)
    with Server(tmp_path, "--config", str(mine)) as running:
        mine.unlink()
        os.mkfifo(mine)
        running.process.send_signal(signal.SIGHUP)
        with open(mine, "w") as first:      # opened by both: the server reads now
            running.process.send_signal(signal.SIGHUP)
            first.write(text)
        eventually(lambda: "configuration reloaded" in running.output(), 5)
        with open(mine, "w"):               # it reads again: the signal that came meanwhile is not lost
            assert running.get("/_understudy/health").ok
            assert running.stop() == 0
        assert running.output().count("configuration reloaded") == 1
