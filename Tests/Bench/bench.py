"""Measures Understudy next to its yardsticks; `scripts/bench` sets it up."""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile

import figures
import growth
import report
from load import Loads
from servers import Stage

SINGLE = {"memory": figures.memory, "clone": figures.clone}
GROUPS = [*dict.fromkeys(ratio.group for rotation in figures.ROTATIONS for ratio in rotation), "latency", "start", *SINGLE]


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("mode", nargs="?", choices=["figures", "growth"], default="figures",
                        help="growth: how cost grows with what is configured and held")
    parser.add_argument("--only", nargs="+", choices=GROUPS, metavar="NAME", default=GROUPS, help=", ".join(GROUPS))
    parser.add_argument("--rounds", type=int, default=6, metavar="N", help="how often all of it is measured (6)")
    parser.add_argument("--seconds", type=int, default=2, metavar="N",
                        help="how long each load has in a round, in turns of a moment (2)")
    parser.add_argument("--long", action="store_true", help="memory after a million tokens: some minutes more")
    parser.add_argument("--cpu", action="store_true", help="count CPU seconds: for a machine that others use too")
    parser.add_argument("--strict", action="store_true", help="exit code 1 when a figure misses its target")
    parser.add_argument("--json", metavar="FILE", help="write the result there, too")
    parser.add_argument("--write", action="store_true", help="write the result into docs/explanation")
    parser.add_argument("--binary", required=True, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.write and chosen.mode == "figures" and set(chosen.only) != set(GROUPS):
        parser.error("--write wants every figure: leave --only out")
    return chosen


def progress(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def cores():
    """One for the server, one for its second worker, one for the load: shared where there are fewer than three."""
    free = [str(core) for core in sorted(os.sched_getaffinity(0))]
    return free[0], free[min(1, len(free) - 1)], free[min(2, len(free) - 1)]


def measure_figures(bench, chosen):
    """The rows, in the order of the tables they stand in, and the waiting times."""
    starts = figures.Starts(bench)
    look = starts.some if "start" in chosen.only else lambda: None
    rows, measured = list(figures.ratios(bench, chosen.only, look)), []
    if "latency" in chosen.only:
        measured = list(figures.latency(bench))
        rows += figures.waiting(bench, measured)
    if "start" in chosen.only:
        starts.some()
        rows += starts.rows()
    for name, measure in SINGLE.items():
        if name in chosen.only:
            rows += measure(bench)
    return rows, measured


def run_figures(bench, chosen, told):
    rows, measured = measure_figures(bench, chosen)
    told |= {"of_cpu_time": chosen.cpu, "server_share": statistics.median(bench.shares) if bench.shares else None}
    print(f"\n{report.printed(rows, measured)}\n\n{report.conditions_text(told)}")
    if chosen.json:
        result = {"conditions": told, "figures": [row.json() for row in rows],
                  "latency": [each.json() for each in measured], "rates": bench.rates}
        with open(chosen.json, "w") as file:
            json.dump(result, file, indent=2)
    if chosen.write:
        report.write_figures(told, rows, measured, bench.rates)
    return all(row.passes is not False for row in rows)


def main():
    chosen = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    told = report.conditions(chosen.rounds, chosen.seconds)
    server_core, second_core, load_core = cores()
    with (tempfile.TemporaryDirectory(prefix="bench-") as folder,
          Stage(chosen.binary, folder, server_core, second_core) as stage):
        bench = figures.Bench(
            stage, Loads(load_core), chosen.rounds, chosen.seconds, progress, chosen.cpu, chosen.long)
        run = growth.run if chosen.mode == "growth" else run_figures
        passed = run(bench, chosen, told)
    sys.exit(1 if chosen.strict and not passed else 0)


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, subprocess.SubprocessError) as error:
        sys.exit(f"bench: {error}")
