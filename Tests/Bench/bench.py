"""Measures Understudy next to its yardsticks; `scripts/bench` sets it up."""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile

import figures
import growth
import report
import runs
from bars import PARTS
from load import Loads
from servers import Stage

WITHOUT_BROWSER = [part for part in PARTS if part != "browser"]
AUTHOR = ["start", "clone", "suite"]


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("mode", nargs="?", choices=["figures", "suite", "growth"], default="figures",
                        help="suite: only what a test author feels; growth: how cost grows with what is configured and held")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--browser", action="store_true", help="the suite through Chromium, too")
    parser.add_argument("--runs", type=int, default=1, metavar="N", help="how often all of it is measured (1)")
    parser.add_argument("--rounds", type=int, metavar="N", help="how often each load has its turns in a run (6)")
    parser.add_argument("--seconds", type=float, metavar="N", help="how long each load has in a round (2)")
    parser.add_argument("--long", action="store_true", help="memory after a million tokens: some minutes more")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes, to see that everything runs: judges nothing")
    parser.add_argument("--cpu", action="store_true", help="count CPU seconds: for a machine that others use too")
    parser.add_argument("--fresh", action="store_true", help="forget the parts that an interrupted run of the same binary measured")
    parser.add_argument("--strict", action="store_true", help="exit code 1 when a figure misses its bar")
    parser.add_argument("--json", metavar="FILE", help="write the result there, too")
    parser.add_argument("--write", action="store_true", help="write the result into docs/explanation and README.md")
    parser.add_argument("--binary", required=True, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    chosen.parts = chosen.only or (AUTHOR if chosen.mode == "suite" else WITHOUT_BROWSER)
    if chosen.browser and "browser" not in chosen.parts:
        chosen.parts = [*chosen.parts, "browser"]
    if chosen.write and chosen.quick:
        parser.error("--write wants figures that mean something: leave --quick out")
    if chosen.write and chosen.mode != "growth" and set(chosen.parts) != set(PARTS):
        parser.error("--write wants every figure: add --browser, and leave --only and suite out")
    given = {"rounds": chosen.rounds, "seconds": chosen.seconds, "tokens": 1_000_000 if chosen.long else None}
    size = figures.QUICK if chosen.quick else figures.Size()
    chosen.size = size._replace(**{name: value for name, value in given.items() if value is not None})
    return chosen


def progress(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def cores():
    """One for the server, one for its second worker, one for the load: shared where there are fewer than three."""
    free = [str(core) for core in sorted(os.sched_getaffinity(0))]
    return free[0], free[min(1, len(free) - 1)], free[min(2, len(free) - 1)]


def run_figures(chosen, told, loads, stage_of):
    """Returns whether every figure meets its bar."""
    kept = runs.Kept(chosen.binary, chosen.size, chosen.cpu)
    if chosen.fresh:
        kept.forget()
    measured = runs.measure(kept, chosen.runs, chosen.parts, loads, chosen.size, progress, chosen.cpu, stage_of)
    summary = report.Summary(measured, is_judged=not chosen.quick)
    print(f"\n{summary.printed()}\n\n{report.conditions_text(told)}")
    if chosen.json:
        with open(chosen.json, "w") as file:
            json.dump({"conditions": told} | summary.json(), file, indent=2, ensure_ascii=False)
    if chosen.write:
        report.write_figures(told, summary)
    kept.forget()
    return summary.all_met


def main():
    chosen = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    told = report.conditions(chosen.runs, chosen.size, chosen.cpu)
    server_core, second_core, load_core = cores()
    loads = Loads(load_core)

    def stage_of(folder):
        return Stage(chosen.binary, folder, server_core, second_core, chosen.size.many)

    if chosen.mode == "growth":
        with tempfile.TemporaryDirectory(prefix="bench-") as folder, stage_of(folder) as stage:
            growth.run(figures.Bench(stage, loads, chosen.size, progress, chosen.cpu), chosen, told)
        return
    all_met = run_figures(chosen, told, loads, stage_of)
    sys.exit(1 if chosen.strict and not all_met else 0)


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, OSError, subprocess.SubprocessError) as error:
        sys.exit(f"bench: {error}")
