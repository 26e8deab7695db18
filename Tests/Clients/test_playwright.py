"""Playwright itself, unmodified, signs in on the pages by the locators that its recorder writes, and finds those of tests for the real
pages. Each step waits until the element is visible, stable, enabled and not covered, as Playwright demands."""

from pathlib import Path

import pytest
import requests
import yaml
from playwright.sync_api import TimeoutError as NotFound

from support.chromium import new_home
from support.loopback import Application
from support.oauth import authorize_url, redeem
from support.playwright_browser import launched, new_page
from support.seed import ALEX, CONTOSO, App, MOBILE, ORDERS_API, ORDERS_READ, PASSWORD
from support.server import Server
from support.tokens import verify

FIXTURES = Path(__file__).parents[1] / "Fixtures/locators"
LOCATORS = yaml.safe_load((FIXTURES / "workforce.yaml").read_text())
SCRIPTS = {
    name: script["steps"] for name, script in yaml.safe_load((FIXTURES / "scripts.yaml").read_text()).items() if "Playwright" in name}
VALUES = {"user": ALEX, "password": PASSWORD}
# How long a locator may take to find its element on a page that is there, in milliseconds.
MOMENT = 1_500


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A server of this file, and the browser."""
    folder = tmp_path_factory.mktemp("pages")
    with Server(folder / "server") as server, launched(**new_home(folder / "home", server.ca)) as browser:
        yield server, browser


@pytest.fixture
def application():
    with Application() as running:
        yield running


@pytest.fixture(params=[True, False], ids=["JavaScript", "no JavaScript"])
def page(pages, application, request):
    """A page of a browser where nobody is signed in, on the page for the user name. No consent is given yet."""
    server, browser = pages
    requests.post(f"{server.http}/_understudy/reset", timeout=10).raise_for_status()
    opened = new_page(browser, java_script_enabled=request.param)
    opened.goto(address(server, application))
    yield opened
    opened.context.close()


def address(server, application, **more):
    return authorize_url(server, App(MOBILE.id, application.origin), CONTOSO, scope=f"openid {ORDERS_READ}", **more)


def arrive(page, application):
    """What reaches the application."""
    page.locator("#application").wait_for()
    return application.answer()[2]


def record(page):
    """The text of Playwright's recorder for a sign-in on the real pages. Only the user and the password are those of the seed directory."""
    page.get_by_role("textbox", name="Enter your email, phone, or").click()
    page.get_by_role("textbox", name="Enter your email, phone, or").fill(ALEX)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("textbox", name="Enter the password for").click()
    page.get_by_role("textbox", name="Enter the password for").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Accept").click()


def test_recording_signs_in(pages, page, application):
    record(page)
    server, app = pages[0], App(MOBILE.id, application.origin)
    tokens = redeem(server, app, arrive(page, application)["code"]).json()
    assert verify(server, tokens["access_token"], ORDERS_API)["scp"] == "Orders.Read"


def find(page, locator):
    if "role" in locator:
        return page.get_by_role(locator["role"], name=locator["name"], exact=True)
    if "placeholder" in locator:
        return page.get_by_placeholder(locator["placeholder"], exact=True)
    return page.locator(locator["css"])


def take(page, step):
    if "fill" in step:
        find(page, step["fill"]).fill(VALUES[step["with"]])
    elif "key" in step:
        find(page, step["key"]).press("Enter")
    elif "click" in step:
        find(page, step["click"]).click()
    else:
        find(page, step["wait"]).wait_for()


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_signs_in(page, application, name):
    for step in SCRIPTS[name]:
        take(page, step)
    find(page, {"role": "button", "name": "Accept"}).click()
    assert "code" in arrive(page, application)


class Look:
    """The locators that find nothing on a page that should have their element."""

    def __init__(self, page):
        self.page = page
        self.missing = []

    def at(self, name, **more):
        """Looks for what people see: the rows of the page with a role, a placeholder or a text, and the locators of `more`."""
        for row in LOCATORS[name]:
            for kind, locator in self.locators(row):
                self.expect(f"{name}: {kind} of {row}", locator)
        for what, locator in more.items():
            self.expect(f"{name}: {what}", locator)

    def locators(self, row):
        if row.get("css") == "title":
            assert self.page.title() == row["text"]
        elif "text" in row:
            yield "text", self.page.get_by_text(row["text"], exact=True)
        elif "css" not in row and "xpath" not in row:
            yield "locator", find(self.page, row)
            if row.get("role") == "textbox":
                yield "label", self.page.get_by_label(row["name"], exact=True)

    def expect(self, what, locator):
        try:
            locator.first.wait_for(timeout=MOMENT)
        except NotFound:
            self.missing.append(what)

    def alert(self, text):
        return self.page.get_by_role("alert").filter(has_text=text)


def test_locators_find_their_elements(pages, page, application):
    look = Look(page)
    look.at("username")
    page.get_by_role("button", name="Next").click()
    look.at("username empty", alert=look.alert("Enter a valid email address, phone number, or Skype name."))
    page.get_by_label("Enter your email, phone, or Skype.").fill("nobody@contoso.com")
    page.keyboard.press("Enter")
    look.at("username refused", alert=look.alert("This username may be incorrect."))
    page.get_by_placeholder("Email, phone, or Skype").fill(ALEX)
    page.keyboard.press("Enter")

    look.at(
        "password", forgot=page.get_by_role("link", name="Forgot my password"),
        id=page.locator("a#idA_PWD_ForgotPassword"), back=page.get_by_role("button", name="Back"), user=page.get_by_text(ALEX, exact=True))
    page.get_by_role("button", name="Sign in").click()
    look.at("password empty", alert=look.alert("Please enter your password."))
    page.get_by_label("Enter the password for alex@").fill("wrong")
    page.keyboard.press("Enter")
    look.at(
        "password refused", alert=look.alert("Your account or password is incorrect."),
        reset=page.get_by_role("alert").get_by_role("link", name="reset it now."))
    page.get_by_placeholder("Password").fill(PASSWORD)
    page.keyboard.press("Enter")

    look.at("stay signed in", box=page.get_by_label("Don't show this again"))
    page.get_by_role("button", name="No").click()
    look.at("consent", cancel=page.get_by_role("button", name="Cancel"))
    page.get_by_role("button", name="Accept").click()
    assert "code" in arrive(page, application)

    page.goto(address(pages[0], application, prompt="select_account"))
    look.at(
        "account picker", tile=page.get_by_role("button", name=ALEX), id=page.locator(f'[data-test-id="{ALEX}"]'),
        other=page.get_by_role("button", name="Use another account"),
        list=page.get_by_role("listitem").filter(has_text=ALEX))
    page.get_by_text(ALEX).click()
    assert "code" in arrive(page, application)
    assert look.missing == []
