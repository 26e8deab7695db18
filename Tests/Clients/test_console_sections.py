"""A real browser at the sections of the console that steer the server: stubs, clock, keys, outbox, trust and logs, and at the frame
of every page."""

import re
import subprocess

import pytest
import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.oauth import token
from support.seed import ALEX, DAEMON
from support.server import Server
from test_console import CONSOLE, PAGES, application_token, browser  # noqa: F401 (the fixture)

SECTIONS = ["console/logs", "console/keys", "console/trust", "console/scripts?clientId=a&endpoint=token&error=mfa", "console/clock?tenant=contoso.com"]
MAXIMUM_WEIGHT = 60 * 1024
"""The bytes of a page with its style sheet and its scripts, as sent."""


def sent_bytes(url):
    """The size of a response on the wire, and its text."""
    with requests.get(url, timeout=20, stream=True) as answer:
        assert answer.status_code == 200, url
        return len(answer.raw.read(decode_content=False)), requests.get(url, timeout=20).text


def expect_rejected_page(browser):  # noqa: F811
    """Removes the browser's remark about a page of status 4xx, which the fixture would report."""
    remarks = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert all("the server responded with a status of 4" in remark for remark in remarks), remarks


def test_every_page_is_light(fresh_server):
    for number in range(60):
        application_token(fresh_server, headers={"client-request-id": f"11111111-2222-4333-8444-{number:012}"})
    for path in PAGES + SECTIONS:
        weight, page = sent_bytes(fresh_server.http + CONSOLE + path)
        for part in re.findall(r'(?:src|rel="stylesheet" href)="([^"]+)"', page):
            weight += sent_bytes(fresh_server.http + part)[0]
        assert weight <= MAXIMUM_WEIGHT, f"{path}: {weight} bytes"


@pytest.mark.parametrize("path", SECTIONS)
def test_each_section_is_drawn_well(fresh_server, browser, screenshots, path):  # noqa: F811
    application_token(fresh_server)
    application_token(fresh_server, scope="api://nothing/.default")
    browser.get(fresh_server.http + CONSOLE + path)
    assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
    for details in browser.find_elements(By.CSS_SELECTOR, "details"):
        browser.execute_script("arguments[0].open = true", details)
    unnamed = browser.execute_script(
        "return [...document.querySelectorAll('input:not([type=hidden]), select, textarea')].filter(e => !e.labels.length).length")
    assert unnamed == 0
    screenshot(browser, screenshots, "console-section-" + path.split("/")[1].split("?")[0])


# MARK: The frame

def background(browser):
    return browser.execute_script("return getComputedStyle(document.body).backgroundColor")


def test_the_theme_is_chosen_and_kept(fresh_server, browser):  # noqa: F811
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
    browser.get(fresh_server.http + CONSOLE)
    light = background(browser)
    button = wait_for(browser, "button.theme")
    assert button.text.lower() == "theme: system"
    button.click()
    assert (button.text.lower(), background(browser)) == ("theme: light", light)
    button.click()
    dark = background(browser)
    assert button.text.lower() == "theme: dark" and dark != light
    browser.get(fresh_server.http + CONSOLE + "console/clock")
    assert background(browser) == dark, "the next page has the chosen theme"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    wait_for(browser, "button.theme").click()
    assert background(browser) == dark, "the system's theme again, which is dark now"


def test_the_phone_has_a_menu(fresh_server, browser):  # noqa: F811
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})
    browser.get(fresh_server.http + CONSOLE)
    links = browser.find_elements(By.CSS_SELECTOR, "nav a")
    assert not any(link.is_displayed() for link in links)
    wait_for(browser, "button.menu").click()
    WebDriverWait(browser, 5).until(lambda _: all(link.is_displayed() for link in links))
    boxes = [link.rect for link in links]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 44 for box in boxes)
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not links[0].is_displayed()
    wait_for(browser, "button.menu").click()
    browser.find_element(By.LINK_TEXT, "Trust").click()
    assert text_of(browser, "h1") == "Trust"
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert browser.find_element(By.LINK_TEXT, "Keys").is_displayed(), "a wide screen always shows the navigation"


