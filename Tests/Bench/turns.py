"""Loads that take turns of a moment each, so that a machine whose pace changes by the second slows all of them alike."""

import signal
import statistics
import subprocess
import time
from dataclasses import dataclass

from processes import clean_environment, cpu_of, placed

# Seconds of a turn: short beside the time in which machines change their pace, long beside what it takes to stand still.
MOMENT = 0.1


@dataclass(frozen=True)
class Sample:
    """What a load got out of a server: answers, flows or handshakes in so many seconds, for so much of its CPU time.

    `load_cpu` is the CPU time of the load itself. `p50` and `p99` are waiting times in ms, of single requests: to be read only
    where a load never stood still."""

    count: float
    seconds: float
    cpu: float
    p50: float = 0
    p99: float = 0
    load_cpu: float = 0

    @property
    def rate(self):
        """In a second by the clock on the wall."""
        return self.count / self.seconds

    @property
    def capacity(self):
        """In a second of the server's CPU time: for loads that leave it idle, and for machines that others use too."""
        return self.count / self.cpu

    @property
    def share(self):
        """How much of a core the server had."""
        return self.cpu / self.seconds

    @property
    def load_share(self):
        """How much of a core the load had. A load with a core of its own that uses less than all of it waits for the server."""
        return self.load_cpu / self.seconds


class Turns:
    """A command on a core that puts load on a server, and stands still between its turns.

    A turn counts from the first request until the server has answered the last, by the clock and by its CPU time."""

    def __init__(self, command, core, server):
        self._command, self._server = placed(command, core), server
        self._process = None
        self.seconds = self.cpu = self.load_cpu = 0

    def take(self, seconds):
        """One turn."""
        before = self._server.cpu()
        begun = self._go(before)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGSTOP)
        self._count(begun, awaited(self._server.is_idle, "the server to answer what it was asked"), before)

    def end(self):
        """Has the command say what came of its turns: a `Sample`."""
        self._process.send_signal(signal.SIGCONT)
        return self._ended(time.monotonic(), self._server.cpu())

    def at_once(self, seconds):
        """All of it in one turn, without standing still: a `Sample`."""
        before = self._server.cpu()
        begun = self._go(before)
        time.sleep(seconds)
        return self._ended(begun, before)

    def abandon(self):
        """Ends it without a word."""
        if self._process:
            self._process.kill()
            self._process.communicate()

    def read(self, printed):
        """The sample that the command printed."""
        raise NotImplementedError

    def _start(self):
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=clean_environment())

    def _go(self, before):
        """Since when the server is at work."""
        if self._process:
            self._process.send_signal(signal.SIGCONT)
            return time.monotonic()
        self._start()
        return awaited(lambda: self._server.cpu() > before or self._process.poll() is not None, "the load to begin")

    def _count(self, begun, ended, before):
        self.seconds += ended - begun
        self.cpu += self._server.cpu() - before

    def _ended(self, begun, before):
        self.load_cpu = cpu_of(self._process.pid)
        printed = self._printed(signal.SIGINT)
        self._count(begun, time.monotonic(), before)
        return self.read(printed)

    def _printed(self, ending):
        """What it prints when told to end; told more than once, as the first may reach a thread that goes on waiting."""
        deadline = time.monotonic() + 60
        while self._process.poll() is None and time.monotonic() < deadline:
            self._process.send_signal(ending)
            time.sleep(0.005)
        printed, _ = self._process.communicate(timeout=1)
        if self._process.returncode != 0:
            raise RuntimeError(f"{self._command} ended with {self._process.returncode}: {printed}")
        return printed


def awaited(condition, what, seconds=30):
    """Since when the condition holds, as two looks in a row have it."""
    deadline, since = time.monotonic() + seconds, None
    while (now := time.monotonic()) < deadline:
        if not condition():
            since = None
        elif since:
            return since
        else:
            since = now
        time.sleep(0.0003)
    raise RuntimeError(f"waited {seconds} s for {what}")


def alone(load, seconds):
    """What a load does in so many seconds while no other takes turns with it: a `Sample`."""
    try:
        return load.at_once(seconds)
    finally:
        load.abandon()


def round_of(loads, seconds):
    """Has loads take turns until each has had so many seconds: samples by name."""
    try:
        for _ in range(round(seconds / MOMENT)):
            for load in loads.values():
                load.take(MOMENT)
        return {name: load.end() for name, load in loads.items()}
    finally:
        for load in loads.values():
            load.abandon()


def interleave(subjects, rounds, seconds, progress):
    """Measures every subject in each round, every second round in the opposite order: lists of samples by name.

    Subjects are functions that make a load, so that each round begins anew."""
    samples = {name: [] for name in subjects}
    for number in range(rounds):
        names = list(subjects)[:: 1 if number % 2 == 0 else -1]
        for name, sample in round_of({name: subjects[name]() for name in names}, seconds).items():
            samples[name].append(sample)
        progress(f"round {number + 1} of {rounds}: "
                 + ", ".join(f"{name} {measured[-1].rate:,.0f}/s" for name, measured in samples.items()))
    return samples


def median_ratio(over, under, by):
    """The median of the ratios within each round; `by`: a property of samples."""
    return statistics.median(getattr(one, by) / getattr(other, by) for one, other in zip(over, under, strict=True))
