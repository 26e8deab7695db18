"""Scripted answers and faults, as real clients meet them and recover."""

import json
import threading
import time
import uuid

import jwt
import msal
import pytest
import requests

from conftest import new_session
from support.oauth import token
from support.patience import eventually
from support.scripts import left, script
from support.seed import ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_API, ORDERS_READ
from support.signin import sign_in
from support.tokens import unverified, verify

SCOPE = "api://orders/.default"
MFA = {"access_token": {"acrs": {"essential": True, "value": "c1"}}}


def daemon_token(server, request_id=None, **more):
    """A token request of Contoso Daemon under that client-request-id."""
    headers = {"client-request-id": request_id} if request_id else None
    return token(
        server, headers=headers, grant_type="client_credentials", client_id=DAEMON.id, client_secret=DAEMON.secret,
        scope=SCOPE, **more)


def new_daemon(server):
    return msal.ConfidentialClientApplication(
        DAEMON.id, client_credential=DAEMON.secret, authority=server.authority(), instance_discovery=False,
        verify=server.ca)


def signed_in(server):
    """An app with a user signed in; msal's result."""
    app = msal.PublicClientApplication(
        MOBILE.id, authority=server.authority(), instance_discovery=False, verify=server.ca)
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri="http://localhost:4711")
    with new_session(server) as browser:
        answer = sign_in(browser, flow["auth_uri"], ALEX)
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert "access_token" in result, result
    return app


def test_msal_meets_a_demand_for_a_second_factor_and_takes_its_claims_along(fresh_server):
    app = signed_in(fresh_server)
    account, = app.get_accounts()
    entry = script(
        fresh_server, {"user": ALEX, "grantType": "refresh_token"}, {"error": "AADSTS50076", "claims": MFA})
    refused = app.acquire_token_silent_with_error([ORDERS_READ], account, force_refresh=True)
    assert refused["error"] == "invalid_grant"
    assert refused["suberror"] == "basic_action"
    assert refused["error_codes"] == [50076]
    assert refused["classification"] == "basic_action"
    assert json.loads(refused["claims"]) == MFA
    assert left(fresh_server, entry) == 0

    flow = app.initiate_auth_code_flow(
        [ORDERS_READ], redirect_uri="http://localhost:4711", login_hint=ALEX, claims_challenge=refused["claims"])
    with new_session(fresh_server) as browser:
        answer = sign_in(browser, flow["auth_uri"], ALEX)
    assert "access_token" in app.acquire_token_by_auth_code_flow(flow, answer.parameters)


def test_msal_meets_a_silent_refusal_at_the_authorization_endpoint(fresh_server):
    app = signed_in(fresh_server)
    script(fresh_server, {"endpoint": "authorize", "clientId": MOBILE.id}, {"error": 50076, "claims": MFA})
    flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri="http://localhost:4711", prompt="none")
    with new_session(fresh_server) as browser:
        answer = sign_in(browser, flow["auth_uri"], ALEX)
    assert answer.parameters["error"] == "interaction_required"
    assert json.loads(answer.parameters["claims"]) == MFA
    result = app.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert result["error"] == "interaction_required"


def test_msal_obeys_retry_after_and_recovers(fresh_server):
    app = new_daemon(fresh_server)
    entry = script(
        fresh_server, {"clientId": DAEMON.id},
        {"status": 429, "headers": {"Retry-After": "2"}, "body": {"error": "temporarily_unavailable"}},
        {"status": 418, "body": {"error": "too_early"}})
    for _ in range(2):
        assert app.acquire_token_for_client([SCOPE])["error"] == "temporarily_unavailable"
    assert left(fresh_server, entry) == 1, "msal answers from memory until the time is over"
    requests.delete(f"{fresh_server.http}/_understudy/responses", timeout=10)
    eventually(lambda: "access_token" in app.acquire_token_for_client([SCOPE]), 15, 0.2)


@pytest.mark.parametrize("fault", ["reset", "empty"])
def test_msal_meets_a_lost_connection_and_the_next_call_succeeds(fresh_server, fault):
    app = new_daemon(fresh_server)
    script(fresh_server, {"clientId": DAEMON.id, "endpoint": "token"}, {"fault": fault})
    with pytest.raises(requests.exceptions.ConnectionError):
        app.acquire_token_for_client([SCOPE])
    assert "access_token" in app.acquire_token_for_client([SCOPE])


@pytest.mark.parametrize("fault, error", [
    ("truncate", requests.exceptions.ChunkedEncodingError),
    ("malformedChunk", requests.exceptions.ChunkedEncodingError),
    ("reset", requests.exceptions.ConnectionError),
    ("empty", requests.exceptions.ConnectionError),
])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_fault_breaks_one_answer(server, scheme, fault, error):
    request_id = str(uuid.uuid4())
    script(server, {"clientRequestId": request_id}, {"fault": fault})
    url = f"{getattr(server, scheme)}/{CONTOSO}/v2.0/.well-known/openid-configuration"
    with requests.Session() as session:
        session.verify, session.headers = server.ca, {"client-request-id": request_id}
        with pytest.raises(error):
            session.get(url, timeout=10)
        assert session.get(url, timeout=10).json()["token_endpoint"]


