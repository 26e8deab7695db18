"""Bytes on a socket, as no HTTP client would send them."""

import socket
import ssl
import time


def connect(server, tls=False):
    """A connection to the plain port, or a TLS one to the HTTPS port."""
    opened = socket.create_connection(("127.0.0.1", server.https_port if tls else server.http_port), timeout=10)
    if not tls:
        return opened
    return ssl.create_default_context(cafile=server.ca).wrap_socket(opened, server_hostname="localhost")


def exchange(server, data, tls=False, half_close=True, limit=5.0):
    """Sends bytes and reads until the server closes; the answer, and whether it closed within `limit` seconds.

    `half_close` tells the server that nothing more will come.
    """
    with connect(server, tls) as opened:
        try:
            opened.sendall(data)
            if half_close and not tls:
                opened.shutdown(socket.SHUT_WR)
        except OSError:
            pass        # refused before all was sent: the answer may still be there
        return read_all(opened, limit)


def read_all(opened, limit=5.0):
    received = b""
    deadline = time.monotonic() + limit
    while (left := deadline - time.monotonic()) > 0:
        opened.settimeout(left)
        try:
            part = opened.recv(65536)
        except TimeoutError:
            break
        except OSError:
            return received, True
        if not part:
            return received, True
        received += part
    return received, False


def status(answer):
    """The status of the first answer; 0 when the server closed without one."""
    parts = answer.split(b" ", 2)
    return int(parts[1]) if len(parts) > 2 and parts[0].startswith(b"HTTP/1.") else 0
