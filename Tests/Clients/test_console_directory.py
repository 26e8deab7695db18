"""A real browser edits the directory in the console, and a real token request proves each change. Screenshots, light and dark,
phone and desktop, go to the folder `UNDERSTUDY_SCREENSHOTS` if set."""

import re
import subprocess
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from support.certificates import Certificate
from support.chromium import new_browser, screenshot, text_of, wait_for
from support.oauth import authorize_url, one_shot, redeem, token
from support.patience import eventually
from support.seed import CONTOSO, DAEMON, GRAPH, MOBILE, ORDERS_READ, WEB
from support.server import Server
from support.signin import SignInError
from support.tokens import unverified as claims

DIRECTORY = "/_understudy/console/directory"
PASSWORD = "Understudy!22"


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    problems = [entry["message"] for entry in opened.get_log("browser")
                if entry["level"] == "SEVERE" and "status of 4" not in entry["message"]]
    opened.quit()
    assert problems == []


class Console:
    """The directory as a person uses it: links and buttons by their names, fields by their labels."""

    def __init__(self, server, browser):
        self.server, self.browser = server, browser
        self.tenant()

    def tenant(self, name="contoso.com"):
        self.browser.get(f"{self.server.http}{DIRECTORY}?tenant={name}")

    def application(self, app):
        self.browser.get(f"{self.server.http}{DIRECTORY}?tenant=contoso.com&app={app}")

    def click(self, name):
        for element in self.browser.find_elements(By.CSS_SELECTOR, "main a, main button"):
            if name in (element.get_attribute("aria-label"), element.text):
                return self._leave_by(element)
        raise AssertionError(f"no link or button {name!r} in:\n{text_of(self.browser, 'main')}")

    def field(self, name):
        return self.browser.find_element(By.CSS_SELECTOR, f'form.edit [name="{name}"]')

    def fill(self, **fields):
        for name, value in fields.items():
            field = self.field(name.replace("__", "."))
            if field.tag_name == "select":
                Select(field).select_by_visible_text(value)
            elif field.get_attribute("type") == "checkbox":
                if field.is_selected() != value:
                    field.click()
            else:
                field.clear()
                field.send_keys(value)
        self.submit()

    def submit(self):
        self._leave_by(wait_for(self.browser, "form.edit .button"))

    def _leave_by(self, element):
        """Presses a link or a button, and waits for the next page: each of them leads to one."""
        before = self.browser.find_element(By.TAG_NAME, "html").id
        element.click()
        eventually(lambda: self._page() not in (None, before), 15)

    def _page(self):
        """The identity of the page, or None between two pages."""
        try:
            return self.browser.find_element(By.TAG_NAME, "html").id
        except WebDriverException:
            return None

    @property
    def done(self):
        return text_of(self.browser, "#done")

    @property
    def query(self):
        return {name: values[0] for name, values in parse_qs(urlsplit(self.browser.current_url).query).items()}


@pytest.fixture
def console(fresh_server, browser):
    return Console(fresh_server, browser)


