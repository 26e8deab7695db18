"""The flows of the web console in Chromium: search, keyboard, comparison, stubs, and exports that work as they are."""

import ast
import html
import json
import os
import re
import subprocess
import sys

import pytest
import requests
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.oauth import PKCE, assert_error, authorize_url, endpoint, one_shot, redeem, token
from support.page import Page
from support.seed import ALEX, DAEMON, MOBILE, ORDERS_READ, PASSWORD

CONSOLE = "/_understudy/"
# The weight of the page of flows with its style sheet and script, uncompressed.
MAXIMUM_WEIGHT = 60 * 1024


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    problems = [entry["message"] for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    opened.quit()
    assert problems == []


def daemon_token(server, **more):
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "api://orders/.default"}
    return token(server, **(form | more))


def sign_in(server, session, **more):
    """A sign-in with one post, and the redemption of its code."""
    pkce = PKCE()
    url = authorize_url(server, MOBILE, scope=f"openid offline_access {ORDERS_READ}", **pkce.parameters, **more)
    return redeem(server, MOBILE, one_shot(session, url, ALEX).code, code_verifier=pkce.verifier)


def drive(server, **more):
    """A sign-in on every page, by the control plane."""
    pkce = PKCE()
    url = authorize_url(server, MOBILE, scope=f"openid offline_access {ORDERS_READ}", **pkce.parameters)
    answer = requests.post(
        f"{server.http}/_understudy/signin", timeout=20,
        json={"authorizeUrl": url, "user": ALEX, "password": PASSWORD} | more)
    return answer, pkce


def rows(browser):
    return [row.text for row in browser.find_elements(By.CSS_SELECTOR, ".flow")]


def press(browser, *keys):
    ActionChains(browser).send_keys(*keys).perform()
    return browser.switch_to.active_element


def test_search_finds_flows_and_is_a_deep_link(fresh_server, fresh_session, browser, screenshots):
    daemon_token(fresh_server)
    daemon_token(fresh_server, client_secret="wrong")
    sign_in(fresh_server, fresh_session)
    browser.get(fresh_server.http + CONSOLE)
    assert len(rows(browser)) == 3
    wait_for(browser, "#flow-q").send_keys("alex@contoso.com", Keys.ENTER)
    WebDriverWait(browser, 10).until(lambda _: len(rows(browser)) == 1)
    assert "q=alex%40contoso.com" in browser.current_url
    assert "Contoso Mobile · alex@contoso.com" in rows(browser)[0]

    browser.get(fresh_server.http + CONSOLE)
    Select(wait_for(browser, "#flow-outcome")).select_by_value("error")
    wait_for(browser, ".search .button").click()
    WebDriverWait(browser, 10).until(lambda _: len(rows(browser)) == 1)
    assert "AADSTS7000215" in rows(browser)[0]

    browser.get(fresh_server.http + CONSOLE + "?application=daemon&code=7000215&tenant=contoso.com&endpoint=token")
    assert len(rows(browser)) == 1
    assert browser.find_element(By.ID, "flow-application").get_attribute("value") == "daemon"
    assert browser.find_element(By.CSS_SELECTOR, ".search .more").get_attribute("open"), "the conditions are visible"
    screenshot(browser, screenshots, "flows-search")
    browser.get(fresh_server.http + CONSOLE + "?since=2000-01-01T00:00&until=2000-01-02T00:00")
    assert "No flow matches." in text_of(browser, "#live")


def test_live_updates_keep_the_search(fresh_server, browser):
    browser.get(fresh_server.http + CONSOLE + "?outcome=error")
    WebDriverWait(browser, 10).until(lambda _: text_of(browser, "#live-status") == "Live")
    daemon_token(fresh_server)
    daemon_token(fresh_server, client_secret="wrong")
    WebDriverWait(browser, 10).until(lambda _: "AADSTS7000215" in text_of(browser, "#live"))
    assert len(rows(browser)) == 1


def test_discovery_is_hidden_until_wanted(fresh_server, browser):
    requests.get(f"{fresh_server.http}/contoso.com/v2.0/.well-known/openid-configuration", timeout=10)
    daemon_token(fresh_server)
    browser.get(fresh_server.http + CONSOLE)
    assert len(rows(browser)) == 1
    assert "Hidden flows of discovery documents and browser files: 1." in text_of(browser, "#flow-count")
    wait_for(browser, "#flow-count a").click()
    WebDriverWait(browser, 10).until(lambda _: len(rows(browser)) == 2)
    assert not any("unknown" in row for row in rows(browser)), "the browser's own requests for icons are no flows"


