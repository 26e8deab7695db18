"""The request journal over HTTPS: the live stream, and what a test suite asks of it."""

import json
import threading
import time

import requests

from support.oauth import token
from support.raw import connect
from support.seed import CONTOSO

DAEMON = {
    "grant_type": "client_credentials", "client_id": "aaaaaaaa-0000-4000-8000-000000000004",
    "client_secret": "understudy-daemon-secret", "scope": "api://orders/.default"}


def stream(server, **query):
    answer = requests.get(
        f"{server.https}/_understudy/requests/stream", params=query, stream=True, verify=server.ca, timeout=20)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    return answer


def events(lines):
    """The events of a stream as they come: name, id and data."""
    event = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if not line:
            if event:
                yield event
            event = {}
            continue
        name, _, value = line.partition(": ")
        event[name] = json.loads(value) if name == "data" else value


def test_the_stream_tells_a_request_when_it_happens(fresh_server):
    with stream(fresh_server, endpoint="token") as answer:
        lines = answer.iter_lines(chunk_size=1, decode_unicode=True)
        assert next(lines).startswith(":")
        fresh_server.get("/common/discovery/v2.0/keys")
        assert token(fresh_server, headers={"client-request-id": "3a8dbd0a-4af9-4c62-bd5b-0d6e9b5a3f01"}, **DAEMON).ok
        event = next(events(lines))
    assert event["event"] == "request"
    told = event["data"]
    assert event["id"] == str(told["id"])
    assert told["endpoint"] == "token"
    assert told["clientRequestId"] == "3a8dbd0a-4af9-4c62-bd5b-0d6e9b5a3f01"
    assert told["decision"]["tokens"]["access_token"]["claims"]["roles"] == ["Orders.Read.All"]
    assert "understudy-daemon-secret" not in json.dumps(told)


def test_a_listener_that_comes_back_misses_nothing(fresh_server):
    for _ in range(3):
        fresh_server.get("/common/discovery/v2.0/keys")
    with stream(fresh_server, since="1", view="summary") as answer:
        told = events(answer.iter_lines(chunk_size=1, decode_unicode=True))
        assert [next(told)["id"], next(told)["id"]] == ["2", "3"]


def test_many_listeners_and_one_that_never_reads(fresh_server):
    """Sixteen read, one does not: the readers get every event, and the server goes on."""
    lazy = connect(fresh_server, tls=True)
    lazy.sendall(b"GET /_understudy/requests/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    counts = [0] * 16

    def listen(index, ready):
        with stream(fresh_server, view="summary") as answer:
            lines = answer.iter_lines(chunk_size=1, decode_unicode=True)
            next(lines)
            ready.set()
            for event in events(lines):
                counts[index] += 1
                if counts[index] == 20:
                    return

    readers = []
    for index in range(len(counts)):
        ready = threading.Event()
        reader = threading.Thread(target=listen, args=(index, ready), daemon=True)
        reader.start()
        readers.append(reader)
        assert ready.wait(10)
    for _ in range(20):
        fresh_server.get("/common/discovery/v2.0/keys")
    for reader in readers:
        reader.join(15)
    assert counts == [20] * 16
    lazy.close()


def test_the_stream_ends_when_the_server_stops(fresh_server):
    with stream(fresh_server) as answer:
        lines = answer.iter_lines(chunk_size=1, decode_unicode=True)
        next(lines)
        begun = time.monotonic()
        assert fresh_server.stop() == 0
        assert time.monotonic() - begun < 4
        assert not [line for line in lines if line]


def test_a_verification_fails_in_words(fresh_server):
    token(fresh_server, CONTOSO, **(DAEMON | {"scope": "api://orders/Orders.Read"}))
    answer = requests.post(
        f"{fresh_server.https}/_understudy/requests/verify", verify=fresh_server.ca, timeout=20,
        json={"match": {"clientId": DAEMON["client_id"], "scope": "api://orders/.default"}, "count": 1})
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["detail"].startswith(
        "Expected exactly 1 matching request, found none. The nearest miss, #1 (POST token), differs in scope")
    assert [miss["member"] for miss in problem["closest"][0]["differs"]] == ["scope"]


def test_what_is_kept_is_bounded(tmp_path):
    from support.server import Server

    with Server(tmp_path, "--journal-entries", "5", "--journal-bytes", "1000000") as server:
        for _ in range(12):
            server.get("/common/discovery/v2.0/keys")
        journal = server.get("/_understudy/requests").json()
    assert [entry["id"] for entry in journal["requests"]] == [8, 9, 10, 11, 12]
    assert journal["total"] == 5
