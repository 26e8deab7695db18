"""Native authentication over HTTPS, arrow by arrow and error by error (docs/reference/wire.md#native-auth-errors to
docs/reference/wire.md#native-auth-flows)."""

from pathlib import Path

import pytest
import requests

from support import native as n
from support.native import App, reached, result, take
from support.scripts import left, script
from support.server import Server

CONFIGURATION = Path(__file__).parent / "support/native.yaml"
STEPS = list(n.ARROWS)
EVERY_ARROW = [(step, action) for step, arrows in n.ARROWS.items() for action in arrows]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("native"), UNDERSTUDY_CONFIG=str(CONFIGURATION)) as server:
        yield server


@pytest.fixture
def external(running):
    """The server as it was at its start."""
    assert requests.post(f"{running.http}/_understudy/reset", timeout=20).status_code < 300
    yield running
    requests.put(f"{running.http}/_understudy/clock", json={"offset": "PT0S"}, timeout=20)


def name_of(value):
    """A row's part in the name of its test: an action, or an outcome; None leaves it to pytest."""
    return " ".join(str(part) for part in value if part) if isinstance(value, tuple) else None


def told(status, answer):
    """What SDKs go by."""
    return status, answer["error"], answer["error_codes"][0], answer.get("suberror")


@pytest.mark.parametrize("step, action", EVERY_ARROW, ids=name_of)
def test_an_arrow_leads_on_and_only_completing_a_step_ends_its_token(external, step, action):
    app = reached(external, step)
    before = app.token
    status, answer = take(app, action)
    assert result(status, answer) == n.ARROWS[step][action]
    if action[0] == n.TOKEN:
        assert {"access_token", "id_token", "refresh_token", "client_info"} <= answer.keys()
    else:
        assert answer["continuation_token"] != before
    again = take(app, action, continuation_token=before)
    if action[0] in n.RENEWING or n.ARROWS[step][action] == "verification_required":
        assert result(*again) == n.ARROWS[step][action]
    else:
        assert told(*again) == n.invalid_token(action[0])


# The steps in which a code was sent, with what sends another one and what submits it. The suites of the SDKs keep the state from
# before a resend: iOS 2.2.5, 1.1.5 and 3.1.4, and the tests of second factors.
RESENDS = [
    ("code sent", n.CHALLENGE, (n.TOKEN, "oob")), ("sign-up code sent", n.SIGN_UP_CHALLENGE, (n.SIGN_UP_CONTINUE, "oob")),
    ("reset code sent", n.RESET_CHALLENGE, (n.RESET_CONTINUE, "oob")), ("second factor sent", n.CHALLENGE, (n.TOKEN, "mfa_oob")),
    ("registration sent", n.REGISTER_CHALLENGE, (n.REGISTER_CONTINUE, "oob")),
]


@pytest.mark.parametrize("step, again, submit", RESENDS, ids=name_of)
def test_the_token_from_before_a_resend_takes_the_new_code_only(external, step, again, submit):
    app = reached(external, step)
    older, code = app.token, app.code()
    assert result(*take(app, (again, None))) == "ok"
    stale = take(app, submit, continuation_token=older, oob=code)
    assert told(*stale) == (400, "invalid_grant", 50181, "invalid_oob_value")
    assert result(*take(app, submit, continuation_token=older)) == n.ARROWS[step][submit]
    assert told(*take(app, submit, continuation_token=older)) == n.invalid_token(submit[0])


@pytest.mark.parametrize("step", STEPS)
def test_what_is_no_arrow_is_refused_and_nothing_is_lost(external, step):
    app = reached(external, step)
    for action in {action for _, action in EVERY_ARROW} - n.ARROWS[step].keys():
        assert told(*take(app, action)) == n.invalid_token(action[0]), action
    action, expected = next(iter(n.ARROWS[step].items()))
    assert result(*take(app, action)) == expected


