"""Row 37 of the checklist, and what rows 59 and 73 mean when it happens at once: of fifty requests that use the same thing in the
same moment, one succeeds. 200 rounds each.

All fifty are written on fifty open connections before the first answer is read, so that every event loop of the server has some.
"""

import concurrent.futures
import json
from collections import Counter

import pytest

from support.device import approve
from support.lab import KIM, LAB, ONCE, PUBLIC, READ, by_assertion
from support.oauth import authorize_url, one_shot, redeem
from support.pipeline import Volley, pipelined
from support.signin import redirect_answer
from support.wire import form_post, request

pytestmark = pytest.mark.usefixtures("healthy")

WIDTH, ROUNDS = 50, 200
TOKEN = f"/{LAB}/oauth2/v2.0/token"
WOODGROVE = "/33333333-3333-4333-8333-333333333333/oauth2/v2.0"
NATIVE_APP = "cccccccc-0000-4000-8000-000000000001"


def assert_one_succeeds(server, attempts, codes):
    """Fires each request of `attempts` fifty times at once; the other 49 are refused with one of these AADSTS codes."""
    with Volley(server, WIDTH) as volley:
        for number, attempt in enumerate(attempts):
            answers = volley.fire([attempt] * WIDTH)
            statuses = Counter(answer.status for answer in answers)
            assert statuses[200] == 1, (number, statuses)
            refused = {tuple(json.loads(answer.body)["error_codes"]) for answer in answers if answer.status != 200}
            assert refused <= {(code,) for code in codes}, refused
    assert number == ROUNDS - 1


def session_cookies(session):
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in session.cookies)


def test_37_a_code(lab, lab_session):
    url = authorize_url(lab, PUBLIC, LAB, scope=f"openid {READ}")
    one_shot(lab_session, url, KIM)
    silent = request("GET", url.removeprefix(lab.https), Cookie=session_cookies(lab_session))
    form = {"grant_type": "authorization_code", "client_id": PUBLIC.id, "redirect_uri": PUBLIC.redirect_uri}
    attempts = [
        form_post(TOKEN, form | {"code": redirect_answer(answer.header("Location")).code})
        for answer in pipelined(lab, [silent] * ROUNDS)]
    assert_one_succeeds(lab, attempts, {54005})


def test_73_a_device_code(lab, lab_session):
    """Those that come a moment later are told so, or to slow down."""
    begin = form_post(f"/{LAB}/oauth2/v2.0/devicecode", {"client_id": PUBLIC.id, "scope": f"openid {READ}"})
    form = {"grant_type": "device_code", "client_id": PUBLIC.id}
    started = [json.loads(answer.body) for answer in pipelined(lab, [begin] * ROUNDS)]
    for device in started:
        approve(lab, lab_session, device["user_code"], KIM)
    attempts = [form_post(TOKEN, form | {"device_code": device["device_code"]}) for device in started]
    assert_one_succeeds(lab, attempts, {70000, 70016, 70018, 54005})


def continuation_tokens(server):
    """A token behind the challenge for a password, for each round."""
    form = {"client_id": NATIVE_APP, "challenge_type": "password oob redirect"}

    def step(path, forms):
        answers = pipelined(server, [form_post(f"{WOODGROVE}/{path}", form | more) for more in forms])
        return [{"continuation_token": json.loads(answer.body)["continuation_token"]} for answer in answers]

    return step("challenge", step("initiate", [{"username": "casey@woodgrove.example"}] * ROUNDS))


def test_of_fifty_uses_of_a_continuation_token_one_succeeds(server):
    form = {"grant_type": "password", "client_id": NATIVE_APP, "password": "Understudy!1", "scope": "openid"}
    attempts = [form_post(f"{WOODGROVE}/token", form | token) for token in continuation_tokens(server)]
    assert_one_succeeds(server, attempts, {70000, 54005, 55000, 55200, 552003})


def test_59_the_id_of_an_assertion(lab):
    """With the setting that makes it single use; the scopes differ, so that nothing but the id is the same."""
    scopes = ("api://orders/.default", "https://graph.microsoft.com/.default")
    with Volley(lab, WIDTH) as volley:
        for _ in range(ROUNDS):
            assertion = lab.assertion(ONCE, claims={"aud": f"http://localhost{TOKEN}"})
            attempts = [form_post(TOKEN, by_assertion(ONCE, assertion, scope=scope)) for scope in scopes] * (WIDTH // 2)
            answers = volley.fire(attempts)
            assert [answer.status for answer in answers].count(200) == 1
            assert {json.loads(each.body)["error_codes"][0] for each in answers if each.status != 200} == {70002}


def test_37_over_tls_by_a_client_library(lab, lab_session):
    """One round with fifty handshakes, as fifty instances of an application would come."""
    code = lab.code(lab_session)
    with concurrent.futures.ThreadPoolExecutor(WIDTH) as pool:
        answers = list(pool.map(lambda _: redeem(lab, PUBLIC, code, LAB), range(WIDTH)))
    assert [answer.status_code for answer in answers].count(200) == 1
    assert {tuple(answer.json()["error_codes"]) for answer in answers if answer.status_code != 200} == {(54005,)}
