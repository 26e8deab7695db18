"""The pages of B2C policies in Chromium, with and without JavaScript: what UI automation for the real pages finds
(Tests/Fixtures/locators/b2c.yaml), and the scripts that people have (b2c-scripts.yaml)."""

import uuid
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
import yaml
from selenium.webdriver.common.by import By

from support.chromium import new_browser, wait_for
from support.locators import matches
from support.loopback import Application
from support.oauth import authorize_url
from support.patience import eventually
from support.seed import PASSWORD, App
from support.server import Server
from test_page_scripts import Hands

FIXTURES = Path(__file__).parents[1] / "Fixtures/locators"
LOCATORS = yaml.safe_load((FIXTURES / "b2c.yaml").read_text())
SCRIPTS = yaml.safe_load((FIXTURES / "b2c-scripts.yaml").read_text())
CONFIGURATION = Path(__file__).parent / "support/b2c.yaml"
TENANT = "cycles.onmicrosoft.com"
CLIENT = "eeeeeeee-0000-4000-8000-000000000007"
PAT = "pat@cycles.example"
SECRET = "Fjord-Trip 1"
WITHOUT_SCRIPTS = "--blink-settings=scriptEnabled=false"
SEND, VERIFY, CHANGE = (f"#emailVerificationControl_but_{name}" for name in ("send_code", "verify_code", "change_claims"))


def code(server, address):
    """The newest code that was sent to an address."""
    answer = requests.get(f"{server.http}/_understudy/outbox", params={"to": address}, timeout=10)
    return answer.json()["messages"][0]["code"]


def start(server, policy, origin="http://localhost"):
    return authorize_url(server, App(CLIENT, origin), f"{TENANT}/{policy}", scope="openid")


@contextmanager
def chromium(folder, server, javascript):
    browser = new_browser(folder, server.ca, *(() if javascript else (WITHOUT_SCRIPTS,)))
    try:
        yield browser
    finally:
        browser.quit()


