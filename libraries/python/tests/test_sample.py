"""Ten tests of an application that signs in with MSAL for Python. Each test has a tenant of its own, so that they run in parallel.

    python -m pytest -n 4
"""

import json
import threading
import urllib.parse
import urllib.request

import msal
import pytest

APP = "5a5a5a5a-0002-4001-8001-000000000001"
WORKER = "5a5a5a5a-0002-4001-8001-000000000002"
TICKETS_API = "5a5a5a5a-0002-4001-8001-000000000003"
SHOP = "5a5a5a5a-0002-4001-8001-000000000005"
PHONE = "5a5a5a5a-0002-4001-8001-000000000006"
TICKETS = ["api://tickets/Tickets.Read"]
ROBIN = "robin@relecloud.example"
KIM = "kim@relecloud.example"


def public_client(tenant):
    return msal.PublicClientApplication(APP, authority=tenant.authority, instance_discovery=False)


def confidential_client(tenant, client_id, secret):
    return msal.ConfidentialClientApplication(
        client_id, client_credential=secret, authority=tenant.authority, instance_discovery=False)


def sign_in(tenant, app, user, scopes=TICKETS, **more):
    """Signs a user in as MSAL does in a browser, and returns MSAL's result."""
    flow = app.initiate_auth_code_flow(scopes, redirect_uri="http://localhost", response_mode="form_post")
    return app.acquire_token_by_auth_code_flow(flow, tenant.sign_in(flow["auth_uri"], user, **more))


def test_sign_in_with_a_second_factor(understudy_tenant):
    result = sign_in(understudy_tenant, public_client(understudy_tenant), KIM)
    assert result["id_token_claims"]["preferred_username"] == KIM
    assert understudy_tenant.codes("+14255550121"), "the code was sent by text message"


def test_declined_consent_is_an_error(understudy_tenant):
    result = sign_in(understudy_tenant, public_client(understudy_tenant), ROBIN, consent="decline")
    assert result["error"] == "access_denied"


def test_expired_access_token_is_refreshed(understudy_tenant):
    app = public_client(understudy_tenant)
    token = sign_in(understudy_tenant, app, ROBIN)["access_token"]
    understudy_tenant.advance("PT2H")
    assert not understudy_tenant.entra.inspect_token(token)["valid"]
    account, = app.get_accounts()
    renewed = app.acquire_token_silent_with_error(TICKETS, account, force_refresh=True)
    assert understudy_tenant.entra.inspect_token(renewed["access_token"])["valid"]


def test_throttled_request_is_reported(understudy_tenant):
    app = confidential_client(understudy_tenant, WORKER, "relecloud-worker-secret")
    with understudy_tenant.stub({"status": 429, "headers": {"Retry-After": "5"}, "body": {"error": "temporarily_unavailable"}},
                                endpoint="token"):
        result = app.acquire_token_for_client(["api://tickets/.default"])
    assert result["error"] == "temporarily_unavailable"


def test_api_calls_another_api_on_behalf_of_the_user(understudy_tenant):
    assertion = sign_in(understudy_tenant, public_client(understudy_tenant), ROBIN)["access_token"]
    api = confidential_client(understudy_tenant, TICKETS_API, "tickets-api-secret")
    result = api.acquire_token_on_behalf_of(assertion, ["api://payments/Payments.Read"])
    checked = understudy_tenant.entra.inspect_token(result["access_token"], scope="Payments.Read")
    assert checked["valid"], checked["reasons"]


def test_customer_signs_up(understudy):
    with understudy.tenant("relecloudb2c.example") as tenant:
        app = msal.PublicClientApplication(
            SHOP, authority=f"{understudy.https}/{tenant.domains[0]}/B2C_1_signup", instance_discovery=False,
            validate_authority=False)
        flow = app.initiate_auth_code_flow([SHOP], redirect_uri="http://localhost", response_mode="form_post")
        parameters = tenant.sign_in(flow["auth_uri"], "nia@customer.example", new_password="Fjord-Trip 1")
        result = app.acquire_token_by_auth_code_flow(flow, parameters)
        assert result["id_token_claims"]["emails"] == ["nia@customer.example"]


def test_native_authentication(understudy):
    def post(tenant, path, **form):
        request = urllib.request.Request(
            f"{tenant.authority}/{path}", urllib.parse.urlencode({"client_id": PHONE, **form}).encode())
        with urllib.request.urlopen(request, context=understudy.ssl_context()) as response:
            return json.load(response)

    with understudy.tenant("relecloudexternal.example") as tenant:
        step = post(tenant, "oauth2/v2.0/initiate", username="casey@customer.example", challenge_type="password redirect")
        step = post(
            tenant, "oauth2/v2.0/challenge", continuation_token=step["continuation_token"],
            challenge_type="password redirect")
        tokens = post(
            tenant, "oauth2/v2.0/token", continuation_token=step["continuation_token"], grant_type="password",
            password="Understudy!1", scope="openid offline_access")
        assert understudy.inspect_token(tokens["id_token"])["valid"]


def test_device_code(understudy_tenant):
    app = public_client(understudy_tenant)
    flow = app.initiate_device_flow(TICKETS)

    def enter_code():
        form = {"otc": flow["user_code"], "loginfmt": ROBIN, "passwd": "Understudy!1", "consent": "accept"}
        urllib.request.urlopen(
            flow["verification_uri"], urllib.parse.urlencode(form).encode(),
            context=understudy_tenant.entra.ssl_context())

    person = threading.Thread(target=enter_code)
    person.start()
    person.join()
    assert "access_token" in app.acquire_token_by_device_flow(flow)


def test_one_token_serves_many_calls(understudy_tenant):
    app = confidential_client(understudy_tenant, WORKER, "relecloud-worker-secret")
    for _ in range(5):
        assert "access_token" in app.acquire_token_for_client(["api://tickets/.default"])
    understudy_tenant.verify(1, endpoint="token", clientId=WORKER, outcome="success")


@pytest.mark.parametrize("number", range(3))
def test_tenants_do_not_share_state(understudy_tenant, number):
    """Each copy has its own stubs and its own journal, so these tests do not meet."""
    app = confidential_client(understudy_tenant, WORKER, "relecloud-worker-secret")
    with understudy_tenant.stub({"error": "AADSTS7000215"}, endpoint="token"):
        assert app.acquire_token_for_client(["api://tickets/.default"])["error_codes"] == [7000215]
    understudy_tenant.verify(1, endpoint="token")
