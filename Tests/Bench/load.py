"""Load, and what it measures."""

import re
import statistics
import subprocess
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from processes import clean_environment, placed, run
from servers import AUTHORIZE, HERE, MOBILE, PASSWORD, TOKEN


@dataclass(frozen=True)
class Sample:
    """What a load got out of a server: answers, flows or handshakes in so many seconds, for so much of its CPU time.

    `p50` and `p99` are waiting times in ms, of single requests."""

    count: int
    seconds: float
    cpu: float
    p50: float = 0
    p99: float = 0

    @property
    def rate(self):
        """In a second by the clock on the wall."""
        return self.count / self.seconds

    @property
    def capacity(self):
        """In a second of the server's CPU time: for loads that leave it idle, and for machines that others use too."""
        return self.count / self.cpu

    @property
    def share(self):
        """How much of a core the server had."""
        return self.cpu / self.seconds


class Load:
    """Puts load on servers from a core of its own, for `seconds` at a time."""

    def __init__(self, core, seconds):
        self.core, self.seconds = core, seconds

    def _wrk(self, listener, path, script, arguments, connections, threads):
        command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{self.seconds}s", "--timeout", "30s", "-s",
                   HERE / script, listener.origin + path, "--", *arguments]
        before = listener.process.cpu()
        printed = run(command, self.seconds + 60, self.core)
        cpu = listener.process.cpu() - before
        found = re.search(r"^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$", printed, re.MULTILINE)
        if not found:
            raise RuntimeError(f"wrk could not measure {path}:\n{printed}")
        count, microseconds, failures, p50, p99 = map(int, found.groups())
        if failures or not count:
            raise RuntimeError(f"{failures} failures beside {count} answers of {path}:\n{printed}")
        return Sample(count, microseconds / 1e6, cpu, p50 / 1000, p99 / 1000)

    def get(self, listener, path, connections=64):
        return self._wrk(listener, path, "load.lua", [], connections, 1)

    def post(self, listener, form, of=None, connections=16, path=TOKEN):
        """`of`: how many clients or users the form's placeholders are drawn from."""
        return self._wrk(listener, path, "load.lua", [form] if of is None else [form, of], connections, 1)

    def code_flow(self, listener, cookie=""):
        """Whole flows on 16 connections: with the session cookie, or through the page with a password."""
        arguments = [AUTHORIZE, TOKEN, urlencode(MOBILE), cookie] + ([] if cookie else [PASSWORD])
        return self._wrk(listener, "/", "flow.lua", arguments, 16, 16)

    def handshakes(self, listener, clients=2):
        """New TLS connections with full handshakes, nothing resumed."""
        command = placed(["openssl", "s_time", "-new", "-time", self.seconds,
                          "-connect", f"127.0.0.1:{listener.tls_port}"], self.core)
        before, start = listener.process.cpu(), time.monotonic()
        running = [
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             text=True, env=clean_environment()) for _ in range(clients)]
        try:
            printed = [client.communicate(timeout=self.seconds + 60)[0] for client in running]
        finally:
            for client in running:
                client.kill()
        seconds, cpu = time.monotonic() - start, listener.process.cpu() - before
        counts = [int(found[1]) for text in printed for found in re.finditer(r"(\d+) connections in \d+ real", text)]
        if len(counts) != clients:
            raise RuntimeError(f"openssl s_time could not measure: {printed}")
        return Sample(sum(counts), seconds, cpu)


def signatures(core, of_cpu_time=False):
    """RSA-2048 signatures by `openssl speed` on the server's core; of a second on the wall, or of its CPU time."""
    clock = [] if of_cpu_time else ["-elapsed"]
    printed = run(["openssl", "speed", *clock, "-mr", "-seconds", "1", "rsa2048"], 60, core)
    found = re.search(r"^\+F2:\d+:2048:([\d.]+):", printed, re.MULTILINE)
    if not found:
        raise RuntimeError(f"openssl speed printed:\n{printed}")
    return Sample(float(found[1]), 1, 1)


def interleave(subjects, rounds, progress):
    """Measures every subject in each round, every second round in the opposite order: lists of samples by name."""
    samples = {name: [] for name in subjects}
    for number in range(rounds):
        for name in list(subjects)[:: 1 if number % 2 == 0 else -1]:
            samples[name].append(subjects[name]())
        progress(f"round {number + 1} of {rounds}: "
                 + ", ".join(f"{name} {measured[-1].rate:,.0f}/s" for name, measured in samples.items()))
    return samples


def median_ratio(over, under, by):
    """The median of the ratios within each round; `by`: a property of samples."""
    return statistics.median(getattr(one, by) / getattr(other, by) for one, other in zip(over, under, strict=True))