def sign_in(server, session, user, password=PASSWORD, app=MOBILE, scope="openid User.Read"):
    code = one_shot(session, authorize_url(server, app, scope=scope), user, password).code
    answer = redeem(server, app, code)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_user_is_created_changed_and_deleted(fresh_server, fresh_session, browser, console, screenshots):
    console.click("New user")
    screenshot(browser, screenshots, "console-directory-new-user")
    console.fill(userPrincipalName="robin@elsewhere.com", displayName="Robin Test", passwordProfile__password=PASSWORD)
    assert "not a verified domain" in text_of(browser, ".wrong"), "the words of Microsoft Graph stand at the field"
    assert browser.switch_to.active_element.get_attribute("name") == "userPrincipalName"
    assert console.field("displayName").get_attribute("value") == "Robin Test", "what was typed stays"
    screenshot(browser, screenshots, "console-directory-problem")
    console.fill(userPrincipalName="robin@contoso.com", passwordProfile__password=PASSWORD)
    assert console.done.startswith("The user was created.")
    assert text_of(browser, "h1") == "Robin Test"
    assert PASSWORD not in browser.page_source, "the command masks the password"
    screenshot(browser, screenshots, "console-directory-user")
    tokens = sign_in(fresh_server, fresh_session, "robin@contoso.com", scope="openid offline_access")

    console.click("Edit the user")
    console.fill(displayName="Robin Renamed", mobilePhone="+1 4255550101")
    assert text_of(browser, "h1") == "Robin Renamed"
    assert "displayName" in text_of(browser, ".block pre")
    fresh_session.cookies.clear()
    renamed = sign_in(fresh_server, fresh_session, "robin@contoso.com", scope="openid profile")
    assert claims(renamed["id_token"])["name"] == "Robin Renamed"

    console.click("Revoke sessions")
    console.submit()
    assert "revoked" in console.done
    refused = token(
        fresh_server, grant_type="refresh_token", client_id=MOBILE.id, refresh_token=tokens["refresh_token"])
    assert refused.status_code == 400 and "AADSTS50173" in refused.text

    console.click("Delete the user")
    screenshot(browser, screenshots, "console-directory-delete-user")
    console.submit()
    assert console.done.startswith("The user was deleted.")
    fresh_session.cookies.clear()
    with pytest.raises(SignInError, match="50034"):
        sign_in(fresh_server, fresh_session, "robin@contoso.com")
    console.click("Restore Robin Renamed")
    assert console.done.startswith("The object was restored.")
    sign_in(fresh_server, fresh_session, "robin@contoso.com")


def test_a_new_password_counts(fresh_server, fresh_session, browser, console):
    console.click("Adele Vance")
    console.click("Set password")
    console.fill(passwordProfile__password="short")
    assert "complexity" in text_of(browser, ".notice.bad")
    console.fill(passwordProfile__password=PASSWORD)
    assert "password was set" in console.done
    sign_in(fresh_server, fresh_session, "adele@contoso.com")


def test_an_application_from_nothing_to_a_token(fresh_server, browser, console, screenshots):
    console.click("New application")
    console.fill(displayName="Nightly job")
    assert "service principal" in console.done
    app = console.query["app"]
    console.click("Add secret")
    console.fill(displayName="first")
    secret = text_of(browser, ".block pre")
    screenshot(browser, screenshots, "console-directory-secret")
    request = {"grant_type": "client_credentials", "client_id": app, "scope": f"{GRAPH}/.default"}
    assert token(fresh_server, client_secret=secret, **request).status_code == 200

    console.application(app)
    console.click("Add permission")
    browser.find_element(By.CSS_SELECTOR, "#search").send_keys("User.Read.All")
    console.click("Search")
    screenshot(browser, screenshots, "console-directory-permissions")
    console.click("Add the application permission User.Read.All")
    assert "permissions were changed" in console.done
    before = claims(token(fresh_server, client_secret=secret, **request).json()["access_token"])
    assert "roles" not in before, "a permission alone grants nothing"
    console.click("Grant admin consent")
    console.submit()
    assert "Consent was granted" in console.done
    after = claims(token(fresh_server, client_secret=secret, **request).json()["access_token"])
    assert after["roles"] == ["User.Read.All"]
    screenshot(browser, screenshots, "console-directory-app")

    console.click("Remove the secret first")
    refused = token(fresh_server, client_secret=secret, **request)
    assert refused.status_code == 401 and "AADSTS7000215" in refused.text
    console.click("Delete the application")
    console.submit()
    gone = token(fresh_server, client_secret=secret, **request)
    assert "AADSTS700016" in gone.text


