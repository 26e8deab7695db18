"""A released msal-browser (3.26.1) in a real browser: sign-in and sign-out by popup, against a server with its own configuration.

The PyPI package msal_streamlit_authentication ships msal-browser prebuilt; only its front end is used, and it talks to
the page around it by messages."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from selenium.common.exceptions import NoSuchWindowException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from support.chromium import new_browser, text_of, wait_for
from support.documents import at_ports, blocks
from support.loopback import Application
from support.proseware import PROSEWARE, RILEY, SPA_ID
from support.seed import PASSWORD

PACKAGE = Path(__file__).with_name("msal-browser-requirements.txt")
FRONT_END = "msal_streamlit_authentication/frontend/dist"
HOST = b"""<!doctype html><meta charset=utf-8><title>Single page application</title>
<iframe id=client src="/msal/index.html" width=400 height=200></iframe>
<script>
const values = [];
let args = null, ready = null, rendered = false;
function render() {
    if (!args || !ready || rendered) return;
    rendered = true;
    ready.postMessage({type: "streamlit:render", args, dfs: [], disabled: false}, "*");
}
window.start = given => { args = given; render(); };
window.results = () => values.filter(value => value);
addEventListener("message", event => {
    if (!event.data.isStreamlitMessage) return;
    if (event.data.type === "streamlit:componentReady") { ready = event.source; render(); }
    if (event.data.type === "streamlit:setComponentValue") values.push(event.data.value);
});
</script>"""


@pytest.fixture(scope="module")
def front_end(tmp_path_factory):
    """The package's front end, unpacked in a temporary folder."""
    folder = tmp_path_factory.mktemp("msal-browser")
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--dest", str(folder), "--requirement", str(PACKAGE)], check=True)
    wheel, = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder / FRONT_END


@pytest.fixture
def page(front_end):
    blank = b"<!doctype html><title>blank</title>"
    with Application({"/msal/": front_end, "/blank.html": blank, "/host.html": HOST}) as running:
        yield running


@pytest.fixture(params=["as the page says", "as login.microsoftonline.com"])
def setting(request, configured_server, tmp_path):
    """The browser, and msal's settings: those that docs/clients/msal-js.md tells to write, and none but the tenant."""
    auth, switches = None, []
    if request.param == "as login.microsoftonline.com":
        auth = {"authority": f"https://login.microsoftonline.com/{PROSEWARE}"}
        switches = [f"--host-resolver-rules=MAP login.microsoftonline.com 127.0.0.1:{configured_server.https_port}"]
    browser = new_browser(tmp_path / "home", configured_server.ca, *switches)
    yield browser, auth or documented_settings(browser, configured_server)
    browser.quit()


def documented_settings(browser, server):
    """`auth` of the configuration on the page, for the tenant of this server."""
    block = next(block for block in blocks("docs/clients/msal-js.md") if "configuration" in block.text)
    script = at_ports(block.text, server).replace("/contoso.com", f"/{PROSEWARE}")
    return browser.execute_script(f"{script} return configuration.auth;")


def test_signs_in_and_out_by_popup(page, setting):
    browser, auth = setting
    browser.get(page.origin + "/host.html")
    browser.execute_script("start(arguments[0])", {
        "auth": auth | {"clientId": SPA_ID, "redirectUri": page.origin + "/blank.html"},
        "cache": {"cacheLocation": "sessionStorage"}, "login_request": {"scopes": ["User.Read"]},
        "logout_request": {}, "login_button_text": "Login", "logout_button_text": "Logout", "html_id": "button",
        "class_name": "button"})
    main = browser.current_window_handle
    browser.switch_to.frame("client")
    wait_for(browser, "#button").click()

    WebDriverWait(browser, 20).until(lambda b: len(b.window_handles) == 2)
    browser.switch_to.window(next(handle for handle in browser.window_handles if handle != main))
    wait_for(browser, "#i0116").send_keys(RILEY + "\n")
    wait_for(browser, "#i0118").send_keys(PASSWORD + "\n")
    wait_for(browser, "#KmsiCheckboxField")
    wait_for(browser, "#idSIButton9").click()
    consent = WebDriverWait(browser, 15, ignored_exceptions=[NoSuchWindowException]).until(
        lambda b: len(b.window_handles) == 1 or b.find_elements(By.CSS_SELECTOR, "[name=ucaccept]"))
    if consent is not True:
        consent[0].click()
    WebDriverWait(browser, 20).until(lambda b: len(b.window_handles) == 1)

    browser.switch_to.window(main)
    results = WebDriverWait(browser, 20).until(
        lambda b: b.execute_script("return results()"), f"no result; the console says {browser.get_log('browser')}")
    result = results[-1]
    claims = result["idTokenClaims"]
    assert claims["preferred_username"] == RILEY
    assert result["account"]["homeAccountId"] == f"{claims['oid']}.{PROSEWARE}"
    assert "User.Read" in result["scopes"]
    assert result["accessToken"]
    browser.switch_to.frame("client")
    WebDriverWait(browser, 10).until(lambda b: text_of(b, "#button") == "Logout")

    # The sign-out popup asks for the account, and closes by itself when it comes back to the application.
    wait_for(browser, "#button").click()
    WebDriverWait(browser, 20).until(lambda b: len(b.window_handles) == 2)
    browser.switch_to.window(next(handle for handle in browser.window_handles if handle != main))
    wait_for(browser, f"[data-test-id='{RILEY}']").click()
    browser.switch_to.window(main)
    browser.switch_to.frame("client")
    WebDriverWait(browser, 20).until(lambda b: text_of(b, "#button") == "Login")
    WebDriverWait(browser, 20).until(lambda b: len(b.window_handles) == 1)
    # The session has ended, so the next sign-in asks for a name again.
    wait_for(browser, "#button").click()
    WebDriverWait(browser, 20).until(lambda b: len(b.window_handles) == 2)
    browser.switch_to.window(next(handle for handle in browser.window_handles if handle != main))
    wait_for(browser, "#i0116")
