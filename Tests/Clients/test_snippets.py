"""The runner of the documentation's snippets works: it follows good pages, and finds what is wrong with bad ones."""

import re

import pytest

from support.documents import Page
from support.server import REPOSITORY
from support.snippets import follow_apart
from support.terminal import SHELLS

SAMPLES = REPOSITORY / "Tests/Snippets"
GOOD = sorted(path.name for path in SAMPLES.glob("good/*.md"))
BAD = sorted(path.name for path in SAMPLES.glob("bad/*.md"))
EXPECTED = re.compile(r"<!-- expected: (.+) -->")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("name", GOOD)
def test_a_good_page_can_be_followed(name, shell):
    page = Page(f"good/{name}", SAMPLES)
    assert not list(page.faults())
    assert not follow_apart(page.path, shell, SAMPLES)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_is_found(name):
    page = Page(f"bad/{name}", SAMPLES)
    expected = EXPECTED.match(page.text)[1]
    errors = [what for _, what in page.faults()] or [follow_apart(page.path, shell, SAMPLES) for shell in SHELLS]
    assert all(re.search(expected, error) for error in errors), errors


@pytest.mark.parametrize("name", ["glob", "comment", "history"])
def test_what_the_rules_forbid_fails_in_interactive_zsh(name):
    assert follow_apart(f"bad/{name}.md", "zsh", SAMPLES)
