"""The device flow of msal, adal and azure-identity, with people who enter the code in a browser."""

import threading
import time

import adal
import msal
import pytest
import requests
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import DeviceCodeCredential
from selenium.webdriver.common.by import By

from conftest import new_session
from support.chromium import new_browser, screenshot, text_of, wait_for
from support.device import approve, enter_code
from support.seed import ADA, ADELE, ALEX, CONTOSO, MOBILE, ORDERS_API, ORDERS_READ, PASSWORD, PERSONAL
from support.tokens import client_info, unverified, verify


def new_app(server, tenant=CONTOSO, **options):
    return msal.PublicClientApplication(
        MOBILE.id, authority=server.authority(tenant), instance_discovery=False, verify=server.ca, **options)


def poll_once(app, flow):
    return app.acquire_token_by_device_flow(flow, exit_condition=lambda _: True)


def test_msal_gets_its_tokens_at_the_third_poll(fresh_server, fresh_session):
    app = new_app(fresh_server)
    flow = app.initiate_device_flow([ORDERS_READ])
    assert flow["verification_uri"] == f"{fresh_server.https}/common/oauth2/deviceauth"
    assert flow["user_code"] in flow["message"] and flow["interval"] == 5 and flow["expires_in"] == 900

    for _ in range(2):
        assert poll_once(app, flow)["error"] == "authorization_pending"
        requests.put(f"{fresh_server.http}/_understudy/clock", json={"advance": f"PT{flow['interval']}S"}, timeout=10)
    page = enter_code(fresh_session, flow["verification_uri"], flow["user_code"], ALEX)
    assert "Contoso Mobile" in page.html

    result = poll_once(app, flow)
    assert ORDERS_READ in result["scope"].split(), result
    claims = verify(fresh_server, result["access_token"], ORDERS_API)
    assert claims["azp"] == MOBILE.id and claims["azpacr"] == "0"
    assert client_info(result["client_info"]) == {"uid": claims["oid"], "utid": CONTOSO}
    account, = app.get_accounts()
    assert account["username"] == ALEX
    assert "access_token" in app.acquire_token_silent([ORDERS_READ], account, force_refresh=True)
    with pytest.warns(UserWarning, match="too soon"):
        assert poll_once(app, flow)["error"] == "invalid_grant", "the code is used up"


def test_msal_waits_in_its_own_loop(server, session):
    app = new_app(server)
    flow = app.initiate_device_flow([ORDERS_READ])
    person = threading.Timer(1, approve, (server, session, flow["user_code"], ALEX))
    person.start()
    result = app.acquire_token_by_device_flow(flow)
    person.join()
    assert "access_token" in result, result


def test_msal_is_told_to_slow_down(server):
    app = new_app(server)
    flow = app.initiate_device_flow([ORDERS_READ])
    assert poll_once(app, flow)["error"] == "authorization_pending"
    with pytest.warns(UserWarning, match="too soon"):
        assert poll_once(app, flow)["error"] == "slow_down"
    assert flow["interval"] == 10


@pytest.mark.parametrize("choice", [{"confirm": False}, {"consent": "cancel"}], ids=["at the confirmation", "at consent"])
def test_msal_hears_that_the_person_declined(fresh_server, fresh_session, choice):
    app = new_app(fresh_server)
    flow = app.initiate_device_flow([ORDERS_READ])
    enter_code(fresh_session, flow["verification_uri"], flow["user_code"], ADELE, **choice)
    assert poll_once(app, flow)["error"] == "authorization_declined"


def test_msal_declares_its_capabilities(server, session):
    app = new_app(server, client_capabilities=["CP1"])
    flow = app.initiate_device_flow([ORDERS_READ])
    approve(server, session, flow["user_code"], ALEX)
    assert "access_token" in poll_once(app, flow)


def test_a_personal_account_signs_in_over_consumers(server, session):
    app = new_app(server, "consumers")
    flow = app.initiate_device_flow(["User.Read"])
    approve(server, session, flow["user_code"], ADA)
    result = poll_once(app, flow)
    assert result["id_token_claims"]["tid"] == PERSONAL


