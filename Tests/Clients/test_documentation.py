"""The pages for users: what they say to type works as written, in bash and in interactive zsh, and what they name exists."""

import json
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest
import requests

from support.documents import Page, at_ports, pages
from support.server import REPOSITORY
from support.snippets import follow_apart
from support.terminal import SHELLS

PAGES = pages()
IDENTIFIER = re.compile(r"\b[a-d]{8}-0000-4000-8000-[0-9]{12}\b")
AUTHORITY = re.compile(r"https?://localhost:(?:8080|8443)/[\w.-]+\.(?:com|example)(?![\w./-])")
# `support/understudy.py` imports other modules of the tests, so a suite elsewhere cannot use the file alone.
ALL_THAT_IS_NEEDED = re.compile(r"understudy\.py[^.]{0,200}\b(?:all (?:that|you|a)|everything|alone is enough)\b", re.IGNORECASE)


def has_work(page):
    return any(block.is_run or block.is_configuration for block in Page(page).blocks)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("page", filter(has_work, PAGES))
def test_a_page_does_what_it_says(page, shell):
    error = follow_apart(page, shell)
    assert not error, error


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_keep_the_rules(page):
    faults = [f"{page}:{line}: {what}" for line, what in Page(page).faults()]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_are_well_formed(page):
    parsers = {"json": json.loads, "xml": ElementTree.fromstring, "swift": parse_swift}
    for block in Page(page).blocks:
        if block.language in parsers and "output" not in block.marks and "…" not in block.text:
            try:
                parsers[block.language](block.text)
            except ValueError as error:
                pytest.fail(f"{block}: {error}\n{block.text}")


def parse_swift(text):
    if shutil.which("swiftc"):
        parsed = subprocess.run(["swiftc", "-frontend", "-parse", "-"], input=text, capture_output=True, text=True, timeout=60)
        if parsed.returncode != 0:
            raise ValueError(parsed.stderr)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_exists(page, server, seed_directory):
    text = (REPOSITORY / page).read_text()
    defined = seed_directory + "".join(block.text for block in Page(page).blocks if block.language == "yaml")
    absent = sorted(identifier for identifier in set(IDENTIFIER.findall(text)) if identifier not in defined)
    assert not absent, f"{page} names what is not in the seed directory"
    for authority in sorted(set(AUTHORITY.findall(text))):
        answer = requests.get(
            at_ports(authority, server) + "/v2.0/.well-known/openid-configuration", verify=server.ca, timeout=10)
        assert answer.status_code == 200, f"{page} names {authority}"


@pytest.fixture(scope="module")
def seed_directory(server):
    return json.dumps(server.get("/_understudy/directory").json())


def test_no_page_says_that_the_helper_module_is_all_that_a_suite_needs():
    files = [path for pattern in ("*.md", "llms.txt", "docs/**/*.md", "deploy/**/*.md") for path in REPOSITORY.glob(pattern)]
    found = [str(path.relative_to(REPOSITORY)) for path in files if ALL_THAT_IS_NEEDED.search(" ".join(path.read_text().split()))]
    assert not found