def test_redirect_uris_scopes_and_consent(fresh_server, fresh_session, browser, console):
    console.application(MOBILE.id)
    console.click("Add redirect URI")
    console.fill(platform="Web", redirectUri="http://example.com/callback")
    assert browser.find_elements(By.CSS_SELECTOR, ".notice.bad, .wrong"), "the rule of Microsoft Graph applies"
    console.fill(platform="Web", redirectUri="https://app.example.com/callback")
    assert "redirect URI was added" in console.done
    url = authorize_url(fresh_server, MOBILE, redirect_uri="https://app.example.com/callback", scope="openid")
    assert "AADSTS50011" not in fresh_session.get(url, timeout=10).text
    console.click("Remove https://app.example.com/callback")
    assert "AADSTS50011" in fresh_session.get(url, timeout=10).text

    console.application("aaaaaaaa-0000-4000-8000-000000000005")
    console.click("Add scope")
    console.fill(
        value="Orders.Archive", adminConsentDisplayName="Archive orders", adminConsentDescription="Archives orders")
    assert "scope was added" in console.done
    console.tenant()
    console.click("Grant consent")
    console.fill(clientId="Contoso Mobile", resourceId="Orders API", scope="Orders.Archive")
    assert "consent was recorded" in console.done
    issued = sign_in(
        fresh_server, fresh_session, "alex@contoso.com", "Understudy!1", scope="openid api://orders/Orders.Archive")
    assert "Orders.Archive" in claims(issued["access_token"])["scp"]
    console.click("Revoke the consent for Contoso Mobile")
    assert "consent was revoked" in console.done
    console.application("aaaaaaaa-0000-4000-8000-000000000005")
    console.click("Delete Orders.Archive")
    assert "scope was deleted" in console.done
    fresh_session.cookies.clear()
    with pytest.raises(AssertionError, match="AADSTS650053"):
        sign_in(
            fresh_server, fresh_session, "alex@contoso.com", "Understudy!1", scope="openid api://orders/Orders.Archive")


def test_app_roles_and_groups(fresh_server, fresh_session, browser, console):
    console.click("New group")
    console.fill(displayName="Approvers")
    assert "group was created" in console.done
    console.click("Add member")
    console.fill(member="alex@contoso.com")
    assert "alex@contoso.com" in text_of(browser, "table")
    console.application(MOBILE.id)
    console.click("Add app role")
    console.fill(value="Approve", displayName="Approver", description="Approves", allowedMemberTypes=True)
    assert "app role was added" in console.done
    console.click("Assign an app role")
    console.fill(role="Approver", principal="Approvers")
    assert "app role was assigned" in console.done
    issued = sign_in(fresh_server, fresh_session, "alex@contoso.com", "Understudy!1")
    assert claims(issued["id_token"])["roles"] == ["Approve"]


def test_a_policy_takes_effect(fresh_server, fresh_session, browser, console, screenshots):
    console.click("New policy")
    screenshot(browser, screenshots, "console-directory-new-policy")
    console.fill(**{"policy-json": "{"})
    assert "not a JSON object" in text_of(browser, ".wrong")
    console.tenant()
    console.click("New policy")
    console.submit()
    assert "policy was created" in console.done
    console.click("Enable Require a second factor")
    assert "state of the policy was changed" in console.done
    with pytest.raises(SignInError, match="proofUpMethod"):
        sign_in(fresh_server, fresh_session, "alex@contoso.com", "Understudy!1")
    console.click("Delete Require a second factor")
    console.submit()
    assert "policy was deleted" in console.done
    fresh_session.cookies.clear()
    sign_in(fresh_server, fresh_session, "alex@contoso.com", "Understudy!1")


def test_tenants_are_copied_reset_and_deleted(fresh_server, browser, console):
    console.click("Copy the tenant")
    console.fill(displayName="Contoso Copy")
    copy = console.query["tenant"]
    assert text_of(browser, "h1") == "Contoso Copy"
    request = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "api://orders/.default"}
    assert token(fresh_server, tenant=copy, **request).status_code == 200
    console.click("Delete the tenant")
    console.submit()
    assert "tenant was deleted" in console.done
    assert token(fresh_server, tenant=copy, **request).status_code == 400

    console.tenant()
    console.click("New group")
    console.fill(displayName="Short lived")
    console.tenant()
    console.click("Reset the tenant")
    console.submit()
    assert "back at its configuration" in console.done
    assert "Short lived" not in browser.page_source


def test_a_user_flow_is_created_and_deleted(fresh_server, browser, console):
    console.tenant("adventureworks.onmicrosoft.com")
    console.click("New user flow")
    console.fill(**{"flow-json": '{"id": "B2C_1_editor", "kind": "profileEdit"}'})
    assert "user flow was created" in console.done
    discovery = f"{fresh_server.http}/adventureworks.onmicrosoft.com/B2C_1_editor/v2.0/.well-known/openid-configuration"
    assert requests.get(discovery, timeout=10).status_code == 200
    console.click("Delete B2C_1_editor")
    console.submit()
    assert "user flow was deleted" in console.done
    assert requests.get(discovery, timeout=10).status_code != 200


