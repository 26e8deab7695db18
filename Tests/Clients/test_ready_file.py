"""What tells a person, or the program that started the server, that the server accepts: banner and ready file."""

import json
import os
import subprocess

import pytest
import requests

from support.command import run
from support.patience import eventually
from support.server import Server, binary, clean_environment


def ready(line):
    told = json.loads(line)
    assert requests.get(told["ca"], timeout=5).text == told["caPem"]
    assert requests.get(told["console"], timeout=5).ok
    assert f"http://localhost:{told['ports']['http'][0]}" in told["origins"]
    assert f"https://localhost:{told['ports']['https'][0]}" in told["origins"]
    return told


def test_the_banner_names_console_users_and_the_life_of_the_ca(tmp_path):
    with Server(tmp_path, seed=None) as server:
        said = server.output()
    assert f"{server.http}/_understudy/\n" in said
    assert "alex@contoso.com" in said and "Understudy!1" in said
    assert "The CA is new at every start" in said
    (tmp_path / "seeded").mkdir()
    with Server(tmp_path / "seeded", seed="tests") as server:
        assert "is the same after a restart" in server.output()


def test_a_ready_file_appears_whole_and_goes_with_the_server(tmp_path):
    file = tmp_path / "ready.json"
    file.write_text("of an earlier start")
    with Server(tmp_path, "--ready-file", str(file)) as server:
        eventually(file.exists, 5)
        told = ready(file.read_text())
        assert told["pid"] == server.process.pid
        assert server.http in told["origins"]
        assert file.read_text().count("\n") == 1
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith("ready")] == ["ready.json"]
    assert not file.exists()


@pytest.mark.parametrize("arguments", [["--ready-file", "-"], ["--ready-file=-"], ["serve", "--ready-file", "-"]], ids=" ".join)
def test_a_dash_means_one_line_on_standard_output_and_nothing_else(tmp_path, arguments):
    with open(tmp_path / "log", "wb") as log:
        running = subprocess.Popen(
            [binary(), *arguments, "--http-port", "0", "--https-port", "0"], env=clean_environment(), cwd=tmp_path,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        told = ready(running.stdout.readline())
        assert told["pid"] == running.pid
    finally:
        running.terminate()
        rest = running.stdout.read()
        assert running.wait(8) == 0
    assert rest == ""
    assert "Console " in (tmp_path / "log").read_text()


def test_a_ready_file_that_cannot_be_written_ends_the_start(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, word in (("nowhere/ready.json", "cannot be written"), ("pipe", "is not a regular file"),
                       (".", "is not a regular file")):
        done = run("serve", "--http-port", "0", "--https-port", "0", "--ready-file", path, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith(f"understudy: --ready-file {path}: {word}"), done.stderr
