"""The report: tables for the terminal, JSON, the chart, and the marked blocks of performance.md and README.md."""

import collections
import dataclasses
import datetime
import os
import re
import statistics
import subprocess
import textwrap
from pathlib import Path

import chart
from bars import AUTHOR, FIGURES, SERVER, WORKERS
from turns import MOMENT

REPOSITORY = Path(__file__).resolve().parents[2]
PERFORMANCE = REPOSITORY / "docs/explanation/performance.md"
README = REPOSITORY / "README.md"
CHART = REPOSITORY / "docs/explanation/figures.svg"


def conditions(runs, size, of_cpu_time):
    """Where and how it was measured, as far as the machine tells."""
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": first_match(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()),
        "cores": len(os.sched_getaffinity(0)),
        "system": first_match(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text()),
        "openssl": first_match(r"OpenSSL (\S+)", said("openssl", "version")),
        "nginx": first_match(r"nginx/(\S+)", said("nginx", "-v")),
        "load_before": round(os.getloadavg()[0], 2),
        "runs": runs,
        "rounds": size.rounds,
        "seconds": size.seconds,
        "moment": MOMENT,
        "of_cpu_time": of_cpu_time,
    }


def said(*command):
    ended = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    return ended.stdout + ended.stderr


def first_match(pattern, text):
    found = re.search(pattern, text)
    return found[1].strip() if found else "unknown"


def conditions_text(told):
    """One paragraph."""
    cores = {1: "server and load share it", 2: "one for the server, one for the load; two workers take the load's, too"}
    cores = cores.get(told["cores"], "one for the server, one for its second worker, one for the load")
    times = "One run" if told["runs"] == 1 else f"{told['runs']} runs"
    text = (f"{times} on {told['date']}, on an {told['cpu']} with {told['cores']} cores ({cores}), {told['system']}, "
            f"OpenSSL {told['openssl']}, nginx {told['nginx']}; in each run {told['rounds']} rounds of {told['seconds']:g} s for "
            f"each load, in turns of {told['moment']:g} s, and medians of the ratios within a round.")
    if told["runs"] > 1:
        text += " The table has the median and the spread of the runs."
    if told["of_cpu_time"]:
        text += " The machine was in use: ratios are of what was done in a second of CPU time, not of the clock on the wall."
    return text


