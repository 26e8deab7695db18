"""Rows 36 to 47 of the checklist: an authorization code is good once, for who asked for it.

(RFC 6749 §4.1.3, RFC 7636, RFC 9700 §4.5 to §4.8.) The number in a test's name is its row's; row 37 is in test_exactly_once.py.
"""

import pytest

from support.lab import LAB, MANAGE, OTHER, PAGE, PUBLIC, READ, WEB, WRITE
from support.oauth import NEARLY_A_MEBIBYTE, PKCE, assert_error, redeem
from support.seed import App

pytestmark = pytest.mark.usefixtures("healthy")


def test_36_a_code_works_once(lab, lab_session):
    code = lab.code(lab_session)
    assert redeem(lab, PUBLIC, code, LAB).status_code == 200
    for _ in range(2):
        assert_error(redeem(lab, PUBLIC, code, LAB), "invalid_grant", 54005)


@pytest.mark.parametrize("thief", [PAGE, WEB, App("ffffffff-0000-4000-8000-0000000000ff")],
                         ids=["single-page", "with a secret", "unknown"])
def test_38_another_client_can_neither_use_nor_burn_a_code(lab, lab_session, thief):
    code = lab.code(lab_session)
    stolen = redeem(lab, App(thief.id, PUBLIC.redirect_uri, thief.secret), code, LAB)
    # 9002325 to 9002327 where the thief is a single-page application (§3.2), 700016 where it is nobody.
    assert stolen.json()["error"] in ("invalid_grant", "invalid_request", "unauthorized_client")
    assert stolen.status_code == 400
    assert redeem(lab, PUBLIC, code, LAB).status_code == 200


@pytest.mark.parametrize("uri", [
    "msauth.com.lab.app://auth", "http://localhost/cb/", "http://localhost:1/cb", "HTTP://localhost/cb", "x", ""])
def test_39_the_redirect_uri_is_that_of_the_request(lab, lab_session, uri):
    """Byte for byte, the port of localhost too (§3.3); reported as invalid_client. None at all is another error (msal.js#7728)."""
    code = lab.code(lab_session)
    assert_error(redeem(lab, App(PUBLIC.id, uri), code, LAB), *(("invalid_client", 500112) if uri else ("invalid_grant", 700009)))
    assert redeem(lab, PUBLIC, code, LAB).status_code == 200


def test_40_another_tenant(lab, lab_session):
    code = lab.code(lab_session)
    assert_error(redeem(lab, PUBLIC, code, OTHER), "invalid_grant", 700005)
    assert redeem(lab, PUBLIC, code, LAB).status_code == 200


@pytest.mark.parametrize("verifier", [None, "", "x" * 64, "é" * 43, "a" * 42, "a" * 129])
def test_41_a_wrong_verifier_or_none(lab, lab_session, verifier):
    pkce = PKCE()
    code = lab.code(lab_session, **pkce.parameters)
    assert_error(redeem(lab, PUBLIC, code, LAB, code_verifier=verifier), "invalid_grant", 501481)
    assert redeem(lab, PUBLIC, code, LAB, code_verifier=pkce.verifier).status_code == 200


def test_42_the_plain_method_cannot_stand_in_for_s256(lab, lab_session):
    pkce = PKCE()
    code = lab.code(lab_session, **pkce.parameters)
    assert_error(redeem(lab, PUBLIC, code, LAB, code_verifier=pkce.challenge), "invalid_grant", 501481)


def test_42_nor_s256_for_plain(lab, lab_session):
    pkce = PKCE()
    code = lab.code(lab_session, code_challenge=pkce.challenge, code_challenge_method="plain")
    assert_error(redeem(lab, PUBLIC, code, LAB, code_verifier=pkce.verifier), "invalid_grant", 501481)
    assert redeem(lab, PUBLIC, code, LAB, code_verifier=pkce.challenge).status_code == 200


def test_43_a_verifier_without_a_challenge_is_refused(lab, lab_session):
    """Of the family of 50148 (§2.4): else a request whose challenge was stripped on the way would go through."""
    code = lab.code(lab_session)
    assert_error(redeem(lab, PUBLIC, code, LAB, code_verifier="x" * 64), "invalid_grant", 50148)


