"""A good client in a process of its own, which is in nobody's way: how long do its answers take?"""

import json
import os
import socket
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from harness.fleet import Client
from harness.messages import DISCOVERY

FOLDER = Path(__file__).resolve().parent.parent


@dataclass
class Seen:
    latencies: list = field(default_factory=list)       # seconds
    failures: list = field(default_factory=list)

    def percentile(self, share):
        ordered = sorted(self.latencies)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def probe(port, seconds, rate=100):
    """Asks at that rate, in turn on a connection that is kept and on a new one."""
    ran = subprocess.run(
        [sys.executable, "-m", "harness.probe", str(port), str(seconds), str(rate)], cwd=FOLDER,
        env=os.environ | {"PYTHONPATH": str(FOLDER.parent / "Clients")}, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return Seen(**json.loads(ran.stdout))


def _ask(port, seconds, rate):
    seen, kept = Seen(), _connect(port)
    began = time.monotonic()
    for number in range(int(seconds * rate)):
        # Allowed (sleep): The requests are sent at a steady rate.
        time.sleep(max(began + number / rate - time.monotonic(), 0))
        start = time.perf_counter()
        try:
            if number % 2:
                _exchange(kept)
            else:
                fresh = _connect(port)
                _exchange(fresh)
                fresh.socket.close()
        except (OSError, AssertionError) as failure:
            seen.failures.append(repr(failure))
            kept = _connect(port)
        seen.latencies.append(time.perf_counter() - start)
    return seen


def _connect(port):
    return Client(socket.create_connection(("127.0.0.1", port), timeout=5))


def _exchange(client):
    client.socket.sendall(DISCOVERY)
    while not (answers := list(client.answers())):
        part = client.socket.recv(65536)
        assert part, "closed without an answer"
        client.received += part
    head, _ = answers[0]
    assert head.startswith(b"HTTP/1.1 200 "), head


if __name__ == "__main__":
    print(json.dumps(asdict(_ask(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])))))
