"""What the program is started with, byte for byte: arguments and variables, and what it prints of them."""

import json
import os
import socket
import subprocess
import unicodedata

import pytest
import requests

from support.isolation import require, unshare
from support.server import Server, binary, clean_environment


def run(*arguments):
    return subprocess.run(
        [binary(), *arguments], env=clean_environment(), timeout=20, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def one_line(text):
    return text.startswith("understudy: ") and text.count("\n") == 1


HIDDEN_PROC = [*unshare("--mount"), "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]


def test_options_hold_where_proc_cannot_be_read(tmp_path):
    """Without `/proc`, every argument was dropped, the control token and the ports among them."""
    require("--mount")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Server(tmp_path, "--control-token", "abc", http_port=port, prefix=HIDDEN_PROC) as running:
        assert running.http_port == port
        assert running.get("/_understudy/clock").status_code == 401
        asked = requests.get(f"{running.http}/_understudy/clock", headers={"Authorization": "Bearer abc"}, timeout=10)
        assert asked.status_code == 200
    version = subprocess.run(
        [*HIDDEN_PROC, binary(), "version"], env=clean_environment(), timeout=20, capture_output=True, text=True)
    assert version.returncode == 0 and version.stdout == run("version").stdout
    wrong = subprocess.run(
        [*HIDDEN_PROC, binary(), "serv"], env=clean_environment(), timeout=20, capture_output=True, text=True)
    assert wrong.returncode == 64


@pytest.mark.parametrize("arguments", [
    ["--control-token", b"s3cret\xff"], ["serve", b"--control-token=s3cret\xff"], [b"\xff"], ["check", b"s3cret\xff.yaml"],
    ["healthcheck", "--http-port", b"\xff"]], ids=str)
def test_an_argument_that_is_no_text_stops_the_start(arguments):
    done = subprocess.run(
        [binary(), *arguments], env=clean_environment(), timeout=20, stdin=subprocess.DEVNULL, capture_output=True)
    message = done.stderr.decode()
    assert done.returncode == 64 and done.stdout == b""
    assert one_line(message) and f"argument {len(arguments)} is not UTF-8: byte 0xFF at offset " in message
    assert "s3cret" not in message


@pytest.mark.parametrize("entry, told", [
    ((b"UNDERSTUDY_CONTROL_TOKEN", b"s3cret\xff"), "UNDERSTUDY_CONTROL_TOKEN is not UTF-8: byte 0xFF at offset 6"),
    ((b"UNDERSTUDY_\xff", b"1"), "the name of a variable that begins with UNDERSTUDY_ is not UTF-8: byte 0xFF at offset 11"),
    ((b"UNDERSTUDY_\xcc\x81CONTROL_TOKEN", b"abc"), "no such setting"),
], ids=["value", "name", "mark behind the prefix"])
@pytest.mark.parametrize("command", [["serve"], ["check"], ["healthcheck"], ["ca"]], ids=" ".join)
def test_a_variable_that_is_no_text_stops_the_start(command, entry, told):
    environment = {os.fsencode(name): os.fsencode(value) for name, value in clean_environment().items()} | dict([entry])
    done = subprocess.run([binary(), *command], env=environment, timeout=20, stdin=subprocess.DEVNULL, capture_output=True)
    message = done.stderr.decode()
    assert done.returncode == 64 and done.stdout == b""
    assert one_line(message) and told in message and "s3cret" not in message


@pytest.mark.parametrize("options, environment", [
    ([], {"UNDERSTUDY_CONTROL_TOKEN": "\u0301abc"}), (["--control-token", "\u0301abc"], {}), (["--control-token=\u0301abc"], {}),
], ids=["variable", "argument", "argument with ="])
def test_a_value_that_begins_with_a_combining_mark_is_taken_as_it_is(tmp_path, options, environment):
    with Server(tmp_path, *options, **environment) as running:
        clock = f"{running.http}/_understudy/clock"
        assert requests.get(clock, timeout=10).status_code == 401
        assert requests.get(clock, auth=("", "abc"), timeout=10).status_code == 401
        assert requests.get(clock, auth=(b"", "\u0301abc".encode()), timeout=10).status_code == 200


TERMINAL = "\u001b[2J\u009b2J\u202e\u2028\u0085"


@pytest.mark.parametrize("arguments", [
    ["check", f"{TERMINAL}.yaml"], ["--log-level", TERMINAL], ["lint", "redirect-uri", f"app{TERMINAL}://auth"],
    ["lint", "redirect-uri", f"app{TERMINAL}://auth", "--json"], ["migrate", "--redirect-uri", f"app{TERMINAL}://auth"],
    ["migrate", "--resource", f"https://graph.microsoft.com/{TERMINAL}"], ["migrate", "--error", TERMINAL], [TERMINAL],
    ["migrate", "--authority", f"https://login.microsoftonline.com/{TERMINAL}"], ["lint", "plist", TERMINAL],
    ["--config", f"/nowhere/{TERMINAL}"]], ids=lambda arguments: " ".join(arguments[:2]))
def test_what_is_quoted_does_not_act_on_the_terminal(arguments):
    done = run(*arguments)
    for character in done.stdout + done.stderr:
        assert character == "\n" or not is_control(character), (character, done.stdout, done.stderr)


def test_what_a_file_says_does_not_act_on_the_terminal(tmp_path):
    path = tmp_path / "hostile.yaml"
    path.write_text(json.dumps({
        "tenants": [{"id": f"x{TERMINAL}", TERMINAL: 1, "domains": [TERMINAL], "applications": [
            {"appId": "a", "displayName": TERMINAL, "publicClient": {"redirectUris": [f"app{TERMINAL}://x"]}}]}]}))
    done = run("check", str(path))
    assert done.returncode == 1 and done.stdout
    for character in done.stdout + done.stderr:
        assert character == "\n" or not is_control(character), (character, done.stdout)


def is_control(character):
    """Controls of C0 and C1, separators of lines and paragraphs, and marks of direction."""
    return unicodedata.category(character) in {"Cc", "Zl", "Zp"} or unicodedata.bidirectional(character) in {
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
