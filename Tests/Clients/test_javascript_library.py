"""The test library for JavaScript, as a user has it: both packages in the node_modules of a project, without a network."""

import re
import shutil
import subprocess
import tarfile

import pytest
import yaml

from support.documents import blocks
from support.playwright_browser import add_playwright, run_specifications
from support.server import REPOSITORY, binary, clean_environment

LIBRARY = REPOSITORY / "libraries/javascript"


def packages(folder, program=None):
    made = subprocess.run(
        [REPOSITORY / "scripts/internal/npm-packages", program or binary(), folder], capture_output=True, text=True, check=True,
        timeout=120)
    return made.stdout.split()


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with the packages, and with the library's tests in place of its own."""
    folder = tmp_path_factory.mktemp("project")
    for path in packages(folder / "dist"):
        name = path.rsplit("/", 1)[1].removesuffix("-0.1.0.tgz")
        with tarfile.open(path) as archive:
            archive.extractall(folder / "unpacked", filter="data")
        shutil.move(folder / "unpacked/package", folder / "app/node_modules" / name)
    shutil.copytree(LIBRARY / "test", folder / "app/test")
    shutil.copytree(REPOSITORY / "libraries/sample", folder / "sample")
    (folder / "app/package.json").write_text('{"type": "module"}')
    return folder / "app"


def node(project, *arguments):
    return subprocess.run(
        ["node", *arguments], capture_output=True, text=True, timeout=300, cwd=project, env=clean_environment())


def test_sample_suite_passes(project):
    done = node(project, "--test", "test/sample.test.js")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 12" in done.stdout or "pass 12" in done.stdout


def test_library_is_the_described_one(project):
    source = (project / "test/library.test.js").read_text().replace("../bin/", "../node_modules/understudy-entra/bin/")
    (project / "test/library.test.js").write_text(source)
    done = node(project, "--test", "test/library.test.js")
    assert done.returncode == 0, done.stdout + done.stderr


def test_fixtures_for_playwright_sign_a_user_in(project):
    """The test of the tutorial, in unmodified Playwright."""
    text = next(block.text for block in blocks("docs/get-started/playwright.md") if "understudy-entra/playwright" in block.text)
    printed, passed = run_specifications(add_playwright(project), {"fixtures": text})
    assert passed["fixtures"], printed


def test_missing_binary_names_the_ways_to_give_one(project, tmp_path):
    shutil.copytree(project / "node_modules/understudy-entra", tmp_path / "node_modules/understudy-entra")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    source = 'import { findBinary } from "understudy-entra"; process.env.PATH = ""; findBinary();'
    done = node(tmp_path, "--input-type=module", "-e", source)
    assert done.returncode == 1 and "UNDERSTUDY_BINARY" in done.stderr


def test_packages_are_made_alike_twice(tmp_path):
    one, two = ([open(path, "rb").read() for path in packages(tmp_path / name, "/bin/true")] for name in ("one", "two"))
    assert one == two


def members(types, name):
    """The names of the members of an interface, with those of the interface that it extends."""
    declared = re.search(rf"export interface {name}( extends (\w+))? (?={{)", types)
    rest, depth, kept = types[declared.end():], 0, ""
    for character in rest:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            break
        kept += character if depth == 1 else ""
    own = set(re.findall(r"(\w+)\??:", kept))
    return own | members(types, declared[2]) if declared[2] else own


def described(path):
    node = yaml.safe_load((REPOSITORY / "Config/openapi.yaml").read_text())
    description = node
    for part in path.split(" "):
        node = node[int(part) if part.isdigit() and isinstance(node, list) else part]
        while "$ref" in node:
            node = description["components"][node["$ref"].split("/")[2]][node["$ref"].split("/")[3]]
    return set(node["properties"])


JSON = "content application/json schema"


@pytest.mark.parametrize("name, path", [
    ("Health", f"paths /_understudy/health get responses 200 {JSON}"),
    ("Match", "components schemas Match"),
    ("JournalMatch", "components schemas JournalMatch"),
    ("StubbedResponse", "components schemas ScriptedAnswer"),
    ("Clock", f"paths /_understudy/clock get responses 200 {JSON}"),
    ("NewTenant", f"paths /_understudy/tenants post responses 201 {JSON}"),
    ("Message", f"paths /_understudy/outbox get responses 200 {JSON} properties messages items"),
    ("Revocation", f"paths /_understudy/revocations post responses 200 {JSON}"),
    ("SignIn", f"paths /_understudy/signin post requestBody {JSON}"),
    ("SignedIn", f"paths /_understudy/signin post responses 200 {JSON}"),
    ("TokenRequest", f"paths /_understudy/tokens post requestBody {JSON}"),
    ("MintedToken", f"paths /_understudy/tokens post responses 200 {JSON}"),
    ("Challenge", f"paths /_understudy/challenges post responses 200 {JSON}"),
    ("Key", f"paths /_understudy/keys get responses 200 {JSON} properties keys items"),
])
def test_every_type_has_the_described_members(name, path):
    assert members((LIBRARY / "index.d.ts").read_text(), name) == described(path)
