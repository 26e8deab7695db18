"""Rows 64 to 70 of the checklist: a refresh token is its user's and its client's (RFC 6749 §6, RFC 9700 §4.14).

It is bound to neither tenant nor resource, the old one stays good, and it lives 90 days, in a single-page application 24 hours
(§3.4). The number in a test's name is its row's.
"""

import concurrent.futures

import pytest
import requests

from support.lab import KIM, LAB, PAGE, PUBLIC, READ, WEB, WRITE
from support.oauth import PKCE, assert_error, token
from support.tokens import unverified, verify

pytestmark = pytest.mark.usefixtures("healthy")

PAGE_ORIGIN = {"Origin": "https://page.example"}


def refresh(lab, refresh_token, app=PUBLIC, tenant=LAB, headers=None, **more):
    return token(lab, tenant, headers=headers, **{
        "grant_type": "refresh_token", "client_id": app.id, "client_secret": app.secret, "refresh_token": refresh_token,
        "scope": f"openid offline_access {READ}"} | more)


@pytest.mark.parametrize("thief", [WEB, PAGE], ids=["web", "single-page"])
def test_64_another_client_cannot_use_it(lab, lab_session, thief):
    stolen = lab.tokens(lab_session)["refresh_token"]
    answer = refresh(lab, stolen, thief, headers=PAGE_ORIGIN if thief is PAGE else None)
    assert answer.json()["error"] in ("invalid_grant", "invalid_request")
    assert refresh(lab, stolen).status_code == 200


def test_65_the_old_one_stays_good(lab, lab_session):
    first = lab.tokens(lab_session)["refresh_token"]
    second = refresh(lab, first).json()["refresh_token"]
    third = refresh(lab, first).json()["refresh_token"]
    assert len({first, second, third}) == 3
    assert all(refresh(lab, each).status_code == 200 for each in (first, second, third))


@pytest.mark.parametrize("later, is_good", [("PT11H59M", True), ("PT12H", False)])
def test_66_that_of_a_single_page_application_lives_a_day(lab, lab_session, later, is_good):
    """From the sign-in on, however often it is renewed: 700084."""
    pkce = PKCE()
    with lab.tenant() as tenant:
        lab.control("PUT", "clock", {"frozen": "now"}, tenant=tenant)
        issued = lab.tokens(
            lab_session, PAGE, tenant, headers=PAGE_ORIGIN, redemption={"code_verifier": pkce.verifier}, **pkce.parameters)
        lab.advance(tenant, "PT12H")
        renewed = refresh(lab, issued["refresh_token"], PAGE, tenant, PAGE_ORIGIN).json()["refresh_token"]
        lab.advance(tenant, later)
        for each in (issued["refresh_token"], renewed):
            answer = refresh(lab, each, PAGE, tenant, PAGE_ORIGIN)
            if is_good:
                assert answer.status_code == 200, answer.text
            else:
                assert_error(answer, "invalid_grant", 700084)


@pytest.mark.parametrize("app", [PUBLIC, WEB], ids=["public", "with a secret"])
def test_66_unused_for_90_days(lab, lab_session, app):
    with lab.tenant() as tenant:
        issued = lab.tokens(lab_session, app, tenant)["refresh_token"]
        lab.advance(tenant, "P89D")
        renewed = refresh(lab, issued, app, tenant).json()["refresh_token"]
        lab.advance(tenant, "P2D")
        assert_error(refresh(lab, issued, app, tenant), "invalid_grant", 700082)
        assert refresh(lab, renewed, app, tenant).status_code == 200


@pytest.mark.parametrize("order", [{"user": KIM}, {"application": PUBLIC.id}, {}],
                         ids=["the user's", "the application's", "the tenant's"])
def test_67_after_a_revocation(lab, lab_session, order):
    with lab.tenant() as tenant:
        issued = lab.tokens(lab_session, tenant=tenant)["refresh_token"]
        assert refresh(lab, issued, tenant=tenant).status_code == 200
        lab.control("POST", "revocations", order | {"tenant": tenant})
        lab.advance(tenant, "PT1M")
        answer = refresh(lab, issued, tenant=tenant)
        assert_error(answer, "invalid_grant", 50173)
        assert answer.json()["suberror"] == "bad_token"


@pytest.mark.parametrize("app", [PUBLIC, WEB], ids=["public", "with a secret"])
def test_67_after_an_administrator_reset_the_password(lab, lab_session, app):
    """At once, and for confidential clients too (§3.4)."""
    with lab.tenant() as tenant:
        issued = lab.tokens(lab_session, app, tenant, scope=f"openid profile offline_access {READ}")
        oid = unverified(issued["id_token"])["oid"]
        answer = requests.patch(
            f"{lab.http}/v1.0/users/{oid}", headers={"X-Understudy-Tenant": tenant}, timeout=10,
            json={"passwordProfile": {"password": "Another-one!2", "forceChangePasswordNextSignIn": False}})
        assert answer.status_code == 204, answer.text
        assert_error(refresh(lab, issued["refresh_token"], app, tenant), "invalid_grant", 50173)


@pytest.mark.parametrize("scope", [WRITE, f"{READ} {WRITE}", "https://graph.microsoft.com/Mail.Read"])
def test_68_a_wider_scope_needs_consent(lab, lab_session, scope):
    with lab.tenant() as tenant:
        issued = lab.tokens(lab_session, tenant=tenant)["refresh_token"]
        answer = refresh(lab, issued, tenant=tenant, scope=scope)
        assert_error(answer, "invalid_grant", 65001)
        assert answer.json()["suberror"] == "consent_required"


@pytest.mark.parametrize("text", ["garbage", "1.AX" + "A" * 500, "", "\0", "é" * 100, "A" * 40_000, " "], ids=lambda t: ascii(t[:12]))
def test_69_a_garbled_one(lab, text):
    answer = refresh(lab, text)
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & {70000, 9002313, 900144}


@pytest.mark.parametrize("position", [2, 10, -20, -1])
def test_69_one_letter_changed(lab, lab_session, position):
    letters = list(lab.tokens(lab_session)["refresh_token"])
    letters[position] = "B" if letters[position] == "A" else "A"
    assert_error(refresh(lab, "".join(letters)), "invalid_grant", 9002313)


def test_69_a_code_is_none(lab, lab_session):
    assert refresh(lab, lab.code(lab_session)).json()["error_codes"][0] in (70000, 9002313)


def test_70_a_hundred_at_once(lab, lab_session):
    first = lab.tokens(lab_session)["refresh_token"]
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = [answer.json() for answer in pool.map(lambda _: refresh(lab, first), range(100))]
    assert all("refresh_token" in answer for answer in answers)
    assert len({answer["refresh_token"] for answer in answers}) == 100
    assert len({unverified(answer["access_token"])["uti"] for answer in answers}) == 100
    for answer in answers[::10]:
        again = refresh(lab, answer["refresh_token"])
        assert verify(lab, again.json()["access_token"], "ffffffff-0000-4000-8000-00000000000c", LAB)["scp"] == "read"
