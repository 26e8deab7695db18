"""A network of its own for a store, with two ways to it that can be cut one by one."""

import os
import subprocess
from contextlib import contextmanager

WAYS = ("10.231.7", "10.231.11")


class Network:
    def __init__(self):
        self.name = f"understudy-{os.getpid()}"
        self.links = [f"us{os.getpid() % 100_000}{letter}" for letter in "ab"]
        self.hosts = [f"{way}.2" for way in WAYS]
        """Where the store is, by each of the ways."""
        self.prefix = ("ip", "netns", "exec", self.name)
        """What runs a command in it."""

    def cut(self, way):
        run("link", "set", self.links[way], "down")

    def join(self, way):
        run("link", "set", self.links[way], "up")

    def make(self):
        run("netns", "add", self.name)
        run("-n", self.name, "link", "set", "lo", "up")
        for way, link in zip(WAYS, self.links):
            run("link", "add", link, "type", "veth", "peer", "name", f"{link}p", "netns", self.name)
            run("addr", "add", f"{way}.1/30", "dev", link)
            run("-n", self.name, "addr", "add", f"{way}.2/30", "dev", f"{link}p")
            run("link", "set", link, "up")
            run("-n", self.name, "link", "set", f"{link}p", "up")

    def remove(self):
        for link in self.links:
            subprocess.run(["ip", "link", "del", link], capture_output=True)
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True)


def run(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def network():
    """The network, for an isolated test: only root may make it."""
    made = Network()
    try:
        made.make()
        yield made
    finally:
        made.remove()
