"""A machine of one's own, as far as its network and its list of hosts go: namespaces in which given names lead to itself and
every port is free. Only root may make them."""

import subprocess

PREPARE = """
ip link set lo up
sysctl -qw net.ipv4.ip_unprivileged_port_start="$1"
mount --bind "$2" /etc/hosts
echo ready
exec sleep infinity
"""


class Namespace:
    """A context manager; `command` makes a command run in it. Ports from `first_port` on are for everyone."""

    def __init__(self, folder, names, first_port=1024):
        self.hosts = folder / "hosts"
        self.hosts.write_text(f"127.0.0.1 localhost {' '.join(names)}\n")
        self.first_port = first_port

    def __enter__(self):
        self.holder = subprocess.Popen(
            ["unshare", "--mount", "--net", "bash", "-euc", PREPARE, "prepare", str(self.first_port), str(self.hosts)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        assert self.holder.stdout.readline() == b"ready\n", "the namespaces cannot be made"
        return self

    def __exit__(self, *_):
        self.holder.kill()
        self.holder.wait(10)
        self.holder.stdout.close()

    def command(self, *command):
        return ["nsenter", "--target", str(self.holder.pid), "--mount", "--net", *command]

    def run(self, *command, **options):
        """Runs a command that ends by itself."""
        return subprocess.run(
            self.command(*command), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, **options)
