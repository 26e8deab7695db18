"""A machine of one's own, as far as its network, its list of hosts, its processes and some of its folders go: namespaces in
which given names lead to itself, every port is free, what is written to those folders is gone afterwards, and what runs ends
with it. Only root may make them."""

import subprocess
from pathlib import Path

PREPARE = """
first_port=$1 hosts=$2 scratch=$3
shift 3
ip link set lo up
sysctl -qw net.ipv4.ip_unprivileged_port_start="$first_port"
mount --bind "$hosts" /etc/hosts
mount -t tmpfs tmpfs "$scratch"
for place; do
    layer=$(mktemp -d -p "$scratch")
    mkdir "$layer/files" "$layer/work"
    mount -t overlay overlay -o "lowerdir=$place,upperdir=$layer/files,workdir=$layer/work" "$place"
done
echo ready
exec sleep infinity
"""


class Namespace:
    """A context manager; `command` makes a command run in it. Ports from `first_port` on are for everyone; `folders` are its
    own, and begin as they are."""

    def __init__(self, folder, names=(), first_port=1024, folders=()):
        self.hosts, self.scratch, self.folders = folder / "hosts", folder / "scratch", folders
        self.hosts.write_text(f"127.0.0.1 localhost {' '.join(names)}\n")
        self.scratch.mkdir()
        self.first_port = first_port

    def __enter__(self):
        self.holder = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--mount-proc", "--fork", "--kill-child", "bash", "-euc", PREPARE, "prepare",
             str(self.first_port), str(self.hosts), str(self.scratch), *self.folders], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        assert self.holder.stdout.readline() == b"ready\n", "the namespaces cannot be made"
        self.inside = Path(f"/proc/{self.holder.pid}/task/{self.holder.pid}/children").read_text().strip()
        return self

    def __exit__(self, *_):
        self.holder.kill()
        self.holder.wait(10)
        self.holder.stdout.close()

    def command(self, *command):
        return ["nsenter", "--target", self.inside, "--mount", "--net", "--pid", *command]

    def run(self, *command, **options):
        """Runs a command that ends by itself."""
        return subprocess.run(
            self.command(*command), **{"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 60} | options)
