"""A real browser signs in by the element ids of the real pages. Screenshots of every page, light and dark, phone and
desktop, go to the folder `UNDERSTUDY_SCREENSHOTS` if set."""

import pytest
from selenium.webdriver.common.by import By

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.loopback import Application
from support.oauth import authorize_url, redeem
from support.seed import ADELE, ALEX, App, MOBILE, ORDERS_API, ORDERS_READ, ORDERS_WRITE, PASSWORD, USER_READ
from support.tokens import verify

ACCEPT = "#idSIButton9[name=ucaccept]"      # the consent page's, as other pages have a button of this id too


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    log = [entry for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    # An error page has the status of its error, which the browser logs too.
    problems = [
        entry["message"] for entry in log
        if "favicon" not in entry["message"] and "responded with a status of 400" not in entry["message"]]
    opened.quit()
    assert problems == [], "the pages' own policy blocks something, or a page loads something"


@pytest.fixture
def application():
    with Application() as running:
        yield running


def mobile_app(application):
    return App(MOBILE.id, application.origin)


def enter(browser, selector, text):
    field = wait_for(browser, selector)
    field.clear()
    field.send_keys(text)
    wait_for(browser, "#idSIButton9").click()


def answer(browser, application):
    """What reached the application, once the browser shows its page."""
    assert text_of(browser, "#application")
    return application.answer()


def sign_in(browser, user=ALEX):
    """From the user name up to the consent page."""
    enter(browser, "#i0116", user)
    enter(browser, "#i0118", PASSWORD)
    wait_for(browser, "#KmsiCheckboxField")
    wait_for(browser, "#idSIButton9").click()
    wait_for(browser, ACCEPT)


def test_signs_in_and_declines_one_permission(fresh_server, browser, application, screenshots):
    app = mobile_app(application)
    scope = f"openid profile offline_access {ORDERS_READ} {ORDERS_WRITE}"
    browser.get(authorize_url(fresh_server, app, scope=scope))

    wait_for(browser, "#i0116")
    screenshot(browser, screenshots, "1-username")
    assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
    assert browser.switch_to.active_element.get_attribute("id") == "i0116", "the field has the focus"
    enter(browser, "#i0116", "nobody@contoso.com")
    assert text_of(browser, "#usernameError")
    screenshot(browser, screenshots, "2-username-refused")
    enter(browser, "#i0116", ALEX)

    wait_for(browser, "#i0118")
    screenshot(browser, screenshots, "3-password")
    enter(browser, "#i0118", "wrong")
    assert text_of(browser, "#passwordError")
    screenshot(browser, screenshots, "4-password-refused")
    enter(browser, "#i0118", PASSWORD)

    wait_for(browser, "#KmsiCheckboxField")
    screenshot(browser, screenshots, "5-stay-signed-in")
    wait_for(browser, "#idSIButton9").click()

    write = wait_for(browser, f'input[type=checkbox][value="{ORDERS_WRITE}"]')
    assert write.is_selected()
    screenshot(browser, screenshots, "6-consent")
    write.click()
    wait_for(browser, ACCEPT).click()

    method, _, parameters = answer(browser, application)
    assert method == "GET" and parameters["state"] == "s1"
    tokens = redeem(fresh_server, app, parameters["code"]).json()
    assert ORDERS_WRITE not in tokens["scope"].split()
    assert verify(fresh_server, tokens["access_token"], ORDERS_API)["scp"] == "Orders.Read"


def test_form_post_reaches_the_application(fresh_server, browser, application):
    browser.get(authorize_url(
        fresh_server, mobile_app(application), scope=f"openid {USER_READ}", response_mode="form_post"))
    sign_in(browser)
    wait_for(browser, ACCEPT).click()
    method, _, parameters = answer(browser, application)
    assert method == "POST"
    assert redeem(fresh_server, mobile_app(application), parameters["code"]).status_code == 200


def test_the_account_picker(fresh_server, browser, application, screenshots):
    url = authorize_url(
        fresh_server, mobile_app(application), scope=f"openid {USER_READ}", prompt="select_account")
    browser.get(url)
    sign_in(browser, ALEX)
    wait_for(browser, ACCEPT).click()
    answer(browser, application)

    browser.get(url)
    tile = wait_for(browser, f'[data-test-id="{ALEX}"]')
    assert ALEX in tile.text
    screenshot(browser, screenshots, "7-picker")
    wait_for(browser, "#otherTile").click()
    sign_in(browser, ADELE)
    wait_for(browser, ACCEPT).click()
    answer(browser, application)

    browser.get(url)
    assert wait_for(browser, f'[data-test-id="{ALEX}"]')
    wait_for(browser, f'[data-test-id="{ADELE}"]').click()
    _, _, parameters = answer(browser, application)
    tokens = redeem(fresh_server, mobile_app(application), parameters["code"]).json()
    assert verify(fresh_server, tokens["id_token"], MOBILE.id)["sub"]


def test_cancel_takes_the_user_back(fresh_server, browser, application):
    browser.get(authorize_url(fresh_server, mobile_app(application), scope=f"openid {USER_READ}"))
    sign_in(browser)
    wait_for(browser, "#idBtn_Back").click()
    _, _, parameters = answer(browser, application)
    assert parameters["error"] == "access_denied"
    assert "code" not in parameters


def test_an_error_is_shown_on_a_page(fresh_server, browser, screenshots):
    browser.get(authorize_url(fresh_server, App(MOBILE.id, "https://evil.test/"), scope="openid"))
    assert text_of(browser, "#exceptionMessageContainer").startswith("AADSTS50011:")
    screenshot(browser, screenshots, "8-error")


def test_the_keyboard_is_enough(fresh_server, browser, application):
    browser.get(authorize_url(fresh_server, mobile_app(application), scope=f"openid {USER_READ}"))
    wait_for(browser, "#i0116")
    browser.switch_to.active_element.send_keys(ALEX + "\n")
    wait_for(browser, "#i0118")
    browser.switch_to.active_element.send_keys(PASSWORD + "\n")
    wait_for(browser, "#KmsiCheckboxField")
    wait_for(browser, "#idSIButton9").send_keys("\n")
    wait_for(browser, ACCEPT).send_keys("\n")
    assert answer(browser, application)[2]["code"]
