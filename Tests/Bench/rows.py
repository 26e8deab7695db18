"""Figures with their targets and verdicts."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Row:
    """One line of the result. `target` None: for information. Of ratios more is better, of times and sizes less."""

    group: str
    figure: str
    value: float
    unit: str = ""
    target: float | None = None

    @property
    def is_ratio(self):
        return self.unit == ""

    @property
    def passes(self):
        if self.target is None:
            return None
        return self.value >= self.target if self.is_ratio else self.value <= self.target

    @property
    def verdict(self):
        return {None: "", True: "pass", False: "MISS"}[self.passes]

    @property
    def value_text(self):
        return self._text(self.value)

    @property
    def target_text(self):
        return "" if self.target is None else ("≥ " if self.is_ratio else "≤ ") + self._text(self.target, True)

    def _text(self, number, exact=False):
        if exact:
            digits = f"{number:g}"
        else:
            digits = f"{number:.3f}" if self.is_ratio else f"{number:.1f}"
        return f"{digits} {self.unit}".rstrip()

    def json(self):
        return asdict(self) | {"passes": self.passes}


@dataclass(frozen=True)
class Latency:
    """Waiting times in ms at so many connections, of the server and of its yardstick."""

    request: str
    connections: int
    p50: float
    p99: float
    yardstick: str
    yardstick_p50: float
    yardstick_p99: float

    def json(self):
        return asdict(self)
