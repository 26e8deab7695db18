"""What the release workflow makes of the files of scripts/release: the joined folder, and the Homebrew formula."""

import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess

import pytest

from support.oci import layout
from support.server import REPOSITORY, binary

JOIN = REPOSITORY / "scripts/internal/join-release"
FORMULA = REPOSITORY / "scripts/internal/homebrew-formula"
VERSION = subprocess.run([REPOSITORY / "scripts/internal/names", "VERSION"], capture_output=True, text=True, check=True).stdout.strip()


def part(folder, files, commit="c0ffee"):
    """A folder as scripts/release leaves it."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    sums(folder, files)
    (folder / "COMMIT").write_text(commit)
    (folder / "NOTES.md").write_text("What is new")
    return folder


def sums(folder, names):
    (folder / "SHA256SUMS").write_text("".join(f"{digest(folder / name)}  {name}\n" for name in names))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def join(*folders):
    return subprocess.run([str(JOIN), *map(str, folders)], capture_output=True, text=True, timeout=30)


@pytest.fixture
def parts(tmp_path):
    return [part(tmp_path / name, {f"understudy-{name}.tar.gz": name, "understudy-entra-1.0.0.tgz": "library"}) for name in ("x86_64", "aarch64")]


def test_the_joined_folder_has_each_file_once_with_its_checksum(tmp_path, parts):
    output = tmp_path / "dist"
    done = join(output, *parts)
    assert done.returncode == 0, done.stderr
    names = ["understudy-aarch64.tar.gz", "understudy-entra-1.0.0.tgz", "understudy-x86_64.tar.gz"]
    assert {path.name for path in output.iterdir()} == {*names, "SHA256SUMS", "NOTES.md"}
    assert (output / "SHA256SUMS").read_text() == "".join(f"{digest(output / name)}  {name}\n" for name in names)


def rewrite(folder, name, text):
    (folder / name).write_text(text)
    sums(folder, [path.name for path in folder.iterdir() if path.name.startswith("understudy")])


BROKEN = {
    "a library that the architectures made differently": (
        lambda folder: rewrite(folder, "understudy-entra-1.0.0.tgz", "other"), "understudy-entra-1.0.0.tgz differs between the folders"),
    "a file that was altered": (
        lambda folder: (folder / "understudy-aarch64.tar.gz").write_text("altered"), "are not those of its SHA256SUMS"),
    "another commit": (lambda folder: (folder / "COMMIT").write_text("bad"), "COMMIT differs between the folders"),
    "other notes": (lambda folder: (folder / "NOTES.md").write_text("other"), "NOTES.md differs between the folders"),
    "no checksums": (lambda folder: (folder / "SHA256SUMS").unlink(), "has no SHA256SUMS"),
}


@pytest.mark.parametrize("change, message", BROKEN.values(), ids=BROKEN)
def test_parts_that_do_not_fit_are_not_joined(tmp_path, parts, change, message):
    change(parts[1])
    done = join(tmp_path / "dist", *parts)
    assert done.returncode == 1 and message in done.stderr
    assert not (tmp_path / "dist/SHA256SUMS").exists()


def test_a_folder_with_files_is_not_joined_into(tmp_path, parts):
    done = join(parts[0], parts[1])
    assert done.returncode == 1 and "is not empty" in done.stderr


# Takes the place of Homebrew's class: prints what the formula says for one processor, and installs from a folder.
HOMEBREW = """
require "json"

class Recorder
  def initialize(folder) = @folder = folder
  def install(paths)
    [paths].flatten.each { |path| (FileUtils.mkdir_p(@folder); FileUtils.cp(path, @folder)) }
  end
  def /(name) = File.join(@folder, name)
  def to_s = @folder
end

class Formula
  FACTS = {}
  class << self
    %i[desc homepage license url sha256].each { |name| define_method(name) { |value| FACTS[name] = value } }
    def version(value = nil) = value ? FACTS[:version] = value : FACTS[:version]
    def depends_on(value) = FACTS[:depends_on] = value
    def on_intel = (yield if ENV["PROCESSOR"] == "x86_64")
    def on_arm = (yield if ENV["PROCESSOR"] == "aarch64")
    def test(&block) = define_method(:test, &block)
  end
  def version = FACTS[:version]
  def bin = Recorder.new(File.join(ENV["CELLAR"], "bin"))
  def man1 = Recorder.new(File.join(ENV["CELLAR"], "share/man/man1"))
  def shell_output(command) = `#{command}`
  def assert_match(expected, text) = (raise "no #{expected} in #{text}" unless text.include?(expected))
  def generate_completions_from_executable(*command)
    %w[bash zsh fish].each { |shell| File.write(File.join(ENV["CELLAR"], shell), IO.popen([*command, shell], &:read)) }
  end
end

require "fileutils"
load ARGV[0]
Dir.chdir(ARGV[1]) do
  formula = Understudy.new
  formula.install
  formula.test