def test_the_keyboard_moves_and_opens(fresh_server, browser):
    for _ in range(3):
        daemon_token(fresh_server)
    browser.get(fresh_server.http + CONSOLE)
    wait_for(browser, ".flow")
    assert press(browser, "/").get_attribute("id") == "flow-q"
    assert press(browser, "j").get_attribute("value") == "j", "a field gets the letter"
    press(browser, Keys.ESCAPE)
    assert [press(browser, key).get_attribute("id") for key in "jjkj"] == ["flow-3", "flow-2", "flow-3", "flow-2"]
    press(browser, "?")
    assert browser.find_element(By.ID, "shortcuts").is_displayed()
    assert "Next and previous row" in text_of(browser, "#shortcuts")
    press(browser, Keys.ESCAPE)
    assert not browser.find_element(By.ID, "shortcuts").is_displayed()
    browser.find_element(By.ID, "flow-2").send_keys(Keys.ENTER)
    WebDriverWait(browser, 10).until(lambda _: "id=2" in browser.current_url)
    assert press(browser, "j").tag_name == "summary"
    press(browser, "u")
    WebDriverWait(browser, 10).until(lambda _: browser.current_url.endswith(CONSOLE))


def test_clear_empties_the_journal_and_the_list_teaches(fresh_server, browser, screenshots):
    daemon_token(fresh_server)
    browser.get(fresh_server.http + CONSOLE)
    wait_for(browser, ".clear button").click()
    WebDriverWait(browser, 10).until(lambda _: "No requests yet." in text_of(browser, "#live"))
    assert requests.get(f"{fresh_server.http}/_understudy/requests", timeout=10).json()["total"] == 0
    screenshot(browser, screenshots, "flows-empty")
    command = browser.find_element(By.CSS_SELECTOR, "#live pre").text
    answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=30, check=True)
    assert "user_code" in answer.stdout
    browser.get(fresh_server.http + CONSOLE)
    assert "devicecode" in rows(browser)[0]
    requests.delete(f"{fresh_server.http}/_understudy/requests", timeout=10)
    browser.get(fresh_server.http + CONSOLE)
    wait_for(browser, "#live .card a").click()
    wait_for(browser, "#i0116")


def test_a_device_and_its_pages_are_one_flow(fresh_server, fresh_session, browser, screenshots):
    device_flow(fresh_server, fresh_session)
    browser.get(fresh_server.http + CONSOLE)
    assert len(rows(browser)) == 1
    assert "completed" in rows(browser)[0] and "Contoso Mobile · alex@contoso.com" in rows(browser)[0]
    wait_for(browser, ".flow").click()
    lanes = [lane.text for lane in browser.find_elements(By.CSS_SELECTOR, ".lanes span")]
    assert lanes == ["User", "App", "devicecode", "token", "devicelogin"]
    assert "waiting for approval" in text_of(browser, ".sequence")
    messages = [message.get_attribute("aria-label") for message in browser.find_elements(By.CSS_SELECTOR, "a.message")]
    assert not [message for message in messages if "consent, consent" in message or "devicelogin to App" in message], messages
    assert not browser.find_elements(By.CSS_SELECTOR, ".is-bad")
    screenshot(browser, screenshots, "flows-device")


def device_flow(server, session):
    """The requests of a device, with one early poll, and the pages of its user."""
    started = requests.post(
        endpoint(server, "devicecode"), data={"client_id": MOBILE.id, "scope": f"openid {ORDERS_READ}"},
        verify=server.ca, timeout=10).json()
    poll = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": MOBILE.id,
        "device_code": started["device_code"]}
    assert_error(token(server, **poll), "authorization_pending", 70016)
    address = started["verification_uri"]
    page = session.get(address, timeout=10)
    answers = {"otc": started["user_code"], "loginfmt": ALEX, "passwd": PASSWORD}
    for _ in range(8):
        forms = Page(page.text, page.url).forms
        if not forms:
            break
        form = forms[0]
        for control in form.controls:
            control.value = answers.get(control.name, control.value) if control.kind != "hidden" else control.value
        button = form.control(name="ucaccept") or form.control(id="idSIButton9")
        page = session.post(form.action, data=form.fields(button), timeout=10)
    requests.post(f"{server.http}/_understudy/clock", json={"advance": "PT10S"}, timeout=10)
    assert token(server, **poll).status_code == 200