def test_the_commands_of_empty_tables_work(fresh_server, browser, console):
    """What an empty page teaches is what a shell runs."""
    made = requests.post(f"{fresh_server.http}/_understudy/tenants", timeout=10).json()
    console.tenant(made["id"])
    commands = [block.text for block in browser.find_elements(By.CSS_SELECTOR, ".block pre")]
    assert len(commands) == 4, "applications, users, groups and policies"
    for command in commands:
        answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=30, check=True)
        assert '"id":' in answer.stdout, answer.stdout


def test_the_search_finds_one_of_many(fresh_server, browser, console):
    browser.find_element(By.CSS_SELECTOR, "#search").send_keys("ADELE")
    console.click("Search")
    names = [cell.text for cell in browser.find_elements(By.CSS_SELECTOR, '[aria-label="Users"] td:first-child')]
    assert names == ["Adele Vance"]


def test_the_export_starts_a_server(fresh_server, tmp_path):
    page = requests.get(f"{fresh_server.http}{DIRECTORY}/export", timeout=10)
    assert "tenants:" in page.text and DAEMON.secret not in page.text
    masked = requests.get(f"{fresh_server.http}{DIRECTORY}/export?download=1", timeout=10)
    assert masked.headers["Content-Disposition"].startswith("attachment") and DAEMON.secret not in masked.text
    export = requests.post(f"{fresh_server.http}{DIRECTORY}/export", data={"download": "1"}, timeout=10)
    assert DAEMON.secret in export.text
    file = tmp_path / "exported.yaml"
    file.write_text(export.text)
    with Server(tmp_path / "second", UNDERSTUDY_CONFIG=str(file)) as second:
        both = [requests.get(f"{server.http}/_understudy/directory", timeout=10).json() for server in (fresh_server, second)]
        assert both[0] == both[1]


def test_other_sites_cannot_submit_a_form(fresh_server):
    form = {"form": "delete-user", "tenant": "contoso.com", "user": "alex"}
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = requests.post(f"{fresh_server.http}{DIRECTORY}/edit", data=form, headers=headers, timeout=10)
        assert answer.status_code == 403


def test_forms_need_the_control_token(tmp_path):
    with Server(tmp_path, "--control-token", "secret") as server:
        form = {"form": "new-group", "tenant": "contoso.com", "displayName": "Testers"}
        url = f"{server.http}{DIRECTORY}/edit"
        assert requests.post(url, data=form, timeout=10).status_code == 401
        answer = requests.post(url, data=form, auth=("anyone", "secret"), timeout=10)
        assert answer.status_code == 200, answer.text
        assert "The group was created." in answer.text
        assert "$UNDERSTUDY_CONTROL_TOKEN" in answer.text and "secret" not in re.sub("<[^>]*>", "", answer.text).lower().replace("show secrets", "")


def test_a_certificate_is_added(console, tmp_path):
    console.application(WEB.id)
    console.click("Add certificate")
    console.fill(displayName="laptop", key=Certificate(tmp_path, "laptop").public)
    assert "certificate was added" in console.done
    console.click("Remove the certificate laptop")
    assert "certificate was removed" in console.done


PAGES = ["", "?tenant=contoso.com", "?" + urlencode({"tenant": "contoso.com", "app": MOBILE.id})]


@pytest.mark.parametrize("path", PAGES)
def test_no_id_and_no_name_breaks_in_the_middle(fresh_server, browser, screenshots, path):
    """Every code cell but a long address is on one line at 1280 px."""
    browser.set_window_size(1280, 900)
    browser.get(f"{fresh_server.http}{DIRECTORY}{path}")
    broken = browser.execute_script(
        "return [...document.querySelectorAll('td code')].filter(e => e.getClientRects().length > 1"
        " || e.offsetHeight > 30).map(e => e.textContent).filter(text => !text.includes('://'))")
    assert broken == []
    screenshot(browser, screenshots, f"console-directory-{PAGES.index(path)}")