end
puts JSON.generate(Formula::FACTS)
"""


@pytest.mark.parametrize("processor", ["x86_64", "aarch64"])
def test_the_formula_installs_a_binary_that_runs(tmp_path, processor):
    archives = [f"understudy-{VERSION}-linux-{name}.tar.gz" for name in ("x86_64", "aarch64")]
    for archive in archives:
        (tmp_path / archive).write_text(archive)
    sums(tmp_path, archives)
    subprocess.run([str(FORMULA), str(tmp_path / "SHA256SUMS"), str(tmp_path / "understudy.rb")], check=True, timeout=30)
    (tmp_path / "homebrew.rb").write_text(HOMEBREW)
    unpacked, cellar = tmp_path / "unpacked", tmp_path / "cellar"
    for folder in (unpacked, cellar):
        folder.mkdir()
    shutil.copy(binary(), unpacked / "understudy")
    (unpacked / "understudy.1").write_text(".TH UNDERSTUDY 1\n")
    done = subprocess.run(
        ["ruby", str(tmp_path / "homebrew.rb"), str(tmp_path / "understudy.rb"), str(unpacked)], capture_output=True, text=True,
        env=os.environ | {"PROCESSOR": processor, "CELLAR": str(cellar)}, timeout=60)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    archive = f"understudy-{VERSION}-linux-{processor}.tar.gz"
    assert facts["sha256"] == digest(tmp_path / archive)
    download = subprocess.run([REPOSITORY / "scripts/internal/names", "DOWNLOAD"], capture_output=True, text=True, check=True).stdout.strip()
    assert facts["url"] == f"{download}/{archive}"
    assert (facts["version"], facts["license"], facts["depends_on"]) == (VERSION, "Apache-2.0", "linux")
    assert (cellar / "share/man/man1/understudy.1").exists()
    assert all("understudy" in (cellar / shell).read_text() for shell in ("bash", "zsh", "fish"))


def test_a_release_without_an_architecture_has_no_formula(tmp_path):
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  understudy-{VERSION}-linux-x86_64.tar.gz\n")
    done = subprocess.run([str(FORMULA), str(tmp_path / "SHA256SUMS"), str(tmp_path / "understudy.rb")], capture_output=True, text=True)
    assert done.returncode == 1 and f"has no understudy-{VERSION}-linux-aarch64.tar.gz" in done.stderr
    assert not (tmp_path / "understudy.rb").exists()


def test_a_layout_gets_the_health_check_of_the_dockerfile(tmp_path):
    folder = tmp_path / "layout"
    for name, content in layout("amd64", healthcheck=None).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    subprocess.run([str(REPOSITORY / "scripts/internal/oci-healthcheck"), str(folder)], check=True, timeout=30)
    blobs = {f"sha256:{path.name}": path for path in (folder / "blobs/sha256").iterdir()}
    assert all(digest(path) == path.name for path in blobs.values()), "each blob has the name of its content"
    described, = json.loads((folder / "index.json").read_text())["manifests"]
    manifest = json.loads(blobs[described["digest"]].read_text())
    assert described["size"] == blobs[described["digest"]].stat().st_size
    assert manifest["config"]["size"] == blobs[manifest["config"]["digest"]].stat().st_size
    assert set(blobs) == {described["digest"], manifest["config"]["digest"], manifest["layers"][0]["digest"]}, "nothing else is left"
    configuration = json.loads(blobs[manifest["config"]["digest"]].read_text())["config"]
    assert configuration["Healthcheck"] == {
        "Test": ["CMD", "/usr/bin/understudy", "healthcheck"], "Interval": 5_000_000_000, "Timeout": 3_000_000_000,
        "StartPeriod": 5_000_000_000}


def made_files(machine, debian):
    """The names that scripts/release gives to its files for one architecture."""
    script = (REPOSITORY / "scripts/release").read_text()
    values = {"version": VERSION, "platform": f"linux-{machine}"}
    names = [re.sub(r"\$\{?(\w+)\}?", lambda match: values[match[1]], name.replace("$(dpkg --print-architecture)", debian))
             for name in re.findall(r'^make "([^"]+)"', script, re.MULTILINE)]
    assert names
    return names


@pytest.mark.parametrize("machine, debian", [("x86_64", "amd64"), ("aarch64", "arm64")])
def test_the_workflow_the_formula_and_the_page_name_files_that_a_release_has(machine, debian):
    made = made_files(machine, debian)
    workflow = (REPOSITORY / ".github/workflows/release.yml").read_text()
    images = re.search(r'for archive in dist/(understudy-"\$VERSION"-linux-\S+); do', workflow)[1].replace('"$VERSION"', VERSION)
    assert len([name for name in made if fnmatch.fnmatch(name, images)]) == 1
    formula = (REPOSITORY / "deploy/homebrew/understudy.rb").read_text().replace("{{VERSION}}", VERSION)
    assert set(re.findall(rf"understudy-[\w.-]+-linux-{machine}\.tar\.gz", formula)) <= set(made)
    page = (REPOSITORY / "docs/get-started/install.md").read_text()
    page = page.replace("$(uname -m)", machine).replace("$(dpkg --print-architecture)", debian)
    named = {name for name in re.findall(r"\bunderstudy[-_][\w.-]+\.(?:tar\.gz|deb|spdx\.json)", page)
             if machine in name or f"_{debian}." in name}
    assert named and named <= set(made), f"{named} of {made}"