def test_compare_says_which_difference_matters(fresh_server, browser, screenshots):
    daemon_token(fresh_server, headers={"x-client-SKU": "MSAL.Python"})
    daemon_token(fresh_server, scope="api://nothing/.default", headers={"x-client-SKU": "MSAL.NET"})
    browser.get(fresh_server.http + CONSOLE + "console/flow?id=2")
    wait_for(browser, "#request-2 .links a").click()
    wait_for(browser, "table a").click()
    assert text_of(browser, "#verdict").startswith("The results differ. The error is about: parameter scope")
    table = browser.find_element(By.CSS_SELECTOR, "table").text
    assert "api://nothing/.default" in table and "The scopes select the resource" in table
    assert "x-client-sku" not in table
    assert "Differences without effect" in text_of(browser, "#noise summary")
    wait_for(browser, "#noise summary").click()
    assert "x-client-sku" in browser.find_element(By.ID, "noise").text
    screenshot(browser, screenshots, "flows-compare")


def test_a_stub_from_a_response_answers_the_next_request(fresh_server, browser):
    daemon_token(fresh_server, client_secret="wrong")
    browser.get(fresh_server.http + CONSOLE + "console/stub?id=1")
    assert '"error": "AADSTS7000215"' in text_of(browser, "pre")
    wait_for(browser, "form .button").click()
    wait_for(browser, "#main .verdict")
    assert "AADSTS7000215" in text_of(browser, "#main .verdict")
    assert_error(daemon_token(fresh_server), "invalid_client", 7000215, status=401)
    assert daemon_token(fresh_server).status_code == 200


def test_the_command_on_the_page_of_a_stub_works(fresh_server, browser):
    daemon_token(fresh_server, client_secret="wrong")
    browser.get(fresh_server.http + CONSOLE + "console/stub?id=1")
    command = browser.find_elements(By.CSS_SELECTOR, "pre")[1].text
    subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=30, check=True)
    assert_error(daemon_token(fresh_server), "invalid_client", 7000215, status=401)


def test_all_steps_work_as_curl_commands(fresh_server, browser):
    for _ in range(2):
        daemon_token(fresh_server, headers={"client-request-id": "11111111-2222-4333-8444-555555555555"})
    browser.get(fresh_server.http + CONSOLE + "console/flow?id=1")
    assert DAEMON.secret not in browser.page_source
    wait_for(browser, "#flow-curl > summary").click()
    wait_for(browser, "#flow-curl form button").click()
    text = text_of(browser, ".block pre")
    assert text.count(": 'Step ") == 2 and DAEMON.secret in text
    answer = subprocess.run(["sh", "-c", text], capture_output=True, text=True, timeout=30, check=True)
    assert answer.stdout.count('"access_token":') == 2


def test_a_flow_is_an_http_archive(fresh_server, fresh_session):
    sign_in(fresh_server, fresh_session)
    path = fresh_server.http + CONSOLE + "console/har"
    answer = requests.get(path, params={"id": 1}, timeout=10)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="flow-1.har"'
    log = answer.json()["log"]
    assert log["version"] == "1.2" and len(log["entries"]) == 2
    assert [entry["request"]["method"] for entry in log["entries"]] == ["POST", "POST"]
    assert all(entry["time"] > 0 for entry in log["entries"])
    assert PASSWORD not in answer.text
    whole = requests.post(path, data={"id": 1}, timeout=10)
    assert json.loads(whole.text)["log"]["entries"][1]["response"]["content"]["text"].startswith("{")
    assert PASSWORD in whole.text


def daemon_flow(server, session):
    assert daemon_token(server).status_code == 200


def wrong_secret(server, session):
    assert daemon_token(server, client_secret="wrong").status_code == 401


def whole_sign_in(server, session):
    """Pages, redemption and a refresh, all in one flow by the ID of the request."""
    answer, pkce = drive(server)
    entries = requests.get(f"{server.http}/_understudy/requests", timeout=10).json()["requests"]
    ident = {"client-request-id": entries[0]["correlationId"]}
    redeemed = redeem(server, MOBILE, answer.json()["parameters"]["code"], code_verifier=pkce.verifier, headers=ident)
    assert redeemed.status_code == 200
    refreshed = token(
        server, grant_type="refresh_token", client_id=MOBILE.id, refresh_token=redeemed.json()["refresh_token"],
        scope=ORDERS_READ, headers=ident)
    assert refreshed.status_code == 200


def wrong_password(server, session):
    assert drive(server, password="wrong")[0].status_code == 422


def declined_consent(server, session):
    assert drive(server, consent="decline")[0].json()["parameters"]["error"] == "access_denied"


def wrong_redirect_uri(server, session):
    session.get(authorize_url(server, MOBILE, redirect_uri="http://localhostt", scope="openid"), timeout=10)


def silent_request(server, session):
    session.get(
        authorize_url(server, MOBILE, prompt="none", scope="openid"), allow_redirects=False, timeout=10)


