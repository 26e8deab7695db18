"""Whether the time of an answer tells how a secret was wrong: samples in turn, Welch's t.

`scripts/internal/timing` runs it as a command.
"""

import gc
import itertools
import random
import statistics
import time
from dataclasses import dataclass

from support.oauth import authorize_url, one_shot, redeem
from support.raw import connect
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE
from support.wire import form_post, request

SAMPLES, WARM_UP = 2_000, 200
BOUND = 4.5
# The slowest tenth of each kind is left out: there the machine is measured, not the server.
KEPT = 0.9
# Letters of a sealed value that say which key it was sealed with: they are the same in all, and choose what is done with it.
SEAL = 8
TOKEN = f"/{CONTOSO}/oauth2/v2.0/token"


@dataclass
class Comparison:
    """Two kinds of wrong values: Welch's t, the difference of the means and the least that would have been noticed, in ns."""

    first: str
    second: str
    t: float
    difference: float
    resolution: float

    @property
    def is_null(self):
        return abs(self.t) < BOUND


def welch(first, second):
    """Welch's t of two samples."""
    return (statistics.mean(first) - statistics.mean(second)) / _deviation(first, second)


def _deviation(first, second):
    return (statistics.variance(first) / len(first) + statistics.variance(second) / len(second)) ** 0.5


def compare(times):
    """Every pair of the kinds in `times`, lists of ns by name."""
    kept = {name: sorted(values)[:int(len(values) * KEPT)] for name, values in times.items()}
    return [
        Comparison(first, second, welch(kept[first], kept[second]),
                   statistics.mean(kept[first]) - statistics.mean(kept[second]), BOUND * _deviation(kept[first], kept[second]))
        for first, second in itertools.combinations(kept, 2)]


def sample(ask, kinds, count=SAMPLES, warm_up=WARM_UP, seed=1):
    """ns that `ask(kind)` takes, by kind. Each round asks for every kind once, in an order of its own, so that what the machine
    does besides meets all of them alike."""
    chance, times = random.Random(seed), {kind: [] for kind in kinds}
    order = list(kinds)
    gc.disable()
    try:
        for number in range(warm_up + count):
            chance.shuffle(order)
            for kind in order:
                took = ask(kind)
                if number >= warm_up:
                    times[kind].append(took)
    finally:
        gc.enable()
    return times


class Asker:
    """Measures answers to `requests[kind]`, which have to hold `expected`, on connections of 9,000 requests each."""

    PER_CONNECTION = 9_000

    def __init__(self, server, requests, expected):
        self.server, self.requests, self.expected = server, requests, expected
        self.opened, self.left = connect(server), self.PER_CONNECTION

    def __call__(self, kind):
        message = self.requests[kind]
        if self.left == 0:
            self.opened.close()
            self.opened, self.left = connect(self.server), self.PER_CONNECTION
        self.left -= 1
        started = time.perf_counter_ns()
        self.opened.sendall(message)
        answer = self.opened.recv(1 << 16)
        took = time.perf_counter_ns() - started
        assert self.expected in answer, answer
        return took

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.opened.close()


def measure(server, subject, count=SAMPLES, seed=1):
    """The comparisons of one subject of `subjects`."""
    requests, expected = subject
    with Asker(server, requests, expected) as ask:
        return compare(sample(ask, list(requests), count, seed=seed))


def wrong(value, prefix=0):
    """A value that is wrong in its first byte behind a `prefix` that is no secret, in its last, and in its length.

    The letters are changed within base64url, so that what comes before the comparison is the same for all.
    """
    def other(letter):
        return "B" if letter != "B" else "C"

    # The bits of the very last letter that mean nothing stay zero: a value in which they are not is no base64url.
    return {
        "first byte": value[:prefix] + other(value[prefix]) + value[prefix + 1:],
        "last byte": value[:-2] + other(value[-2]) + value[-1:],
        "length": value[:-5] + "A",
    }


def padding(values):
    """By kind, letters that make up for a value that is shorter: what a longer request costs to read is no secret."""
    longest = max(map(len, values.values()))
    return {kind: "x" * (longest - len(value)) for kind, value in values.items()}


def subjects(server, session):
    """What is compared: name → the requests by kind, all of one size, and what every answer says."""
    url = authorize_url(server, MOBILE, scope="openid offline_access")
    code = one_shot(session, url, ALEX).code
    refresh_token = redeem(server, MOBILE, one_shot(session, url, ALEX).code).json()["refresh_token"]
    cookie = next(each for each in session.cookies if each.name.startswith("ESTSAUTH"))
    silent = (url + "&prompt=none").removeprefix(server.https)
    forms = {
        "client secret": (
            {"grant_type": "client_credentials", "client_id": DAEMON.id, "scope": "api://orders/.default"},
            "client_secret", wrong(DAEMON.secret), b"AADSTS7000215"),
        "authorization code": (
            {"grant_type": "authorization_code", "client_id": MOBILE.id, "redirect_uri": MOBILE.redirect_uri},
            "code", wrong(code, len("1.A") + SEAL), b"AADSTS9002313"),
        "refresh token": (
            {"grant_type": "refresh_token", "client_id": MOBILE.id}, "refresh_token", wrong(refresh_token, len("1.A") + SEAL),
            b"AADSTS9002313"),
    }
    found = {
        name: ({kind: form_post(TOKEN, form | {parameter: values[kind], "padding": letters})
                for kind, letters in padding(values).items()}, expected)
        for name, (form, parameter, values, expected) in forms.items()}
    cookies = wrong(cookie.value, SEAL)
    found["session cookie"] = ({
        kind: request("GET", silent, Cookie=f"{cookie.name}={cookies[kind]}; padding={letters}")
        for kind, letters in padding(cookies).items()}, b"AADSTS50058")
    return found


def main():
    """Prints a table; exit 1 when a difference is measurable."""
    import sys
    import tempfile

    from conftest import new_session
    from support.server import Server
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    is_null = True
    print(f"{count} samples of each kind; measurable: |t| >= {BOUND}\n")
    print(f"{'compared':20} {'wrong in':26} {'t':>7} {'difference':>12} {'noticed from':>13}")
    with tempfile.TemporaryDirectory() as folder, Server(folder) as server, new_session(server) as session:
        for name, subject in subjects(server, session).items():
            for each in measure(server, subject, count):
                is_null &= each.is_null
                kinds = f"{each.first} / {each.second}"
                print(f"{name:20} {kinds:26} {each.t:7.2f} {each.difference:9.0f} ns {each.resolution:10.0f} ns")
    sys.exit(0 if is_null else 1)


if __name__ == "__main__":
    main()
