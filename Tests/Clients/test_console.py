"""A real browser at the web console: it follows what happens, works by keyboard, and gives commands that work. Screenshots,
light and dark, phone and desktop, go to the folder `UNDERSTUDY_SCREENSHOTS` if set."""

import subprocess

import pytest
import requests
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.oauth import authorize_url, one_shot, redeem, token
from support.seed import ALEX, DAEMON, MOBILE, ORDERS_READ
from support.server import Server

CONSOLE = "/_understudy/"
PAGES = [
    "", "console/outbox", "console/directory", "console/directory?tenant=contoso.com",
    f"console/directory?tenant=contoso.com&app={MOBILE.id}", "console/msal", "console/msal?platform=javascript", "console/scripts", "console/clock",
    "console/sign-in", f"console/sign-in?app={MOBILE.id}", "console/sign-in/callback", "console/tokens",
    "console/redirect-uris?uri=myapp%3A%2F%2Fauth&bundleId=com.contoso.app1",
    "?q=nothing&user=alex", "console/migration?kind=error&value=AADSTS50076", f"console/migration?kind=app&value={MOBILE.id}"]


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    problems = [entry["message"] for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    opened.quit()
    assert problems == [], "the console's own policy blocks something, or its script fails"


def application_token(server, scope="api://orders/.default", **more):
    return token(
        server, grant_type="client_credentials", client_id=DAEMON.id, client_secret=DAEMON.secret, scope=scope, **more)


def user_flow(server, session):
    """A sign-in, its tokens, and the same code once more, which is refused."""
    app = MOBILE
    url = authorize_url(server, app, scope=f"openid offline_access {ORDERS_READ}")
    code = one_shot(session, url, ALEX).code
    assert redeem(server, app, code).status_code == 200
    assert redeem(server, app, code).status_code == 400


def flows(browser):
    return browser.find_elements(By.CSS_SELECTOR, ".flow")


def test_a_flow_appears_while_one_looks(fresh_server, fresh_session, browser, screenshots):
    browser.get(fresh_server.http + CONSOLE)
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, "#live-status") == "Live")
    assert flows(browser) == []
    assert application_token(fresh_server).status_code == 200
    WebDriverWait(browser, 10).until(lambda _: len(flows(browser)) == 1)
    assert "Contoso Daemon" in flows(browser)[0].text

    user_flow(fresh_server, fresh_session)
    WebDriverWait(browser, 10).until(lambda _: "AADSTS54005" in text_of(browser, "#live"))
    assert len(flows(browser)) == 2, "the latest first, each once"
    screenshot(browser, screenshots, "console-flows")

    flows(browser)[0].click()
    assert text_of(browser, "h1") == "Contoso Mobile · alex@contoso.com"
    assert [lane.text for lane in browser.find_elements(By.CSS_SELECTOR, ".lanes span")] == [
        "User", "App", "authorize", "token"]
    assert "Redeem each code once" in text_of(browser, ".notice.bad")
    screenshot(browser, screenshots, "console-flow")


def test_an_open_flow_grows_and_keeps_what_is_open(fresh_server, browser):
    ident = {"client-request-id": "11111111-2222-4333-8444-555555555555"}
    application_token(fresh_server, headers=ident)
    browser.get(fresh_server.http + CONSOLE + "console/flow?id=1")
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, "#live-status") == "Live")
    wait_for(browser, "#request-1 > summary").click()
    assert not browser.find_element(By.ID, "request-1").get_attribute("open"), "the reader closed it"
    application_token(fresh_server, scope="api://nothing/.default", headers=ident)
    wait_for(browser, "#request-2 > summary")
    assert not browser.find_element(By.ID, "request-1").get_attribute("open")
    assert browser.find_element(By.ID, "request-2").get_attribute("open"), "a refusal stands open"


def test_the_copied_command_works(fresh_server, browser):
    """What the button copies is a command that a shell runs, and that gets another token."""
    application_token(fresh_server)
    browser.execute_cdp_cmd("Browser.grantPermissions", {
        "origin": fresh_server.http, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    browser.get(fresh_server.http + CONSOLE + "console/flow?id=1")
    wait_for(browser, "#request-1-curl summary").click()
    assert DAEMON.secret not in browser.page_source
    wait_for(browser, "#request-1-curl form button").click()
    wait_for(browser, ".copy").click()
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, ".copy") == "Copied")
    command = browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert command.startswith("curl ")
    answer = subprocess.run(["sh", "-c", command + " -s"], capture_output=True, text=True, timeout=30, check=True)
    assert '"access_token":' in answer.stdout


