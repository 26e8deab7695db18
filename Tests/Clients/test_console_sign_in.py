"""The console's page "Try a sign-in": a real browser goes through the sign-in pages, and the console shows the tokens."""

from urllib.parse import parse_qsl, urlsplit

import pytest
import requests
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.oauth import authorize_url
from support.page import Page
from support.patience import eventually
from support.seed import ALEX, CONTOSO, MOBILE, PASSWORD, SPA, WEB

PAGE = "/_understudy/console/sign-in"
CALLBACK = f"{PAGE}/callback"
B2C = "dddddddd-0000-4000-8000-000000000001"
CIAM = "cccccccc-0000-4000-8000-000000000001"


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    problems = [
        entry["message"] for entry in opened.get_log("browser")
        if entry["level"] == "SEVERE" and "/_understudy/" in entry["message"]]
    opened.quit()
    assert problems == [], "the console's own policy blocks something, or its script fails"


def choose(browser, name, value):
    """Chooses an option, or replaces a text."""
    browser.execute_script("arguments[0].value = arguments[1]", wait_for(browser, f"#field-{name}"), value)


def finish(browser, user, heading="Sign-in to "):
    """Goes through the sign-in pages until the console shows a page with this heading, and returns the heading."""
    fields = {"loginfmt": user, "passwd": PASSWORD, "signInName": user, "email": user, "password": PASSWORD}
    shown = []

    def is_there():
        try:
            shown[:] = [browser.find_element(By.TAG_NAME, "h1").text]
            if shown[0].startswith(heading):
                return True
            for name, value in fields.items():
                for field in browser.find_elements(By.NAME, name):
                    if field.is_displayed() and not field.get_attribute("value"):
                        field.send_keys(value)
            buttons = browser.find_elements(By.CSS_SELECTOR, "#idSIButton9, #next")
            if buttons and PAGE not in browser.current_url:
                buttons[0].click()
        except WebDriverException:
            pass
        return False

    eventually(is_there, 40, 0.2, lambda: f"{browser.current_url}\n{browser.page_source[:4000]}")
    return shown[0]


def start(browser, server, app, https=False, **choices):
    browser.get(f"{server.https if https else server.http}{PAGE}?app={app}")
    for name, value in choices.items():
        choose(browser, name, value)
    wait_for(browser, "#sign-in").click()


def claims(browser, title):
    """The claims in the card with this title: names, values and explanations."""
    for card in browser.find_elements(By.CSS_SELECTOR, ".token"):
        if card.find_element(By.TAG_NAME, "h3").text.startswith(title):
            rows = card.find_elements(By.CSS_SELECTOR, ".claims tbody tr")
            return {row.find_elements(By.TAG_NAME, "td")[0].text: row.find_elements(By.TAG_NAME, "td")[2].text for row in rows}
    raise AssertionError(f"no card {title}:\n{browser.page_source[:4000]}")


def press(browser, form):
    wait_for(browser, f"#{form} button").click()
    wait_for(browser, "h1")


def test_public_client_with_pkce_refreshes_and_signs_out(fresh_server, browser, screenshots):
    browser.get(f"{fresh_server.http}{PAGE}?app={MOBILE.id}")
    screenshot(browser, screenshots, "console-sign-in")
    start(browser, fresh_server, MOBILE.id, redirect_uri="http://localhost", login_hint=ALEX)
    assert finish(browser, ALEX) == "Sign-in to Contoso Mobile"
    assert urlsplit(browser.current_url).query == "", "no address leads to the tokens"
    explained = claims(browser, "ID token")
    assert "nonce parameter of the authorization request" in explained["nonce"]
    assert all("Set by" in text for text in explained.values()), explained
    assert "code_verifier" in browser.page_source
    screenshot(browser, screenshots, "console-sign-in-result")

    press(browser, "refresh")
    assert "Refresh: status 200" in browser.page_source
    press(browser, "userinfo")
    assert "UserInfo: status 200" in browser.page_source
    press(browser, "graph")
    assert "Microsoft Graph /me: status 200" in browser.page_source
    assert "alex@contoso.com" in browser.page_source

    press(browser, "sign-out")
    wait_for(browser, "[data-test-id]").click()
    eventually(lambda: PAGE in browser.current_url, 20)
    assert text_of(browser, "h1") == "Signed out"
    assert urlsplit(browser.current_url).path == CALLBACK


@pytest.mark.parametrize("mode", ["query", "fragment", "form_post"])
def test_web_client_with_secret(fresh_server, browser, mode):
    start(browser, fresh_server, WEB.id, response_mode=mode)
    assert finish(browser, ALEX) == "Sign-in to Contoso Web"
    assert "client_secret" in browser.page_source
    assert claims(browser, "ID token")["aud"]
    assert "#" not in browser.current_url


@pytest.mark.parametrize("mode", ["", "fragment"])
def test_single_page_application(fresh_server, browser, mode):
    start(browser, fresh_server, SPA.id, https=True, response_mode=mode)
    assert finish(browser, ALEX) == "Sign-in to Contoso SPA"
    assert claims(browser, "Access token")["scp"]
    press(browser, "refresh")
    assert "Refresh: status 200" in browser.page_source


def test_implicit_id_token(fresh_server, browser):
    start(browser, fresh_server, WEB.id, response_type="id_token")
    assert finish(browser, ALEX) == "Sign-in to Contoso Web"
    assert claims(browser, "ID token")["nonce"]


def test_user_flow_of_b2c(fresh_server, browser):
    start(browser, fresh_server, B2C, redirect_uri="http://localhost")
    assert finish(browser, "sam@adventureworks.example") == "Sign-in to Adventure Works App"
    assert claims(browser, "ID token")


