"""Sign-out in a real browser: the applications are told in frames, and the browser goes back without a script."""

from urllib.parse import urlencode

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.loopback import Application
from support.oauth import login_hint_claim
from support.server import Server

TENANT = "77777777-7777-4777-8777-777777777777"
CLIENT = "bbbbbbbb-0000-4000-8000-000000000001"
CONFIGURATION = """
tenants:
  - id: {tenant}
    domains: [proseware.com]
    users:
      - {{ userPrincipalName: riley@proseware.com, displayName: Riley Johnson, password: secret }}
      - {{ userPrincipalName: sam@proseware.com, displayName: Sam Porter, password: secret }}
    applications:
      - appId: {client}
        displayName: Proseware Web
        web:
          redirectUris: ["http://localhost/signed-in", "http://localhost/signed-out"]
          implicitGrantSettings: {{ enableIdTokenIssuance: true }}
          logoutUrl: {origin}/told
    settings: {{ consent: automatic, staySignedInPage: false, logoutUrlScheme: httpOnLoopback }}
"""


@pytest.fixture
def application():
    with Application() as running:
        yield running


@pytest.fixture
def server(application, tmp_path):
    configuration = tmp_path / "directory.yaml"
    configuration.write_text(CONFIGURATION.format(tenant=TENANT, client=CLIENT, origin=application.origin))
    with Server(tmp_path, UNDERSTUDY_CONFIG=str(configuration)) as running:
        yield running


@pytest.fixture
def browser(server, tmp_path):
    opened = new_browser(tmp_path / "home", server.ca)
    yield opened
    opened.quit()


def sign_in(browser, server, application, user):
    """A hybrid sign-in; what the application gets."""
    browser.get(f"{server.https}/{TENANT}/oauth2/v2.0/authorize?" + urlencode({
        "client_id": CLIENT, "response_type": "code id_token", "response_mode": "form_post", "scope": "openid profile",
        "redirect_uri": application.origin + "/signed-in", "nonce": "n", "login_hint": user, "prompt": "login"}))
    wait_for(browser, "#i0118").send_keys("secret\n")
    method, path, parameters = application.answer()
    assert (method, path) == ("POST", "/signed-in")
    return parameters


def logout_url(server, user=None, **parameters):
    """The address of a sign-out. With `user`, no page asks for the account."""
    if user:
        parameters["logout_hint"] = login_hint_claim(user)
    return f"{server.https}/{TENANT}/oauth2/v2.0/logout?{urlencode(parameters)}"


def test_tells_the_application_and_goes_back(browser, server, application):
    signed_in = sign_in(browser, server, application, "riley@proseware.com")
    browser.get(logout_url(
        server, "riley@proseware.com", post_logout_redirect_uri=application.origin + "/signed-out", state="a b"))
    method, path, told = application.answer()
    assert (method, path.split("?")[0]) == ("GET", "/told")
    assert told == {"sid": signed_in["session_state"], "iss": f"{server.https}/{TENANT}/v2.0"}
    method, path, back = application.answer()
    assert (method, path.split("?")[0], back) == ("GET", "/signed-out", {"state": "a b"})
    WebDriverWait(browser, 10).until(lambda b: b.current_url.startswith(application.origin + "/signed-out"))
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


def test_asks_which_account_and_says_when_it_is_done(browser, server, application, tmp_path):
    for user in ("riley@proseware.com", "sam@proseware.com"):
        sign_in(browser, server, application, user)
    browser.get(logout_url(server))
    assert text_of(browser, "h1") == "Pick an account"
    screenshot(browser, tmp_path, "sign-out-picker")
    wait_for(browser, "[data-test-id='sam@proseware.com']").click()
    assert "signed out" in text_of(browser, "#SignOutStatusMessage")
    screenshot(browser, tmp_path, "signed-out")
    assert application.answer()[1].startswith("/told?")
    # One account is left, and the page asks all the same.
    browser.get(logout_url(server))
    assert text_of(browser, "h1") == "Pick an account"
    wait_for(browser, "[data-test-id='riley@proseware.com']").click()
    assert text_of(browser, "#displayName") == "riley@proseware.com"


def test_a_page_is_told_when_its_session_ends(browser, server, application):
    state = sign_in(browser, server, application, "riley@proseware.com")["session_state"]
    # In a window of its own, as browsers withhold cookies from frames of other sites.
    browser.get(application.origin + "/signed-in")
    main = browser.current_window_handle
    browser.execute_script("window.session = open(arguments[0])", f"{server.https}/{TENANT}/oauth2/checksession")
    browser.switch_to.window(next(window for window in browser.window_handles if window != main))
    WebDriverWait(browser, 10).until(lambda b: b.execute_script(
        "return location.href !== 'about:blank' && document.readyState === 'complete'"))
    browser.switch_to.window(main)

    def ask(message):
        return browser.execute_async_script(
            "const [message, done] = arguments;"
            "addEventListener('message', event => done(event.data), {once: true});"
            "session.postMessage(message, '*')", message)

    assert ask(f"{CLIENT} {state}") == "unchanged"
    assert ask("nonsense") == "error"
    browser.switch_to.new_window("tab")
    browser.get(logout_url(server, "riley@proseware.com"))
    text_of(browser, "#SignOutStatusMessage")
    browser.switch_to.window(main)
    assert ask(f"{CLIENT} {state}") == "changed"
