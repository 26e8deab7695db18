"""Rows 48 and 49 of the checklist: clients that authenticate by a secret (RFC 6749 §2.3). Row 50 is in test_timing.py.

The number in a test's name is its row's.
"""

import base64
from urllib.parse import quote_plus

import pytest
import requests

from support.lab import CERTIFIED, DAEMON, DISABLED, EXPIRED, LAB, PUBLIC, WEB, by_assertion
from support.oauth import assert_error, endpoint, redeem, token
from support.seed import App

pytestmark = pytest.mark.usefixtures("healthy")


def app_only(app, **more):
    return {"grant_type": "client_credentials", "client_id": app.id, "client_secret": app.secret,
            "scope": "api://orders/.default"} | more


def post(lab, form, **options):
    form = {name: value for name, value in form.items() if value is not None}
    return requests.post(endpoint(lab, "token", LAB), data=form, verify=lab.ca, timeout=10, **options)


@pytest.mark.parametrize("app, change, error, code, status", [
    pytest.param(DAEMON, {"client_secret": "wrong"}, "invalid_client", 7000215, 401, id="wrong"),
    pytest.param(DAEMON, {"client_secret": ""}, "invalid_client", 7000215, 401, id="empty"),
    pytest.param(DAEMON, {"client_secret": DAEMON.secret + " "}, "invalid_client", 7000215, 401, id="with a blank"),
    pytest.param(DAEMON, {"client_secret": f'"{DAEMON.secret}"'}, "invalid_client", 7000215, 401, id="in quotes"),
    pytest.param(DAEMON, {"client_secret": DAEMON.secret.upper()}, "invalid_client", 7000215, 401, id="in capitals"),
    pytest.param(DAEMON, {"client_secret": WEB.secret}, "invalid_client", 7000215, 401, id="another application's"),
    pytest.param(EXPIRED, {}, "invalid_client", 7000222, 401, id="expired"),
    pytest.param(DISABLED, {}, "unauthorized_client", 7000112, 400, id="a disabled application"),
    pytest.param(PUBLIC, {"client_secret": "x"}, "invalid_client", 700025, 401, id="a public client"),
    # Where client_credentials lacks one it is 7000216, elsewhere 7000218 (§3.6).
    pytest.param(DAEMON, {"client_secret": None}, "invalid_client", 7000216, 401, id="none"),
])
def test_48_a_secret_that_is_not_good(lab, app, change, error, code, status):
    assert_error(post(lab, app_only(app, **change)), error, code, *((7000216,) if code == 7000215 else ()), status=status)


def test_48_no_secret_with_a_code(lab, lab_session):
    """What kind of client redeems it stands in the code (§3.2); of a web application's it is 7000218."""
    code = lab.code(lab_session, WEB, scope="openid")
    assert_error(redeem(lab, App(WEB.id, WEB.redirect_uri), code, LAB), "invalid_client", 7000218, status=401)


def test_48_an_application_without_a_secret_has_no_empty_one(lab):
    assert post(lab, app_only(CERTIFIED, client_secret="")).status_code == 401


@pytest.mark.parametrize("authorization, change", [
    pytest.param((DAEMON.id, DAEMON.secret), {}, id="Basic and body at once"),
    pytest.param((DAEMON.id, DAEMON.secret), {"client_secret": None, "client_id": WEB.id}, id="another client in the body"),
    pytest.param((WEB.id, WEB.secret), {"client_secret": None}, id="another client in Basic"),
    pytest.param("Basic !!!", {"client_id": None, "client_secret": None}, id="broken Base64"),
    pytest.param("Basic", {"client_id": None, "client_secret": None}, id="nothing"),
    pytest.param("Basic " + base64.b64encode(b"no colon").decode(), {"client_id": None, "client_secret": None}, id="no colon"),
    pytest.param("Basic " + base64.b64encode(b"%zz:%zz").decode(), {"client_id": None, "client_secret": None}, id="bad escapes"),
    pytest.param("Basic " + base64.b64encode(b"\xff:\xff").decode(), {"client_id": None, "client_secret": None}, id="no UTF-8"),
    pytest.param("Basic " + "A" * 15_000, {"client_secret": None}, id="huge"),
    pytest.param("Bearer x", {"client_id": None, "client_secret": None}, id="another scheme"),
    pytest.param("Negotiate x", {"client_secret": None}, id="Negotiate"),
])
def test_49_one_way_to_authenticate_and_a_sound_one(lab, authorization, change):
    is_pair = isinstance(authorization, tuple)
    answer = post(
        lab, app_only(DAEMON, **change), auth=authorization if is_pair else None,
        headers={} if is_pair else {"Authorization": authorization})
    assert answer.status_code in (400, 401), answer.text
    # An id that is not even one is an unknown client's: 700016.
    assert answer.json()["error"] in ("invalid_request", "invalid_client", "unauthorized_client")


def test_49_a_refused_basic_authentication_is_challenged(lab):
    answer = post(lab, app_only(DAEMON, client_id=None, client_secret=None), auth=(DAEMON.id, "wrong"))
    assert_error(answer, "invalid_client", 7000215, status=401)
    assert answer.headers["WWW-Authenticate"].startswith("Basic ")


@pytest.mark.parametrize("secret", [WEB.secret, "a+b c%25&=ü"])
def test_49_both_halves_of_basic_are_percent_decoded(lab, secret):
    """RFC 6749 §2.3.1: encoded as a form before base64."""
    encoded = f"{quote_plus(WEB.id)}:{quote_plus(secret)}"
    form = app_only(App(WEB.id), client_id=None)
    answer = post(lab, form, headers={"Authorization": "Basic " + base64.b64encode(encoded.encode()).decode()})
    assert answer.status_code == 200, answer.text
    wrong = encoded[:-1] + ("x" if encoded[-1] != "x" else "y")
    answer = post(lab, form, headers={"Authorization": "Basic " + base64.b64encode(wrong.encode()).decode()})
    assert_error(answer, "invalid_client", 7000215, status=401)


def test_49_a_token_request_authenticates_once(lab):
    """Row 62 has the assertion and the secret; here a secret twice."""
    answer = post(lab, app_only(DAEMON), auth=(DAEMON.id, DAEMON.secret))
    assert answer.status_code in (400, 401)
    assert token(lab, LAB, **app_only(DAEMON)).status_code == 200
    assert token(lab, LAB, **by_assertion(CERTIFIED, lab.assertion())).status_code == 200