def test_external_tenant(fresh_server, browser):
    start(browser, fresh_server, CIAM)
    assert finish(browser, "casey@woodgrove.example") == "Sign-in to Woodgrove App"
    assert claims(browser, "ID token")["tid"]


def test_an_error_is_explained_with_its_flow(fresh_server, browser, screenshots):
    start(browser, fresh_server, MOBILE.id, redirect_uri="http://localhost", prompt="none")
    assert text_of(browser, "h1") == "Authorization response"
    assert "AADSTS50058" in text_of(browser, ".notice.bad")
    assert "How to fix" in text_of(browser, ".notice.bad")
    screenshot(browser, screenshots, "console-sign-in-error")
    wait_for(browser, ".notice.bad a").click()
    assert "Contoso Mobile" in text_of(browser, "h1")


def started(server, app=MOBILE.id, **more):
    """The authorization request that the console starts, and the form that started it."""
    page = Page(requests.get(f"{server.http}{PAGE}?app={app}", timeout=10).text, server.http + PAGE)
    form = next(form for form in page.forms if form.method == "post")
    chosen = {
        "authority": CONTOSO, "response_type": "code", "redirect_uri": "http://localhost", "scope": "openid", "pkce": "S256"}
    fields = [("app", form.control(name="app").value), *(chosen | more).items()]
    response = requests.post(form.action, data=fields, allow_redirects=False, timeout=10)
    return response


def signed_in(server, url):
    form = {"loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"}
    return requests.post(server.http + url, data=form, allow_redirects=False, timeout=10)


def test_response_goes_to_the_console_only_for_its_own_request(fresh_server):
    """The console's address is no redirect URI, and a `state` that was changed or belongs to another request has no effect."""
    url = started(fresh_server).headers["Location"]
    assert urlsplit(signed_in(fresh_server, url).headers["Location"]).path == CALLBACK

    own = fresh_server.http + CALLBACK
    for state in ("s1", dict(parse_qsl(urlsplit(url).query))["state"]):
        wrong = authorize_url(fresh_server, MOBILE, redirect_uri=own, scope="openid", state=state)
        assert "AADSTS50011" in requests.get(wrong, timeout=10, verify=fresh_server.ca).text

    query = dict(parse_qsl(urlsplit(url).query))
    for changes in (
            {"state": "x" * 300}, {"state": query["state"][:-4] + "AAAA"}, {"client_id": WEB.id, "redirect_uri": WEB.redirect_uri},
            {"redirect_uri": "http://localhost:4000"}):
        changed = requests.Request("GET", fresh_server.http, params=query | changes).prepare().url
        target = "/" + CONTOSO + "/oauth2/v2.0/authorize?" + urlsplit(changed).query
        location = signed_in(fresh_server, target).headers["Location"]
        assert CALLBACK not in location and location.startswith("http://localhost"), changes


def test_pending_sign_in_expires(fresh_server):
    url = started(fresh_server).headers["Location"]
    requests.put(f"{fresh_server.http}/_understudy/clock", json={"advance": "PT1H1M"}, timeout=10).raise_for_status()
    assert urlsplit(signed_in(fresh_server, url).headers["Location"]).path != CALLBACK


@pytest.mark.parametrize("change", [
    {"app": "nothing"}, {"authority": "../_understudy"}, {"parameters": "state=1"}, {"parameters": "a=%"},
    {"nonce": "n" * 4000}])
def test_an_invalid_form_is_shown_again(fresh_server, change):
    response = started(fresh_server, **change) if "app" not in change else requests.post(
        fresh_server.http + PAGE, data=change, allow_redirects=False, timeout=10)
    assert response.status_code == 400
    assert 'role="alert"' in response.text


def test_pages_of_other_sites_cannot_use_the_console(fresh_server):
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Origin": "https://evil.example"}
    for path in (PAGE, CALLBACK, f"{PAGE}/request"):
        assert requests.post(fresh_server.http + path, data={"state": "x"}, headers=foreign, timeout=10).status_code == 403


def test_an_unknown_response_is_rejected(fresh_server):
    for path in (CALLBACK, f"{PAGE}/request"):
        assert requests.post(fresh_server.http + path, data={"state": "x" * 200, "do": "refresh"}, timeout=10).status_code == 400
    assert requests.get(f"{fresh_server.http}{CALLBACK}?code=1&state=2", timeout=10).status_code == 400


def test_the_sign_in_works_without_the_script(fresh_server):
    """Each page has a form for what the script does."""
    location = signed_in(fresh_server, started(fresh_server).headers["Location"]).headers["Location"]
    shown = requests.get(location, timeout=10)
    assert "Redeem the code" in shown.text and "access_token" not in shown.text
    form = Page(shown.text, location).form
    result = requests.post(form.action, data=form.fields(), timeout=10)
    assert "Redeem the code: status 200" in result.text
    assert result.headers["Cache-Control"] == "no-store"
    again = requests.post(form.action, data=form.fields(), timeout=10)
    assert "AADSTS54005" in again.text, "a code works once"


def test_the_fragment_can_be_pasted(fresh_server):
    location = signed_in(fresh_server, started(fresh_server, response_mode="fragment").headers["Location"]).headers["Location"]
    parts = urlsplit(location)
    assert parts.path == CALLBACK and parts.query == ""
    shown = requests.get(fresh_server.http + CALLBACK, timeout=10)
    assert "<textarea" in shown.text
    result = requests.post(fresh_server.http + CALLBACK, data={"fragment": "#" + parts.fragment}, timeout=10)
    assert "Redeem the code: status 200" in result.text