def test_the_keyboard_is_enough(fresh_server, browser):
    application_token(fresh_server)
    browser.get(fresh_server.http + CONSOLE)
    wait_for(browser, ".flow")

    def press(*keys):
        ActionChains(browser).send_keys(*keys).perform()
        return browser.switch_to.active_element

    assert press(Keys.TAB).text == "Skip to content"
    press(Keys.ENTER)
    seen = []
    for _ in range(12):
        focused = press(Keys.TAB)
        seen.append(focused.get_attribute("class") or focused.text)
        if seen[-1] == "flow":
            break
    assert seen[-1] == "flow", f"reached {seen}"
    outline = browser.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "one sees where one is"
    press(Keys.ENTER)
    assert text_of(browser, "h1") == "Contoso Daemon"
    wait_for(browser, "#request-1 > summary").send_keys(Keys.ENTER)
    assert not browser.find_element(By.ID, "request-1").get_attribute("open")


def test_a_focused_flow_keeps_the_focus(fresh_server, browser):
    application_token(fresh_server)
    browser.get(fresh_server.http + CONSOLE)
    browser.execute_script("document.querySelector('.flow').focus()")
    application_token(fresh_server)
    WebDriverWait(browser, 10).until(lambda _: len(flows(browser)) == 2)
    assert browser.switch_to.active_element.get_attribute("id") == "flow-1"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_drawn_well(fresh_server, browser, screenshots, path):
    """No page is wider than its screen, each has one heading, and every field has a label."""
    browser.get(fresh_server.http + CONSOLE + path)
    assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
    unnamed = browser.execute_script(
        "return [...document.querySelectorAll('input:not([type=hidden]), select')].filter(e => !e.labels.length).length")
    assert unnamed == 0
    name = "console-" + ("".join(c if c.isalnum() else "-" for c in path.split("/")[-1])[:40] or "start")
    screenshot(browser, screenshots, name)


@pytest.mark.parametrize("path", [
    "console/directory", "console/directory?tenant=contoso.com", f"console/migration?kind=app&value={MOBILE.id}", "console/compare?a=1&b=2"])
def test_tables_fit_a_small_laptop(fresh_server, browser, path):
    """A column beyond the edge of the page, with the last words about a row, is not found by people."""
    application_token(fresh_server)
    application_token(fresh_server, scope="api://nothing/.default")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    browser.get(fresh_server.http + CONSOLE + path)
    tables = browser.execute_script(
        "return [...document.querySelectorAll('.table')].map(e => [e.getAttribute('aria-label'), e.scrollWidth - e.clientWidth])")
    assert tables and all(hidden <= 0 for _, hidden in tables), tables


def test_dark_is_another_colour(fresh_server, browser):
    browser.get(fresh_server.http + CONSOLE)
    colours = set()
    for scheme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        colours.add(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2


def test_forms_work_without_the_script(fresh_server):
    """Every page is whole when it comes from the server."""
    answer = requests.get(
        fresh_server.http + CONSOLE + "console/redirect-uris",
        params={"uri": "myapp://auth", "bundleId": "com.contoso.app1"}, timeout=10)
    assert "msauth.com.contoso.app1://auth" in answer.text
    assert 'class="copy" hidden=""' in answer.text, "a button that needs the script is not shown without it"


def test_the_browser_asks_for_the_control_token(tmp_path):
    with Server(tmp_path, "--control-token", "secret") as server:
        refused = requests.get(server.http + CONSOLE, timeout=10)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"].startswith("Basic ")
        opened = new_browser(tmp_path / "home", server.ca)
        try:
            opened.get(server.http.replace("//", "//anyone:secret@") + CONSOLE)
            WebDriverWait(opened, 10).until(lambda _: text_of(opened, "#live-status") == "Live")
            application_token(server)
            WebDriverWait(opened, 10).until(lambda _: len(flows(opened)) == 1)
        finally:
            opened.quit()
