"""The loads that the benchmark puts on servers: wrk, `openssl s_time`, and `openssl speed`, which is a server to itself."""

import re
import signal
import subprocess
import time

from processes import clean_environment, placed
from servers import APPLICATIONS, HERE, TENANTS
from turns import Sample, Turns

# Seconds after which a load ends by itself: long after it was told to.
ENDLESS = 3600


class Wrk(Turns):
    """Requests over connections that are kept, as a script of wrk makes them."""

    def __init__(self, core, listener, script, arguments, connections, threads):
        super().__init__(
            ["wrk", f"-t{threads}", f"-c{connections}", f"-d{ENDLESS}s", "--timeout", "60s", "-s", HERE / script,
             listener.origin, "--", *arguments], core, listener.process)

    def read(self, printed):
        found = re.search(r"^RESULT (\d+) (\d+) (\d+) (\d+)$", printed, re.MULTILINE)
        if not found:
            raise RuntimeError(f"wrk could not measure:\n{printed}")
        count, failures, p50, p99 = map(int, found.groups())
        if failures or not count:
            raise RuntimeError(f"{failures} failures beside {count} good answers:\n{printed}")
        return Sample(count, self.seconds, self.cpu, p50 / 1000, p99 / 1000, self.load_cpu)


class Handshakes:
    """New TLS connections with full handshakes, nothing resumed, by `openssl s_time`.

    It counts whole seconds and cannot be told to end: whatever its turns, it takes its time at once, in the first."""

    def __init__(self, core, listener, seconds, clients=2):
        self._command = placed(
            ["openssl", "s_time", "-new", "-time", seconds, "-connect", f"127.0.0.1:{listener.tls_port}"], core)
        self._server, self._seconds, self._clients = listener.process, seconds, clients
        self._sample = None

    def take(self, _):
        self._sample = self._sample or self._measured()

    def end(self):
        return self._sample

    def at_once(self, _):
        return self._measured()

    def abandon(self):
        pass

    def _measured(self):
        before, start = self._server.cpu(), time.monotonic()
        running = [
            subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             text=True, env=clean_environment()) for _ in range(self._clients)]
        try:
            printed = [client.communicate(timeout=self._seconds + 60)[0] for client in running]
        finally:
            for client in running:
                client.kill()
        seconds, cpu = time.monotonic() - start, self._server.cpu() - before
        counts = [int(found[1]) for text in printed for found in re.finditer(r"(\d+) connections in \d+ real", text)]
        if len(counts) != self._clients:
            raise RuntimeError(f"openssl s_time could not measure: {printed}")
        return Sample(sum(counts), seconds, cpu)


class Signatures(Turns):
    """RSA-2048 signatures by `openssl speed`: no server, and nothing to wait for.

    It counts by its own CPU time, and ends each of its two parts, signing and verifying, when the alarm rings."""

    def __init__(self, core):
        super().__init__(["openssl", "speed", "-mr", "-seconds", ENDLESS, "rsa2048"], core, None)

    def take(self, seconds):
        if self._process:
            self._process.send_signal(signal.SIGCONT)
        else:
            self._start()
        time.sleep(seconds)
        self._process.send_signal(signal.SIGSTOP)

    def at_once(self, seconds):
        self.take(seconds)
        return self.end()

    def end(self):
        self._process.send_signal(signal.SIGCONT)
        return self.read(self._printed(signal.SIGALRM))

    def read(self, printed):
        found = re.search(r"^\+F2:\d+:2048:([\d.]+):", printed, re.MULTILINE)
        if not found:
            raise RuntimeError(f"openssl speed printed:\n{printed}")
        return Sample(float(found[1]), 1, 1)


class Loads:
    """Makes loads that come from a core of their own. What their requests are is in clients.lua."""

    def __init__(self, core):
        self.core = core

    def requests(self, listener, kind, count=APPLICATIONS, connections=16):
        """Returns a load of single requests; `count`: how many applications or users they are of."""
        return self._wrk(listener, "load.lua", {"kind": kind, "count": count}, connections)

    def journeys(self, listener, kind):
        """Returns a load of users who go on from answer to answer, on 16 connections."""
        return self._wrk(listener, "flow.lua", {"kind": kind, "users": listener.users}, 16, threads=16)

    def handshakes(self, listener, seconds):
        return Handshakes(self.core, listener, seconds)

    def _wrk(self, listener, script, options, connections, threads=1):
        arguments = [f"{name}={value}" for name, value in (options | {"tenants": ",".join(TENANTS)}).items()]
        return Wrk(self.core, listener, script, arguments, connections, threads)
