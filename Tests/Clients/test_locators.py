"""What UI automation for the real pages finds (Tests/Fixtures/locators), in Chromium, on the page where the service has it, and
nothing else than that where a page has test users for people."""

from pathlib import Path

import pytest
import requests
import yaml
from selenium.webdriver.common.by import By

from support.chromium import new_browser, wait_for
from support.device import user_code
from support.locators import matches
from support.loopback import Application
from support.oauth import authorize_url
from support.page_states import PERSON
from support.seed import ALEX, CONTOSO, App, MOBILE, ORDERS_READ, PASSWORD
from support.server import Server

LOCATORS = yaml.safe_load((Path(__file__).parents[1] / "Fixtures/locators/workforce.yaml").read_text())
SECOND_FACTOR = Path(__file__).parent / "support/locators.yaml"
KIM = "kim@locators.example"
PAT = "pat@locators.example"
LEE = "lee@locators.example"
SAM = "sam@locators.example"
# The panel of test users: not there, as for programs; there and folded, as for people; unfolded.
PANELS = ["absent", "closed", "open"]


def describe(element):
    """A text that is the same for the same element of another visit."""
    return element if isinstance(element, str) else (
        f"{element.tag_name}#{element.get_attribute('id')}.{element.get_attribute('class')} {element.accessible_name}")


class Journey:
    """A person who comes to every page, and looks on each for what its rows name."""

    def __init__(self, browser, panel="absent", locators=LOCATORS):
        self.browser = browser
        self.panel = panel
        self.locators = locators
        self.found = {}
        self.panels = 0

    def look(self, page, selector):
        wait_for(self.browser, selector)
        panels = self.browser.find_elements(By.CSS_SELECTOR, ".help details")
        self.panels += len(panels)
        for panel in panels:
            self.browser.execute_script("arguments[0].open = arguments[1]", panel, self.panel == "open")
        for row in self.locators[page]:
            self.found[page, str(row)] = [describe(element) for element in matches(self.browser, row)]

    def enter(self, selector, text):
        field = wait_for(self.browser, selector)
        field.clear()
        field.send_keys(text)
        self.press()

    def press(self, selector="#idSIButton9"):
        wait_for(self.browser, selector).click()

    def sign_in(self, server, app):
        self.browser.get(authorize_url(server, app, CONTOSO, scope=f"openid {ORDERS_READ}"))
        self.look("username", "#i0116")
        self.press()
        self.look("username empty", "#usernameError")
        self.enter("#i0116", "nobody@contoso.com")
        self.look("username refused", "#serviceError, details")
        self.enter("#i0116", ALEX)
        self.look("password", "#i0118:not(.moveOffScreen)")
        self.press()
        self.look("password empty", "#passwordError")
        self.enter("#i0118", "wrong")
        self.look("password refused", "details")
        self.enter("#i0118", PASSWORD)
        self.look("stay signed in", "#KmsiDescription")
        self.press()
        self.look("consent", "[name=ucaccept]")
        self.press()
        wait_for(self.browser, "#application")
        self.browser.get(authorize_url(server, app, CONTOSO, scope=f"openid {ORDERS_READ}", prompt="select_account"))
        self.look("account picker", "#otherTile")
        self.browser.get(authorize_url(server, App(MOBILE.id, "https://elsewhere.example/"), CONTOSO))
        self.look("error", "#exceptionMessageContainer")
        self.browser.get(f"{server.https}/{CONTOSO}/oauth2/v2.0/logout")
        if self.browser.find_elements(By.CSS_SELECTOR, f"[data-test-id='{ALEX}']"):
            self.press(f"[data-test-id='{ALEX}']")
        self.look("signed out", "#SignOutStatusMessage")

    def enter_code(self, server, user_code):
        self.browser.get(server.https + "/devicelogin")
        self.look("device code", "#otc")
        self.enter("#otc", user_code)
        self.enter("#i0116", ALEX)
        self.enter("#i0118", PASSWORD)
        self.look("device confirmation", "#appConfirmTitle")
        self.press()
        self.look("device done", "#message")

    def prove(self, server, app):
        self.browser.get(authorize_url(server, app, "locators.example", scope="openid"))
        self.enter("#i0116", KIM)
        self.enter("#i0118", PASSWORD)
        self.look("second factor", "#idDiv_SAOTCS_Proofs")
        self.press("#idDiv_SAOTCS_Proofs [role=button]")
        self.look("code", "#idTxtBx_SAOTCC_OTC")
        self.enter_wrong_code()
        self.look("code refused", "#idSpan_SAOTCC_Error_OTC")

    def approve(self, server, app):
        self.browser.get(authorize_url(server, app, "locators.example", scope="openid"))
        self.enter("#i0116", PAT)
        self.enter("#i0118", PASSWORD)
        self.look("push", "#idRichContext_DisplaySign")
        requests.post(
            server.http + "/_understudy/outbox/answer", json={"to": PAT, "answer": "deny"}, timeout=10).raise_for_status()
        self.look("push denied", "#idDiv_SAASDS_Title")
        self.press("#signInAnotherWay")
        self.look("proofs", "#idDiv_SAOTCS_Proofs")

    def choose_kind(self, server, app):
        self.browser.get(authorize_url(server, app, "common", scope="openid"))
        self.enter("#i0116", SAM)
        self.look("account kind", "#aadTile")
        self.press("#msaTile")
        wait_for(self.browser, "#i0118:not(.moveOffScreen)")

    def sign_in_by_phone(self, server, app):
        self.browser.get(authorize_url(server, app, "locators.example", scope="openid"))
        self.enter("#i0116", LEE)
        self.look("phone sign-in", "#idRemoteNGC_DisplaySign")
        requests.post(
            server.http + "/_understudy/outbox/answer", json={"to": LEE, "answer": "deny"}, timeout=10).raise_for_status()
        self.look("phone sign-in denied", "#idDiv_SAASDS_Title")
        self.press("#idA_PWD_SwitchToPassword")
        wait_for(self.browser, "#i0118:not(.moveOffScreen)")

    def enter_wrong_code(self):
        wait_for(self.browser, "#idTxtBx_SAOTCC_OTC").send_keys("000000")
        self.press("#idSubmit_SAOTCC_Continue")


