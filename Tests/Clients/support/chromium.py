"""Headless Chromium that trusts the server's CA through its own certificate store, with no insecure switch."""

import os
import shutil
import subprocess

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.command import Command
from selenium.webdriver.support.wait import WebDriverWait

SCREENS = {"phone": (390, 844, True), "desktop": (1280, 900, False)}


class Browser(Chrome):
    """Chromium, of which chromedriver says in one way, not in three, that a page was left while it was asked. What only looks at a
    page is asked again then: the next one answers.
    """

    LEFT = ("does not belong to the document", "aborted by navigation")
    LOOKS = {Command.FIND_ELEMENT, Command.FIND_ELEMENTS, Command.GET_CURRENT_URL, Command.GET_PAGE_SOURCE, Command.GET_TITLE}
    TRIES = 5

    def execute(self, driver_command, params=None):
        for _ in range(Browser.TRIES if driver_command in Browser.LOOKS else 1):
            try:
                return super().execute(driver_command, params)
            except WebDriverException as error:
                if not any(words in (error.msg or "") for words in Browser.LEFT):
                    raise
                left = error
        raise StaleElementReferenceException(left.msg) from left


def new_home(home, ca):
    """The environment of a browser whose certificate store, in the folder `home`, has the CA."""
    store = f"sql:{home / '.pki/nssdb'}"
    (home / ".pki/nssdb").mkdir(parents=True)
    subprocess.run(["certutil", "-d", store, "-N", "--empty-password"], check=True)
    subprocess.run(["certutil", "-d", store, "-A", "-t", "C,,", "-n", "understudy", "-i", ca], check=True)
    return os.environ | {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config")}


def new_browser(home, ca, *switches):
    """A browser whose profile and certificate store live in the folder `home`."""
    environment = new_home(home, ca)
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for switch in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-popup-blocking",
            "--disable-background-networking", "--no-first-run", f"--user-data-dir={home / 'profile'}", *switches):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = Browser(options, Service(shutil.which("chromedriver"), env=environment))
    browser.set_script_timeout(40)
    return browser


def wait_for(browser, selector, seconds=15):
    """The element that a CSS selector finds, once it can be clicked."""
    return _wait(browser, selector, seconds, lambda element: element if element.is_enabled() else None)


def text_of(browser, selector, seconds=15):
    """Its text, once it is visible."""
    return _wait(browser, selector, seconds, lambda element: [element.text])[0]


def _wait(browser, selector, seconds, read):
    """What `read` makes of the element once that is visible, by commands that one and the same page answers; what is false
    is waited for.

    A page that is left between two of the commands takes its element with it: then the next page is asked.
    """
    def visible(_):
        try:
            element = browser.find_element(By.CSS_SELECTOR, selector)
            return read(element) if element.is_displayed() else None
        except StaleElementReferenceException:
            return None

    try:
        return WebDriverWait(browser, seconds).until(visible)
    except TimeoutException:
        raise AssertionError(f"no {selector} on {browser.current_url}:\n{browser.page_source[:5000]}") from None


def screenshot(browser, folder, name):
    """Saves the page as it is on a phone and on a desktop, light and dark, with no color on its way to another."""
    for screen, (width, height, mobile) in SCREENS.items():
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 2 if mobile else 1, "mobile": mobile})
        for scheme in ("light", "dark"):
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [
                    {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
            browser.save_screenshot(str(folder / f"{name}-{screen}-{scheme}.png"))
            wide = browser.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
            assert not wide, f"{name} scrolls sideways on a {screen}"
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
