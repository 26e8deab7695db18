"""The report of a run: the table for the terminal, JSON, the chart, and the marked blocks of docs/explanation/performance.md."""

import datetime
import os
import re
import subprocess
from pathlib import Path

import chart
from turns import MOMENT

REPOSITORY = Path(__file__).resolve().parents[2]
PERFORMANCE = REPOSITORY / "docs/explanation/performance.md"
CHART = REPOSITORY / "docs/explanation/figures.svg"


def conditions(rounds, seconds):
    """Where and how it was measured, as far as the machine tells."""
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": first_match(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()),
        "cores": len(os.sched_getaffinity(0)),
        "system": first_match(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text()),
        "openssl": first_match(r"OpenSSL (\S+)", said("openssl", "version")),
        "nginx": first_match(r"nginx/(\S+)", said("nginx", "-v")),
        "load_before": round(os.getloadavg()[0], 2),
        "rounds": rounds,
        "seconds": seconds,
        "moment": MOMENT,
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
    text = (f"Measured on {told['date']} on an {told['cpu']} with {told['cores']} cores ({cores}), {told['system']}, "
            f"OpenSSL {told['openssl']}, nginx {told['nginx']}; {told['rounds']} rounds of {told['seconds']} s for each "
            f"load, in turns of {told['moment']:g} s; medians of the ratios within a round.")
    if told.get("of_cpu_time"):
        text += " The machine was in use: ratios are of what was done in a second of CPU time, not of the clock on the wall."
    elif (share := told.get("server_share")) is not None:
        text += f" The server had {100 * share:.0f} % of its core" + ("." if share > 0.95 else ": others used it too.")
    return text


def table(header, rows):
    """A table of Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def figures_table(rows):
    return table(["Figure", "Measured", "Target", ""],
                 [(row.figure, row.value_text, row.target_text, row.verdict) for row in rows])


def latency_table(measured):
    return table(
        ["Request", "Connections", "p50, ms", "p99, ms", "yardstick", "its p50", "its p99"],
        [(each.request, each.connections, f"{each.p50:.2f}", f"{each.p99:.2f}", each.yardstick,
          f"{each.yardstick_p50:.2f}", f"{each.yardstick_p99:.2f}") for each in measured])


def rates_table(rates):
    return table(["What", "in a second"], [(name, f"{rate:,.0f}") for name, rate in rates.items()])


def printed(rows, measured):
    """The same for a terminal."""
    lines = [f"{'figure':<60} {'value':>10}  {'target':<10} verdict"]
    lines += [f"{row.figure:<60} {row.value_text:>10}  {row.target_text:<10} {row.verdict}" for row in rows]
    if measured:
        lines.append(f"\n{'waiting time, ms':<24} {'p50':>9} {'p99':>9}   yardstick's {'p50':>9} {'p99':>9}")
        lines += [f"{each.request + ', ' + str(each.connections) + ' connections':<24} {each.p50:>9.2f} {each.p99:>9.2f}   "
                  f"{each.yardstick:<11} {each.yardstick_p50:>9.2f} {each.yardstick_p99:>9.2f}" for each in measured]
    return "\n".join(lines)


def figures_chart(rows):
    """The ratios that have a target, as SVG."""
    shown = [chart.Bar(row.figure, row.value, row.target, f"{row.value:.2f}") for row in rows
             if row.is_ratio and row.target is not None]
    return chart.bars("Understudy next to its yardsticks", shown, label="ratios: more is better", mark_label="target")


def write_block(file, name, text):
    """Replaces what stands between the markers `<!-- name -->` and `<!-- end of name -->`."""
    before = file.read_text()
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if before.count(start) != 1 or before.count(end) != 1:
        raise RuntimeError(f"{file.name} has no block '{name}'")
    head, rest = before.split(start)
    file.write_text(f"{head}{start}\n{text.strip()}\n{end}{rest.split(end)[1]}")


def write_figures(told, rows, measured, rates):
    """Writes the chart and the figures of docs/explanation/performance.md."""
    CHART.write_text(figures_chart(rows))
    write_block(PERFORMANCE, "figures",
                f"{conditions_text(told)}\n\n{figures_table(rows)}\n\n{rates_table(rates)}\n\n{latency_table(measured)}")