def first_block(answer):
    """The first text to copy on a page of the console."""
    return html.unescape(re.search(r"<pre[^>]*><code>(.*?)</code>", answer.text, re.DOTALL)[1])


FLOWS = [
    daemon_flow, wrong_secret, whole_sign_in, wrong_password, declined_consent, wrong_redirect_uri, silent_request,
    device_flow]


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("shows_secrets", [False, True])
def test_the_generated_test_passes(fresh_server, fresh_session, tmp_path, flow, shows_secrets):
    """The text runs against a server where nothing of the flow is left: consent is given again."""
    flow(fresh_server, fresh_session)
    path = fresh_server.http + CONSOLE + "console/test"
    if shows_secrets:
        answer = requests.post(path, data={"id": 1}, timeout=10)
    else:
        answer = requests.get(path, params={"id": 1}, timeout=10)
    text = first_block(answer)
    assert shows_secrets or PASSWORD not in text and DAEMON.secret not in text
    requests.post(f"{fresh_server.http}/_understudy/reset", timeout=10)

    file = tmp_path / "generated" / "test_flow.py"
    file.parent.mkdir()
    file.write_text(text)
    environment = os.environ | {"UNDERSTUDY_CA": str(fresh_server.ca)}
    if not shows_secrets:
        environment |= {"PASSWORD": PASSWORD, "CLIENT_SECRET": DAEMON.secret}
    run = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", file.parent, file],
        capture_output=True, text=True, timeout=60, env=environment, cwd=file.parent)
    assert run.returncode == 0, f"{text}\n{run.stdout}\n{run.stderr}"
    assert "1 passed" in run.stdout


def test_the_generated_test_treats_all_input_as_data(fresh_server):
    """No text of a client ends a string of the test, and a reader sees every character."""
    hostile = "\"); import os; os.system('touch pwned'); (\"\u0301\n\u202e\\"
    form = {"grant_type": hostile, "client_id": hostile, hostile: hostile, "client_secret": hostile, "secret\n": "x"}
    token(fresh_server, headers={"Origin": "http://evil.test"}, **form)
    requests.get(fresh_server.http + "/common/oauth2/v2.0/authorize", params=form, timeout=10)
    for number in (1, 2):
        for method in ("get", "post"):
            answer = requests.request(
                method, fresh_server.http + CONSOLE + "console/test", timeout=10,
                **{"params" if method == "get" else "data": {"id": number}})
            text = first_block(answer)
            assert re.fullmatch(r"[\x20-\x7e\n]*", text)
            functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
            assert [function.name for function in functions] == ["test_flow"]
            assert "system" not in {node.attr for node in ast.walk(functions[0]) if isinstance(node, ast.Attribute)}


def test_the_playwright_text_has_the_steps_of_the_user(fresh_server):
    drive(fresh_server)
    answer = requests.get(fresh_server.http + CONSOLE + "console/test", params={"id": 1}, timeout=10)
    text = html.unescape(answer.text)
    steps = [
        "await page.goto(", f'await page.fill("#i0116", "{ALEX}");', 'await page.fill("#i0118", process.env.PASSWORD',
        'await page.click("#idSIButton9");', 'await page.click("[name=ucaccept]");', 'toContain("code=");']
    positions = [text.find(step) for step in steps]
    assert -1 not in positions, steps[positions.index(-1)]


def test_a_full_journal_is_a_light_page(fresh_server, browser):
    """The page has a bounded number of rows, whatever the journal has, and loads nothing else."""
    with requests.Session() as session:
        for number in range(2_048):
            session.post(
                f"{fresh_server.http}/contoso.com/oauth2/v2.0/token", timeout=10,
                data={"grant_type": "client_credentials", "client_id": f"client-{number}", "scope": "x"})
    assert requests.get(f"{fresh_server.http}/_understudy/requests?limit=0", timeout=10).json()["total"] == 2_048
    browser.get(fresh_server.http + CONSOLE)
    assert "1–50 of 2,048 flows" in text_of(browser, "#flow-count")
    urls = browser.execute_script(
        "return performance.getEntriesByType('resource').map(entry => entry.name).concat(location.href)")
    bodies = {url.split("/")[-1]: len(requests.get(url, headers={"Accept-Encoding": "identity"}, timeout=10).content)
              for url in urls if "requests/stream" not in url}
    assert sum(bodies.values()) <= MAXIMUM_WEIGHT, bodies
    wait_for(browser, "a[rel=next]").click()
    WebDriverWait(browser, 10).until(lambda _: "51–100 of 2,048 flows" in text_of(browser, "#flow-count"))
