"""What is measured: ratios between what takes turns, waiting times, start, memory, tenants."""

import http.client
import json
import os
import statistics
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from load import Signatures
from processes import free_port, run
from rows import Latency, Row
from servers import DAEMON, DISCOVERY, HEALTH, KEYS, MOBILE, TOKEN
from turns import alone, interleave, median_ratio

# A client of the large directory, another one each time.
ANY_CLIENT = urlencode({
    "grant_type": "client_credentials", "client_id": "d0000000-0000-4000-8000-{i}", "client_secret": "secret-{n}",
    "scope": "api://orders/.default"}, safe="{}")

# What takes turns: a name, and the load it is.
SUBJECTS = {
    "openssl speed": lambda bench: Signatures(bench.stage.server_core),
    "floor": lambda bench: bench.loads.post(bench.stage.floor, DAEMON),
    "client credentials": lambda bench: bench.loads.post(bench.stage.default, DAEMON),
    "refresh": lambda bench: bench.loads.post(bench.stage.default, bench.refresh),
    "code flow": lambda bench: bench.loads.code_flow(bench.stage.default, bench.cookie),
    "code flow with page": lambda bench: bench.loads.code_flow(bench.stage.straight),
    "unobserved": lambda bench: bench.loads.post(bench.stage.unobserved, DAEMON),
    "large directory": lambda bench: bench.loads.post(bench.stage.large, ANY_CLIENT, 100_000),
    "one worker": lambda bench: bench.loads.post(bench.stage.default, DAEMON, connections=64),
    "two workers": lambda bench: bench.loads.post(bench.stage.doubled, DAEMON, connections=64),
    "discovery": lambda bench: bench.loads.get(bench.stage.default, DISCOVERY),
    "unobserved discovery": lambda bench: bench.loads.get(bench.stage.unobserved, DISCOVERY),
    "keys": lambda bench: bench.loads.get(bench.stage.default, KEYS),
    "nginx": lambda bench: bench.loads.get(bench.stage.nginx, DISCOVERY),
    "nginx keys": lambda bench: bench.loads.get(bench.stage.nginx, KEYS),
    "floor GET": lambda bench: bench.loads.get(bench.stage.floor, DISCOVERY),
    "handshakes": lambda bench: bench.loads.handshakes(bench.stage.default, bench.seconds),
    "nginx handshakes": lambda bench: bench.loads.handshakes(bench.stage.nginx, bench.seconds),
}


@dataclass(frozen=True)
class Ratio:
    """`times` what `over` does in a second, by what `under` does."""

    group: str
    figure: str
    over: str
    under: str
    target: float | None = None
    times: int = 1
    by: str | None = None


# What stands in one list takes turns with each other.
ROTATIONS = [
    [
        Ratio("tokens", "client credentials ÷ floor", "client credentials", "floor", 0.97),
        Ratio("tokens", "client credentials ÷ openssl speed", "client credentials", "openssl speed"),
        Ratio("tokens", "floor ÷ openssl speed", "floor", "openssl speed"),
        Ratio("refresh", "refresh ÷ half the floor", "refresh", "floor", 0.97, times=2),
        Ratio("flow", "code flow by cookie ÷ half of openssl speed", "code flow", "openssl speed", 0.85, times=2),
        Ratio("flow", "code flow by cookie ÷ half the floor", "code flow", "floor", times=2),
        Ratio("pages", "code flow with page ÷ half of openssl speed", "code flow with page", "openssl speed", times=2),
        Ratio("size", "100,000 applications and users ÷ seed directory", "large directory", "client credentials", 0.97),
        Ratio("journal", "tokens with journal and matching ÷ without", "client credentials", "unobserved", 0.95),
    ],
    [
        Ratio("documents", "discovery ÷ nginx, 64 connections", "discovery", "nginx", 1.0),
        Ratio("documents", "JWKS ÷ nginx, 64 connections", "keys", "nginx keys", 1.0),
        Ratio("documents", "discovery ÷ floor", "discovery", "floor GET"),
        Ratio("journal", "discovery with journal and matching ÷ without", "discovery", "unobserved discovery", 0.85),
    ],
    [
        Ratio("handshakes", "TLS handshakes in a CPU second ÷ nginx", "handshakes", "nginx handshakes", 0.9, by="capacity"),
    ],
    [
        # The load takes what it needs of two cores; where cores are free, each worker has one to itself.
        Ratio("workers", "two workers ÷ one, with the load on the same cores", "two workers", "one worker", by="rate"),
        Ratio("workers", "two workers ÷ one, by CPU time", "two workers", "one worker", 1.8, times=2, by="capacity"),
    ],
]


class Bench:
    """One run: the servers, the load, and what both need in common."""

    def __init__(self, stage, loads, rounds, seconds, progress, of_cpu_time=False, long=False):
        self.stage, self.loads, self.rounds, self.seconds, self.progress = stage, loads, rounds, seconds, progress
        self.of_cpu_time, self.long = of_cpu_time, long
        self.shares = []        # how much of its core the server had while it issued tokens
        self.rates = {}         # what each subject did in a second, medians

    @property
    def cookie(self):
        return self.stage.default.sign_in()[1]

    @property
    def refresh(self):
        """The form of a refresh request that can be sent again and again."""
        code, _ = self.stage.default.sign_in()
        form = urlencode(MOBILE | {"grant_type": "authorization_code", "code": code})
        token = json.loads(self.stage.default.post(TOKEN, form))["refresh_token"]
        return urlencode({
            "grant_type": "refresh_token", "client_id": MOBILE["client_id"], "refresh_token": token,
            "scope": "openid offline_access api://orders/Orders.Read"})