# What is wrong with a request at any endpoint that goes on with a journey.
WRONG = {
    "made-up token": ({"continuation_token": "AQABAAEAAAAty"}, None),
    "another client's token": ({"client_id": n.CODES}, None),
    "no client": ({"client_id": None}, (400, "invalid_request", 90100, None)),
    "unknown client": ({"client_id": "99999999-0000-4000-8000-000000000001"}, (400, "unauthorized_client", 700016, None)),
    "client without the API": ({"client_id": n.BROWSER}, (400, "invalid_client", 51000, "nativeauthapi_disabled")),
    "type that there is not": ({"challenge_type": "magic redirect"}, (400, "invalid_request", 90100, None)),
    "no redirect": ({"challenge_type": "oob password"}, (400, "unsupported_challenge_type", 901007, None)),
}


def wrong_requests():
    """Every step with every mistake. Where the challenge names the method, its type need not allow a redirect."""
    for step in STEPS:
        action, _ = next(iter(n.ARROWS[step].items()))
        yield from ((step, wrong) for wrong in WRONG if (wrong, action[0]) != ("no redirect", n.REGISTER_CHALLENGE))


@pytest.mark.parametrize("step, wrong", wrong_requests())
def test_a_wrong_request_loses_nothing(external, step, wrong):
    action, expected = next(iter(n.ARROWS[step].items()))
    app = reached(external, step)
    changes, error = WRONG[wrong]
    assert told(*take(app, action, **changes)) == (error or n.invalid_token(action[0]))
    assert result(*take(app, action)) == expected


@pytest.mark.parametrize("step", STEPS)
def test_a_token_is_good_for_ten_minutes(external, step):
    app = reached(external, step)
    code = app.code()
    requests.put(f"{external.http}/_understudy/clock", json={"offset": "PT10M1S"}, timeout=20)
    action = next(iter(n.ARROWS[step]))
    changes = {"oob": code} if action[1] in ("oob", "mfa_oob") else {}
    assert told(*take(app, action, **changes)) == (400, "expired_token", 552003, None)


PASSWORDS = {
    "password_too_short": "Aa1!Aa1", "password_too_weak": "aaaaaaaa", "password_too_long": "Aa1!" * 70,
    "password_banned": "P@ssw0rd1!", "password_is_invalid": "Pässwört-42",
}

# Attempts that fail at a step: the action, what is sent in place of what is right, and what comes back.
ATTEMPTS = [
    *[
        (step, (path, grant), {"oob": "x"}, (400, "invalid_grant", 50181, "invalid_oob_value"))
        for step, path, grant in [
            ("code sent", n.TOKEN, "oob"), ("second factor sent", n.TOKEN, "mfa_oob"),
            ("registration sent", n.REGISTER_CONTINUE, "oob"), ("sign-up code sent", n.SIGN_UP_CONTINUE, "oob"),
            ("reset code sent", n.RESET_CONTINUE, "oob"),
        ]
    ],
    *[
        (step, action, {field: password}, (400, "invalid_grant", 399246, suberror))
        for suberror, password in PASSWORDS.items()
        for step, action, field in [
            ("new password wanted", (n.SIGN_UP_CONTINUE, "password"), "password"),
            ("reset verified", (n.RESET_SUBMIT, None), "new_password"),
        ]
    ],
    ("reset verified", (n.RESET_SUBMIT, None), {"new_password": n.PASSWORD},
     (400, "invalid_grant", 399246, "password_recently_used")),
    ("password wanted", (n.TOKEN, "password"), {"password": "x"}, (400, "invalid_grant", 50126, None)),
    ("password wanted", (n.TOKEN, "password"), {"grant_type": "magic"}, (400, "unsupported_grant_type", 70003, None)),
    ("password wanted", (n.TOKEN, "password"), {"scope": "a,b"}, (400, "invalid_scope", 70011, None)),
    ("password wanted", (n.TOKEN, "password"), {"scope": "openid Nothing.Such"},
     (400, "invalid_grant", 65001, "consent_required")),
    ("sign-up code sent", (n.SIGN_UP_CONTINUE, "oob"), {"grant_type": "magic"}, (400, "invalid_grant", 70003, None)),
    ("attributes wanted", (n.SIGN_UP_CONTINUE, "attributes"), {"attributes": '{"displayName": "x", "city": "oslo"}'},
     (400, "invalid_grant", 1002027, "attribute_validation_failed")),
    ("attributes wanted", (n.SIGN_UP_CONTINUE, "attributes"), {"attributes": "[]"},
     (400, "invalid_grant", 1002027, "attribute_validation_failed")),
    ("registration wanted", (n.REGISTER_CHALLENGE, None), {"challenge_target": "x"}, (400, "invalid_request", 901001, None)),
    ("registration wanted", (n.REGISTER_CHALLENGE, None), {"challenge_channel": "pigeon"},
     (400, "invalid_request", 90100, None)),
]