def test_a_drip_takes_its_time_and_comes_whole(server):
    request_id = str(uuid.uuid4())
    script(server, {"clientRequestId": request_id}, {"fault": "drip", "duration": "PT1S"})
    start = time.monotonic()
    assert daemon_token(server, request_id).json()["access_token"]
    assert time.monotonic() - start >= 0.9


def test_a_client_gives_up_on_a_delay_and_others_are_served_meanwhile(server):
    request_id = str(uuid.uuid4())
    script(server, {"clientRequestId": request_id}, {"delay": "PT3S"})
    with pytest.raises(requests.exceptions.ReadTimeout):
        requests.get(
            f"{server.http}/{CONTOSO}/discovery/v2.0/keys", headers={"client-request-id": request_id}, timeout=0.5)
    start = time.monotonic()
    assert daemon_token(server).json()["access_token"]
    assert time.monotonic() - start < 2.5


def test_a_handshake_fails_for_the_host_that_is_named(fresh_server):
    url = f"{fresh_server.https}/{CONTOSO}/discovery/v2.0/keys"
    entry = script(fresh_server, {"host": "localhost"}, {"fault": "tls"}, times=2)
    assert requests.get(url.replace("localhost", "127.0.0.1"), verify=fresh_server.ca, timeout=10).ok
    for _ in range(2):
        with pytest.raises(requests.exceptions.SSLError, match="(?i)handshake.failure"):
            requests.get(url, verify=fresh_server.ca, timeout=10)
    assert left(fresh_server, entry) == 0
    assert requests.get(url, verify=fresh_server.ca, timeout=10).ok


@pytest.mark.parametrize("fault, words", [
    ("tlsExpiredCertificate", "certificate has expired"), ("tlsWrongHost", "mismatch"),
    ("tlsUnknownAuthority", "self-signed|unable to get local issuer"),
])
def test_a_certificate_is_refused_by_who_checks_it(fresh_server, fault, words):
    url = f"{fresh_server.https}/{CONTOSO}/discovery/v2.0/keys"
    script(fresh_server, {"host": "localhost"}, {"fault": fault})
    with pytest.raises(requests.exceptions.SSLError, match=f"(?i){words}"):
        requests.get(url, verify=fresh_server.ca, timeout=10)
    assert requests.get(url, verify=fresh_server.ca, timeout=10).ok


@pytest.mark.parametrize("fault, error", [
    ("wrongSignature", jwt.InvalidSignatureError), ("expiredToken", jwt.ExpiredSignatureError),
    ("notYetValidToken", jwt.ImmatureSignatureError), ("unknownKid", jwt.PyJWKClientError),
])
def test_an_api_refuses_a_broken_token(server, fault, error):
    request_id = str(uuid.uuid4())
    script(server, {"clientRequestId": request_id}, {"fault": fault})
    with pytest.raises(error):
        verify(server, daemon_token(server, request_id).json()["access_token"], ORDERS_API)
    assert verify(server, daemon_token(server, request_id).json()["access_token"], ORDERS_API)


def test_32_clients_at_once_see_their_own_answers_only(server):
    """Each client lays down and consumes a queue of its own while the others do."""
    ready = threading.Barrier(32)
    faults = []

    def client(number):
        try:
            request_id = str(uuid.uuid4())
            ready.wait()
            entry = script(
                server, {"clientRequestId": request_id}, {"error": 50076, "claims": {"n": number}},
                {"status": 503, "body": f"{number}"}, {"delay": "PT0.2S"}, {"fault": "expiredToken"})
            first = daemon_token(server, request_id).json()
            assert json.loads(first["claims"]) == {"n": number} and first["correlation_id"] == request_id
            second = daemon_token(server, request_id)
            assert (second.status_code, second.text) == (503, f"{number}")
            start = time.monotonic()
            third = unverified(daemon_token(server, request_id).json()["access_token"])
            assert time.monotonic() - start >= 0.2 and third["exp"] > time.time()
            assert unverified(daemon_token(server, request_id).json()["access_token"])["exp"] < time.time()
            assert unverified(daemon_token(server, request_id).json()["access_token"])["exp"] > time.time()
            assert left(server, entry) == 0
        except BaseException as error:      # reported by the test, not lost with its thread
            faults.append((number, error))

    threads = [threading.Thread(target=client, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults


@pytest.mark.parametrize("body, detail", [
    ("{", "not JSON"),
    ('{"match": {"clientId": "a"}, "responses": [{"eror": 50076}]}', "did you mean error?"),
    ('{"match": {"clientId": "a"}, "responses": [{"error": 50076}, {"error": 1}]}', "/responses/1/error"),
    ('{"match": {}, "responses": [{"error": 50076}]}', "/match: The match is empty"),
])
def test_a_bad_script_is_refused_with_what_is_wrong(server, body, detail):
    answer = requests.post(f"{server.http}/_understudy/responses", data=body, timeout=10)
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert detail in answer.json()["detail"]