# MARK: Clock

def now(server, tenant=None):
    query = {"tenant": tenant} if tenant else None
    return requests.get(server.http + "/_understudy/clock", params=query, timeout=10).json()["now"][:10]


def test_one_click_moves_a_clock(fresh_server, browser):  # noqa: F811
    browser.get(fresh_server.http + CONSOLE + "console/clock")
    Select(wait_for(browser, "#field-tenant")).select_by_visible_text("Contoso")
    before = now(fresh_server)
    browser.find_element(By.XPATH, "//button[text()='+1 day']").click()
    assert wait_for(browser, "#field-tenant").get_attribute("value") == "11111111-1111-4111-8111-111111111111", "kept"
    assert now(fresh_server) == before
    assert now(fresh_server, "contoso.com") != before
    browser.find_element(By.XPATH, "//button[text()='Back to now']").click()
    wait_for(browser, "#field-tenant")
    assert now(fresh_server, "contoso.com") == before


def test_the_clock_moves_to_the_expiry_of_the_newest_token(fresh_server, browser):  # noqa: F811
    browser.get(fresh_server.http + CONSOLE + "console/clock")
    browser.find_element(By.XPATH, "//button[contains(text(), 'expiry')]").click()
    assert "no access token" in text_of(browser, ".problem")
    expect_rejected_page(browser)
    access = application_token(fresh_server).json()["access_token"]
    active = requests.post(fresh_server.http + "/_understudy/tokens/inspect", json={"token": access}, timeout=10).json()
    browser.get(fresh_server.http + CONSOLE + "console/clock")
    assert "issued to Contoso Daemon" in browser.find_element(By.TAG_NAME, "main").text
    browser.find_element(By.XPATH, "//button[contains(text(), 'expiry')]").click()
    wait_for(browser, "#field-tenant")
    expired = requests.post(fresh_server.http + "/_understudy/tokens/inspect", json={"token": access}, timeout=10).json()
    assert active != expired, "the token is expired now"


def test_a_wrong_duration_is_kept_and_explained(fresh_server, browser):  # noqa: F811
    browser.get(fresh_server.http + CONSOLE + "console/clock")
    field = wait_for(browser, "#field-value")
    field.send_keys("2 hours", Keys.ENTER)
    problem = text_of(browser, "#problem-value")
    assert problem == 'Must be a duration such as "PT2H" or "-PT30S".', "no JSON pointer"
    field = wait_for(browser, "#field-value")
    assert field.get_attribute("value") == "2 hours"
    assert field.get_attribute("aria-describedby") == "problem-value"
    expect_rejected_page(browser)


# MARK: Keys

def key_ids(server):
    return {key["kid"] for key in server.get("/common/discovery/v2.0/keys").json()["keys"]}


def test_keys_are_rotated_and_removed(fresh_server, browser):  # noqa: F811
    before = key_ids(fresh_server)
    browser.get(fresh_server.http + CONSOLE + "console/keys")
    assert all(kid in browser.page_source for kid in before)
    for link in browser.find_elements(By.CSS_SELECTOR, ".key-sets a"):
        assert requests.get(link.get_attribute("href"), timeout=10).json()["keys"]
    refused = requests.post(fresh_server.http + CONSOLE + "console/keys", data={"for": "workforce"}, timeout=10)
    assert refused.status_code == 400 and key_ids(fresh_server) == before, "a rotation must be confirmed"
    wait_for(browser, "#field-confirm").click()
    wait_for(browser, "#field-grace").send_keys("PT1H")
    browser.find_element(By.XPATH, "//button[text()='Rotate']").click()
    WebDriverWait(browser, 20).until(lambda _: "published until" in browser.page_source)
    after = key_ids(fresh_server)
    assert len(after - before) == 1 and before < after
    browser.find_element(By.XPATH, "//button[text()='Remove']").click()
    WebDriverWait(browser, 20).until(lambda _: len(key_ids(fresh_server)) == len(before))
    assert after - before < key_ids(fresh_server), "the key that signs stays"


