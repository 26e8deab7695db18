"""What a running server tells of itself: metrics for Prometheus, and a log line for each request that is refused."""

import json
import re
import socket
import subprocess
import uuid

import pytest
import requests

from support import raw
from support.patience import eventually
from support.seed import DAEMON
from support.server import Server, binary, clean_environment

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)+)\})? (\d+(?:\.\d+)?)')


def samples(server):
    """Every sample of the text by name and labels; a line that is none fails."""
    answer = server.get("/_understudy/metrics")
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("# ")]
    found = {}
    for line in lines:
        name, labels, value = SAMPLE.fullmatch(line).groups()
        found[f"{name}{{{labels}}}" if labels else name] = float(value)
    assert len(found) == len(lines), "a sample stands twice"
    return found


def ask(server, secret=DAEMON.secret, **headers):
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": secret,
            "scope": "api://orders/.default"}
    return requests.post(f"{server.http}/contoso.com/oauth2/v2.0/token", data=form, headers=headers, timeout=10)


def test_others_are_answered_while_a_key_is_made(tmp_path):
    """One worker: what it did for the one, the other would wait for."""
    rotate = b"POST /_understudy/keys/rotate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
    with Server(tmp_path, "--workers", "1") as server, raw.connect(server) as rotating:
        answered_meanwhile = 0
        for _ in range(5):
            before = server.get("/_understudy/keys").json()["keys"]
            rotating.sendall(rotate)
            answered_meanwhile += server.get("/_understudy/keys").json()["keys"] == before
            assert raw.status(rotating.recv(65536)) == 200
            assert server.get("/_understudy/keys").json()["keys"] != before
        assert answered_meanwhile


def test_metrics_count_what_happens(fresh_server):
    before = samples(fresh_server)
    assert ask(fresh_server).status_code == 200
    assert ask(fresh_server, secret="wrong").status_code == 401
    assert requests.get(f"{fresh_server.https}/_understudy/health", verify=fresh_server.ca, timeout=10).ok
    with socket.create_connection(("127.0.0.1", fresh_server.http_port), timeout=10) as client:
        client.sendall(b"NONSENSE\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 400")
    after = samples(fresh_server)

    def more(name):
        return after[name] - before.get(name, 0)

    assert more('understudy_requests_total{endpoint="token",status="2xx"}') == 1
    assert more('understudy_requests_total{endpoint="token",status="4xx"}') == 1
    assert more('understudy_errors_total{code="AADSTS7000215"}') == 1
    assert more('understudy_tokens_issued_total{grant="client_credentials"}') == 1
    assert more('understudy_http_rejections_total{status="400"}') == 1
    assert more('understudy_tls_handshakes_total{result="completed"}') == 1
    assert more("understudy_connections_accepted_total") == 5
    assert after["understudy_connections_open"] >= 1
    assert after["process_resident_memory_bytes"] < 256 << 20


def test_a_failed_handshake_is_counted(fresh_server):
    """When the server hears of it: the client knew before."""
    failed = 'understudy_tls_handshakes_total{result="failed"}'
    assert samples(fresh_server)[failed] == 0
    with pytest.raises(requests.exceptions.SSLError):
        requests.get(f"{fresh_server.https}/_understudy/health", timeout=10)
    eventually(lambda: samples(fresh_server)[failed] == 1, 5)


def test_buckets_of_a_histogram_grow_up_to_the_count(fresh_server):
    for _ in range(5):
        ask(fresh_server)
    found = samples(fresh_server)
    name = "understudy_request_duration_seconds"
    buckets = [value for key, value in found.items() if key.startswith(f'{name}_bucket{{endpoint="token",')]
    assert buckets == sorted(buckets) and buckets[-1] == 5 == found[f'{name}_count{{endpoint="token"}}']
    assert 0 < found[f'{name}_sum{{endpoint="token"}}'] < 10


def test_a_refused_request_is_one_line_that_names_it_and_no_secret(fresh_server):
    correlation = str(uuid.uuid4())
    ask(fresh_server, secret="hush-hush", **{"client-request-id": correlation, "Cookie": "ESTSAUTH=hush-hush"})
    ask(fresh_server)
    lines = [json.loads(line) for line in fresh_server.output().splitlines() if line.startswith("{")]
    told = [line for line in lines if line["message"] == "request"]
    assert [line["correlation_id"] for line in told] == [correlation]
    assert told[0] | {"level": "info", "endpoint": "token", "status": "401", "code": "AADSTS7000215",
                      "client_id": DAEMON.id, "path": "/contoso.com/oauth2/v2.0/token"} == told[0]
    assert not any("hush" in line or DAEMON.secret in line for line in map(json.dumps, lines))


def test_every_request_is_told_at_debug_level_as_text(tmp_path):
    with Server(tmp_path, "--log-level", "debug", "--log-format", "text") as server:
        assert ask(server).status_code == 200
        lines = [line for line in server.output().splitlines() if " request " in line and "endpoint=token" in line]
    assert len(lines) == 1 and " debug request " in lines[0] and " status=200 " in lines[0]
    assert DAEMON.secret not in lines[0]


def test_a_log_that_nobody_reads_holds_no_request_up(tmp_path):
    process = subprocess.Popen(
        [binary(), "serve", "--http-port", "0", "--https-port", "off", "--log-level", "trace"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment(), cwd=tmp_path)
    try:
        for line in process.stdout:
            if origin := re.search(r"http://localhost:\d+", line):
                break
        with requests.Session() as session:
            for _ in range(600):
                assert session.get(f"{origin[0]}/{'a' * 150}/nowhere", timeout=5).status_code == 404
    finally:
        process.terminate()
        process.communicate(timeout=10)
    assert process.returncode == 0
