"""Rows 71 to 79 of the checklist: devices, applications for themselves, on behalf of a user, name and password.

(RFC 8628, RFC 6749 §4.3 and §4.4, docs/reference/protocol.md#client-credentials, docs/reference/protocol.md#on-behalf-of,
docs/reference/protocol.md#password-grant, docs/reference/protocol.md#device-code.) The number in a test's name is its row's; a
second redemption at the same time is in test_exactly_once.py.
"""

import re

import pytest
import requests

from conftest import new_session
from support.device import approve, enter_code
from support.lab import DAEMON, KIM, LAB, MIDDLE, ORDERS, PUBLIC, READ, SAM, WEB
from support.oauth import assert_error, endpoint, token
from support.page import Page
from support.pipeline import pipelined
from support.process import resident
from support.seed import CONTOSO, MOBILE, PASSWORD, App
from support.server import Server
from support.tokens import unverified
from support.wire import form_post

pytestmark = pytest.mark.usefixtures("healthy")


def begin(lab, tenant=LAB, app=PUBLIC):
    """A device code and what goes with it."""
    answer = requests.post(
        endpoint(lab, "devicecode", tenant), data={"client_id": app.id, "scope": f"openid {READ}"}, verify=lab.ca, timeout=10)
    assert answer.status_code == 200, answer.text
    return answer.json()


def poll(lab, device_code, tenant=LAB, app=PUBLIC):
    return token(
        lab, tenant, grant_type="urn:ietf:params:oauth:grant-type:device_code", client_id=app.id, client_secret=app.secret,
        device_code=device_code)


def test_71_pending_until_somebody_approves(lab, lab_session):
    """Asked too fast it is slow_down (RFC 8628 §3.5), which clients take for "later"; at its pace it is pending still."""
    with lab.tenant() as tenant:
        started = begin(lab, tenant)
        assert_error(poll(lab, started["device_code"], tenant), "authorization_pending", 70016)
        assert poll(lab, started["device_code"], tenant).json()["error"] in ("authorization_pending", "slow_down")
        lab.advance(tenant, "PT30S")
        assert_error(poll(lab, started["device_code"], tenant), "authorization_pending", 70016)
        approve(lab, lab_session, started["user_code"], KIM)
        lab.advance(tenant, "PT30S")
        assert poll(lab, started["device_code"], tenant).status_code == 200


@pytest.mark.parametrize("code", ["x", "", "BAQ" + "A" * 200, "é", "A" * 20_000], ids=lambda code: code[:8])
def test_72_an_unknown_device_code(lab, code):
    """7000014 for what is no device code, 70000 for one that nobody made (§3.12)."""
    answer = poll(lab, code)
    assert answer.status_code == 400
    assert answer.json()["error"] in ("invalid_grant", "invalid_request")
    assert set(answer.json()["error_codes"]) & {7000014, 70000, 900144, 9002313}


def test_72_an_expired_device_code(lab):
    with lab.tenant() as tenant:
        started = begin(lab, tenant)
        lab.advance(tenant, "PT15M1S")
        assert_error(poll(lab, started["device_code"], tenant), "expired_token", 70020)


@pytest.mark.parametrize("choice", [{"confirm": False}, {"consent": "cancel"}], ids=["at the question", "at consent"])
def test_72_somebody_declined(lab, choice):
    with lab.tenant() as tenant, new_session(lab) as person:
        started = begin(lab, tenant)
        enter_code(person, started["verification_uri"], started["user_code"], KIM, **choice)
        assert poll(lab, started["device_code"], tenant).json()["error"] == "authorization_declined"


@pytest.mark.parametrize("app", [WEB, App("ffffffff-0000-4000-8000-0000000000ff")], ids=["another", "unknown"])
def test_73_another_client(lab, lab_session, app):
    started = begin(lab)
    approve(lab, lab_session, started["user_code"], KIM)
    assert poll(lab, started["device_code"], app=app).status_code in (400, 401)
    assert poll(lab, started["device_code"]).status_code == 200


def test_73_a_device_code_works_once(lab, lab_session):
    started = begin(lab)
    approve(lab, lab_session, started["user_code"], KIM)
    assert poll(lab, started["device_code"]).status_code == 200
    again = poll(lab, started["device_code"])
    assert again.status_code == 400 and again.json()["error"] in ("invalid_grant", "bad_verification_code", "slow_down")