# MARK: Outbox

def send_code(server, user):
    """Asks for a code by native authentication: the first requests of a sign-up."""
    root = f"{server.http}/woodgrove.onmicrosoft.com"
    form = {"client_id": "cccccccc-0000-4000-8000-000000000001", "challenge_type": "oob password redirect"}
    started = requests.post(f"{root}/signup/v1.0/start", data=form | {"username": user}, timeout=10).json()
    challenge = form | {"continuation_token": started["continuation_token"]}
    assert requests.post(f"{root}/signup/v1.0/challenge", data=challenge, timeout=10).status_code == 200
    return requests.get(server.http + "/_understudy/outbox", params={"to": user}, timeout=10).json()["messages"][0]["code"]


def test_a_code_appears_and_is_copied(fresh_server, browser, screenshots):  # noqa: F811
    browser.execute_cdp_cmd("Browser.grantPermissions", {
        "origin": fresh_server.http, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    browser.get(fresh_server.http + CONSOLE + "console/outbox")
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, "#live-status") == "Live")
    example = text_of(browser, ".teaching pre")
    code = send_code(fresh_server, "new@customer.example")
    WebDriverWait(browser, 10).until(lambda _: code in text_of(browser, "#live"))
    newest = send_code(fresh_server, "other@customer.example")
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, ".one-time-code") == newest)
    wait_for(browser, "#live .copy").click()
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, "#live .copy") == "Copied")
    assert browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == newest
    screenshot(browser, screenshots, "console-section-outbox")
    wait_for(browser, "#field-to").send_keys("NEW@", Keys.ENTER)
    WebDriverWait(browser, 10).until(lambda _: newest not in text_of(browser, "#live"))
    assert code in text_of(browser, "#live")

    subprocess.run(["sh", "-c", example.replace("new@", "third@")], capture_output=True, timeout=60, check=True)
    assert requests.get(fresh_server.http + "/_understudy/outbox", params={"to": "third@customer.example"}, timeout=10).json()["messages"], "the example works"


# MARK: Trust

def test_the_fingerprint_is_that_of_the_certificate(fresh_server, browser):  # noqa: F811
    browser.get(fresh_server.http + CONSOLE + "console/trust")
    answer = subprocess.run(
        ["openssl", "x509", "-in", fresh_server.ca, "-noout", "-fingerprint", "-sha256"], capture_output=True, text=True, check=True)
    assert answer.stdout.strip().split("=")[1] in browser.find_element(By.TAG_NAME, "main").text
    assert "--host 0.0.0.0" in text_of(browser, "#loopback"), "a server on loopback says why a phone cannot reach it"
    assert not browser.find_elements(By.CSS_SELECTOR, ".qr")
    for link in browser.find_elements(By.CSS_SELECTOR, ".download"):
        assert requests.get(link.get_attribute("href"), timeout=10).status_code == 200


def test_a_phone_gets_a_code_with_a_reachable_address(tmp_path):
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        page = server.get("/_understudy/console/trust").text
        addresses = re.findall(r'data-text="(http://[^"]+)/_understudy/ca.mobileconfig"', page)
        if not addresses:
            pytest.skip("this machine has no address but loopback")
        assert requests.get(addresses[0] + "/_understudy/ca.mobileconfig", timeout=10).status_code == 200
        assert "127.0.0.1" not in addresses[0] and "localhost" not in addresses[0]


# MARK: Logs

def test_a_log_line_appears(fresh_server, browser):  # noqa: F811
    browser.get(fresh_server.http + CONSOLE + "console/logs")
    application_token(fresh_server, scope="api://nothing/.default")
    WebDriverWait(browser, 15).until(lambda _: "AADSTS500011" in text_of(browser, "#live"))
    assert DAEMON.secret not in browser.page_source
    Select(wait_for(browser, "#field-level")).select_by_value("error")
    browser.find_element(By.XPATH, "//button[text()='Filter']").click()
    WebDriverWait(browser, 10).until(lambda _: "No line matches" in text_of(browser, "#live"))


