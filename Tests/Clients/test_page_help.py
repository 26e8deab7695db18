"""What pages offer to the people who use this test server: test users, the way to codes, and the reason of an error."""

import re
from urllib.parse import urlsplit

import pytest
import requests
from selenium.webdriver.common.by import By

from conftest import new_session
from support.chromium import new_browser, wait_for
from support.loopback import Application
from support.oauth import authorize_url
from support.page import Page
from support.page_directory import ADMIN_API, APPS, DOMAIN, TENANT, TEXT
from support.page_states import PERSON
from support.seed import ADELE, ALEX, CONTOSO, App, MOBILE, PASSWORD
from support.server import Server

# What Chromium and Firefox send when a person opens a page by a link of an application.
VISIT = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
TOKEN = "a-control-token-of-a-test"


def page_of(server, url, **headers):
    """The HTML for a person, with other headers where they are named; a header that is None is not sent."""
    sent = {name: value for name, value in (VISIT | headers).items() if value is not None}
    return requests.get(url, headers=sent, timeout=10, verify=server.ca, allow_redirects=False).text


def username_page(server, app=MOBILE, tenant=CONTOSO, parameters=None, **headers):
    return page_of(server, authorize_url(server, app, tenant, scope="openid", **(parameters or {})), **headers)


def error_url(server, **parameters):
    return authorize_url(server, App(MOBILE.id, "http://localhost/callback"), CONTOSO, scope="openid", **parameters)


def has_users(html):
    assert 'id="i0116"' in html
    return "understudyTestUsers" in html


def users(html):
    return re.findall(r'data-username="([^"]+)"', html)


def configured(tmp_path, **users_and_settings):
    lines = "\n".join(
        f"      - {{userPrincipalName: u{number:02}@many.example, displayName: User {number}, password: many-{number}-Passwords}}"
        for number in range(users_and_settings.pop("count", 2)))
    settings = ", ".join(f"{name}: {value}" for name, value in users_and_settings.items())
    text = f"""
settings: {{{settings}}}
tenants:
  - id: 5d5d5d5d-0000-4000-8000-000000000000
    domains: [many.example]
    users:
{lines}
    applications:
      - {{appId: 5d5d5d5d-0000-4000-8000-000000000001, publicClient: {{redirectUris: ["http://localhost"]}}}}
"""
    return Server(tmp_path, UNDERSTUDY_CONFIG_INLINE=text)


MANY = App("5d5d5d5d-0000-4000-8000-000000000001", "http://localhost")


# --- Test users


def test_a_person_sees_the_users_of_the_tenant(server):
    html = username_page(server)
    assert has_users(html)
    assert ALEX in users(html) and ADELE in users(html)
    assert "megan@fabrikam.com" not in html, "a user of another tenant"
    panel = html[html.index("</form>"):]
    assert "understudyTestUsers" in panel, "outside the form"
    assert not re.search(r"<(button|input|form|h1)\b", panel), "nothing that scripts look for"
    assert " open" not in re.search(r"<details[^>]*>", panel)[0]


