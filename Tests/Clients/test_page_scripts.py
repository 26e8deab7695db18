"""Scripts that people have for the real pages (Tests/Fixtures/locators/scripts.yaml) sign in, with and without JavaScript."""

from pathlib import Path

import pytest
import requests
import yaml
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.chromium import new_browser
from support.device import user_code
from support.locators import elements
from support.loopback import Application
from support.oauth import authorize_url
from support.patience import eventually
from support.seed import ALEX, CONTOSO, App, MOBILE, ORDERS_READ, PASSWORD
from support.server import Server

SCRIPTS = yaml.safe_load((Path(__file__).parents[1] / "Fixtures/locators/scripts.yaml").read_text())
VALUES = {"user": ALEX, "password": PASSWORD}
CASES = [
    (name, javascript) for name, script in SCRIPTS.items() for javascript in (True, False)
    if javascript or script.get("javascript") != "required"]


class Hands:
    """What a script does in the browser, by the locators that it uses."""

    def __init__(self, browser, values=VALUES):
        self.browser = browser
        self.values = values

    def find(self, locator):
        return elements(self.browser, locator)

    def one(self, locator):
        """The element, once it is visible."""
        found = []

        def is_there():
            try:
                found[:] = [element for element in self.find(locator) if element.is_displayed()]
            except StaleElementReferenceException:
                return False
            return bool(found)

        eventually(is_there, 10, log=lambda: f"{locator} on {self.browser.page_source}")
        return found[0]

    def take(self, step):
        if "fill" in step:
            field = self.one(step["fill"])
            field.clear()
            field.send_keys(self.values[step["with"]])
        elif "set" in step:
            self.browser.execute_script("arguments[0].value = arguments[1]", self.find(step["set"])[0], self.values[step["with"]])
        elif "key" in step:
            self.leave(lambda: self.one(step["key"]).send_keys(Keys.ENTER))
        elif "press-again" in step:
            self.one(step["press-again"]).click()
        elif "click" in step:
            self.leave(lambda: self.one(step["click"]).click())
        else:
            self.one(step["wait"])

    def end_at(self, locator):
        """Gives the consent unless the script gave it, and waits for the last page."""
        accept = {"css": "input[name=ucaccept]"}
        eventually(lambda: self.find(accept) or self.find(locator), 10)
        if self.find(accept):
            self.take({"click": accept})
        self.one(locator)

    def leave(self, act):
        """Acts; if that posts a form, waits for the next page, as scripts wait for the load."""
        before = self.document()
        act()
        if self.browser.find_elements(By.CSS_SELECTOR, "#KmsiCheckboxField:checked"):
            return
        eventually(lambda: self.document() not in ([], before), 10)

    def document(self):
        """The document of the browser, or none while the browser is between two."""
        return [found.id for found in self.browser.find_elements(By.TAG_NAME, "html")]


@pytest.fixture
def application():
    with Application() as running:
        yield running


@pytest.fixture(scope="module")
def factors(tmp_path_factory):
    """A server with users whose second page is not the one for the password."""
    configuration = Path(__file__).parent / "support/locators.yaml"
    with Server(tmp_path_factory.mktemp("factors"), UNDERSTUDY_CONFIG=str(configuration)) as running:
        yield running


@pytest.mark.parametrize("name, javascript", [case for case in CASES if "user" in SCRIPTS[case[0]]], ids=str)
def test_script_for_another_second_page_signs_in(factors, tmp_path, application, name, javascript):
    switches = () if javascript else ("--blink-settings=scriptEnabled=false",)
    browser = new_browser(tmp_path / "home", factors.ca, *switches)
    try:
        hands = Hands(browser, VALUES | {"user": SCRIPTS[name]["user"]})
        app = App("eeeeeeee-0000-4000-8000-000000000001", application.origin)
        browser.get(authorize_url(factors, app, "common", scope="openid"))
        for step in SCRIPTS[name]["steps"]:
            hands.take(step)
        hands.end_at({"css": "#application"})
        assert "code" in application.answer()[2]
    finally:
        browser.quit()


@pytest.mark.parametrize(
    "name, javascript", [case for case in CASES if "user" not in SCRIPTS[case[0]]], ids=lambda value: str(value))
def test_script_signs_in(server, tmp_path, application, name, javascript):
    # An earlier script gave the consent.
    requests.post(f"{server.http}/_understudy/reset", timeout=10).raise_for_status()
    switches = () if javascript else ("--blink-settings=scriptEnabled=false",)
    browser = new_browser(tmp_path / "home", server.ca, *switches)
    try:
        if SCRIPTS[name].get("start") == "device code":
            return enter_device_code(server, browser, SCRIPTS[name]["steps"])
        hands = Hands(browser)
        url = authorize_url(server, App(MOBILE.id, application.origin), CONTOSO, scope=f"openid {ORDERS_READ}")
        browser.get(url)
        for step in SCRIPTS[name]["steps"]:
            hands.take(step)
        hands.end_at({"css": "#application"})
        assert "code" in application.answer()[2]
    finally:
        browser.quit()


def enter_device_code(server, browser, steps):
    """Starts on the page for the code of a device, and ends on the page with the outcome."""
    hands = Hands(browser, VALUES | {"user code": user_code(server)})
    browser.get(server.https + "/devicelogin")
    for step in steps:
        hands.take(step)
    hands.end_at({"css": "#message"})
