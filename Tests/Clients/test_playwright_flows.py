"""The test for Playwright that the console writes from a flow: it runs unmodified, passes, and fails where the server answers otherwise."""

import contextlib
import html
import re

import pytest
import requests

from conftest import new_session
from support.loopback import Application
from support.oauth import authorize_url, one_shot
from support.playwright_browser import add_playwright, launched, new_page, run_specifications
from support.scripts import script
from support.seed import ADELE, ALEX, App, CONTOSO, MOBILE, ORDERS_READ, PASSWORD
from support.server import Server


class Recording:
    """A person at the pages, whose requests the journal records."""

    def __init__(self, server, page, application):
        self.server, self.page, self.application = server, page, application

    def begin(self, **more):
        self.page.goto(authorize_url(
            self.server, App(MOBILE.id, self.application.origin), CONTOSO, scope=f"openid {ORDERS_READ}", **more))

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def enter(self, user=ALEX, password=PASSWORD):
        self.page.get_by_label("Enter your email, phone, or Skype.").fill(user)
        self.press("Next")
        self.enter_password(password, user)

    def enter_password(self, password=PASSWORD, user=ALEX):
        self.page.get_by_label(f"Enter the password for {user}").fill(password)
        self.press("Sign in")

    def arrive(self):
        self.page.locator("#application").wait_for()

    def sign_in_before(self):
        """Signs in and consents. The journal forgets this flow."""
        accepted(self)
        self.arrive()
        requests.delete(f"{self.server.http}/_understudy/requests", timeout=10).raise_for_status()

    def texts(self):
        """What the console writes from the flow, by whether it shows secrets. The server forgets consents and sessions."""
        entry = {"id": self.server.get("/_understudy/requests").json()["requests"][-1]["id"]}
        path = f"{self.server.http}/_understudy/console/test"
        answers = {False: requests.get(path, params=entry, timeout=10), True: requests.post(path, data=entry, timeout=10)}
        requests.post(f"{self.server.http}/_understudy/reset", timeout=10).raise_for_status()
        return {shows_secrets: playwright_text(answer.text) for shows_secrets, answer in answers.items()}


def playwright_text(page):
    """The second text on the page. The first one is for pytest."""
    _, text = re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)
    return html.unescape(text)


def accepted(recording, **more):
    recording.begin(**more)
    recording.enter()
    recording.press("Yes")
    recording.press("Accept")


def not_kept_signed_in(recording):
    recording.begin(response_mode="form_post")
    recording.enter()
    recording.press("No")
    recording.press("Accept")


def native_application(recording):
    recording.begin(redirect_uri="msauth.com.contoso.app1://auth")
    recording.enter()
    recording.press("Yes")
    with recording.page.expect_response(lambda response: response.status == 302):
        recording.press("Accept")


def declined(recording):
    recording.begin(response_mode="fragment")
    recording.enter()
    recording.press("Yes")
    recording.press("Cancel")


def wrong_password(recording):
    recording.begin()
    recording.enter(password="wrong")
    recording.page.locator("#passwordError").wait_for()


def corrected(recording):
    """Another user name at first, and a wrong password."""
    recording.begin()
    recording.page.get_by_label("Enter your email, phone, or Skype.").fill(ADELE)
    recording.press("Next")
    recording.page.get_by_label(f"Enter the password for {ADELE}").wait_for()
    recording.press("Back")
    recording.enter(password="wrong")
    recording.page.locator("#passwordError").wait_for()
    recording.enter_password()
    recording.press("Yes")
    recording.press("Accept")


def picked_account(recording):
    recording.sign_in_before()
    recording.begin(prompt="select_account")
    recording.page.get_by_role("button", name=ALEX).click()


def other_account(recording):
    recording.sign_in_before()
    recording.begin(prompt="select_account")
    recording.press("Use another account")
    recording.enter(ADELE)
    recording.press("Yes")
    recording.press("Accept")


def single_sign_on(recording):
    recording.sign_in_before()
    recording.begin()


def consent_again(recording):
    recording.sign_in_before()
    recording.begin(prompt="consent")
    recording.press("Accept")


# Each flow with the step of its text that the user decided on.
FLOWS = {
    accepted: 'page.click("[name=ucaccept]")', not_kept_signed_in: 'page.click("#idBtn_Back")',
    native_application: 'startsWith("msauth.com.contoso.app1://auth")', declined: 'toContain("error=access_denied")',
    wrong_password: 'page.fill("#i0118", "wrong")', corrected: 'page.fill("#i0118", process.env.PASSWORD',
    picked_account: f'page.click("[data-test-id=\\"{ALEX}\\"]")', other_account: 'page.click("#otherTile")',
    single_sign_on: 'toContain("code=")', consent_again: 'page.click("[name=ucaccept]")'}


def demand_second_factor(server):
    script(server, {"endpoint": "authorize"}, {"error": "AADSTS50076"}, times=100)


def sign_in(server):
    """Consents, so that no page asks for the consent again."""
    url = authorize_url(server, App(MOBILE.id, "http://localhost"), CONTOSO, scope=f"openid {ORDERS_READ}")
    with new_session(server) as session:
        one_shot(session, url, ALEX)


# What makes the server answer otherwise than in the flow.
CHANGES = [(single_sign_on, demand_second_factor), (accepted, sign_in)]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Records every flow on a server of its own, ends the application, and runs the texts: what Node.js prints, and what passes."""
    folder = tmp_path_factory.mktemp("flows")
    origins, texts = {}, {}
    with contextlib.ExitStack() as stack, launched() as browser:
        def start(name):
            return stack.enter_context(Server(folder / name))

        def text_for(server, flow, shows_secrets=False):
            return recorded[flow][shows_secrets].replace(origins[flow], server.https)

        recorded = {}
        for flow in FLOWS:
            server = start(flow.__name__)
            origins[flow] = server.https
            page = new_page(browser, ignore_https_errors=True)
            with Application() as application:
                recording = Recording(server, page, application)
                flow(recording)
                if flow not in (wrong_password, native_application):
                    recording.arrive()
                recorded[flow] = recording.texts()
            page.context.close()
            texts[flow.__name__] = recorded[flow][False]
        texts["with_secrets"] = text_for(start("with_secrets"), corrected, shows_secrets=True)
        otherwise = {}
        for flow, change in CHANGES:
            server = start(change.__name__)
            change(server)
            otherwise[change.__name__] = text_for(server, flow)
        # What fails waits the longest, so that it begins first.
        texts = otherwise | texts
        printed, passed = run_specifications(add_playwright(folder / "project"), texts, PASSWORD=PASSWORD)
    return texts, printed, passed


@pytest.mark.parametrize("flow", FLOWS)
def test_the_text_runs_and_passes(run, flow):
    texts, printed, passed = run
    text = texts[flow.__name__]
    assert PASSWORD not in text and FLOWS[flow] in text
    assert passed[flow.__name__], f"{text}\n{printed}"


def test_the_text_with_secrets_has_the_passwords(run):
    texts, printed, passed = run
    text = texts["with_secrets"]
    assert f'"{PASSWORD}"' in text and "process.env" not in text
    assert passed["with_secrets"], f"{text}\n{printed}"


@pytest.mark.parametrize("change", [change for _, change in CHANGES])
def test_the_text_fails_when_the_server_answers_otherwise(run, change):
    texts, printed, passed = run
    assert not passed[change.__name__], printed
