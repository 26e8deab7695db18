"""Issuers of tokens on a local port, of which only one behaves: see `IssuerHost.NAMES`."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class IssuerHost:
    """Serves the discovery document and the keys of each issuer; `asked` lists the paths that were asked for."""

    NAMES = ("sound", "redirecting", "long", "slow")
    SLOW = 7

    def __init__(self, keys):
        self.asked = []
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                host.asked.append(self.path)
                issuer, _, rest = self.path[1:].partition("/")
                document = host.document(issuer) if rest.startswith(".well-known") else keys
                answer = getattr(host, issuer, host.sound)
                answer(self, json.dumps(document).encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def document(self, issuer):
        return {"issuer": f"{self.origin}/{issuer}", "jwks_uri": f"{self.origin}/{issuer}/keys"}

    @staticmethod
    def sound(handler, body, status=200, **headers):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def redirecting(self, handler, body):
        self.sound(handler, b"", 302, Location=handler.path.replace("redirecting", "sound"))

    def long(self, handler, body):
        self.sound(handler, body + b" " * 65_536)

    def slow(self, handler, body):
        # Allowed (sleep): The issuer answers slowly.
        time.sleep(self.SLOW)
        self.sound(handler, body)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