def ratios(bench, groups, between):
    """`between` is called before each rotation."""
    for rotation in ROTATIONS:
        between()
        wanted = [ratio for ratio in rotation if ratio.group in groups]
        names = {name for ratio in wanted for name in (ratio.over, ratio.under)}
        subjects = {name: lambda measure=measure: measure(bench) for name, measure in SUBJECTS.items() if name in names}
        if not subjects:
            continue
        samples = interleave(subjects, bench.rounds, bench.seconds, bench.progress)
        bench.shares += [sample.share for sample in samples.get("client credentials", [])]
        for name, measured in samples.items():
            bench.rates[name] = statistics.median(sample.rate for sample in measured)
        for ratio in wanted:
            by = ratio.by or ("capacity" if bench.of_cpu_time else "rate")
            value = ratio.times * median_ratio(samples[ratio.over], samples[ratio.under], by)
            yield Row(ratio.group, ratio.figure, value, target=ratio.target)


def latency(bench):
    """Waiting times at 1, 16, 64 and 256 connections, in turns with the yardsticks."""
    stage, loads = bench.stage, bench.loads
    measures = [
        ("token", "floor", lambda server, count: loads.post(server, DAEMON, connections=count), stage.floor),
        ("discovery", "nginx", lambda server, count: loads.get(server, DISCOVERY, connections=count), stage.nginx),
    ]
    for request, yardstick, measure, other in measures:
        for connections in (1, 16, 64, 256):
            theirs, ours = (alone(measure(server, connections), bench.seconds) for server in (other, stage.default))
            bench.progress(f"{request} at {connections} connections: p50 {ours.p50:.2f} ms, p99 {ours.p99:.2f} ms; "
                           f"{yardstick}: {theirs.p50:.2f} and {theirs.p99:.2f} ms")
            yield Latency(request, connections, ours.p50, ours.p99, yardstick, theirs.p50, theirs.p99)


def waiting(bench, measured):
    """The one bar on waiting times, from what `latency` measured."""
    signing = 1000 / alone(Signatures(bench.stage.server_core), 1).rate
    p99 = next(each.p99 for each in measured if each.request == "token" and each.connections == 16)
    yield Row("latency", "p99 of tokens at 16 connections, in 16 signing times", p99 / signing / 16, "×", 3)


def first_answer(bench, data, config=None):
    """Milliseconds from start to the first answer; `data`: the name of the folder for keys."""
    stage, port = bench.stage, free_port()
    options = ["--config", config] if config else []
    printed = run(
        [stage.tool("first_answer"), port, HEALTH, stage.binary, "serve", "--http-port", port, "--https-port", "0",
         "--data-dir", stage.folder / data, *options], 90)
    return int(printed.split()[1 if bench.of_cpu_time else 0]) / 1000


class Starts:
    """Start to first answer: keys to be made, keys there, and with a large configuration.

    A few at a time, again and again through the run: what is told in milliseconds should not be that of one minute."""

    # The figure, its target in ms, the folder of keys, whether with the large configuration, how many at a time.
    KINDS = [
        ("start to first answer, keys exist", 20, lambda _: "keys", False, 5),
        ("start to first answer, keys to be made", 150, lambda number: f"keys-{number}", False, 5),
        ("start to first answer, 100,000 applications and users", 2000, lambda _: "keys", True, 1),
    ]

    def __init__(self, bench):
        self._bench = bench
        self._taken = {figure: [] for figure, *_ in Starts.KINDS}

    def some(self):
        for figure, _, folder, is_large, count in Starts.KINDS:
            config = self._bench.stage.large_directory if is_large else None
            for _ in range(count):
                taken = self._taken[figure]
                taken.append(first_answer(self._bench, folder(len(taken)), config))
        self._bench.progress("starts: " + ", ".join(f"{taken[-1]:,.1f} ms" for taken in self._taken.values()))

    def rows(self):
        """Of the medians."""
        for figure, target, *_ in Starts.KINDS:
            yield Row("start", figure, statistics.median(self._taken[figure]), "ms", target)


def memory(bench):
    """Resident memory: idle, and after tokens; a million of them with --long, on all cores."""
    stage, seconds = bench.stage, 10 if bench.long else bench.seconds
    cores = sorted(os.sched_getaffinity(0))
    server = stage.understudy(name="memory", core=",".join(map(str, cores)), workers=len(cores))
    time.sleep(1)
    idle = server.process.memory()
    wanted, issued = 1_000_000 if bench.long else 20_000, 0
    while issued < wanted:
        issued += alone(bench.loads.post(server, DAEMON, connections=64), seconds).count
        bench.progress(f"memory after {issued:,} tokens: {server.process.memory():.1f} MB")
    yield Row("memory", "memory, idle with a loop per core", idle, "MB", 25)
    yield Row("memory", f"memory after {issued:,} tokens", server.process.memory(), "MB", 64)
    server.process.stop()


def clone(bench):
    """A tenant made as a copy of another, over a connection that is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", bench.stage.default.port, timeout=20)
    clock = bench.stage.default.process.cpu if bench.of_cpu_time else time.monotonic
    times = []
    for _ in range(50):
        begun = clock()
        connection.request("POST", "/_understudy/tenants", '{"cloneOf": "contoso.com", "keepAppIds": true}',
                           {"Content-Type": "application/json"})
        response = connection.getresponse()
        tenant = json.loads(response.read())
        times.append((clock() - begun) * 1000)
        if response.status != 201:
            raise RuntimeError(f"POST tenants: {response.status} {tenant}")
        connection.request("DELETE", f"/_understudy/tenants/{tenant['id']}")
        connection.getresponse().read()
    connection.close()
    yield Row("clone", "a tenant as a copy of another", statistics.median(times), "ms", 5)
