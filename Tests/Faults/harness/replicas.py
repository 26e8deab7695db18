"""Several servers that are one service."""

import contextlib
import tempfile

from support.server import Server


class Fleet:
    """Replicas of one seed on a store."""

    def __init__(self, folder, url, *options, count=3, **environment):
        self.stack = contextlib.ExitStack()
        with contextlib.ExitStack() as starting:
            self.replicas = [
                starting.enter_context(Server(
                    tempfile.mkdtemp(dir=folder), "--store", url, "--log-level", "warning", *options, **environment))
                for _ in range(count)]
            self.stack = starting.pop_all()

    def __enter__(self):
        return self.replicas

    def __exit__(self, *_):
        self.stack.close()
