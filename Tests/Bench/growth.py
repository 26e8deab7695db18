"""How cost grows with what is configured and held: throughput, memory, start and queries, one dimension at a time."""

import json
import statistics
import time
from dataclasses import dataclass, field

import chart
import report
from directory import directory
from figures import first_answer
from servers import PASSWORD
from turns import alone, interleave, median_ratio

CHART = report.REPOSITORY / "docs/explanation/growth.svg"
SIZES = (1, 10, 100, 1_000, 10_000, 100_000)

COUNT = json.dumps({"match": {"clientRequestId": "00000000-0000-4000-8000-000000000000"}})


@dataclass
class Series:
    """What one dimension costs, by size: tokens in a second next to those of size 1, memory in MB, and times in ms."""

    throughput: dict = field(default_factory=dict)
    memory: dict = field(default_factory=dict)
    start: dict = field(default_factory=dict)
    query: dict = field(default_factory=dict)
    change: dict = field(default_factory=dict)


def milliseconds(action):
    begun = time.monotonic()
    action()
    return 1000 * (time.monotonic() - begun)


def changes(server, count):
    """What it takes to add so many users, one by one, through Microsoft Graph."""
    headers = {"Content-Type": "application/json", "X-Understudy-Tenant": "contoso.com"}
    users = [
        {"userPrincipalName": f"added{n}@contoso.com", "displayName": f"Added {n}", "mailNickname": f"added{n}",
         "accountEnabled": True, "passwordProfile": {"password": PASSWORD}}
        for n in range(count)]
    return [milliseconds(lambda: server.post("/v1.0/users", json.dumps(user), headers)) for user in users]


def configured(make, kind):
    """A dimension of the configuration: `make` gives a directory of that size; requests of that kind are of all of it."""
    def measure(bench, size, series):
        file = bench.stage.write(f"grown-{size}.yaml", make(size))
        series.start[size] = statistics.median(first_answer(bench, "keys", file) for _ in range(3))
        server = bench.stage.understudy(name="grown", config=file)
        series.change[size] = statistics.median(changes(server, 100))
        return server, lambda: bench.loads.requests(server, kind, size)
    return measure


def journal(bench, size, series):
    """A journal that is full with so many entries, and what it takes to look through them all."""
    server = bench.stage.understudy("--journal-entries", size, "--journal-bytes", 4_294_967_296, name="grown",
                                    config=bench.stage.directory)
    held = 0
    while held < size:
        held += alone(bench.loads.requests(server, "discovery", connections=64), bench.seconds).count
    series.query[size] = statistics.median(
        milliseconds(lambda: server.post("/_understudy/requests/count", COUNT, {"Content-Type": "application/json"}))
        for _ in range(9))
    return server, lambda: bench.loads.requests(server, "credentials")


def connections(bench, size, series):
    server = bench.stage.understudy(name="grown", config=bench.stage.directory)
    return server, lambda: bench.loads.requests(server, "credentials", connections=size)


# How each dimension is measured, and at which sizes. Consents are each of another user, so users grow with them.
DIMENSIONS = {
    "applications": (configured(lambda size: directory(applications=size), "credentials"), SIZES),
    "users": (configured(lambda size: directory(users=size), "password"), SIZES),
    "consents": (configured(lambda size: directory(users=size, consents=size), "password"), SIZES),
    "journal entries": (journal, SIZES),
    "connections": (connections, SIZES[:4]),
}


def grow(bench, name):
    """Measures one dimension; each size takes turns with the smallest."""
    (measure, sizes), series = DIMENSIONS[name], Series()
    smallest, base = measure(bench, sizes[0], series)
    alone(base(), bench.seconds)
    series.throughput[sizes[0]], series.memory[sizes[0]] = 1.0, smallest.process.memory().anonymous
    for size in sizes[1:]:
        server, load = measure(bench, size, series)
        samples = interleave({f"1 of {name}": base, f"{size:,}": load}, bench.size.rounds, bench.seconds, bench.progress)
        by = "capacity" if bench.of_cpu_time else "rate"
        series.throughput[size] = median_ratio(samples[f"{size:,}"], samples[f"1 of {name}"], by)
        series.memory[size] = server.process.memory().anonymous
        server.process.stop()
    smallest.process.stop()
    return series


TABLES = [
    ("tokens in a second ÷ those at 1", "throughput", "{:.2f}"),
    ("anonymous memory, MB", "memory", "{:.0f}"),
    ("start to first answer, ms", "start", "{:.0f}"),
    ("looking through all of them, ms", "query", "{:.1f}"),
    ("a user added at run time, ms", "change", "{:.2f}"),
]


def growth_table(grown):
    rows = [
        (name, title, *(form.format(values[size]) if size in values else "" for size in SIZES))
        for title, kind, form in TABLES for name, series in grown.items() if (values := getattr(series, kind))]
    return report.table(["What grows", "What it costs", *(f"{size:,}" for size in SIZES)], rows)


def growth_chart(grown):
    series = {name: [each.throughput.get(size) for size in SIZES] for name, each in grown.items()}
    return chart.lines("Throughput as it grows", SIZES, series, x_label="how many",
                       y_label="tokens in a second, next to those at 1", logarithmic=True)


def run(bench, chosen, told):
    grown = {name: grow(bench, name) for name in DIMENSIONS}
    print(f"\n{growth_table(grown)}\n\n{report.conditions_text(told)}")
    if chosen.json:
        with open(chosen.json, "w") as file:
            json.dump({"conditions": told, "growth": {name: vars(each) for name, each in grown.items()}}, file, indent=2)
    if chosen.write:
        CHART.write_text(growth_chart(grown))
        report.write_block(report.PERFORMANCE, "growth", f"{report.conditions_text(told)}\n\n{growth_table(grown)}")
