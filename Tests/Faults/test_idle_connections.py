"""5,000 idle TLS connections: what each costs, and that it is given back."""

import socket
import ssl
import threading
import time

from harness.messages import HEALTH
from support.patience import eventually
from support.process import descriptors, resident

COUNT = 5_000
# Threads that open them, and the seconds they have: after 75 the first ones would be closed. A machine that is too slow for
# all of them measures with fewer.
OPENERS, TIME, FEWEST = 4, 50, 1_000
# In kB, each: OpenSSL's session, and what we keep.
LARGEST = 40
# Of what they took: what the allocator may keep for the next ones.
KEPT_SHARE = 0.5


def idle(context, port):
    """A connection between two requests."""
    opened = context.wrap_socket(
        socket.create_connection(("127.0.0.1", port), timeout=20), server_hostname="localhost")
    opened.sendall(HEALTH)
    assert opened.recv(4096).startswith(b"HTTP/1.1 200 ")
    return opened


def crowd_of(server):
    """As many idle connections as there is time for."""
    context = ssl.create_default_context(cafile=server.ca)
    opened, deadline = [], time.monotonic() + TIME

    def work():
        for _ in range(COUNT // OPENERS):
            if time.monotonic() > deadline:
                return
            opened.append(idle(context, server.https_port))

    openers = [threading.Thread(target=work) for _ in range(OPENERS)]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join()
    return opened


def test_memory_of_idle_tls_connections(server):
    pid, at_rest, before = server.process.pid, descriptors(server.process.pid), resident(server.process.pid)
    crowd = crowd_of(server)
    held, count = resident(pid), len(crowd)
    each = 1024 * (held - before) / count
    assert count >= FEWEST and descriptors(pid) >= count and server.is_healthy()
    for opened in crowd:
        opened.close()
    eventually(lambda: descriptors(pid) <= at_rest + 2, 10)
    after = resident(pid)
    print(f"{before:.1f} MB, with {count} connections {held:.1f} MB ({each:.1f} kB each), afterwards {after:.1f} MB")
    assert each < LARGEST
    assert after < before + KEPT_SHARE * (held - before)
    assert server.is_healthy()