@pytest.mark.parametrize("step, action, changes, error", ATTEMPTS, ids=name_of)
def test_an_attempt_that_fails_says_why_and_can_be_made_again(external, step, action, changes, error):
    app = reached(external, step)
    status, answer = take(app, action, **changes)
    assert told(status, answer) == error
    assert "continuation_token" not in answer
    assert result(*take(app, action)) == n.ARROWS[step][action]


# First requests that are refused.
STARTS = [
    (n.INITIATE, {"username": None}, (400, "invalid_request", 90100, None)),
    (n.INITIATE, {"client_id": "woodgrove"}, (400, "invalid_request", 90100, None)),
    (n.INITIATE, {"username": "nobody@woodgrove.example"}, (400, "user_not_found", 50034, None)),
    (n.RESET_START, {"username": "nobody@woodgrove.example"}, (400, "user_not_found", 50034, None)),
    (n.RESET_START, {"username": "olga@woodgrove.example"}, (400, "invalid_request", 500222, None)),
    (n.SIGN_UP_START, {}, (400, "user_already_exists", 1003037, None)),
    (n.SIGN_UP_START, {"username": "no address"}, (400, "invalid_request", 90100, None)),
    (n.SIGN_UP_START, {"username": n.NEW_USER, "attributes": "x"},
     (400, "invalid_grant", 1002027, "attribute_validation_failed")),
    (n.SIGN_UP_START, {"username": n.NEW_USER, "client_id": n.CODES, "password": n.NEW_PASSWORD},
     (400, "unsupported_auth_method", 400002, None)),
    *[
        (n.SIGN_UP_START, {"username": n.NEW_USER, "password": password}, (400, "invalid_grant", 399246, suberror))
        for suberror, password in PASSWORDS.items()
    ],
    *[
        (path, changes, error) for path in (n.INITIATE, n.SIGN_UP_START, n.RESET_START)
        for wrong, (changes, error) in WRONG.items() if wrong not in ("made-up token", "another client's token")
    ],
]


@pytest.mark.parametrize("path, changes, error", STARTS, ids=name_of)
def test_a_journey_that_does_not_begin(external, path, changes, error):
    form = {"username": "casey@woodgrove.example", "challenge_type": n.CHALLENGE_TYPES} | changes
    assert told(*App(external).ask(path, **form)) == error


@pytest.mark.parametrize("step, action", [
    ("second factor wanted", (n.CHALLENGE, None)), ("registration wanted", (n.REGISTER_CHALLENGE, None))], ids=name_of)
def test_too_many_codes_block_the_method(external, step, action):
    app = reached(external, step)
    for _ in range(10):
        assert result(*take(app, action)) == "ok"
    assert told(*take(app, action)) == (400, "access_denied", 550024, "provider_blocked_by_rep")


@pytest.mark.parametrize("step, action", [
    ("code sent", (n.CHALLENGE, None)), ("reset code sent", (n.RESET_CHALLENGE, None))], ids=name_of)
