"""What is told of a store that refuses, and what a silent one holds up on the threads that serve connections."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from harness.replicas import Fleet
from support.raw import connect
from support.scripts import script
from support.seed import ALEX, CONTOSO
from support.store import PROGRAM, Store

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no redis-server here")


def revoke(server):
    return requests.post(
        f"{server.http}/_understudy/revocations", json={"user": ALEX, "tenant": CONTOSO}, timeout=30).status_code


def told(server):
    health = server.get("/_understudy/health")
    assert health.status_code == 200
    return health.json()["store"], health.json().get("storeError")


def test_health_tells_what_a_store_refuses_with(tmp_path):
    with Store(tmp_path) as store, Fleet(tmp_path, store.url, count=1) as (server,):
        assert told(server) == ("ok", None)
        assert store.ask("CONFIG", "SET", "maxmemory", "1") == b"+OK\r\n"
        assert revoke(server) == 503
        assert told(server) == ("unreachable", "OOM")
        assert store.ask("CONFIG", "SET", "maxmemory", "0") == b"+OK\r\n"
        assert revoke(server) == 200
        assert told(server) == ("ok", None)


def test_a_handshake_that_waits_for_a_silent_store_holds_up_no_end(tmp_path):
    """Its answer is counted on the thread that serves connections, however long each command may take."""
    with Store(tmp_path) as store, \
            Fleet(tmp_path, f"{store.url}?timeout=60000", "--drain-timeout", "1", count=1) as (server,):
        script(server, {"host": "localhost"}, {"fault": "tls"})
        store.pause()
        try:
            with ThreadPoolExecutor(1) as pool:
                shaking = pool.submit(connect, server, True)
                time.sleep(0.5)
                assert not shaking.done()
                began = time.monotonic()
                assert server.stop() == 0
                assert time.monotonic() - began < 6
                assert isinstance(shaking.exception(timeout=30), OSError)
        finally:
            store.resume()