# MARK: Stubs

def test_a_stub_is_built_with_a_live_preview(fresh_server, browser, screenshots):  # noqa: F811
    application_token(fresh_server)
    browser.get(fresh_server.http + CONSOLE + "console/scripts")
    wait_for(browser, "#field-clientId").send_keys(DAEMON.id)
    WebDriverWait(browser, 10).until(lambda _: "1 would have matched" in text_of(browser, "#preview"))
    Select(wait_for(browser, "#field-endpoint")).select_by_value("authorize")
    WebDriverWait(browser, 10).until(lambda _: "endpoint is token, not authorize" in text_of(browser, "#preview"))
    Select(wait_for(browser, "#field-endpoint")).select_by_value("token")
    wait_for(browser, "#field-error").send_keys("multi-factor")
    wait_for(browser, "button[name=pick][value=AADSTS50076]").click()
    WebDriverWait(browser, 10).until(lambda _: "The same with curl" in text_of(browser, "#preview"))
    command = [block.text for block in browser.find_elements(By.CSS_SELECTOR, "#preview pre")][1]
    screenshot(browser, screenshots, "console-section-builder")
    browser.find_element(By.XPATH, "//button[text()='Add stub']").click()
    wait_for(browser, "[id^=script-]")
    refused = application_token(fresh_server)
    assert refused.json()["error_codes"] == [50076]
    assert application_token(fresh_server).status_code == 200
    subprocess.run(["sh", "-c", command], capture_output=True, timeout=30, check=True)
    assert application_token(fresh_server).json()["error_codes"] == [50076], "the command adds the same stub"


def test_problems_of_a_stub_stand_at_their_fields(fresh_server, browser):  # noqa: F811
    browser.get(fresh_server.http + CONSOLE + "console/scripts")
    wait_for(browser, "#field-status").send_keys("700")
    browser.find_element(By.XPATH, "//button[text()='Add stub']").click()
    assert "200 to 599" in text_of(browser, "#problem-status")
    assert "match is empty" in text_of(browser, "#problem-match")
    assert wait_for(browser, "#field-status").get_attribute("value") == "700"
    expect_rejected_page(browser)
    assert fresh_server.get("/_understudy/responses").json()["total"] == 0


@pytest.mark.parametrize("fields", [
    {"fault": "reset"}, {"fault": "drip", "duration": "1"}, {"status": "503", "headers": "Retry-After: 3", "body": "busy"},
    {"fault": "wrongAudience", "token": "access_token"}, {"error": "interaction_required", "delay": "0.1"},
], ids=lambda fields: "-".join(fields))
def test_the_builder_needs_no_script(fresh_server, fields):
    form = {"do": "add", "endpoint": "token", "user": ALEX, "header": "X-Test: 7", "times": "always"} | fields
    added = requests.post(fresh_server.http + CONSOLE + "console/scripts/new", data=form, timeout=10, allow_redirects=False)
    assert added.status_code == 303
    stub, = fresh_server.get("/_understudy/responses").json()["responses"]
    assert added.headers["Location"].endswith(f"#script-{stub['id']}")
    assert stub["match"]["header"] == {"X-Test": "7"} and stub["times"] == "always"
    shown = requests.post(fresh_server.http + CONSOLE + "console/scripts/new", data=form | {"do": "preview"}, timeout=10)
    assert "The stub as JSON" in shown.text
    foreign = requests.post(
        fresh_server.http + CONSOLE + "console/scripts/new", data=form, headers={"Sec-Fetch-Site": "cross-site"}, timeout=10)
    assert foreign.status_code == 403


def test_a_fault_of_tls_matches_by_host(fresh_server):
    form = {"do": "add", "host": "login.example", "fault": "tls"}
    assert requests.post(
        fresh_server.http + CONSOLE + "console/scripts/new", data=form, timeout=10, allow_redirects=False).status_code == 303