def test_74_user_codes_cannot_be_guessed(lab):
    codes = [begin(lab)["user_code"] for _ in range(200)]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch("[A-Z0-9]{8,9}", code) for code in codes)
    assert len(set("".join(codes))) >= 20, "of twenty letters and digits or more"


def device_page(lab, session, tenant="common", **form):
    answer = session.post(f"{lab.https}/{tenant}/oauth2/deviceauth", data=form, timeout=10)
    return Page(answer.text, answer.url)


def test_74_wrong_tries_end(fresh_server):
    """Ten of them on the tenant's page, and then not even the right one is taken from there."""
    right = requests.post(
        endpoint(fresh_server, "devicecode"), verify=fresh_server.ca, timeout=10,
        data={"client_id": "aaaaaaaa-0000-4000-8000-000000000001", "scope": "openid"}).json()["user_code"]
    with new_session(fresh_server) as session:
        for letter in "ACDEFGHJKL":
            assert device_page(fresh_server, session, CONTOSO, otc=f"ACDEF346{letter}").text("otcError").startswith("AADSTS70018:")
        page = device_page(fresh_server, session, CONTOSO, otc=right)
        assert not any(form.control(id="i0116") for form in page.forms), page.html


def test_74_a_user_code_is_entered_once(lab, lab_session):
    started = begin(lab)
    approve(lab, lab_session, started["user_code"], KIM)
    page = device_page(lab, lab_session, otc=started["user_code"])
    assert page.text("otcError").startswith(("AADSTS90120", "AADSTS70018", "AADSTS70019"))


def test_75_the_page_names_the_application_and_asks(lab, lab_session):
    started = begin(lab)
    page = device_page(lab, lab_session, otc=started["user_code"])
    for field, value in (("i0116", KIM), ("i0118", PASSWORD)):
        page.form.fill(value, id=field)
        fields = page.form.fields(page.form.control(id="idSIButton9"))
        answer = lab_session.post(page.form.action, data=fields, timeout=10)
        page = Page(answer.text, answer.url)
    assert "Lab App" in page.html and "<img" not in page.html
    assert page.form.control(name="deviceConfirmation")
    fields = dict(page.form.fields(page.form.control(id="idSIButton9")))
    with new_session(lab) as stranger:
        stranger.post(page.form.action, data=fields, timeout=10)
    assert_error(poll(lab, started["device_code"]), "authorization_pending", 70016)


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.test"}, {"Sec-Fetch-Site": "cross-site"}], ids=str)
def test_75_a_foreign_site_approves_nothing(lab, lab_session, headers):
    started = begin(lab)
    form = {"otc": started["user_code"], "loginfmt": KIM, "passwd": PASSWORD, "consent": "accept"}
    answer = lab_session.post(f"{lab.https}/common/oauth2/deviceauth", data=form, headers=headers, timeout=10)
    assert answer.status_code in (400, 403)
    assert_error(poll(lab, started["device_code"]), "authorization_pending", 70016)


def test_76_ten_thousand_pending_device_codes(tmp_path):
    """The oldest give way or the new ones are refused, memory stays bounded, and what has expired makes room."""
    with Server(tmp_path) as running:
        before = resident(running.process.pid)
        request = form_post(f"/{CONTOSO}/oauth2/v2.0/devicecode", {"client_id": MOBILE.id, "scope": "openid"})
        statuses = [answer.status for answer in pipelined(running, [request] * 12_000)]
        assert set(statuses) <= {200, 400, 429, 503}, set(statuses)
        assert statuses.count(200) >= 10_000
        assert resident(running.process.pid) - before < 32
        requests.put(f"{running.http}/_understudy/clock", json={"advance": "PT16M"}, timeout=10)
        assert next(pipelined(running, [request])).status == 200
        assert running.is_healthy()


@pytest.mark.parametrize("scope", [READ, "openid", "api://orders", "https://graph.microsoft.com/User.Read"])
def test_77_an_application_asks_for_all_it_has(lab, scope):
    assert_error(app_only(lab, scope=scope), "invalid_scope", 1002012)


@pytest.mark.parametrize("tenant", ["common", "organizations", "consumers"])
def test_77_an_application_is_somewhere(lab, tenant):
    """50059 (§14), 9002332 or 700016 on consumers (§3.5)."""
    answer = app_only(lab, tenant)
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & ({50059} if tenant != "consumers" else {50059, 9002332, 700016})