@pytest.mark.parametrize("headers", [
    {"User-Agent": VISIT["User-Agent"].replace("Chrome/", "HeadlessChrome/")},
    {"Sec-CH-UA": '"HeadlessChrome";v="140", "Chromium";v="140"'},
    {"User-Agent": VISIT["User-Agent"].replace("Chrome/", "Cypress/13.6.0 Chrome/")},
    {"Sec-Fetch-Mode": None, "Sec-Fetch-Dest": None, "Sec-Fetch-Site": None},
    {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"},
    {"Sec-Fetch-Dest": "iframe"},
    {"Host": "attacker.example"},
], ids=str)
def test_others_see_no_users(server, headers):
    assert not has_users(username_page(server, **headers))


def test_common_has_the_users_of_all_tenants(server):
    assert {ALEX, "megan@fabrikam.com", "ada@outlook.com"} <= set(users(username_page(server, tenant="common")))
    assert "ada@outlook.com" not in users(username_page(server, tenant="organizations"))


def test_a_control_token_hides_everything(tmp_path):
    with Server(tmp_path, "--control-token", TOKEN) as server:
        assert not has_users(username_page(server))
        assert 'class="help"' not in page_of(server, error_url(server))


def test_setting_hides_the_users(tmp_path):
    with configured(tmp_path, testUserPanel="hidden") as server:
        assert not has_users(username_page(server, MANY, "many.example"))


def test_only_the_public_password_is_there_by_default(server, tmp_path):
    assert f'data-password="{PASSWORD}"' in username_page(server)
    with configured(tmp_path) as own:
        html = username_page(own, MANY, "many.example")
        assert users(html) == ["u00@many.example", "u01@many.example"]
        assert "Passwords" not in html


def test_setting_adds_the_passwords(tmp_path):
    with configured(tmp_path, testUserPanel="passwords") as server:
        assert 'data-password="many-1-Passwords"' in username_page(server, MANY, "many.example")


def test_the_number_of_users_is_bounded(tmp_path):
    with configured(tmp_path, count=50) as server:
        html = username_page(server, MANY, "many.example")
        assert len(users(html)) == 20
        console, = re.findall(r'href="(/_understudy/[^"]+)"', html)
        assert "u49@many.example" in server.get(console).text


def test_a_link_signs_in_without_a_script(server):
    html = username_page(server, parameters={"login_hint": "someone@else.example", "nonce": "n&1"})
    link = next(link for link in re.findall(r'href="([^"]+)"', html) if "login_hint=adele" in link).replace("&amp;", "&")
    assert link.count("login_hint=") == 1 and "nonce=n%261" in link
    page = Page(page_of(server, server.https + link, **{"Sec-Fetch-Site": "same-origin"}), server.https)
    assert page.text("displayName") == ADELE


@pytest.fixture
def person(server, tmp_path):
    opened = new_browser(tmp_path / "home", server.ca, *PERSON)
    yield opened
    problems = [entry["message"] for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    opened.quit()
    assert problems == []


def test_a_press_fills_in_user_and_password(server, person):
    with Application() as application:
        person.get(authorize_url(server, App(MOBILE.id, application.origin), CONTOSO, scope="openid"))
        wait_for(person, "#understudyTestUsers summary").click()
        wait_for(person, f"[data-username='{ADELE}']").click()
        assert person.find_element(By.ID, "i0116").get_attribute("value") == ADELE
        wait_for(person, f"[data-username='{ALEX}']").click()
        assert person.find_element(By.ID, "i0116").get_attribute("value") == ALEX
        wait_for(person, "#idSIButton9").click()
        wait_for(person, "#i0118:not(.moveOffScreen)")
        assert person.find_element(By.ID, "i0118").get_attribute("value") == PASSWORD
        wait_for(person, "#idSIButton9").click()
        wait_for(person, "#KmsiDescription")


def test_a_press_fills_in_the_password(server, person):
    person.get(authorize_url(server, MOBILE, CONTOSO, scope="openid", login_hint=ALEX))
    field = wait_for(person, "#i0118:not(.moveOffScreen)")
    wait_for(person, "#understudyTestUsers summary").click()
    wait_for(person, "[data-password]").click()
    assert field.get_attribute("value") == PASSWORD
    assert person.switch_to.active_element.get_attribute("id") == "idSIButton9"


def test_a_driver_is_recognized_in_the_browser(server, tmp_path):
    """A driver whose headers are those of the browser: `navigator.webdriver` says that it drives (W3C WebDriver)."""
    browser = new_browser(tmp_path / "home", server.ca, *PERSON[1:])
    try:
        browser.get(authorize_url(server, MOBILE, CONTOSO, scope="openid"))
        assert wait_for(browser, "#i0116") and browser.execute_script("return navigator.webdriver")
        assert not browser.find_elements(By.CSS_SELECTOR, ".help, [data-username]")
    finally:
        browser.quit()


# --- Errors


def explanation(html):
    """The texts of the help of a page."""
    found = re.search(r'<aside class="help">(.*?)</aside>', html, re.S)
    return re.sub(r"<[^>]+>", " ", found[1]) if found else None


def test_an_error_page_has_the_nearest_uri_and_leads_to_the_request(server):
    html = page_of(server, error_url(server))
    assert "AADSTS50011" in Page(html, "").text("exceptionMessageContainer")
    assert "The nearest registered URI is http://localhost" in explanation(html)
    assert "How to fix it" in explanation(html)
    assert "<details open" in html
    link, = re.findall(r'href="(/_understudy/[^"]+)"', html)
    assert Page(html, "").html.count(re.search(r"trace=([\w-]+)", link)[1]) >= 2, "it is the Request Id"
    flow = server.get(link)
    assert flow.status_code == 200 and urlsplit(flow.url).path == "/_understudy/console/flow"
    assert "AADSTS50011" in flow.text


def test_an_unknown_request_is_not_found(server):
    for trace in ("5e5e5e5e-0000-4000-8000-000000000000", "x", ""):
        assert server.get(f"/_understudy/console/request?trace={trace}").status_code == 404


def test_an_explanation_is_in_english_on_a_page_of_another_language(server):
    html = page_of(server, error_url(server, ui_locales="ar"))
    assert re.search(r'<dd lang="en" dir="ltr">[^<]*nearest registered URI', html)
    assert "In this request" not in html


@pytest.mark.parametrize("headers", [
    {"Host": "attacker.example"}, {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}], ids=str)
def test_no_explanation_for_another_site(server, headers):
    html = page_of(server, error_url(server), **headers)
    assert "AADSTS" in html and explanation(html) is None


def test_a_stub_is_named(fresh_server):
    made = requests.post(fresh_server.http + "/_understudy/responses", timeout=10, json={
        "match": {"endpoint": "authorize"}, "responses": [{"error": "AADSTS50011"}]})
    assert made.status_code == 201, made.text
    html = page_of(fresh_server, authorize_url(fresh_server, MOBILE, CONTOSO, scope="openid"))
    assert "made this response" in explanation(html)


def test_without_a_journal_no_link_leads_to_the_request(tmp_path):
    with Server(tmp_path, "--journal-entries", "0") as server:
        html = page_of(server, error_url(server))
        assert "How to fix it" in explanation(html) and "/_understudy/" not in html


def test_an_error_code_of_device_login_is_explained(server):
    with new_session(server) as session:
        html = session.post(server.https + "/devicelogin", data={"otc": "ABCDEFGHJ"}, timeout=10).text
    assert "otcError" in html and "How to fix it" in explanation(html)


@pytest.fixture(scope="module")
def pages_server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("pages"), UNDERSTUDY_CONFIG_INLINE=TEXT) as running:
        yield running


def sign_in(server, user, app, scope="openid"):
    """The page after the password, as a person gets it."""
    url = authorize_url(server, App(APPS[app], "http://localhost"), TENANT, scope=scope)
    form = {"loginfmt": f"{user}@{DOMAIN}", "passwd": PASSWORD, "LoginOptions": "0"}
    with new_session(server) as session:
        return session.post(url, data=form, timeout=10).text


def test_a_missing_approval_is_explained(pages_server):
    html = sign_in(pages_server, "kim", "plain", f"openid api://{ADMIN_API}/Manage")
    assert "adminApprovalMessage" in html
    assert "How to fix it" in explanation(html) and "<details>" in html


def test_a_code_page_leads_to_the_outbox(pages_server):
    url = authorize_url(pages_server, App(APPS["factor"], "http://localhost"), TENANT, scope="openid")
    with new_session(pages_server) as session:
        page = Page(session.post(url, data={"loginfmt": f"sam@{DOMAIN}", "passwd": PASSWORD}, timeout=10).text, url)
        tile = next(control for control in page.form.controls if control.name == "proof")
        html = session.post(page.form.action, data=page.form.fields(tile), timeout=10).text
    assert 'id="idTxtBx_SAOTCC_OTC"' in html
    link, = re.findall(r'href="(/_understudy/[^"]+)"', html)
    assert link == "/_understudy/console/outbox?to=%2B41445550121"
    assert "424242" in pages_server.get(link).text
