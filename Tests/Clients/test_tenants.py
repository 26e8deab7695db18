"""Policies of a b2c tenant and an external tenant: msal by path and by Microsoft's own host names, and their pages in
Chromium."""

import re
import socket
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
import msal
import pytest
import requests
import urllib3.util.connection
from selenium.webdriver.support.wait import WebDriverWait

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.seed import PASSWORD

B2C_APP = "dddddddd-0000-4000-8000-000000000001"
B2C_TENANT = "44444444-4444-4444-8444-444444444444"
B2C_DOMAIN = "adventureworks.onmicrosoft.com"
SAM = "sam@adventureworks.example"
SAM_ID = "eeeeeeee-0000-4000-8000-000000000006"
POLICY = "B2C_1_signupsignin"
EXTERNAL_APP = "cccccccc-0000-4000-8000-000000000001"
EXTERNAL_TENANT = "33333333-3333-4333-8333-333333333333"
CASEY = "casey@woodgrove.example"
REDIRECTS = {B2C_APP: "http://localhost:4711", EXTERNAL_APP: "msauth.com.woodgrove.app://auth"}
NEW_PASSWORD = "N3w-password"


@pytest.fixture
def mapped(server, monkeypatch):
    """Maps port 443 of the tenants' hosts to the server for this process; names in TLS and HTTP stay as they are."""
    def mapping(connect):
        def connect_mapped(address, *arguments, **options):
            if address[0].endswith((".b2clogin.com", ".ciamlogin.com")) and address[1] == 443:
                address = ("127.0.0.1", server.https_port)
            return connect(address, *arguments, **options)
        return connect_mapped

    for module in (urllib3.util.connection, socket):
        monkeypatch.setattr(module, "create_connection", mapping(module.create_connection))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", server.ca)


def sign_in(app, client_id, user, scopes, verify, **more):
    """msal's authorization code flow, the pages answered in one post; the token response."""
    flow = app.initiate_auth_code_flow(scopes, redirect_uri=REDIRECTS[client_id], **more)
    answer = requests.post(
        flow["auth_uri"], data={"loginfmt": user, "passwd": PASSWORD}, allow_redirects=False, verify=verify, timeout=20)
    assert answer.status_code == 302, answer.text
    result = app.acquire_token_by_auth_code_flow(
        flow, dict(parse_qsl(urlsplit(answer.headers["Location"]).query)))
    assert "access_token" in result, result
    return result


def verified(token, audience, issuer, keys):
    key = jwt.PyJWKSet.from_dict(keys)[jwt.get_unverified_header(token)["kid"]]
    return jwt.decode(token, key.key, algorithms=["RS256"], audience=audience, issuer=issuer)


def test_msal_at_a_policy_by_path(server):
    app = msal.PublicClientApplication(
        B2C_APP, authority=f"{server.https}/{B2C_DOMAIN}/{POLICY}", verify=server.ca)
    result = sign_in(app, B2C_APP, SAM, [B2C_APP], server.ca)
    account, = app.get_accounts()
    assert account["home_account_id"] == f"{SAM_ID}-{POLICY.lower()}.{B2C_TENANT}"
    assert result["id_token_claims"]["tfp"] == POLICY and result["id_token_claims"]["sub"] == SAM_ID
    silent = app.acquire_token_silent([B2C_APP], account, force_refresh=True)
    keys = server.get(f"/{B2C_DOMAIN}/{POLICY}/discovery/v2.0/keys").json()
    claims = verified(silent["access_token"], B2C_APP, f"{server.https}/{B2C_TENANT}/v2.0/", keys)
    assert claims["ver"] == "1.0" and claims["azp"] == B2C_APP


def test_msal_at_b2clogin(mapped):
    base = f"https://adventureworks.b2clogin.com/{B2C_DOMAIN}/{POLICY}"
    app = msal.PublicClientApplication(B2C_APP, authority=base)
    result = sign_in(app, B2C_APP, SAM, [B2C_APP], None)
    keys = requests.get(f"{base}/discovery/v2.0/keys", timeout=10).json()
    issuer = f"https://adventureworks.b2clogin.com/{B2C_TENANT}/v2.0/"
    claims = verified(result["id_token"], B2C_APP, issuer, keys)
    assert claims["emails"] == [SAM]


@pytest.mark.parametrize("path", ["", "/woodgrove.onmicrosoft.com", f"/{EXTERNAL_TENANT}"])
def test_msal_at_ciamlogin(mapped, path):
    app = msal.PublicClientApplication(EXTERNAL_APP, authority=f"https://woodgrove.ciamlogin.com{path}")
    result = sign_in(app, EXTERNAL_APP, CASEY, ["User.Read"], None)
    issuer = f"https://{EXTERNAL_TENANT}.ciamlogin.com/{EXTERNAL_TENANT}/v2.0"
    # Whoever starts at the issuer finds the same keys.
    document = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()
    assert document["issuer"] == issuer
    keys = requests.get(document["jwks_uri"], timeout=10).json()
    claims = verified(result["id_token"], EXTERNAL_APP, issuer, keys)
    assert claims["tid"] == EXTERNAL_TENANT
    account, = app.get_accounts()
    assert app.acquire_token_silent(["User.Read"], account, force_refresh=True)["access_token"]