def table(header, rows):
    """A table of Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


class Summary:
    """The figures of all runs: medians, spreads, and whether the bars are met."""

    def __init__(self, runs, is_judged=True):
        self.is_judged = is_judged
        parts = [result for run in runs for result in run.values()]
        self.values = {key: values for key in FIGURES if (values := [part.figures[key] for part in parts if key in part.figures])}
        names = dict.fromkeys(name for part in parts for name in part.rates)
        self.rates = {name: medians(part.rates[name] for part in parts if name in part.rates) for name in names}
        waits = collections.defaultdict(list)
        for request, connections, p50, p99, yardstick, *theirs in (row for part in parts for row in part.latency):
            waits[request, connections, yardstick].append([p50, p99, *theirs])
        self.latency = {key: medians(each) for key, each in waits.items()}

    def median(self, key):
        return statistics.median(self.values[key])

    def is_met(self, key):
        """Whether the median meets the bar; None without one, and where nothing is judged."""
        return FIGURES[key].is_met_by(self.median(key)) if self.is_judged else None

    @property
    def all_met(self):
        return all(self.is_met(key) is not False for key in self.values)

    def rows(self, kinds):
        """The lines of a table: figure, median, spread, bar, verdict."""
        for key in kinds:
            if key in self.values:
                figure, values = kinds[key], self.values[key]
                spread = f"{figure.text(min(values))} … {figure.text(max(values))}" if len(values) > 1 else ""
                verdict = {None: "", True: "met", False: "**missed**"}[self.is_met(key)]
                yield figure.name, figure.text(self.median(key)), spread, figure.bar_text, verdict

    def figures_table(self, kinds):
        return table(["Figure", "Median", "Spread", "Bar", ""], self.rows(kinds))

    def rates_table(self):
        return table(
            ["What", "in a second", "the server's share of its core", "the load's"],
            [(name, f"{rate:,.0f}", f"{100 * share:.0f} %", f"{100 * load:.0f} %" if load else "")
             for name, (rate, share, load) in self.rates.items()])

    def latency_table(self):
        return table(
            ["Request", "Connections", "p50, ms", "p99, ms", "yardstick", "its p50", "its p99"],
            [(request, connections, f"{p50:.2f}", f"{p99:.2f}", yardstick, f"{their_p50:.2f}", f"{their_p99:.2f}")
             for (request, connections, yardstick), (p50, p99, their_p50, their_p99) in self.latency.items()])

    def printed(self):
        """The same for a terminal."""
        lines = [("figure", "median", "spread", "bar", ""), *self.rows(FIGURES)]
        text = [f"{figure:<64} {median:>12}  {spread:<24} {bar:<12} {verdict.strip('*').upper() if '*' in verdict else verdict}".rstrip()
                for figure, median, spread, bar, verdict in lines]
        return "\n".join(text + (["", self.rates_table()] if self.rates else []) + (["", self.latency_table()] if self.latency else []))

    def json(self):
        figures = {
            key: dataclasses.asdict(FIGURES[key]) | {"values": values, "median": self.median(key), "met": self.is_met(key)}
            for key, values in self.values.items()}
        return {"figures": figures, "rates": self.rates,
                "latency": [[*key, *values] for key, values in self.latency.items()]}

    def chart(self):
        """The ratios that have a bar, as SVG."""
        shown = [chart.Bar(figure.name, self.median(key), figure.bar, f"{self.median(key):.2f}")
                 for key, figure in FIGURES.items() if figure.is_ratio and figure.bar is not None and key in self.values]
        return chart.bars("Understudy next to its yardsticks", shown, label="ratios: more is better", mark_label="bar")


def medians(rows):
    """The median of each column."""
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def write_block(file, name, text):
    """Replaces what stands between the markers `<!-- name -->` and `<!-- end of name -->`."""
    before = file.read_text()
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if before.count(start) != 1 or before.count(end) != 1:
        raise RuntimeError(f"{file.name} has no block '{name}'")
    head, rest = before.split(start)
    file.write_text(f"{head}{start}\n{text.strip()}\n{end}{rest.split(end)[1]}")


def paragraph(told, summary):
    """The performance paragraph of the README: what a test author feels first, signatures after it."""
    def seconds(kind):
        one, few, many = (summary.median(f"{kind}-{workers}") for workers in WORKERS)
        return f"{one:.2g} s with one worker, {few:.2g} s with {WORKERS[1]} and {many:.2g} s with {WORKERS[2]}"

    return textwrap.fill(
        "A suite of 100 tests, each of which clones a tenant, signs a user in, redeems the code, refreshes, verifies the journal and "
        f"deletes the tenant, takes {seconds('driver')}. With a sign-in through the pages over HTTP the suite takes "
        f"{seconds('pages')}; in Chromium {seconds('browser')}. The first answer comes {summary.median('start'):.0f} ms after the "
        f"process starts, and the first token after {summary.median('start-token'):.0f} ms, if the keys exist. A sign-in in Chromium "
        f"transfers {summary.median('page-weight'):.0f} KB in {summary.median('page-requests'):.0f} requests. One core issues "
        f"{summary.rates['client credentials'][0]:,.0f} tokens in a second, {summary.median('credentials'):.2f} of what a minimal C "
        f"server signs. These are medians of {told['runs']} runs on {told['date']}, on an {told['cpu']} with {told['cores']} cores.",
        130)


def write_figures(told, summary):
    """Writes the chart and the figures of docs/explanation/performance.md, and the paragraph of README.md."""
    CHART.write_text(summary.chart())
    blocks = [
        conditions_text(told), "### What a test author feels", summary.figures_table(AUTHOR), "### What the server does",
        summary.figures_table(SERVER), summary.rates_table(), summary.latency_table()]
    write_block(PERFORMANCE, "figures", "\n\n".join(blocks))
    write_block(README, "performance", paragraph(told, summary))