class Tour:
    """A person who comes to every page, and looks on each for what its rows name."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.found = {}

    def look(self, page, selector):
        wait_for(self.browser, selector)
        for row in LOCATORS[page]:
            self.found[page, str(row)] = bool(matches(self.browser, row))

    def open(self, policy):
        self.browser.get(start(self.server, policy))

    def fill(self, **fields):
        for name, text in fields.items():
            field = wait_for(self.browser, f"#{name}")
            field.clear()
            field.send_keys(text)

    def press(self, selector, **fields):
        self.fill(**fields)
        wait_for(self.browser, selector).click()

    def sign_in(self):
        self.open("B2C_1A_susi")
        self.look("sign-in of a custom policy", "#next")
        self.press("#createAccount")
        self.look("sign-up of a custom policy", SEND)
        self.open("B2C_1_classic")
        self.look("sign-in of an older layout", "#next")
        self.open("B2C_1_susi")
        self.look("sign-in", "#next")
        self.press("#next")
        self.look("sign-in empty", "#email[aria-invalid]")
        self.press("#next", email=PAT)
        self.look("sign-in without password", "#password[aria-invalid]")
        self.press("#next", email="nobody@cycles.example", password="wrong")
        self.look("sign-in of nobody", "#userFlowError")
        self.press("#next", email=PAT, password="wrong")
        eventually(lambda: "incorrect" in wait_for(self.browser, "#userFlowError").text, 10)
        self.look("sign-in refused", "#userFlowError")

    def sign_up(self):
        self.press("#createAccount")
        self.look("sign-up", SEND)
        address = f"{uuid.uuid4()}@cycles.example"
        self.press(SEND, email=address)
        self.look("sign-up with a code", VERIFY)
        self.press(VERIFY, emailVerificationCode="000000")
        self.look("sign-up with a wrong code", "#emailVerificationControl_error_message")
        self.press("#continue", newPassword=SECRET, reenterPassword=SECRET, displayName="Kim", givenName="Kim")
        self.look("sign-up unverified", "#claimVerificationServerError")
        self.press(VERIFY, emailVerificationCode=code(self.server, address))
        self.look("sign-up verified", CHANGE)
        self.press("#continue", newPassword="", reenterPassword="")
        self.look("sign-up empty", "#requiredFieldMissing")
        self.press("#continue", newPassword=SECRET, reenterPassword="other")
        self.look("sign-up with two passwords", "#passwordEntryMismatch")
        self.press("#continue", newPassword="weak", reenterPassword="weak")
        self.look("sign-up refused", "#fieldIncorrect")

    def reset_password(self):
        self.open("B2C_1_password_reset")
        self.look("password reset", SEND)
        self.press(SEND, email=PAT)
        self.press(VERIFY, emailVerificationCode=(wait_for(self.browser, VERIFY), code(self.server, PAT))[1])
        wait_for(self.browser, CHANGE)
        self.press("#continue")
        self.look("new password", "#newPassword")

    def edit_profile(self):
        self.open("B2C_1_edit_profile")
        self.press("#next", email=PAT, password=PASSWORD)
        self.look("profile", "#displayName")


@pytest.fixture(scope="module")
def b2c(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("b2c"), UNDERSTUDY_CONFIG=str(CONFIGURATION)) as server:
        yield server


@pytest.fixture(scope="module", params=[True, False], ids=["javascript", "no javascript"])
def found(request, b2c, tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("tour") / "home", b2c, request.param) as browser:
        tour = Tour(browser, b2c)
        for part in (tour.sign_in, tour.sign_up, tour.reset_password, tour.edit_profile):
            part()
        return tour.found


@pytest.mark.parametrize("page, row", [(page, row) for page, rows in LOCATORS.items() for row in rows], ids=str)
def test_element_is_where_the_service_has_it(found, page, row):
    assert found[page, str(row)]


class Person(Hands):
    """A script for the pages of B2C."""

    def __init__(self, browser, server, javascript):
        super().__init__(browser)
        self.server = server
        self.javascript = javascript
        self.address = None
        self.values = {
            "user": PAT, "password": PASSWORD, "newcomer": f"{uuid.uuid4()}@cycles.example", "secret": SECRET, "name": "Kim Akers"}

    def take(self, step):
        if "fill" in step:
            field = self.one(step["fill"])
            field.clear()
            field.send_keys(self.value(step["with"]))
        elif "press" in step and self.javascript:
            self.one(step["press"]).click()
        elif "press" in step:
            self.leave(lambda: self.one(step["press"]).click())
        else:
            super().take(step)

    def value(self, name):
        if name in ("user", "newcomer"):
            self.address = self.values[name]
        return code(self.server, self.address) if name == "code" else self.values[name]


CASES = [
    (name, javascript) for name, script in SCRIPTS.items() for javascript in (True, False)
    if javascript or script.get("javascript") != "required"]


@pytest.mark.parametrize("name, javascript", CASES, ids=str)
def test_script_reaches_the_application(tmp_path, name, javascript):
    with Server(tmp_path / "server", UNDERSTUDY_CONFIG=str(CONFIGURATION)) as server, Application() as application, chromium(
            tmp_path / "home", server, javascript) as browser:
        browser.get(start(server, SCRIPTS[name]["policy"], application.origin))
        person = Person(browser, server, javascript)
        for step in SCRIPTS[name]["steps"]:
            person.take(step)
        person.one({"css": "#application"})
        assert "code" in application.answer()[2]


def test_empty_fields_do_not_reach_the_server(b2c, tmp_path):
    """The browser finds an empty password, so that no request is made and no attempt is counted."""
    with chromium(tmp_path / "home", b2c, True) as browser:
        browser.get(start(b2c, "B2C_1_susi"))
        before = browser.find_element(By.TAG_NAME, "html").id
        for _ in range(12):
            wait_for(browser, "#email").clear()
            wait_for(browser, "#email").send_keys(PAT)
            wait_for(browser, "#next").click()
        assert browser.find_element(By.TAG_NAME, "html").id == before
        wait_for(browser, "#password").send_keys(PASSWORD)
        wait_for(browser, "#next").click()
        eventually(lambda: browser.current_url.startswith("http://localhost/?code="), 10)


def test_typed_passwords_survive_the_verification(b2c, tmp_path):
    with chromium(tmp_path / "home", b2c, True) as browser:
        tour = Tour(browser, b2c)
        tour.open("B2C_1_susi")
        tour.press("#createAccount")
        password = wait_for(browser, "#newPassword")
        password.send_keys(SECRET)
        address = f"{uuid.uuid4()}@cycles.example"
        tour.press(SEND, email=address)
        wait_for(browser, VERIFY)
        tour.press(VERIFY, emailVerificationCode=code(b2c, address))
        wait_for(browser, CHANGE)
        assert password.get_attribute("value") == SECRET
        tour.press(CHANGE)
        wait_for(browser, SEND)
        assert password.get_attribute("value") == SECRET
        assert browser.find_element(By.ID, "email").get_attribute("readonly") is None
