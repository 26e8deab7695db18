"""Charts as SVG text: `lines` for what changes over something, `bars` for values next to their marks.

The colours follow the reader's light or dark setting, also where a page shows the file as an image."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 760
COLOURS = 5

STYLE = """
  :root { --page: #ffffff; --ink: #1f2328; --muted: #59636e; --grid: #d8dee4; --mark: #1f2328;
          --c0: #2a78d6; --c1: #d9601a; --c2: #14916a; --c3: #8250df; --c4: #c2255c; }
  @media (prefers-color-scheme: dark) {
    :root { --page: #0d1117; --ink: #f0f6fc; --muted: #9198a1; --grid: #30363d; --mark: #f0f6fc;
            --c0: #4c96f0; --c1: #f0854a; --c2: #2fb98c; --c3: #a985f5; --c4: #f783ac; }
  }
  text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: var(--muted); }
  .title { font-size: 15px; font-weight: 600; fill: var(--ink); }
  .value { fill: var(--ink); }
  .page { fill: var(--page); }
  .grid { stroke: var(--grid); stroke-width: 1; }
  .mark { stroke: var(--mark); stroke-width: 2; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
"""


class Bar(NamedTuple):
    """A value, the mark that it is to reach, and the text at its end."""

    label: str
    value: float
    mark: float | None = None
    text: str | None = None


def lines(
    title: str,
    x: Sequence[float],
    series: Mapping[str, Sequence[float | None]],
    *,
    x_label: str = "",
    y_label: str = "",
    logarithmic: bool = False,
    low: float | None = 0,
) -> str:
    """One line over `x` for each of `series`, five at most; None is a gap.

    `low` is where the vertical axis begins, None for just below the values; `logarithmic` spaces `x` by powers of ten
    (every `x` above 0)."""
    if len(series) > COLOURS:
        raise ValueError(f"{len(series)} lines are more than a reader can tell apart")
    values = [y for ys in series.values() for y in ys if y is not None]
    place = math.log10 if logarithmic else float
    left, right, top, bottom = 64, WIDTH - 24, 94, 330
    x_ticks = powers_of_ten(min(x), max(x)) if logarithmic else ticks(min(x), max(x))
    y_ticks = ticks(min(values) if low is None else low, max(values))
    x_ends = (place(min(x)), place(max(x))) if logarithmic else (min(x), max(x))

    def across(value: float) -> float:
        return between(place(value), *x_ends, left, right)

    def up(value: float) -> float:
        return between(value, y_ticks[0], y_ticks[-1], bottom, top)

    parts = [text(16, 26, title, "title"), *legend(list(series), 48)]
    for tick in y_ticks:
        parts += [rule(left, up(tick), right, up(tick)), text(left - 8, up(tick) + 4, number(tick), anchor="end")]
    for tick in x_ticks:
        if min(x) <= tick <= max(x):
            parts.append(text(across(tick), bottom + 18, number(tick), anchor="middle"))
    parts += [text(16, top - 18, y_label), text(right, bottom + 38, x_label, anchor="end")]
    for index, ys in enumerate(series.values()):
        parts += line([None if y is None else (across(at), up(y)) for at, y in zip(x, ys, strict=True)], index)
    return document(title, bottom + 52, parts)


def bars(title: str, rows: Sequence[Bar], *, label: str = "", mark_label: str = "") -> str:
    """Horizontal bars from zero, the mark of each as an upright stroke across it."""
    left, right, top, step = 310, WIDTH - 84, 66, 28
    bottom = top + step * len(rows)
    x_ticks = ticks(0, max(max(row.value, row.mark or 0) for row in rows))

    def across(value: float) -> float:
        return between(value, x_ticks[0], x_ticks[-1], left, right)

    parts = [text(16, 26, title, "title"), text(16, 48, label)]
    if mark_label:
        width = 7 * len(mark_label)
        parts += [rule(right - width, 38, right - width, 50, "mark"), text(right - width + 8, 48, mark_label)]
    for tick in x_ticks:
        parts += [
            rule(across(tick), top, across(tick), bottom),
            text(across(tick), bottom + 16, number(tick), anchor="middle"),
        ]
    for index, row in enumerate(rows):
        y = top + step * index + 6
        end = across(max(row.value, 0))
        parts += [
            text(left - 10, y + 12, row.label, "value", anchor="end"),
            f'<rect x="{left}" y="{y}" width="{end - left:.1f}" height="16" rx="3" fill="var(--c0)"/>',
        ]
        if row.mark is not None:
            parts.append(rule(across(row.mark), y - 3, across(row.mark), y + 19, "mark"))
        after = max(end, across(row.mark or 0))
        parts.append(text(after + 8, y + 12, row.text or number(row.value), "value"))
    return document(title, bottom + 30, parts)


# Pieces


def document(title: str, height: float, parts: Sequence[str]) -> str:
    body = "\n".join(part for part in parts if part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="6"/>\n{body}\n</svg>\n'
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    if not words:
        return ""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def rule(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def legend(names: Sequence[str], y: float) -> list[str]:
    """The names of the lines in a row, each behind a stroke of its colour."""
    parts, x = [], 16.0
    for index, name in enumerate(names):
        parts.append(f'<line class="line" x1="{x}" y1="{y - 4}" x2="{x + 18}" y2="{y - 4}" stroke="var(--c{index})"/>')
        parts.append(text(x + 24, y, name, "value"))
        x += 24 + 7 * len(name) + 16
    return parts


def line(points: Sequence[tuple[float, float] | None], colour: int) -> list[str]:
    """The stroke through the points, broken where one is missing; dots while there are few."""
    strokes: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is None:
            strokes.append([])
        else:
            strokes[-1].append(point)
    parts = [
        f'<polyline class="line" stroke="var(--c{colour})" points="'
        + " ".join(f"{x:.1f},{y:.1f}" for x, y in stroke)
        + '"/>'
        for stroke in strokes
        if len(stroke) > 1
    ]
    dots = [point for stroke in strokes for point in stroke]
    if len(dots) <= 24:
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="var(--c{colour})"/>' for x, y in dots]
    return parts


# Scales


def between(value: float, low: float, high: float, start: float, end: float) -> float:
    """Where `value` of low...high lies on start...end."""
    return start if high == low else start + (value - low) / (high - low) * (end - start)


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers that enclose low...high, about `wanted` of them."""
    if high <= low:
        high = low + (abs(low) or 1)
    raw = (high - low) / wanted
    unit = 10 ** math.floor(math.log10(raw))
    step = unit * min(factor for factor in (1, 2, 5, 10) if unit * factor >= raw * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step - 1e-9)
    return [round(step * index, 12) for index in range(first, last + 1)]


def powers_of_ten(low: float, high: float) -> list[float]:
    return [10.0**power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def number(value: float) -> str:
    """As a reader writes it: 120,000 and 0.25."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.3g}"