def test_repeated_codes_are_throttled(external, step, action):
    app = reached(external, step)
    for _ in range(9):
        assert result(*take(app, action)) == "ok"
    status, answer = take(app, action)
    assert told(status, answer) == (400, "invalid_request", 701014, None)
    assert "Cannot generate more one time passcodes" in answer["error_description"]


# Texts that the suites of the SDKs compare.
TEXTS = [
    (n.RESET_START, {"username": "olga@woodgrove.example"}, "The tenant or user does not support native credential recovery."),
    (n.SIGN_UP_START, {}, "It looks like you may already have an account"),
    (n.SIGN_UP_START, {"username": "no address"}, "username parameter is empty or not valid"),
    (n.INITIATE, {"challenge_type": "magic redirect"},
     "The challenge_type list parameter contains an unsupported challenge type"),
    (n.INITIATE, {"challenge_type": "oob password"}, "The challenge_type list parameter does not include the 'redirect' type."),
]


@pytest.mark.parametrize("path, changes, text", TEXTS, ids=name_of)
def test_the_texts_that_suites_compare(external, path, changes, text):
    form = {"username": "casey@woodgrove.example", "challenge_type": n.CHALLENGE_TYPES} | changes
    assert text in App(external).ask(path, **form)[1]["error_description"]


def test_a_disabled_account_is_denied(external):
    app = App(external)
    n.walk(app, "password wanted", "dora")
    assert told(*take(app, (n.TOKEN, "password"))) == (400, "access_denied", 550024, None)


@pytest.mark.parametrize("user, suberror", [("mia", "mfa_required"), ("casey", "registration_required")])
def test_a_policy_wants_more(external, user, suberror):
    app = App(external, n.GUARDED)
    n.walk(app, "password wanted", user)
    status, answer = take(app, (n.TOKEN, "password"))
    assert told(status, answer)[::3] == (400, suberror) and answer["continuation_token"]


@pytest.mark.parametrize("step", ["password wanted", "reset submitted"])
def test_an_account_that_is_gone(external, step):
    app = reached(external, step)
    gone = requests.delete(
        f"{external.http}/v1.0/users/casey@woodgrove.example", timeout=20, headers={"X-Understudy-Tenant": n.TENANT})
    assert gone.status_code == 204, gone.text
    action = next(iter(n.ARROWS[step]))
    assert told(*take(app, action)) == (400, "user_not_found", 50034, None)


def test_an_address_that_somebody_took_meanwhile(external):
    late = reached(external, "attributes wanted")
    take(reached(external, "attributes wanted"), (n.SIGN_UP_CONTINUE, "attributes"))
    assert told(*take(late, (n.SIGN_UP_CONTINUE, "attributes"))) == (400, "user_already_exists", 1003037, None)


# Errors that the endpoints are said to have, and that no state of the directory brings about there: a script does.
SCRIPTED = [
    ("password wanted", (n.TOKEN, "password"), "expired_refresh_token", 700082, None),
    ("password wanted", (n.TOKEN, "password"), "authorization_pending", 70016, None),
    ("password wanted", (n.TOKEN, "password"), "slow_down", 50196, None),
    ("reset code sent", (n.RESET_CONTINUE, "oob"), "verification_required", 55104, None),
    ("sign-in started", (n.CHALLENGE, None), "invalid_request", 90100, "introspect_required"),
    ("sign-up started", (n.SIGN_UP_CHALLENGE, None), "invalid_grant", 70000, None),
    ("second factor wanted", (n.INTROSPECT, None), "server_error", 50000, None),
]


@pytest.mark.parametrize("step, action, error, code, suberror", SCRIPTED, ids=name_of)
def test_an_error_that_a_script_brings_about(external, step, action, error, code, suberror):
    app = reached(external, step)
    body = {"error": error, "error_codes": [code]} | ({"suberror": suberror} if suberror else {})
    laid = script(external, {"clientId": app.client_id}, {"status": 400, "body": body})
    assert told(*take(app, action)) == (400, error, code, suberror)
    assert left(external, laid) == 0
    assert result(*take(app, action)) == n.ARROWS[step][action]