@pytest.mark.parametrize("later, is_good", [("PT9M59S", True), ("PT10M", False), ("P400D", False)])
def test_44_a_code_lives_ten_minutes(lab, lab_session, later, is_good):
    with lab.tenant() as tenant:
        lab.control("PUT", "clock", {"frozen": "now"}, tenant=tenant)
        code = lab.code(lab_session, tenant=tenant)
        lab.advance(tenant, later)
        answer = redeem(lab, PUBLIC, code, tenant)
        if is_good:
            assert answer.status_code == 200
        else:
            assert_error(answer, "invalid_grant", 70008)


@pytest.mark.parametrize("code", [
    "garbage", "1.AX" + "A" * 500, "", "\0", "é" * 100, "A" * 40_000, " ", "1.A" * 1_000, "%", "0.", "../../x", "1.AX\r\n"],
    ids=lambda code: ascii(code[:12]))
def test_45_a_forged_code(lab, code):
    """9002313 for what is no code at all, 70000 for one that nobody made (§3.3)."""
    answer = redeem(lab, PUBLIC, code, LAB)
    assert answer.status_code == 400
    assert set(answer.json()["error_codes"]) & {70000, 9002313, 900144}


def test_45_a_code_of_a_mebibyte(lab):
    assert redeem(lab, PUBLIC, "A" * NEARLY_A_MEBIBYTE, LAB).status_code == 413


@pytest.mark.parametrize("position", [0, 1, 5, 20, 60, -20, -2, -1])
def test_45_a_code_with_one_letter_changed_or_cut(lab, lab_session, position):
    code = lab.code(lab_session)
    letters = list(code)
    letters[position] = "B" if letters[position] == "A" else "A"
    for changed in ("".join(letters), code[:position]):
        answer = redeem(lab, PUBLIC, changed, LAB)
        assert answer.status_code == 400
        assert set(answer.json()["error_codes"]) & {70000, 9002313, 900144}
    assert redeem(lab, PUBLIC, code, LAB).status_code == 200, "the real one is not used up"


def test_45_a_token_of_another_kind_is_no_code(lab, lab_session):
    token = lab.tokens(lab_session)["refresh_token"]
    assert redeem(lab, PUBLIC, token, LAB).json()["error_codes"][0] in (70000, 9002313)


PAGE_ORIGIN = {"Origin": "https://page.example"}


def test_46_a_single_page_application_sends_an_origin(lab, lab_session):
    pkce = PKCE()
    code = lab.code(lab_session, PAGE, **pkce.parameters)
    proof = {"code_verifier": pkce.verifier}
    assert_error(redeem(lab, PAGE, code, LAB, **proof), "invalid_request", 9002327)
    answer = redeem(lab, PAGE, code, LAB, headers=PAGE_ORIGIN, **proof)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", "https://page.example")


def test_46_and_proves_that_it_asked(lab, lab_session):
    code = lab.code(lab_session, PAGE, scope="openid")
    assert_error(redeem(lab, PAGE, code, LAB, headers=PAGE_ORIGIN), "invalid_request", 9002325)


@pytest.mark.parametrize("app", [WEB, PUBLIC], ids=["web", "native"])
def test_46_nobody_else_may(lab, lab_session, app):
    code = lab.code(lab_session, app, scope=f"openid {READ}")
    assert_error(redeem(lab, app, code, LAB, headers={"Origin": "https://web.example"}), "invalid_request", 9002326)


@pytest.mark.parametrize("scope", [f"{READ} {WRITE}", WRITE, MANAGE, "api://middle/access"])
def test_47_nothing_beyond_what_was_granted(lab, lab_session, scope):
    """65001: a scope has to be among those consented to (§3.3)."""
    with lab.tenant() as tenant:
        code = lab.code(lab_session, tenant=tenant, scope=f"openid {READ}")
        assert_error(redeem(lab, PUBLIC, code, tenant, scope=f"openid {scope}"), "invalid_grant", 65001)
        granted = redeem(lab, PUBLIC, code, tenant).json()["scope"].split()
        assert granted == [READ]
