"""What UI automation for the real pages of external tenants, of personal accounts and of AD FS finds, in Chromium."""

from pathlib import Path

import pytest
import yaml

from support.chromium import new_browser, wait_for
from support.device import user_code
from support.loopback import Application
from support.oauth import authorize_url
from support.seed import App, PASSWORD
from support.server import Server
from support.witnesses import APPLICATIONS, CASEY, CONFIG, EXTERNAL, FRED, KAY, MAX, Values, WORK
from test_locators import Journey

FOLDER = Path(__file__).parents[1] / "Fixtures/locators"
LOCATORS = {name: yaml.safe_load((FOLDER / f"{name}.yaml").read_text()) for name in ("external", "personal", "federation")}
NEW = "new@customer.example"


class Visit(Journey):
    """A journey with an application of these tenants."""

    def __init__(self, browser, kind, server, application):
        super().__init__(browser, locators=LOCATORS[kind])
        self.server = server
        self.application = application

    def open(self, name, tenant, **parameters):
        app = App(APPLICATIONS[name], self.application.origin)
        self.browser.get(authorize_url(self.server, app, tenant, scope="openid", **parameters))

    def fill(self, selector, text):
        field = wait_for(self.browser, selector)
        field.clear()
        field.send_keys(text)

    def sign_up(self):
        self.open("passwords", EXTERNAL)
        self.look("username", "#i0116")
        self.press("#signup")
        self.look("sign-up address", "#email")
        self.press()
        self.look("sign-up address empty", "#userFlowError")
        self.enter("#email", NEW)
        self.look("sign-up code", "#idTxtBx_OTC_Password")
        self.fill("#idTxtBx_OTC_Password", "0")
        self.press("#idSubmit_SAOTCC_Continue")
        self.look("sign-up code refused", "#userFlowError")
        self.fill("#idTxtBx_OTC_Password", Values(self.server, address=NEW)["code"])
        self.press("#idSubmit_SAOTCC_Continue")
        self.look("sign-up attributes", "#newPassword")
        self.open("codes", EXTERNAL)
        self.enter("#i0116", CASEY)
        self.look("sign-in code", "#idTxtBx_OTC_Password")

    def sign_in_classic(self):
        self.open("classic", "consumers")
        self.look("classic username", "#i0116")
        self.enter("#i0116", "nobody@outlook.com")
        self.look("classic username refused", "#serviceError, details")
        self.enter("#i0116", KAY)
        self.look("classic password", "#i0118:not(.moveOffScreen)")
        self.enter("#i0118", "wrong")
        self.look("classic password refused", "details")
        self.enter("#i0118", PASSWORD)
        self.look("classic stay signed in", "#KmsiCheckboxField")
        self.press()
        self.look("classic consent", "[name=ucaccept]")

    def sign_in_transitional(self):
        self.open("transitional", "consumers")
        self.look("transitional username", "#i0116")
        self.enter("#i0116", KAY)
        self.look("transitional password", "#i0118:not(.moveOffScreen)")
        self.enter("#i0118", "wrong")
        self.look("transitional password refused", "details")
        self.enter("#i0118", PASSWORD)
        self.look("transitional stay signed in", "#acceptButton")
        self.press("#acceptButton")
        self.look("transitional consent", "[name=ucaccept]")
        self.confirm_device("transitional")

    def sign_in_redesigned(self):
        primary = "[data-testid=primaryButton]"
        self.open("redesigned", "consumers")
        self.look("redesigned username", "#usernameEntry")
        self.fill("#usernameEntry", "nobody@outlook.com")
        self.press(primary)
        self.look("redesigned username refused", "details")
        self.fill("#usernameEntry", KAY)
        self.press(primary)
        self.look("redesigned password", "#passwordEntry")
        self.fill("#passwordEntry", "wrong")
        self.press(primary)
        self.look("redesigned password refused", "details")
        self.fill("#passwordEntry", PASSWORD)
        self.press(primary)
        self.look("redesigned stay signed in", "[data-testid=kmsiVideo]")
        self.press(primary)
        self.look("redesigned consent", "[name=ucaccept]")
        self.confirm_device("redesigned")

    def prove(self):
        primary = "[data-testid=primaryButton]"
        self.open("redesigned", "consumers")
        self.fill("#usernameEntry", MAX)
        self.press(primary)
        self.fill("#passwordEntry", PASSWORD)
        self.press(primary)
        self.press("#idDiv_SAOTCS_Proofs [role=button]")
        self.look("redesigned code", "#idTxtBx_OTC_Password")

    def confirm_device(self, name):
        self.browser.get(self.server.https + "/devicelogin")
        self.enter("#otc", user_code(self.server, "consumers", APPLICATIONS[name], "openid"))
        self.press(f"[data-test-id='{KAY}']")
        self.look(f"{name} device confirmation", "#appConfirmTitle")

    def sign_in_at_federation_service(self):
        self.open("classic", WORK)
        self.enter("#i0116", FRED)
        self.look("credentials", "#passwordInput")
        self.fill("#passwordInput", "wrong")
        self.press("#submitButton")
        self.look("credentials refused", "#passwordError")
        self.browser.get(self.server.https + "/adfs/oauth2/deviceauth")
        self.look("device code", "#userCodeInput")


JOURNEYS = [
    ("external", Visit.sign_up), ("personal", Visit.sign_in_classic), ("personal", Visit.sign_in_transitional),
    ("personal", Visit.sign_in_redesigned), ("personal", Visit.prove), ("federation", Visit.sign_in_at_federation_service)]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("accounts")
    found = {}
    with Server(tmp_path_factory.mktemp("server"), UNDERSTUDY_CONFIG=str(CONFIG)) as server, Application() as application:
        for number, (kind, journey) in enumerate(JOURNEYS):
            browser = new_browser(folder / f"home-{number}", server.ca)
            try:
                visit = Visit(browser, kind, server, application)
                journey(visit)
                found |= {(kind, *key): value for key, value in visit.found.items()}
            finally:
                browser.quit()
    return found


@pytest.mark.parametrize(
    "kind, page, row",
    [(kind, page, row) for kind, pages in LOCATORS.items() for page, rows in pages.items() for row in rows], ids=str)
def test_element_is_where_the_service_has_it(found, kind, page, row):
    assert found[kind, page, str(row)]
