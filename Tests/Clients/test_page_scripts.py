"""Scripts that people have for the real pages (Tests/Fixtures/locators/scripts.yaml) sign in, with and without JavaScript."""

from pathlib import Path

import pytest
import yaml
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.chromium import new_browser
from support.locators import elements
from support.loopback import Application
from support.oauth import authorize_url
from support.patience import eventually
from support.seed import ALEX, CONTOSO, App, MOBILE, ORDERS_READ, PASSWORD

SCRIPTS = yaml.safe_load((Path(__file__).parents[1] / "Fixtures/locators/scripts.yaml").read_text())
VALUES = {"user": ALEX, "password": PASSWORD}
CASES = [
    (name, javascript) for name, script in SCRIPTS.items() for javascript in (True, False)
    if javascript or script.get("javascript") != "required"]


class Hands:
    """What a script does in the browser, by the locators that it uses."""

    def __init__(self, browser):
        self.browser = browser

    def find(self, locator):
        return elements(self.browser, locator)

    def one(self, locator):
        """The element, once it is visible."""
        found = []

        def is_there():
            found[:] = [element for element in self.find(locator) if element.is_displayed()]
            return bool(found)

        eventually(is_there, 10, log=lambda: f"{locator} on {self.browser.page_source}")
        return found[0]

    def take(self, step):
        if "fill" in step:
            field = self.one(step["fill"])
            field.clear()
            field.send_keys(VALUES[step["with"]])
        elif "set" in step:
            self.browser.execute_script("arguments[0].value = arguments[1]", self.find(step["set"])[0], VALUES[step["with"]])
        elif "key" in step:
            self.leave(lambda: self.one(step["key"]).send_keys(Keys.ENTER))
        elif "press-again" in step:
            self.one(step["press-again"]).click()
        elif "click" in step:
            self.leave(lambda: self.one(step["click"]).click())
        else:
            self.one(step["wait"])

    def leave(self, act):
        """Acts; if that posts a form, waits for the next page, as scripts wait for the load."""
        before = self.browser.find_element(By.TAG_NAME, "html").id
        act()
        if self.browser.find_elements(By.CSS_SELECTOR, "#KmsiCheckboxField:checked"):
            return
        eventually(lambda: self.browser.find_element(By.TAG_NAME, "html").id != before, 10)


@pytest.fixture
def application():
    with Application() as running:
        yield running


@pytest.mark.parametrize("name, javascript", CASES, ids=lambda value: str(value))
def test_script_signs_in(server, tmp_path, application, name, javascript):
    switches = () if javascript else ("--blink-settings=scriptEnabled=false",)
    browser = new_browser(tmp_path / "home", server.ca, *switches)
    try:
        url = authorize_url(server, App(MOBILE.id, application.origin), CONTOSO, scope=f"openid {ORDERS_READ}")
        browser.get(url)
        hands = Hands(browser)
        for step in SCRIPTS[name]["steps"]:
            hands.take(step)
        accept = {"css": "input[name=ucaccept]"}
        eventually(lambda: hands.find(accept) or hands.find({"css": "#application"}), 10)
        if hands.find(accept):
            hands.take({"click": accept})
        hands.one({"css": "#application"})
        assert "code" in application.answer()[2]
    finally:
        browser.quit()
