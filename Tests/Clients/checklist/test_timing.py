"""Row 50 of the checklist, for codes, refresh tokens and session cookies too: how long an answer takes does not tell where a
secret is wrong.

First byte, last byte and length are compared in pairs by Welch's t over 2,000 samples of each, taken in turn. Where there is no
difference |t| is below 4.5 in all but one of some 100,000 runs of a quiet machine; a busy one is less kind. A subject is measured
up to three times with samples of its own, and passes with the first run in which no pair differs: a leak differs in every one.
`scripts/internal/timing` measures at length and prints the table.
"""

import random

import pytest

from conftest import new_session
from support.timing import BOUND, compare, measure, sample, subjects, welch

ATTEMPTS = 3


@pytest.fixture(scope="module")
def subject(server):
    with new_session(server) as session:
        found = subjects(server, session)
    return found


@pytest.mark.parametrize("name", ["client secret", "authorization code", "refresh token", "session cookie"])
def test_50_a_wrong_secret_takes_as_long_wherever_it_is_wrong(server, subject, name):
    attempts = []
    for attempt in range(ATTEMPTS):
        attempts.append(measure(server, subject[name], seed=attempt))
        if all(each.is_null for each in attempts[-1]):
            return
    pytest.fail(f"measurable in each of {ATTEMPTS} attempts: {attempts}")


def machine(leak, seed):
    """Answer times of a server that is made up: noise as measured, and so many ns more for a value that is wrong at its end."""
    chance = random.Random(seed)

    def ask(kind):
        busy = chance.expovariate(1 / 200_000) if chance.random() < 0.05 else 0
        return chance.gauss(120_000, 15_000) + busy + (leak if kind == "last byte" else 0)
    return ask


KINDS = ["first byte", "last byte", "length"]


@pytest.mark.parametrize("seed", range(5))
def test_50_the_statistics_notice_a_leak(seed):
    """4 µs in 120 µs, which is what a comparison byte by byte in an interpreter would cost; only its pairs differ."""
    found = {(each.first, each.second): each for each in compare(sample(machine(4_000, seed), KINDS))}
    assert not found["first byte", "last byte"].is_null and not found["last byte", "length"].is_null
    assert found["first byte", "length"].is_null


@pytest.mark.parametrize("seed", range(5))
def test_50_the_statistics_notice_nothing_where_nothing_is(seed):
    assert all(each.is_null for each in compare(sample(machine(0, seed), KINDS)))


def test_50_welch():
    """By hand: means 2 and 5, variances 1 and 1, three values each."""
    assert welch([1, 2, 3], [4, 5, 6]) == pytest.approx(-3 / (2 / 3) ** 0.5)
    assert BOUND == 4.5