def test_77_a_public_client_is_no_application_for_itself(lab):
    """No credential: 7000216 (§3.5); with one it is public: 700025 (§3.2)."""
    assert_error(app_only(lab, client_id=PUBLIC.id, client_secret=None), "invalid_client", 7000216, 7000218, status=401)
    assert_error(app_only(lab, client_id=PUBLIC.id, client_secret="x"), "invalid_client", 700025, status=401)


def app_only(lab, tenant=LAB, **change):
    return token(lab, tenant, **{
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "api://orders/.default"} | change)


def on_behalf(lab, assertion, app=MIDDLE, **change):
    return token(lab, LAB, **{
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "client_id": app.id, "client_secret": app.secret,
        "assertion": assertion, "requested_token_use": "on_behalf_of", "scope": READ} | change)


@pytest.fixture(scope="module")
def caller(lab):
    """What an application calls the middle tier with."""
    with new_session(lab) as session:
        return lab.tokens(session, scope="openid api://middle/access")


def test_78_a_sound_assertion_is_exchanged(lab, caller):
    answer = on_behalf(lab, caller["access_token"])
    assert answer.status_code == 200, answer.text
    assert unverified(answer.json()["access_token"])["aud"] == ORDERS.id


def minted(**order):
    return lambda lab, caller: lab.mint(
        **{"user": KIM, "client": PUBLIC.id, "resource": "api://middle", "scopes": ["access"], "tenant": LAB} | order)


@pytest.mark.parametrize("make, codes", [
    pytest.param(minted(resource="api://orders", scopes=["read"]), (500131,), id="for another audience"),
    pytest.param(minted(faults=["expired"]), (500133,), id="expired"),
    pytest.param(minted(faults=["notYetValid"]), (500133,), id="not yet valid"),
    pytest.param(minted(faults=["badSignature"]), (50013,), id="another signature"),
    pytest.param(minted(faults=["algNone"]), (50013, 900384, 50027), id="alg none"),
    pytest.param(minted(faults=["unknownKey"]), (50013,), id="an unknown key"),
    pytest.param(minted(faults=["wrongIssuer"]), (50013, 50027, 500131, 700211), id="another issuer"),
    # Applications made after May 2018 cannot use an id_token (§3.9): a code of its own.
    pytest.param(lambda lab, caller: caller["id_token"], (240002,), id="an id_token"),
    pytest.param(lambda lab, caller: lab.federated(), (50013, 50027, 500131), id="self-made"),
    pytest.param(lambda lab, caller: "x", (50027,), id="no token"),
    pytest.param(lambda lab, caller: caller["access_token"][:-8], (50013, 50027), id="cut"),
])
def test_78_what_a_middle_tier_may_not_exchange(lab, caller, make, codes):
    answer = on_behalf(lab, make(lab, caller))
    assert answer.status_code in (400, 401)
    assert set(answer.json()["error_codes"]) & set(codes), answer.text


def by_password(lab, tenant=LAB, **change):
    return token(lab, tenant, **{
        "grant_type": "password", "client_id": PUBLIC.id, "username": SAM, "password": PASSWORD, "scope": "openid"} | change)


def test_79_a_wrong_password_ten_times_locks(lab):
    """50126, then 50053 even for the right one; a minute later it is taken (setting `lockoutDuration`)."""
    with lab.tenant() as tenant:
        for _ in range(10):
            assert_error(by_password(lab, tenant, password="wrong"), "invalid_grant", 50126)
        for password in ("wrong", PASSWORD):
            assert_error(by_password(lab, tenant, password=password), "invalid_grant", 50053)
        lab.advance(tenant, "PT2M")
        # The password is taken; what is missing is consent.
        assert_error(by_password(lab, tenant), "invalid_grant", 65001)


@pytest.mark.parametrize("grant, error, code", [
    ("bogus", "unsupported_grant_type", 70003),
    ("urn:ietf:params:oauth:grant-type:token-exchange", "unsupported_grant_type", 70003), ("Password", "unsupported_grant_type", 70003), (None, "invalid_request", 900144), ("", "invalid_request", 900144)])
def test_79_a_grant_has_a_type(lab, grant, error, code):
    assert_error(by_password(lab, grant_type=grant), error, code)
