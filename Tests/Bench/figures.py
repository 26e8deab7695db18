"""The parts of a run: ratios between what takes turns, waiting times, starts, memory, tenants. A part yields figures by key."""

import os
import statistics
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import browser
import suite
from load import Signatures
from processes import free_port, run
from servers import APPLICATIONS, DAEMON, HEALTH, TOKEN
from turns import alone, interleave, median_ratio

# What takes turns: a name, and the load it is.
SUBJECTS = {
    "openssl speed": lambda bench: Signatures(bench.stage.server_core),
    "floor": lambda bench: bench.loads.requests(bench.stage.floor, "credentials"),
    "client credentials": lambda bench: bench.loads.requests(bench.stage.default, "credentials"),
    "refresh": lambda bench: bench.loads.journeys(bench.stage.default, "refresh"),
    "code flow": lambda bench: bench.loads.journeys(bench.stage.default, "code"),
    "code flow with page": lambda bench: bench.loads.journeys(bench.stage.default, "page"),
    "unobserved": lambda bench: bench.loads.requests(bench.stage.unobserved, "credentials"),
    "large directory": lambda bench: bench.loads.requests(bench.stage.large, "credentials", bench.stage.many),
    "one worker": lambda bench: bench.loads.requests(bench.stage.default, "credentials", connections=64),
    "two workers": lambda bench: bench.loads.requests(bench.stage.doubled, "credentials", connections=64),
    "discovery": lambda bench: bench.loads.requests(bench.stage.default, "discovery", connections=64),
    "unobserved discovery": lambda bench: bench.loads.requests(bench.stage.unobserved, "discovery", connections=64),
    "keys": lambda bench: bench.loads.requests(bench.stage.default, "keys", connections=64),
    "nginx": lambda bench: bench.loads.requests(bench.stage.nginx, "discovery", connections=64),
    "nginx keys": lambda bench: bench.loads.requests(bench.stage.nginx, "keys", connections=64),
    "floor GET": lambda bench: bench.loads.requests(bench.stage.floor, "discovery", connections=64),
    "handshakes": lambda bench: bench.loads.handshakes(bench.stage.default, bench.whole_seconds),
    "nginx handshakes": lambda bench: bench.loads.handshakes(bench.stage.nginx, bench.whole_seconds),
}


@dataclass(frozen=True)
class Ratio:
    """`times` what `over` does in a second, by what `under` does. `by`: a property of samples."""

    key: str
    over: str
    under: str
    times: int = 1
    by: str = "rate"


# The subjects of a part take turns with each other. Documents and handshakes count by the CPU time of the server: a load from one
# core may not be enough for it.
ROTATIONS = {
    "tokens": [
        Ratio("credentials", "client credentials", "floor"),
        Ratio("credentials-speed", "client credentials", "openssl speed"),
        Ratio("floor-speed", "floor", "openssl speed"),
        Ratio("refresh", "refresh", "floor", times=2),
        Ratio("code", "code flow", "openssl speed", times=2),
        Ratio("code-floor", "code flow", "floor", times=2),
        Ratio("page", "code flow with page", "openssl speed", times=2),
        Ratio("size", "large directory", "client credentials"),
        Ratio("journal", "client credentials", "unobserved"),
    ],
    "documents": [
        Ratio("discovery", "discovery", "nginx", by="capacity"),
        Ratio("keys", "keys", "nginx keys", by="capacity"),
        Ratio("discovery-floor", "discovery", "floor GET", by="capacity"),
        Ratio("discovery-journal", "discovery", "unobserved discovery", by="capacity"),
    ],
    "handshakes": [Ratio("handshakes", "handshakes", "nginx handshakes", by="capacity")],
    "workers": [
        # The load takes what it needs of two cores; where cores are free, each worker has one to itself.
        Ratio("workers-load", "two workers", "one worker"),
        Ratio("workers", "two workers", "one worker", times=2, by="capacity"),
    ],
}


# The largest number of entries in the journal, by default.
JOURNAL = 2048


class Size(NamedTuple):
    """How much a run measures."""

    rounds: int = 6
    seconds: float = 2      # of each load in a round, in turns of a moment
    many: int = 100_000     # applications and users of the large directory
    tokens: int = 100_000   # before memory is looked at
    connections: tuple = (1, 16, 64, 256)
    starts: int = 15
    clones: int = 50
    tests: int = 100
    repeats: int = 3        # of a suite


QUICK = Size(rounds=1, seconds=0.2, many=500, tokens=50, connections=(16,), starts=1, clones=3, tests=4, repeats=1)


@dataclass
class Result:
    """What a part measured: figures by key, and how the rows of two tables read."""

    figures: dict = field(default_factory=dict)
    rates: dict = field(default_factory=dict)       # by subject: in a second, the server's share of a core, the load's
    latency: list = field(default_factory=list)


class Bench:
    """One run: the servers, the loads, and how much is measured."""

    def __init__(self, stage, loads, size, progress, of_cpu_time=False):
        self.stage, self.loads, self.size, self.progress, self.of_cpu_time = stage, loads, size, progress, of_cpu_time

    @property
    def seconds(self):
        return self.size.seconds

    @property
    def whole_seconds(self):
        return max(1, round(self.size.seconds))


