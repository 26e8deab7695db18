"""Playwright with the Chromium of the system, which trusts the server's CA by its own certificate store."""

import shutil

from support.chromium import new_home

# How long a step may take, in milliseconds.
PATIENCE = 10_000


def launch(playwright, home, ca):
    """A browser whose certificate store lives in the folder `home`."""
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"], env=new_home(home, ca))


def new_page(browser, **options):
    """A page of a context of its own: nobody is signed in there."""
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(PATIENCE)
    return page