def look_everywhere(tmp_path_factory, panel):
    """The elements that each row finds."""
    folder = tmp_path_factory.mktemp("locators")
    switches = () if panel == "absent" else PERSON
    with Server(tmp_path_factory.mktemp("seed")) as server, Application() as application, Server(
            tmp_path_factory.mktemp("factors"), UNDERSTUDY_CONFIG=str(SECOND_FACTOR)) as other:
        journeys = []
        for number, journey in enumerate([
                lambda j: j.sign_in(server, App(MOBILE.id, application.origin)),
                lambda j: j.enter_code(server, user_code(server)),
                lambda j: j.prove(other, App("eeeeeeee-0000-4000-8000-000000000001", "http://localhost")),
                lambda j: j.approve(other, App("eeeeeeee-0000-4000-8000-000000000001", "http://localhost")),
                lambda j: j.choose_kind(other, App("eeeeeeee-0000-4000-8000-000000000001", "http://localhost")),
                lambda j: j.sign_in_by_phone(other, App("eeeeeeee-0000-4000-8000-000000000001", "http://localhost"))]):
            browser = new_browser(folder / f"home-{number}", (other if number >= 2 else server).ca, *switches)
            try:
                journeys.append(Journey(browser, panel))
                journey(journeys[-1])
            finally:
                browser.quit()
        seen = sum(journey.panels for journey in journeys)
        assert (seen > 2) == (panel != "absent") or panel == "absent", f"{seen} panels"
        return {key: value for journey in journeys for key, value in journey.found.items()}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return {panel: look_everywhere(tmp_path_factory, panel) for panel in PANELS}


@pytest.mark.parametrize("page, row", [(page, row) for page, rows in LOCATORS.items() for row in rows], ids=str)
def test_element_is_where_the_service_has_it(found, page, row):
    assert found["absent"][page, str(row)]


@pytest.mark.parametrize("panel", PANELS[1:])
def test_test_users_hide_and_add_nothing(found, panel):
    assert found[panel] == found["absent"]