def rotation(part):
    """Returns the part that measures a rotation."""
    def measure(bench):
        names = {name for ratio in ROTATIONS[part] for name in (ratio.over, ratio.under)}
        subjects = {name: lambda make=make: make(bench) for name, make in SUBJECTS.items() if name in names}
        samples = interleave(subjects, bench.size.rounds, bench.seconds, bench.progress)
        result = Result(rates={name: rate(measured) for name, measured in samples.items()})
        for ratio in ROTATIONS[part]:
            by = "capacity" if bench.of_cpu_time else ratio.by
            result.figures[ratio.key] = ratio.times * median_ratio(samples[ratio.over], samples[ratio.under], by)
        return result
    return measure


def rate(samples):
    return [statistics.median(getattr(sample, name) for sample in samples) for name in ("rate", "share", "load_share")]


def latency(bench):
    """Waiting times by the number of connections, of the server and of its yardstick."""
    stage, loads, result = bench.stage, bench.loads, Result()
    for request, kind, yardstick, other in (
            ("token", "credentials", "floor", stage.floor), ("discovery", "discovery", "nginx", stage.nginx)):
        for connections in bench.size.connections:
            theirs, ours = (
                alone(loads.requests(server, kind, connections=connections), bench.seconds) for server in (other, stage.default))
            bench.progress(f"{request} at {connections} connections: p50 {ours.p50:.2f} ms, p99 {ours.p99:.2f} ms; "
                           f"{yardstick}: {theirs.p50:.2f} and {theirs.p99:.2f} ms")
            result.latency.append([request, connections, ours.p50, ours.p99, yardstick, theirs.p50, theirs.p99])
            if (request, connections) == ("token", 16):
                signing = 1000 / alone(Signatures(stage.server_core), 1).rate
                result.figures["p99"] = ours.p99 / signing / 16
    return result


def first_answer(bench, data, config=None, path=HEALTH, form=""):
    """Returns the milliseconds from start to the first answer to a GET, or to a POST of the form; `data`: the folder of keys."""
    stage, port = bench.stage, free_port()
    options = ["--config", config] if config else []
    printed = run(
        [stage.tool("first_answer"), port, path, form, stage.binary, "serve", "--http-port", port, "--https-port", "0",
         "--data-dir", stage.folder / data, *options], 90)
    return int(printed.split()[1 if bench.of_cpu_time else 0]) / 1000


def starts(bench):
    """Start to first answer, in turns: keys exist, keys to be made, a first token, a large directory."""
    first_answer(bench, "keys")
    kinds = {
        "start": lambda _: first_answer(bench, "keys"),
        "start-token": lambda _: first_answer(bench, "keys", path=TOKEN, form=DAEMON),
        "start-keys": lambda number: first_answer(bench, f"keys-{number}"),
        "start-large": lambda _: first_answer(bench, "keys", bench.stage.large_directory),
    }
    taken = {key: [] for key in kinds}
    for number in range(bench.size.starts):
        for key, start in kinds.items():
            if key != "start-large" or number % 5 == 0:
                taken[key].append(start(number))
    bench.progress("starts: " + ", ".join(f"{key} {statistics.median(times):,.1f} ms" for key, times in taken.items()))
    return Result({key: statistics.median(times) for key, times in taken.items()})


def memory(bench):
    """Anonymous and resident memory: idle, growth until the journal is full, growth by tokens after that, growth by a large
    directory; one worker for each core."""
    cores = sorted(os.sched_getaffinity(0))

    def started(name, **options):
        server = bench.stage.understudy(name=name, core=",".join(map(str, cores)), workers=len(cores), **options)
        time.sleep(1)
        return server, server.process.memory()

    seed, idle = started("idle")
    seed.process.stop()
    large, loaded = started("large-memory", config=bench.stage.large_directory)
    large.process.stop()
    server, empty = started("memory", config=bench.stage.directory)

    def after_tokens(least):
        issued = 0
        while issued < least:
            load = bench.loads.requests(server, "credentials", APPLICATIONS, connections=64)
            issued += alone(load, bench.whole_seconds).count
        memory = server.process.memory()
        bench.progress(f"memory after {issued:,} tokens: anonymous {memory.anonymous:.1f} MB, resident {memory.resident:.1f} MB")
        return memory

    before = after_tokens(2 * JOURNAL)
    after = after_tokens(bench.size.tokens)
    server.process.stop()
    return Result({
        "idle": idle.anonymous, "idle-resident": idle.resident,
        "filled": before.anonymous - empty.anonymous,
        "grown": after.anonymous - before.anonymous, "grown-resident": after.resident - before.resident,
        "large": loaded.anonymous - idle.anonymous, "large-resident": loaded.resident - idle.resident})


def clone(bench):
    """A tenant made as a copy of another, over a connection that is kept."""
    server = suite.server(bench, "clone")
    author, times = suite.Author(server.port), []
    clock = server.process.cpu if bench.of_cpu_time else time.monotonic
    for _ in range(bench.size.clones):
        begun = clock()
        tenant = author.json("POST", "/_understudy/tenants", {"cloneOf": "contoso.com", "keepAppIds": True}, 201)
        times.append((clock() - begun) * 1000)
        author.json("DELETE", f"/_understudy/tenants/{tenant['id']}", expected=204)
    server.process.stop()
    return Result({"clone": statistics.median(times)})


MEASURES = {part: rotation(part) for part in ROTATIONS} | {
    "latency": latency, "memory": memory, "start": starts, "clone": clone,
    "suite": lambda bench: Result(suite.measure(bench)), "browser": lambda bench: Result(browser.measure(bench)),
}
