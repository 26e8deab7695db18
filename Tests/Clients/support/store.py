"""A redis-server of a test's own, what can happen to it, and a way to it that can be slow, or fall silent."""

import itertools
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest

from support.patience import eventually

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Store:
    """A context manager. `options` go behind those that keep it from the disk; `folder` is where it may write. It listens on
    this machine alone, or in a `network` of its own."""

    def __init__(self, folder, *options, network=None):
        self.folder, self.options, self.port = folder, options, free_port()
        self.host = network.hosts[0] if network else "127.0.0.1"
        self.prefix = network.prefix if network else ()
        self.process = None

    @property
    def url(self):
        return self.url_by(self.host)

    def url_by(self, host):
        return f"redis://{host}:{self.port}"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        if PROGRAM is None:
            pytest.skip("there is no redis-server here")
        reach = ["--bind", "0.0.0.0", "--protected-mode", "no"] if self.prefix else ["--bind", self.host]
        command = [
            *self.prefix, PROGRAM, "--port", str(self.port), *reach, "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: self.process.poll() is not None or self.accepts(), 10, 0.01)
        assert self.process.poll() is None, "redis-server does not start"

    def accepts(self):
        try:
            socket.create_connection((self.host, self.port), 1).close()
        except OSError:
            return False
        return True

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def ask(self, *words):
        """What it says to a command, as bytes; for commands with a short answer."""
        with socket.create_connection((self.host, self.port), 5) as connection:
            parts = [f"*{len(words)}\r\n"] + [f"${len(word.encode())}\r\n{word}\r\n" for word in words]
            connection.sendall("".join(parts).encode())
            return connection.recv(1 << 16)


class SlowWay:
    """A port that leads to the store; what passes waits `delay` seconds, both ways. With `answers`, so many of the store's
    pass on all connections together, then none, and nothing is closed: `is_silent` is set with the first that does not. A
    context manager."""

    def __init__(self, store, delay=0, answers=None, timeout=5000):
        self.store, self.delay = store, delay
        self.answers = itertools.repeat(True) if answers is None else iter([True] * answers)
        self.is_silent = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}?timeout={timeout}"

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.store.port))
            for source, target, passes in ((near, far, itertools.repeat(True)), (far, near, self.answers)):
                threading.Thread(target=self._carry, args=(source, target, passes), daemon=True).start()

    def _carry(self, source, target, passes):
        try:
            while data := source.recv(1 << 16):
                if not next(passes, False):
                    self.is_silent.set()
                    continue
                # Allowed (sleep): The way to the store is slow.
                time.sleep(self.delay)
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