def test_msal_hears_of_a_forgotten_password(server):
    app = msal.PublicClientApplication(
        B2C_APP, authority=f"{server.https}/{B2C_DOMAIN}/{POLICY}", verify=server.ca)
    flow = app.initiate_auth_code_flow([B2C_APP], redirect_uri=REDIRECTS[B2C_APP])
    with requests.Session() as browser:
        browser.verify = server.ca
        page = browser.get(flow["auth_uri"], timeout=20).text
        token = re.search(r'name="flowToken" value="([^"]+)"', page).group(1)
        answer = browser.post(
            flow["auth_uri"], data={"flowToken": token, "pageAction": "forgotPassword"}, allow_redirects=False,
            timeout=20)
    result = app.acquire_token_by_auth_code_flow(
        flow, dict(parse_qsl(urlsplit(answer.headers["Location"]).query)))
    assert result["error"] == "access_denied"
    assert result["error_description"].startswith("AADB2C90118: ")


@pytest.fixture
def chromium(server, tmp_path):
    browser = new_browser(tmp_path, server.ca)
    yield browser
    browser.quit()


def open_policy(browser, server, policy):
    query = urlencode({
        "client_id": B2C_APP, "response_type": "code", "redirect_uri": "http://localhost",
        "scope": f"openid {B2C_APP}", "state": "s"})
    browser.get(f"{server.https}/{B2C_DOMAIN}/{policy}/oauth2/v2.0/authorize?{query}")


def fill(browser, **values):
    for element_id, value in values.items():
        wait_for(browser, f"#{element_id}").clear()
        wait_for(browser, f"#{element_id}").send_keys(value)


def newest_code(server, address):
    return server.get(f"/_understudy/outbox?to={address}").json()["messages"][0]["code"]


def prove(browser, server, address, folder=None):
    """Proves a mail address on the page: sends the code, reads it from the outbox, enters it."""
    fill(browser, email=address)
    wait_for(browser, "#emailVerificationControl_but_send_code").click()
    wait_for(browser, "#emailVerificationCode")
    if folder:
        screenshot(browser, folder, "code")
    fill(browser, emailVerificationCode=newest_code(server, address))
    wait_for(browser, "#emailVerificationControl_but_verify_code").click()
    wait_for(browser, "#emailVerificationControl_but_change_claims")


def arrives(browser):
    """Waits until the application's redirect URI was opened, where nothing listens; its parameters."""
    WebDriverWait(browser, 15).until(lambda b: b.current_url.startswith("http://localhost/"))
    return dict(parse_qsl(urlsplit(browser.current_url).query))


def test_chromium_signs_up_and_resets_the_password(server, chromium, tmp_path):
    address = "chromium@customer.example"
    open_policy(chromium, server, POLICY)
    wait_for(chromium, "#forgotPassword")
    screenshot(chromium, tmp_path, "sign-in")
    wait_for(chromium, "#createAccount").click()
    prove(chromium, server, address, tmp_path)
    fill(chromium, newPassword=NEW_PASSWORD, reenterPassword="other", displayName="Chromium")
    wait_for(chromium, "#continue").click()
    assert "do not match" in text_of(chromium, "#userFlowError")
    screenshot(chromium, tmp_path, "sign-up")
    fill(chromium, newPassword=NEW_PASSWORD, reenterPassword=NEW_PASSWORD)
    wait_for(chromium, "#continue").click()
    assert "code" in arrives(chromium)

    open_policy(chromium, server, "B2C_1_password_reset")
    prove(chromium, server, address)
    wait_for(chromium, "#continue").click()
    fill(chromium, newPassword=NEW_PASSWORD + "2", reenterPassword=NEW_PASSWORD + "2")
    screenshot(chromium, tmp_path, "reset")
    wait_for(chromium, "#continue").click()
    assert "code" in arrives(chromium)

    chromium.delete_all_cookies()
    chromium.get(f"{server.https}/_understudy/health")
    chromium.delete_all_cookies()
    open_policy(chromium, server, POLICY)
    fill(chromium, email=address, password=NEW_PASSWORD)
    wait_for(chromium, "#next").click()
    assert "incorrect" in text_of(chromium, "#userFlowError")
    fill(chromium, password=NEW_PASSWORD + "2")
    wait_for(chromium, "#next").click()
    assert "code" in arrives(chromium)
