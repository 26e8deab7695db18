"""Namespaces: a network in which every port is free, processes that end together, and folders to which a test may write.

Root makes namespaces as they are. Another user makes them in a user namespace, in which this user is root, so that the tests that
use them need no privilege of the machine.
"""

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

# Where virtual machines of Azure find their metadata service.
METADATA_SERVICE = "169.254.169.254"
NOT_PERMITTED = "namespaces are not permitted here"
USER_NAMESPACE = ("--user", "--map-root-user", "--map-auto")

PREPARE = """
metadata_service=$1 first_port=$2 hosts=$3 scratch=$4
shift 4
ip link set lo up
ip address add "$metadata_service/32" dev lo
echo "$first_port" >/proc/sys/net/ipv4/ip_unprivileged_port_start
mount --bind "$hosts" /etc/hosts
mount -t tmpfs tmpfs "$scratch"
for place; do
    layer=$(mktemp -d -p "$scratch")
    mkdir "$layer/files" "$layer/work"
    # Nobody in a user namespace may write to a folder of another user, so all are made anew.
    (cd "$place" && find . -type d -print0 2>/dev/null || true) | (cd "$layer/files" && xargs -0 mkdir -p)
    mount -t overlay overlay -o "lowerdir=$place,upperdir=$layer/files,workdir=$layer/work" "$place"
done
echo ready
exec sleep infinity
"""


def unshare(*kinds):
    """Returns the words before a command that give it namespaces of its own, such as `--net`, in which it runs as root."""
    return ["unshare", *(USER_NAMESPACE if os.geteuid() else ()), *kinds]


@cache
def is_permitted(*kinds):
    return subprocess.run([*unshare(*kinds), "true"], capture_output=True).returncode == 0


def require(*kinds):
    """Skips the test where such namespaces cannot be made."""
    if not is_permitted(*kinds):
        pytest.skip(NOT_PERMITTED)


class Namespace:
    """A context manager; `command` makes a command run in the namespaces.

    The `names` lead to the loopback interface, which also has the address of the metadata service of Azure. Every user may listen on
    the ports from `first_port` on. A write to one of the `folders` is gone at the end.
    """

    KINDS = ("--mount", "--net", "--pid")

    def __init__(self, folder, names=(), first_port=1024, folders=()):
        self.hosts, self.scratch, self.folders = folder / "hosts", folder / "scratch", folders
        self.hosts.write_text(f"127.0.0.1 localhost {' '.join(names)}\n")
        self.scratch.mkdir()
        self.first_port = first_port

    def __enter__(self):
        require(*self.KINDS)
        self.holder = subprocess.Popen(
            [*unshare(*self.KINDS), "--mount-proc", "--fork", "--kill-child", "bash", "-euc", PREPARE, "prepare", METADATA_SERVICE,
             str(self.first_port), str(self.hosts), str(self.scratch), *self.folders], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        assert self.holder.stdout.readline() == b"ready\n", "the namespaces cannot be made"
        self.inside = Path(f"/proc/{self.holder.pid}/task/{self.holder.pid}/children").read_text().strip()
        return self

    def __exit__(self, *_):
        self.holder.kill()
        self.holder.wait(10)
        self.holder.stdout.close()

    def command(self, *command):
        user = ("--user",) if os.geteuid() else ()
        return ["nsenter", "--target", self.inside, *user, *self.KINDS, *command]

    def run(self, *command, **options):
        """Runs a command that ends by itself."""
        return subprocess.run(
            self.command(*command), **{"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 60} | options)
