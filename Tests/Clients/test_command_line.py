"""The command line: configuration is checked, mistakes are named, a running server is asked and stopped."""

import json
import signal
import socket
import subprocess
import time

import pytest

from support.proseware import CONFIGURATION
from support.server import Server, binary, clean_environment

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
    pytest.param(["--http-port", "99999"], {}, 64, "http-port", id="port out of range"),
    pytest.param([], {"UNDERSTUDY_HTTP_PROT": "1"}, 64, "UNDERSTUDY_HTTP_PROT", id="unknown variable"),
    pytest.param(["--config", "/nowhere.yaml"], {}, 78, "/nowhere.yaml", id="no such configuration"),
    pytest.param([], {"UNDERSTUDY_CONFIG_INLINE": "tenants: 3"}, 78, "tenants", id="a bad configuration"),
])
def test_a_mistake_stops_the_start_and_is_named(arguments, environment, code, word):
    done = run("serve", "--http-port", "0", "--https-port", "0", *arguments, **environment)
    assert done.returncode == code, done.stdout + done.stderr
    assert word in done.stdout + done.stderr


def test_a_port_in_use_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--http-port", port, "--https-port", "off")
    assert done.returncode != 0
    assert port in done.stdout + done.stderr


def test_healthcheck_tells_ready_from_not():
    assert run("healthcheck", UNDERSTUDY_HTTP_PORT="1", UNDERSTUDY_HTTPS_PORT="off").returncode == 1


def test_healthcheck_finds_the_running_server(server):
    assert run("healthcheck", UNDERSTUDY_HTTP_PORT=str(server.http_port)).returncode == 0


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
        wait_until(lambda: "displayNmae" in running.output())
        assert knows("proseware.com")
        mine.write_text(CONFIGURATION.read_text().replace("proseware.com]", "proseware.com, litware.com]"))
        running.process.send_signal(signal.SIGHUP)
        wait_until(lambda: knows("litware.com"))


def wait_until(condition):

    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)
