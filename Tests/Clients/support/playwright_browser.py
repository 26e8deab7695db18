"""Playwright with the Chromium of the system: for Python, and for Node.js by the playwright-core that the PyPI package ships."""

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import playwright
from playwright.sync_api import sync_playwright

from support.server import clean_environment

CORE = Path(playwright.__file__).parent / "driver/package"
# A module in place of `@playwright/test`.
TEST = Path(__file__).parent / "playwright_test"
# How long a step may take, in milliseconds.
PATIENCE = 10_000


@contextlib.contextmanager
def launched(**environment):
    """The browser, for Python."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"], env=os.environ | environment)
        yield browser
        browser.close()


def new_page(browser, **options):
    """A page of a context of its own: nobody is signed in there."""
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(PATIENCE)
    return page


def add_playwright(project):
    """Installs playwright-core and `@playwright/test` in a project of Node.js."""
    modules = project / "node_modules"
    (modules / "@playwright").mkdir(parents=True)
    (modules / "playwright-core").symlink_to(CORE)
    # Node.js looks for what a module imports from where the module is, so that this one is a copy.
    shutil.copytree(TEST, modules / "@playwright/test")
    (project / "package.json").write_text('{"type": "module"}')
    return project


def run_specifications(project, texts, **environment):
    """Runs tests for Playwright, a text by name each, in one process of Node.js: what it prints, and which names pass."""
    files = {name: project / f"{name}.spec.js" for name in texts}
    for name, text in texts.items():
        files[name].write_text(text)
    runner = project / "node_modules/@playwright/test/runner.js"
    done = subprocess.run(
        ["node", runner, *files.values()], capture_output=True, text=True, timeout=120, cwd=project,
        env=clean_environment(CHROMIUM=shutil.which("chromium"), **environment))
    printed = done.stdout + done.stderr
    found = {name: word == "ok" for word, name in re.findall(r"^ +(not ok|ok) \d+ - (\S+)\.spec\.js$", printed, re.MULTILINE)}
    assert found.keys() == texts.keys(), printed
    return printed, found
