"""The second factors of a user in Chromium, with and without JavaScript: push with number matching, and the other ways."""

from pathlib import Path

import pytest
import requests

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.loopback import Application
from support.oauth import authorize_url
from support.seed import App, PASSWORD
from support.server import Server

PAT = "pat@locators.example"
LEE = "lee@locators.example"
SAM = "sam@locators.example"
CONFIGURATION = Path(__file__).parent / "support/locators.yaml"
SWITCHES = {"with scripts": [], "without scripts": ["--blink-settings=scriptEnabled=false"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("factors"), UNDERSTUDY_CONFIG=str(CONFIGURATION)) as running:
        yield running


@pytest.fixture(params=SWITCHES)
def browser(request, server, tmp_path):
    opened = new_browser(tmp_path, server.ca, *SWITCHES[request.param])
    opened.has_scripts = request.param == "with scripts"
    try:
        yield opened
    finally:
        opened.quit()


def start(browser, server, application):
    """Signs in as Pat, and returns the number on the page."""
    app = App("eeeeeeee-0000-4000-8000-000000000001", application.origin)
    browser.get(authorize_url(server, app, "locators.example", scope="openid"))
    for selector, text in [("#i0116", PAT), ("#i0118:not(.moveOffScreen)", PASSWORD)]:
        field = wait_for(browser, selector)
        field.clear()
        field.send_keys(text)
        wait_for(browser, "#idSIButton9").click()
    return text_of(browser, "#idRichContext_DisplaySign")


def answer(server, **body):
    response = requests.post(server.http + "/_understudy/outbox/answer", json={"to": PAT} | body, timeout=10)
    assert response.status_code == 200, response.text
    return response.json()["state"]


def proceed(browser):
    """With scripts, the page notices the answer by itself."""
    if not browser.has_scripts:
        wait_for(browser, "#idSIButton9").click()


def finish(browser, application):
    wait_for(browser, "#KmsiDescription")
    wait_for(browser, "#idSIButton9").click()
    assert text_of(browser, "#application")
    assert application.answer()[2]["code"]


def other_way(browser, proof):
    wait_for(browser, "#signInAnotherWay").click()
    wait_for(browser, f"#idDiv_SAOTCS_Proofs [data-value={proof}]").click()


def test_push_in_chromium(server, browser, screenshots):
    with Application() as application:
        number = start(browser, server, application)
        assert len(number) == 2 and number.isdigit()
        assert text_of(browser, "#idDiv_SAOTCAS_Title") == "Approve sign in request"
        assert "<input" not in text_of(browser, "main")
        screenshot(browser, screenshots, f"push-{'on' if browser.has_scripts else 'off'}")
        assert answer(server, number=number) == "approved"
        proceed(browser)
        finish(browser, application)


def test_denied_push_is_sent_again(server, browser, screenshots):
    with Application() as application:
        number = start(browser, server, application)
        assert answer(server, number="42" if number != "42" else "43") == "denied"
        proceed(browser)
        assert text_of(browser, "#idDiv_SAASDS_Title") == "Request denied"
        screenshot(browser, screenshots, f"push-denied-{'on' if browser.has_scripts else 'off'}")
        wait_for(browser, "#idA_SAASDS_Resend").click()
        answer(server, number=text_of(browser, "#idRichContext_DisplaySign"))
        proceed(browser)
        finish(browser, application)


def test_push_without_an_answer_expires(server, browser, screenshots):
    with Application() as application:
        start(browser, server, application)
        requests.put(server.http + "/_understudy/clock", json={"advance": "PT1M"}, timeout=10)
        proceed(browser)
        assert text_of(browser, "#idDiv_SAASTO_Title") == "We didn't hear from you"
        screenshot(browser, screenshots, f"push-expired-{'on' if browser.has_scripts else 'off'}")
        wait_for(browser, "#idA_SAASTO_Resend").click()
        answer(server, number=text_of(browser, "#idRichContext_DisplaySign"))
        proceed(browser)
        finish(browser, application)


def test_other_ways_lead_from_page_to_page(server, browser, screenshots):
    with Application() as application:
        start(browser, server, application)
        wait_for(browser, "#signInAnotherWay").click()
        wait_for(browser, "#idDiv_SAOTCS_Proofs [data-value=PhoneAppOTP]")
        screenshot(browser, screenshots, f"proofs-{'on' if browser.has_scripts else 'off'}")
        wait_for(browser, "#idDiv_SAOTCS_Proofs [data-value=OneWaySMS]").click()
        wait_for(browser, "#idTxtBx_SAOTCC_OTC")
        other_way(browser, "PhoneAppNotification")
        text_of(browser, "#idRichContext_DisplaySign")
        other_way(browser, "PhoneAppOTP")
        wait_for(browser, "#idTxtBx_SAOTCC_OTC").send_keys("123456")
        wait_for(browser, "#idSubmit_SAOTCC_Continue").click()
        finish(browser, application)


def open_as(browser, server, application, user, tenant):
    """Opens the page after the user name."""
    app = App("eeeeeeee-0000-4000-8000-000000000001", application.origin)
    browser.get(authorize_url(server, app, tenant, scope="openid", login_hint=user))


def test_phone_replaces_the_password(server, browser, screenshots):
    with Application() as application:
        open_as(browser, server, application, LEE, "locators.example")
        number = text_of(browser, "#idRemoteNGC_DisplaySign")
        screenshot(browser, screenshots, f"phone-{'on' if browser.has_scripts else 'off'}")
        wrong = "42" if number != "42" else "43"
        assert answer(server, to=LEE, number=wrong) == "denied"
        proceed(browser)
        wait_for(browser, "#idDiv_SAASDS_Title")
        screenshot(browser, screenshots, f"phone-denied-{'on' if browser.has_scripts else 'off'}")
        wait_for(browser, "input[value='Send notification']").click()
        assert answer(server, to=LEE, number=text_of(browser, "#idRemoteNGC_DisplaySign")) == "approved"
        proceed(browser)
        finish(browser, application)


@pytest.mark.parametrize("tile", ["aadTile", "msaTile"])
def test_tile_chooses_the_account(server, browser, screenshots, tile):
    with Application() as application:
        open_as(browser, server, application, SAM, "common")
        wait_for(browser, f"#{tile}")
        screenshot(browser, screenshots, f"account-kind-{'on' if browser.has_scripts else 'off'}")
        wait_for(browser, f"#{tile}").click()
        wait_for(browser, "#i0118:not(.moveOffScreen)").send_keys(PASSWORD)
        wait_for(browser, "#idSIButton9").click()
        finish(browser, application)
