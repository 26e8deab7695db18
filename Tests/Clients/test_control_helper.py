"""How a suite of one's own tests its app with Understudy: `support/understudy.py` at work, each test in a tenant of its own."""

from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest

from support.seed import ALEX, DAEMON, MOBILE
from support.understudy import Refused, Understudy


@pytest.fixture(scope="module")
def entra(tmp_path_factory):
    with Understudy.start(tmp_path_factory.mktemp("helper")) as running:
        yield running


@pytest.fixture
def tenant(entra):
    """A copy of Contoso that no other test sees; applications keep their ids."""
    made = entra.tenant(keepAppIds=True)
    yield made["id"]
    entra.control("DELETE", f"tenants/{made['id']}")


def app_token(entra, tenant, scope="api://orders/.default"):
    return entra.token(
        tenant, grant_type="client_credentials", client_id=DAEMON.id, client_secret=DAEMON.secret, scope=scope)


def code(entra, tenant):
    query = urlencode({
        "client_id": MOBILE.id, "response_type": "code", "redirect_uri": "http://localhost",
        "scope": "openid offline_access api://orders/Orders.Read"})
    return entra.sign_in(f"{entra.origin}/{tenant}/oauth2/v2.0/authorize?{query}", ALEX)["code"]


def redeem(entra, tenant, value):
    return entra.token(
        tenant, grant_type="authorization_code", client_id=MOBILE.id, redirect_uri="http://localhost", code=value)


def test_a_challenge_is_answered_by_another_sign_in(entra, tenant):
    claims = {"access_token": {"acrs": {"essential": True, "value": "c1"}}}
    with entra.respond({"error": "AADSTS50076", "claims": claims}, tenant=tenant, endpoint="token"):
        challenged = redeem(entra, tenant, code(entra, tenant))
        assert challenged.status_code == 400
        assert challenged.json()["error"] in ("interaction_required", "invalid_grant")
        assert "acrs" in challenged.json()["claims"]
        assert redeem(entra, tenant, code(entra, tenant)).status_code == 200
    entra.verify(2, tenant=tenant, grantType="authorization_code")


def test_throttling_says_how_long_to_wait(entra, tenant):
    with entra.respond({"status": 429, "headers": {"Retry-After": "7"}}, times=2, tenant=tenant, clientId=DAEMON.id):
        answers = [app_token(entra, tenant) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [429, 429, 200]
    assert answers[0].headers["Retry-After"] == "7"


def test_an_answer_that_nobody_asked_for_fails_the_test(entra, tenant):
    with pytest.raises(AssertionError, match="1 of the answers"):
        with entra.respond({"status": 503}, tenant=tenant):
            pass
    assert app_token(entra, tenant).status_code == 200


def test_time_goes_on_in_one_tenant_only(entra, tenant):
    tokens = redeem(entra, tenant, code(entra, tenant)).json()

    def verdict():
        return entra.control("POST", "tokens/inspect", {"token": tokens["access_token"]})

    assert verdict()["valid"]
    with entra.clock(tenant, offset="PT2H"):
        assert [reason["check"] for reason in verdict()["reasons"]] == ["time"]
        refreshed = entra.token(
            tenant, grant_type="refresh_token", client_id=MOBILE.id, refresh_token=tokens["refresh_token"])
        assert refreshed.status_code == 200
        assert app_token(entra, "contoso.com").status_code == 200
    assert verdict()["valid"]


def test_a_verification_that_fails_names_what_came_closest(entra, tenant):
    assert app_token(entra, tenant).status_code == 200
    entra.verify(1, tenant=tenant, scope="api://orders/.default")
    with pytest.raises(Refused, match="differs in scope") as failed:
        entra.verify(1, tenant=tenant, grantType="client_credentials", scope="api://invoices/.default")
    assert failed.value.problem["closest"]


def test_tests_beside_each_other_do_not_meet(entra):
    """Each with a tenant, a queue, a clock and expectations of its own."""
    def one(number):
        tenant = entra.tenant(keepAppIds=True)["id"]
        with entra.respond({"status": 500 + number}, tenant=tenant), entra.clock(tenant, offset=f"P{number + 1}D"):
            statuses = [app_token(entra, tenant).status_code for _ in range(3)]
            day = entra.control("GET", "clock", tenant=tenant)["offset"]
        entra.verify(3, tenant=tenant)
        return statuses, day

    with ThreadPoolExecutor(32) as pool:
        outcomes = list(pool.map(one, range(32)))
    assert [statuses for statuses, _ in outcomes] == [[500 + number, 200, 200] for number in range(32)]
    assert len({day for _, day in outcomes}) == 32
