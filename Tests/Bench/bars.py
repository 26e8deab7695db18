"""The figures of the benchmark: which part of a run measures each, and the bar that it must meet. This is the only list."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure. A bar of a ratio is the least value that meets it, a bar of a time or a size the largest.

    A figure without bar informs."""

    part: str
    name: str
    bar: float | None = None
    unit: str = ""

    @property
    def is_ratio(self):
        return self.unit == ""

    def is_met_by(self, value):
        """Whether a value meets the bar; None without one."""
        if self.bar is None:
            return None
        return value >= self.bar if self.is_ratio else value <= self.bar

    def text(self, value):
        digits = {"": 3, "s": 2, "requests": 0}.get(self.unit, 1)
        return f"{value:,.{digits}f} {self.unit}".rstrip()

    @property
    def bar_text(self):
        return "" if self.bar is None else f"{'≥' if self.is_ratio else '≤'} {self.bar:,g} {self.unit}".rstrip()


WORKERS = (1, 4, 16)
# 96 tests took 0.52 s in version 0.1.0, at one worker.
SUITE_BAR = 0.54


def of_suite(part, key, how, bar=None):
    return {
        f"{key}-{workers}": Figure(
            part, f"100 tests, sign-in {how}, {workers} worker{'s' if workers > 1 else ''}", bar if workers == 1 else None, "s")
        for workers in WORKERS}


# What a test author feels.
AUTHOR = {
    **of_suite("suite", "driver", "by the sign-in driver", SUITE_BAR),
    **of_suite("suite", "pages", "through the pages over HTTP", SUITE_BAR),
    **of_suite("browser", "browser", "in Chromium"),
    "start": Figure("start", "process start to first answer, keys exist", 9, "ms"),
    "start-token": Figure("start", "process start to first token, keys exist", None, "ms"),
    "start-keys": Figure("start", "process start to first answer, keys to be made", 60, "ms"),
    "start-large": Figure("start", "process start to first answer, 100,000 applications and users", 1500, "ms"),
    "clone": Figure("clone", "a tenant as a copy of another", 5, "ms"),
    "page-weight": Figure("browser", "a sign-in in Chromium, transferred", None, "KB"),
    "page-requests": Figure("browser", "a sign-in in Chromium, requests", None, "requests"),
    "flows-paint": Figure("browser", "first paint of the console's Flows with a full journal", 150, "ms"),
    "flows-weight": Figure("browser", "the console's Flows with a full journal, transferred", 60, "KB"),
}

SERVER = {
    "credentials": Figure("tokens", "client credentials ÷ floor", 0.97),
    "credentials-speed": Figure("tokens", "client credentials ÷ openssl speed"),
    "floor-speed": Figure("tokens", "floor ÷ openssl speed"),
    "refresh": Figure("tokens", "refresh ÷ half the floor", 0.97),
    "code": Figure("tokens", "code flow by cookie ÷ half of openssl speed", 0.85),
    "code-floor": Figure("tokens", "code flow by cookie ÷ half the floor"),
    "page": Figure("tokens", "code flow with page ÷ half of openssl speed", 0.78),
    "size": Figure("tokens", "100,000 applications and users ÷ 100", 0.97),
    "journal": Figure("tokens", "tokens with journal and matching ÷ without", 0.95),
    "discovery": Figure("documents", "discovery ÷ nginx", 0.8),
    "keys": Figure("documents", "JWKS ÷ nginx"),
    "discovery-floor": Figure("documents", "discovery ÷ floor"),
    "discovery-journal": Figure("documents", "discovery with journal and matching ÷ without"),
    "handshakes": Figure("handshakes", "TLS handshakes in a CPU second ÷ nginx", 0.95),
    "workers-load": Figure("workers", "two workers ÷ one, with the load on the same cores"),
    "workers": Figure("workers", "two workers ÷ one, by CPU time", 1.9),
    "p99": Figure("latency", "p99 of tokens at 16 connections, in 16 signing times", 2.5, "×"),
    "idle": Figure("memory", "anonymous memory, idle with a loop per core", 3, "MB"),
    "idle-resident": Figure("memory", "resident memory, idle with a loop per core", None, "MB"),
    "filled": Figure("memory", "anonymous memory, growth until the journal is full", None, "MB"),
    "grown": Figure("memory", "anonymous memory, growth by 100,000 tokens with a full journal", 1, "MB"),
    "grown-resident": Figure("memory", "resident memory, growth by 100,000 tokens with a full journal", None, "MB"),
    "large": Figure("memory", "anonymous memory, growth by 100,000 applications and users", None, "MB"),
    "large-resident": Figure("memory", "resident memory, growth by 100,000 applications and users", None, "MB"),
}

FIGURES = AUTHOR | SERVER
PARTS = list(dict.fromkeys(figure.part for figure in SERVER.values())) + ["start", "clone", "suite", "browser"]
