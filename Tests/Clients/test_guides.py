"""The pages below docs/clients and docs/guides: what they say to type is typed, against a server of their own, and what cannot
run here is held against the server and the directory that comes along."""

import json
import re
import subprocess
from xml.etree import ElementTree

import pytest
import requests

from support.documents import at_ports, blocks, new_folder, new_server, run
from support.server import REPOSITORY

PAGES = sorted(
    str(path.relative_to(REPOSITORY)) for folder in ("clients", "guides") for path in (REPOSITORY / "docs" / folder).glob("*.md"))

# What a block's place says: it runs here too, with that program; there is no such machine here, or it has a test of its own.
HERE = {"", "node", "jdk", "chromium"}
ELSEWHERE = {"debian", "macos", "windows", "android", "az"}

PARSERS = {"json": json.loads, "xml": ElementTree.fromstring}
IDENTIFIER = re.compile(r"\b[a-d]{8}-0000-4000-8000-[0-9]{12}\b")
AUTHORITY = re.compile(r"https?://localhost:(?:8080|8443)/[\w.-]+\.(?:com|example)(?![\w./-])")


def runs(block):
    return block.kind in ("sh", "python") and block.place in HERE


@pytest.fixture(scope="module")
def guide_server(tmp_path_factory):
    with new_server(tmp_path_factory.mktemp("guide-server")) as running:
        yield running


@pytest.mark.parametrize("page", [page for page in PAGES if any(map(runs, blocks(page)))])
def test_what_a_page_says_to_type_works(page, guide_server, tmp_path):
    folder = new_folder(tmp_path)
    for block in filter(runs, blocks(page)):
        run(block, guide_server, folder, HOME=str(folder))


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page, guide_server):
    text = (REPOSITORY / page).read_text()
    directory = json.dumps(guide_server.get("/_understudy/directory").json())
    for identifier in set(IDENTIFIER.findall(text)):
        assert identifier in directory, f"{page} names {identifier}, which nobody has"
    for authority in set(AUTHORITY.findall(text)):
        answer = requests.get(
            at_ports(authority, guide_server) + "/v2.0/.well-known/openid-configuration", verify=guide_server.ca, timeout=10)
        assert answer.status_code == 200, f"{page} names {authority}"


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_are_well_formed(page):
    for block in blocks(page):
        assert block.place in HERE | ELSEWHERE, f"{block}: {block.place}"
        if block.kind in PARSERS:
            PARSERS[block.kind](block.text)
        elif block.kind == "swift":
            parsed = subprocess.run(
                ["swiftc", "-frontend", "-parse", "-"], input=block.text, capture_output=True, text=True, timeout=60)
            assert parsed.returncode == 0, f"{block}\n{parsed.stderr}"
