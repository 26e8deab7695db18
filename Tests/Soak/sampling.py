"""A sample every ten seconds: the server's memory and descriptors, how long requests took, and a control."""

import csv
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from statistics import median

import requests

from support.process import descriptors, resident
from verdict import percentile


@dataclass(frozen=True)
class Sample:
    minute: float
    memory: float               # MB
    descriptors: int
    latencies: list             # seconds, of each request since the last sample
    control: list               # the same of the control

    @property
    def row(self):
        """What stands in the CSV file and in the charts: times in milliseconds."""
        return {
            "minute": round(self.minute, 3), "memory_mb": round(self.memory, 3), "descriptors": self.descriptors,
            "requests": len(self.latencies), **_times(self.latencies, ""), **_times(self.control, "control_")}


def _times(values, prefix):
    return {
        f"{prefix}p50_ms": round(1000 * median(values), 3) if values else None,
        f"{prefix}p99_ms": round(1000 * percentile(values, 0.99), 3) if values else None}


class Control:
    """Asks Python's own web server for nothing, five times a second: what gets slower here is the machine."""

    RATE = 5

    def __init__(self, folder, latencies):
        self._latencies = latencies
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._server = subprocess.Popen(
            [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # "Serving HTTP on 127.0.0.1 port 40123 (http://...) ..."
        self._port = self._server.stdout.readline().split(" port ")[1].split()[0]

    def _run(self):
        with requests.Session() as session:
            session.trust_env = False
            while not self._over.wait(1 / Control.RATE):
                began = time.perf_counter()
                session.get(f"http://127.0.0.1:{self._port}/", timeout=20)
                self._latencies.add(time.perf_counter() - began)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
        self._server.terminate()
        self._server.wait()
        self._server.stdout.close()


def sample(pid, minutes, latencies, control, every=10):
    """Yields a sample every so many seconds until the time is over."""
    began = time.monotonic()
    for number in range(1, max(round(60 * minutes / every), 3) + 1):
        time.sleep(max(began + number * every - time.monotonic(), 0))
        yield Sample(
            (time.monotonic() - began) / 60, resident(pid), descriptors(pid), latencies.take(), control.take())


def written(path, samples):
    """Passes the samples on, each written to a CSV file first: a soak that is broken off leaves what it saw."""
    with open(path, "w", newline="") as file:
        writer = None
        for taken in samples:
            if writer is None:
                writer = csv.DictWriter(file, taken.row)
                writer.writeheader()
            writer.writerow(taken.row)
            file.flush()
            yield taken
