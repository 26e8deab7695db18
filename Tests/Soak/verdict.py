"""What the samples of a soak say: robust trends, and the bars they are held to."""

from dataclasses import dataclass
from itertools import combinations
from statistics import median

# MB per hour of resident memory.
LARGEST_SLOPE = 1.0
# Descriptors between the first and the last part.
LARGEST_DRIFT = 4
# Of the last part's p99 over that of the first.
LARGEST_RATIO = 1.2


@dataclass(frozen=True)
class Finding:
    """One figure next to its bar."""

    name: str
    figure: str
    bar: str
    holds: bool

    def __str__(self):
        return f"{self.name:<34} {self.figure:<44} {self.bar:<34} {'pass' if self.holds else 'FAIL'}"


def slope(xs, ys):
    """The Theil-Sen slope: the median of the slopes between every two points, which no outlier bends."""
    slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(zip(xs, ys, strict=True), 2) if x1 != x2]
    return median(slopes) if slopes else 0.0


def percentile(values, share):
    """The smallest value that so large a share of all does not exceed; None without values."""
    ordered = sorted(values)
    return ordered[max(-int(-share * len(ordered) // 1) - 1, 0)] if ordered else None


def thirds(samples):
    """The first and the last third."""
    third = max(len(samples) // 3, 1)
    return samples[:third], samples[-third:]


def warm_up(minutes):
    """Minutes after which every cap is reached and what expires does: twenty at most, two fifths of a short run."""
    return min(20, 0.4 * minutes)


def judge(samples, minutes, failures):
    """The findings over samples in order of time."""
    warm = [sample for sample in samples if sample.minute >= warm_up(minutes)]
    first, last = thirds(warm)
    return [
        Finding("answers other than expected", str(len(failures)), "none", not failures),
        _memory(warm), _descriptors(first, last), _latency(first, last)]


def _memory(warm):
    rise = slope([sample.minute / 60 for sample in warm], [sample.memory for sample in warm])
    return Finding(
        "memory after warm-up", f"{rise:+.2f} MB/h", f"below {LARGEST_SLOPE:g} MB/h", rise < LARGEST_SLOPE)


def _descriptors(first, last):
    before, after = (median(sample.descriptors for sample in part) for part in (first, last))
    return Finding(
        "descriptors, first and last third", f"{before:g} and {after:g}", f"no more than {LARGEST_DRIFT} more",
        after - before <= LARGEST_DRIFT)


def _latency(first, last):
    """Where a control, which is no part of the server, became slower too, the machine did."""
    before, after = (_p99(part, "latencies") for part in (first, last))
    control = max(_p99(last, "control") / _p99(first, "control"), 1)
    return Finding(
        "p99, first and last third", f"{1000 * before:.1f} and {1000 * after:.1f} ms, control x {control:.2f}",
        f"at most x {LARGEST_RATIO * control:.2f}", after <= before * LARGEST_RATIO * control)


def _p99(samples, name):
    return percentile([value for sample in samples for value in getattr(sample, name)], 0.99)
