"""The application's side of a browser: a small HTTP server on a free loopback port."""

import queue
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}
PAGE = b"<!doctype html><title>Application</title><h1 id=application>Back in the application</h1>"


class Application:
    """A context manager; `origin` is its address and `answers` a queue of what reached it as a redirect or a form post.

    `files` maps path prefixes to folders or bytes to serve instead.
    """

    def __init__(self, files=None):
        self.answers = queue.Queue()
        self.files = files or {}
        application = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                application.serve(self)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                application.answers.put(("POST", self.path, dict(parse_qsl(body))))
                application.send(self, PAGE)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self.server.server_port}"

    def serve(self, handler):
        path = urlsplit(handler.path).path
        for prefix, content in self.files.items():
            if path.startswith(prefix):
                found = content if isinstance(content, bytes) else read_below(content, path[len(prefix):])
                if found is None:
                    handler.send_error(404)
                else:
                    self.send(handler, found, TYPES.get(Path(path).suffix, "application/octet-stream"))
                return
        if path != "/favicon.ico":
            self.answers.put(("GET", handler.path, dict(parse_qsl(urlsplit(handler.path).query))))
        self.send(handler, PAGE)

    @staticmethod
    def send(handler, content, kind="text/html; charset=utf-8"):
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def answer(self):
        """Method, path and parameters of the next answer that reaches the application."""
        return self.answers.get(timeout=20)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def read_below(folder, name):
    """A file's bytes, or None when there is no such file below the folder."""
    path = (Path(folder) / name).resolve()
    return path.read_bytes() if path.is_relative_to(Path(folder).resolve()) and path.is_file() else None


def free_port():
    """A port of the loopback interface that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]
