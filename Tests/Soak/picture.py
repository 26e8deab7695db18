"""The samples as one picture: a chart each for memory, descriptors and times."""

import re
from statistics import median

from chart import WIDTH, lines
from verdict import warm_up


def draw(samples, minutes):
    rows = [sample.row for sample in samples]
    at = [row["minute"] for row in rows]

    def column(name):
        return [row[name] for row in rows]

    warm = [row["memory_mb"] if row["minute"] >= warm_up(minutes) else None for row in rows]
    return stack(
        lines("Resident memory", at, {"while warming up": [
            None if value else row["memory_mb"] for value, row in zip(warm, rows)], "held to the bar": warm},
            x_label="minutes", y_label="MB"),
        lines("File descriptors", at, {"open": column("descriptors")}, x_label="minutes"),
        lines("Time to the answer, medians over a minute", at, {
            "p50": smooth(column("p50_ms")), "p99": smooth(column("p99_ms")),
            "p99 of the control": smooth(column("control_p99_ms"))}, x_label="minutes", y_label="ms"))


def smooth(values, width=6):
    """Each value's median with those of the last minute."""
    windows = ([value for value in values[max(end - width, 0):end] if value is not None]
               for end in range(1, len(values) + 1))
    return [median(window) if window else None for window in windows]


def stack(*charts):
    """One SVG document with the charts below each other."""
    heights = [float(re.search(r'height="([\d.]+)"', chart)[1]) for chart in charts]
    placed = (chart.replace("<svg ", f'<svg y="{sum(heights[:index])}" ', 1) for index, chart in enumerate(charts))
    height = sum(heights)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}">\n{"".join(placed)}</svg>\n')
