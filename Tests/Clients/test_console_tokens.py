"""The console's page "Tokens": a pasted token is verified and explained, and a token is minted, valid or broken."""

import re
import subprocess
from pathlib import Path

import pytest
import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from support.chromium import new_browser, screenshot, text_of, wait_for
from support.seed import ALEX, CONTOSO, MOBILE
from support.server import REPOSITORY

PAGE = "/_understudy/console/tokens"


@pytest.fixture
def browser(fresh_server, tmp_path):
    opened = new_browser(tmp_path / "home", fresh_server.ca)
    yield opened
    problems = [entry["message"] for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    opened.quit()
    assert problems == []


def mint(server, **more):
    body = {"user": ALEX, "client": MOBILE.id, "resource": "api://orders", "scopes": ["Orders.Read"]} | more
    response = requests.post(f"{server.http}/_understudy/tokens", json=body, timeout=10)
    response.raise_for_status()
    return response.json()["token"]


def inspect(server, token, **more):
    return requests.post(server.http + PAGE, data={"token": token} | more, timeout=10)


def test_a_broken_token_is_minted_and_inspected(fresh_server, browser, screenshots):
    browser.get(fresh_server.http + PAGE)
    screenshot(browser, screenshots, "console-tokens-empty")
    for name, value in {"user": ALEX, "client": MOBILE.id, "resource": "api://orders", "scopes": "Orders.Read"}.items():
        wait_for(browser, f"form[action$=mint] [name={name}]").send_keys(value)
    Select(browser.find_element(By.ID, "field-fault")).select_by_value("wrongSignature")
    wait_for(browser, "#mint").click()
    assert text_of(browser, ".token h3") == "Minted token not valid"
    assert "signature" in text_of(browser, ".token .notice.bad")
    screenshot(browser, screenshots, "console-tokens-minted")
    wait_for(browser, ".token form button").click()
    assert text_of(browser, ".token h3") == "Token not valid"
    assert "Version 1 and version 2" in browser.page_source
    screenshot(browser, screenshots, "console-tokens-inspected")


def test_the_command_mints_the_same_kind_of_token(fresh_server):
    form = {"kind": "access", "user": ALEX, "resource": "api://orders", "claims": '{"department": "it\'s"}', "fault": "expired"}
    page = requests.post(f"{fresh_server.http}{PAGE}/mint", data=form, timeout=10).text
    command = re.search(r'Mint the token with curl.*?<code>(curl .*?)</code>', page, re.S)[1]
    for reference, character in {"&#39;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&"}.items():
        command = command.replace(reference, character)
    answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=30, check=True)
    assert '"department":"it\'s"' in answer.stdout


@pytest.mark.parametrize(("change", "text"), [
    ({}, "badge good"), ({"faults": ["unknownKey"]}, "The tenant publishes no key"), ({"faults": ["expired"]}, "The token expired at"),
    ({"faults": ["algNone"]}, "The token is not signed"), ({"faults": ["wrongIssuer"]}, "iss is")])
def test_the_reasons_are_shown(fresh_server, change, text):
    page = inspect(fresh_server, mint(fresh_server, **change))
    assert page.status_code == 200
    assert text in page.text


def test_the_tenants_clock_decides(fresh_server):
    token = mint(fresh_server)
    requests.put(f"{fresh_server.http}/_understudy/clock", json={"advance": "P1D", "tenant": CONTOSO}, timeout=10)
    requests.put(f"{fresh_server.http}/_understudy/clock?tenant={CONTOSO}", json={"advance": "P1D"}, timeout=10)
    assert "The token expired at" in inspect(fresh_server, token).text


def test_expectations_are_checked(fresh_server):
    page = inspect(fresh_server, mint(fresh_server), audience="api://other", scope="Orders.Write", role="R").text
    assert "api://other" in page and "without Orders.Write" in page and "without R" in page


@pytest.mark.parametrize("text", ["", "two words here", "\n"])
def test_other_texts_are_rejected(fresh_server, text):
    assert "Paste one token." in inspect(fresh_server, text).text


def test_pasted_text_is_escaped_and_never_logged(fresh_server):
    page = inspect(fresh_server, "<script>alert(1)</script>").text
    assert "<script>alert" not in page
    token = mint(fresh_server, claims={"<img src=x>": "<b>"})
    page = inspect(fresh_server, f" Bearer\t{token}\n".replace("\t", " ")).text
    assert "<img" not in page and "<b>&" not in page and "&lt;img src=x&gt;" in page
    assert token not in fresh_server.output()
    assert token not in fresh_server.get("/_understudy/requests").text


def test_a_large_text_is_rejected(fresh_server):
    assert "not valid" in inspect(fresh_server, "a." * 20_000 + "b").text


def test_a_link_shows_no_token(fresh_server):
    token = mint(fresh_server)
    page = requests.get(fresh_server.http + PAGE, params={"token": token}, timeout=10).text
    assert token not in page and "Claim</th>" not in page


def test_revocation_is_remarked(fresh_server):
    token = mint(fresh_server)
    user = requests.get(
        f"{fresh_server.http}/_understudy/directory", timeout=10).json()
    alex = next(u for t in user["tenants"] if t["id"] == CONTOSO for u in t["users"] if u["userPrincipalName"] == ALEX)
    graph = mint(fresh_server, user="admin@contoso.com", resource="https://graph.microsoft.com", scopes=["User.ReadWrite.All", "User.RevokeSessions.All"])
    answer = requests.post(
        f"{fresh_server.http}/v1.0/users/{alex['id']}/revokeSignInSessions", headers={"Authorization": f"Bearer {graph}"}, timeout=10)
    assert answer.status_code == 200, answer.text
    assert "The sign-in was revoked at" in inspect(fresh_server, token).text


def issued_claims():
    """The names of all claims that the sources write by name."""
    names = set()
    for file in Path(REPOSITORY, "Sources/Protocol").rglob("*.swift"):
        text = file.read_text()
        names |= set(re.findall(r'claims\.set\(\s*"([A-Za-z_0-9]+)"', text))
        names |= set(re.findall(r'claims\["([A-Za-z_0-9]+)"\] = (?!nil)', text))
    optional = Path(REPOSITORY, "Sources/Protocol/Token/Claims/OptionalClaim.swift").read_text()
    return names | set(re.findall(r'^\s+"([a-z_]+)": \{', optional, re.M))


def documented_claims():
    """The names in the first column of the tables of docs/reference/claims.md."""
    text = Path(REPOSITORY, "docs/reference/claims.md").read_text()
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.M)
    return {name for row in rows for name in re.findall(r"`([A-Za-z_0-9]+)`", row)}


def test_every_claim_of_the_server_is_explained(fresh_server):
    values = {"None", "SecurityGroup", "ApplicationGroup", "DirectoryRole", "All"}
    names = issued_claims() | documented_claims() - values
    assert {"aud", "tfp", "cnf", "xms_edov", "emails"} <= names
    token = mint(fresh_server, claims={name: "x" for name in names})
    page = inspect(fresh_server, token).text
    rows = dict(re.findall(r'<td data-label="Claim"><code>(.*?)</code></td>.*?<td data-label="Why">(.*?)</td>', page))
    missing = {name for name in names if "<b>Set by</b>" not in rows.get(name, "")}
    assert missing == set()
