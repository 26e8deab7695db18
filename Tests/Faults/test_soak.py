"""The soak's own judgement, over samples with and without a leak, and a short soak."""

import subprocess
import sys
from pathlib import Path

import pytest

from sampling import Sample
from support.server import binary
from verdict import judge, percentile, slope

TESTS = Path(__file__).resolve().parent.parent
MINUTES = 60


def samples(memory=lambda minute: 40, descriptors=lambda minute: 30, latency=lambda minute: 0.002, control=0.001):
    """An hour of them; each says how a figure goes with the minutes."""
    return [
        Sample(minute, memory(minute) + (0.3 if minute % 2 else 0), descriptors(minute), [latency(minute)] * 100,
               [control] * 50)
        for minute in range(MINUTES)]


SOAKS = {
    "steady": (samples(), [], []),
    "warming up": (samples(memory=lambda minute: 30 + min(minute, 15)), [], []),
    "one spike": (samples(memory=lambda minute: 90 if minute == 40 else 40), [], []),
    "a leak of 2 MB an hour": (samples(memory=lambda minute: 40 + minute / 30), [], ["memory after warm-up"]),
    "descriptors": (samples(descriptors=lambda minute: minute), [], ["descriptors, first and last third"]),
    "slower": (samples(latency=lambda minute: 0.002 + minute / 20_000), [], ["p99, first and last third"]),
    "a wrong answer": (samples(), ["AssertionError"], ["answers other than expected"]),
}


@pytest.mark.parametrize("taken, failures, expected", SOAKS.values(), ids=SOAKS)
def test_verdict(taken, failures, expected):
    assert [finding.name for finding in judge(taken, MINUTES, failures) if not finding.holds] == expected


def test_a_busy_machine_is_no_verdict_on_the_server():
    busy = samples(latency=lambda minute: 0.002 if minute < 40 else 0.02)
    busy = [Sample(s.minute, s.memory, s.descriptors, s.latencies, [10 * s.control[0] if s.minute >= 40 else s.control[0]])
            for s in busy]
    assert all(finding.holds for finding in judge(busy, MINUTES, []))


def test_statistics():
    assert slope([0, 1, 2, 3, 4], [0, 2, 4, 100, 8]) == 2
    assert slope([0, 1, 2], [7, 7, 7]) == 0
    assert percentile(range(1, 101), 0.99) == 99 and percentile([5], 0.99) == 5 and percentile([], 0.5) is None


def test_a_short_soak(tmp_path):
    """Every journey and every mistake of the mix ends as it should; too short for a trend."""
    ran = subprocess.run(
        [sys.executable, str(TESTS / "Soak"), "0.5", "--rate", "100", "--output", tmp_path],
        env={"UNDERSTUDY_BINARY": binary(), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, timeout=120)
    assert "answers other than expected" in ran.stdout, ran.stdout + ran.stderr
    wrong = next(line for line in ran.stdout.splitlines() if line.startswith("answers other than expected"))
    assert wrong.endswith("pass"), ran.stdout
    assert (tmp_path / "soak.svg").read_text().count("<svg ") == 4
    assert len((tmp_path / "soak.csv").read_text().splitlines()) == 4