def test_adal_polls_until_the_person_has_signed_in(fresh_server):
    context = adal.AuthenticationContext(fresh_server.authority(), validate_authority=False, verify_ssl=fresh_server.ca)
    code = context.acquire_user_code("api://orders", MOBILE.id, language="de-CH")
    assert code["verification_url"] == f"{fresh_server.https}/common/oauth2/deviceauth"
    assert code["user_code"] in code["message"]

    def person():
        with new_session(fresh_server) as session:
            enter_code(session, code["verification_url"], code["user_code"], ALEX)

    thread = threading.Timer(1, person)
    thread.start()
    result = context.acquire_token_with_device_code("api://orders", code, MOBILE.id)
    thread.join()
    assert result["userId"] == ALEX and result["isMRRT"] is True
    assert verify(fresh_server, result["accessToken"], ORDERS_API)["oid"] == result["oid"]
    graph = context.acquire_token("https://graph.microsoft.com", ALEX, MOBILE.id)
    assert unverified(graph["accessToken"])["aud"] == "https://graph.microsoft.com"


def credential(server, callback, **options):
    return DeviceCodeCredential(
        MOBILE.id, tenant_id=CONTOSO, authority=server.https, disable_instance_discovery=True,
        connection_verify=server.ca, prompt_callback=callback, **options)


def test_azure_identity_prompts_and_gets_its_token(server, session):
    def prompt(address, user_code, expires_on):
        assert expires_on.timestamp() > time.time()
        enter_code(session, address, user_code, ALEX)

    with credential(server, prompt) as device:
        token = device.get_token(ORDERS_READ)
        assert "Orders.Read" in verify(server, token.token, ORDERS_API)["scp"].split()
        assert device.get_token(ORDERS_READ).token == token.token, "found in the cache"


def test_azure_identity_names_the_refusal(server, session):
    def prompt(address, user_code, expires_on):
        approve(server, session, user_code, ALEX, consent="decline")

    with credential(server, prompt) as device, pytest.raises(ClientAuthenticationError, match="AADSTS65004"):
        device.get_token(ORDERS_READ)


def test_a_person_signs_in_with_a_browser(fresh_server, tmp_path, screenshots):
    app = new_app(fresh_server)
    flow = app.initiate_device_flow([ORDERS_READ])
    browser = new_browser(tmp_path / "home", fresh_server.ca)
    try:
        browser.get(fresh_server.https + "/devicelogin")
        wait_for(browser, "#otc")
        assert browser.current_url == flow["verification_uri"]
        assert browser.switch_to.active_element.get_attribute("id") == "otc", "the field has the focus"
        screenshot(browser, screenshots, "device-1-code")
        browser.switch_to.active_element.send_keys("ACDEF3467\n")
        assert text_of(browser, "#otcError").startswith("AADSTS70018:")
        screenshot(browser, screenshots, "device-2-code-refused")
        wait_for(browser, "#otc").send_keys(flow["user_code"].lower() + "\n")
        wait_for(browser, "#i0116").send_keys(ALEX + "\n")
        wait_for(browser, "#i0118").send_keys(PASSWORD + "\n")
        wait_for(browser, "#appConfirmTitle")
        assert "Are you trying to sign in to Contoso Mobile?" in browser.find_element(By.TAG_NAME, "h1").text
        screenshot(browser, screenshots, "device-3-confirmation")
        wait_for(browser, "#idSIButton9").click()
        wait_for(browser, "#idSIButton9[name=ucaccept]").click()
        assert "Contoso Mobile" in text_of(browser, "h1")
        screenshot(browser, screenshots, "device-4-approved")
        assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
        log = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
        assert [entry["message"] for entry in log if "favicon" not in entry["message"]] == []
    finally:
        browser.quit()
    assert "access_token" in poll_once(app, flow)
