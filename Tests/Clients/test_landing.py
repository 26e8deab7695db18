"""A real browser at the root of the server: a page, an icon, and no error in the console or the journal."""

from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By

from support.chromium import new_browser, screenshot, wait_for


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    log = [entry["message"] for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    opened.quit()
    assert log == [], "a page loads something that is not there, or that its own policy blocks"


@pytest.mark.parametrize("path", ["/", "/error", "/error?code=50011", "/error?search=consent"])
def test_pages_for_developers_load_without_an_error(browser, fresh_server, screenshots, path):
    browser.get(fresh_server.https + path)
    assert wait_for(browser, "h1").text
    screenshot(browser, screenshots, "landing" + "".join(c if c.isalnum() else "-" for c in path))
    journal = fresh_server.get("/_understudy/requests").json()["requests"]
    paths = [urlsplit(entry["url"]).path for entry in journal]
    assert "/" not in paths and "/favicon.ico" not in paths


def test_the_landing_page_leads_to_the_console_and_to_the_users(browser, fresh_server):
    browser.get(fresh_server.https + "/")
    assert "alex@contoso.com" in wait_for(browser, "main").text
    browser.find_element(By.LINK_TEXT, "Console").click()
    assert wait_for(browser, "h1").text == "Request journal"


def test_the_catalog_is_searched(browser, fresh_server):
    browser.get(fresh_server.https + "/error")
    field = wait_for(browser, "#search")
    field.send_keys("device code expired")
    field.submit()
    assert "AADSTS70020" in wait_for(browser, "main ul").text
    browser.find_element(By.LINK_TEXT, "AADSTS70020").click()
    assert wait_for(browser, "h1").text == "AADSTS70020"
