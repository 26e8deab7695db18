"""The journeys of native authentication (docs/reference/wire.md#native-auth-flows) as a client walks them over HTTPS, reading
answers as strictly as MSAL for iOS does: successes are of status 200 only, numbers are numbers, and what an SDK needs is there."""

import uuid
from urllib.parse import quote

import requests

TENANT = "33333333-3333-4333-8333-333333333333"
APP, GUARDED, BROWSER, CODES = (f"cccccccc-0000-4000-8000-00000000000{number}" for number in (1, 2, 3, 4))
SCOPE = "openid profile offline_access"
PASSWORD, NEW_PASSWORD, NEW_USER = "Understudy!1", "Brand-New 42", "new@customer.example"
CHALLENGE_TYPES = "oob password redirect"

NUMBERS = {"code_length", "interval", "expires_in", "ext_expires_in", "poll_interval"}

INITIATE, CHALLENGE, INTROSPECT, TOKEN = (
    f"oauth2/v2.0/{name}" for name in ("initiate", "challenge", "introspect", "token"))
SIGN_UP_START, SIGN_UP_CHALLENGE, SIGN_UP_CONTINUE = (f"signup/v1.0/{name}" for name in ("start", "challenge", "continue"))
RESET_START, RESET_CHALLENGE, RESET_CONTINUE, RESET_SUBMIT, RESET_POLL = (
    f"resetpassword/v1.0/{name}" for name in ("start", "challenge", "continue", "submit", "poll_completion"))
REGISTER_INTROSPECT, REGISTER_CHALLENGE, REGISTER_CONTINUE = (
    f"register/v1.0/{name}" for name in ("introspect", "challenge", "continue"))
STARTS = {INITIATE, SIGN_UP_START, RESET_START}


class App:
    """One journey of an application that draws its own screens."""

    def __init__(self, server, client_id=APP):
        self.server = server
        self.client_id = client_id
        self.token = None

    def ask(self, path, **form):
        """The status and the answer, whose continuation token is kept. A parameter that is None is left out."""
        correlation = str(uuid.uuid4())
        body = {"client_id": self.client_id, **form}
        if self.token and path not in STARTS:
            body.setdefault("continuation_token", self.token)
        response = requests.post(
            f"{self.server.https}/woodgrove.onmicrosoft.com/{path}", verify=self.server.ca, timeout=20,
            data={name: value for name, value in body.items() if value is not None},
            headers={"client-request-id": correlation, "x-vendor-signal": "1"})
        assert response.headers["client-request-id"] == correlation
        assert response.headers["x-ms-request-id"]
        answer = response.json()
        check(response.status_code, answer)
        self.token = answer.get("continuation_token", self.token)
        return response.status_code, answer

    def send(self, path, expected=200, **form):
        status, answer = self.ask(path, **form)
        assert status == expected, answer
        return answer

    def start(self, path, username, **form):
        return self.send(
            path, username=username, challenge_type=CHALLENGE_TYPES,
            capabilities="mfa_required registration_required", **form)

    def redeem(self, grant, expected=200, **form):
        return self.send(TOKEN, expected, grant_type=grant, scope=SCOPE, client_info="true", **form)

    def code(self, to=""):
        """The code that was sent last, to an address or to anyone."""
        messages = self.server.get(f"/_understudy/outbox?to={quote(to)}" if to else "/_understudy/outbox").json()["messages"]
        assert not to or messages[0]["to"] == to
        return messages[0]["code"] if messages else "00000000"


def check(status, answer):
    """Fails for what an SDK could not decode."""
    for name, value in answer.items():
        assert value is not None, name
        if name in NUMBERS:
            assert type(value) is int, name
    if status == 200:
        assert "error" not in answer
    elif status in (400, 401):
        assert answer["error"] and all(type(code) is int for code in answer["error_codes"])
    if answer.get("challenge_type") == "oob":
        assert {"continuation_token", "challenge_channel", "code_length"} <= answer.keys()
        assert answer.keys() & {"challenge_target_label", "challenge_target"}


# The state machines: from each step, what goes on – an endpoint, and `grant_type` where it takes several –, and what comes of
# it: "ok", or the error that has the next token.
ARROWS = {
    "sign-in started": {(CHALLENGE, None): "ok", (INTROSPECT, None): "ok"},
    "password wanted": {(TOKEN, "password"): "ok", (CHALLENGE, None): "ok"},
    "code sent": {(TOKEN, "oob"): "ok", (CHALLENGE, None): "ok"},
    "second factor wanted": {(INTROSPECT, None): "ok", (CHALLENGE, None): "ok"},
    "second factor sent": {
        (TOKEN, "mfa_oob"): "ok", (TOKEN, "oob"): "ok", (CHALLENGE, None): "ok", (INTROSPECT, None): "ok"},
    "registration wanted": {(REGISTER_INTROSPECT, None): "ok", (REGISTER_CHALLENGE, None): "ok"},
    "registration sent": {
        (REGISTER_CONTINUE, "oob"): "ok", (REGISTER_CHALLENGE, None): "ok", (REGISTER_INTROSPECT, None): "ok"},
    "registration verified": {(REGISTER_CONTINUE, "continuation_token"): "ok", (REGISTER_CHALLENGE, None): "ok"},
    "registered": {(TOKEN, "continuation_token"): "ok"},
    "sign-up started": {(SIGN_UP_CHALLENGE, None): "ok"},
    "sign-up code sent": {
        (SIGN_UP_CONTINUE, "oob"): "credential_required", (SIGN_UP_CONTINUE, "password"): "verification_required",
        (SIGN_UP_CONTINUE, "attributes"): "verification_required", (SIGN_UP_CHALLENGE, None): "ok"},
    "credential wanted": {(SIGN_UP_CHALLENGE, None): "ok", (SIGN_UP_CONTINUE, "password"): "attributes_required"},
    "new password wanted": {(SIGN_UP_CONTINUE, "password"): "attributes_required", (SIGN_UP_CHALLENGE, None): "ok"},
    "attributes wanted": {(SIGN_UP_CONTINUE, "attributes"): "ok"},
    "signed up": {(TOKEN, "continuation_token"): "ok"},
    "reset started": {(RESET_CHALLENGE, None): "ok"},
    "reset code sent": {(RESET_CONTINUE, "oob"): "ok", (RESET_CHALLENGE, None): "ok"},
    "reset verified": {(RESET_SUBMIT, None): "ok"},
    "reset submitted": {(RESET_POLL, None): "ok"},
    "reset done": {(TOKEN, "continuation_token"): "ok"},
}

# The endpoints that ask for another challenge or for methods, after which the older token stays valid.
RENEWING = {CHALLENGE, INTROSPECT, SIGN_UP_CHALLENGE, RESET_CHALLENGE, REGISTER_INTROSPECT, REGISTER_CHALLENGE}


def invalid_token(path):
    """The error for an invalid continuation token at an endpoint."""
    if path in (CHALLENGE, INTROSPECT, TOKEN):
        return 400, "invalid_request", 55000, None
    return 400, "invalid_grant" if path == SIGN_UP_CHALLENGE else "invalid_request", 55200, None


# How each step is reached: the one before and the action that leads on, or a journey's first request.
ORIGINS = {
    "sign-in started": INITIATE,
    "password wanted": ("sign-in started", (CHALLENGE, None)),
    "code sent": ("sign-in started", (CHALLENGE, None)),
    "second factor wanted": ("password wanted", (TOKEN, "password")),
    "second factor sent": ("second factor wanted", (CHALLENGE, None)),
    "registration wanted": ("password wanted", (TOKEN, "password")),
    "registration sent": ("registration wanted", (REGISTER_CHALLENGE, None)),
    "registration verified": ("registration wanted", (REGISTER_CHALLENGE, None)),
    "registered": ("registration sent", (REGISTER_CONTINUE, "oob")),
    "sign-up started": SIGN_UP_START,
    "sign-up code sent": ("sign-up started", (SIGN_UP_CHALLENGE, None)),
    "credential wanted": ("sign-up code sent", (SIGN_UP_CONTINUE, "oob")),
    "new password wanted": ("credential wanted", (SIGN_UP_CHALLENGE, None)),
    "attributes wanted": ("new password wanted", (SIGN_UP_CONTINUE, "password")),
    "signed up": ("attributes wanted", (SIGN_UP_CONTINUE, "attributes")),
    "reset started": RESET_START,
    "reset code sent": ("reset started", (RESET_CHALLENGE, None)),
    "reset verified": ("reset code sent", (RESET_CONTINUE, "oob")),
    "reset submitted": ("reset verified", (RESET_SUBMIT, None)),
    "reset done": ("reset submitted", (RESET_POLL, None)),
}

GUARDED_STEPS = {step for step in ARROWS if step.startswith(("second factor", "registration"))} | {"registered"}
USERS = {"code sent": "olga", "second factor wanted": "mia", "second factor sent": "mia"}


def fields(action, app):
    """All that an action needs to be right."""
    path, grant = action
    form = {"grant_type": grant}
    if path.endswith("/challenge") and path != REGISTER_CHALLENGE:
        form["challenge_type"] = CHALLENGE_TYPES
    if path == TOKEN:
        form |= {"scope": SCOPE, "client_info": "true"}
    if (path, grant) == (TOKEN, "continuation_token"):
        form["username"] = NEW_USER
    if grant in ("oob", "mfa_oob"):
        form["oob"] = app.code()
    elif grant == "password":
        form["password"] = PASSWORD if path == TOKEN else NEW_PASSWORD
    elif grant == "attributes":
        form["attributes"] = '{"displayName": "New Customer", "city": "Oslo"}'
    elif path == RESET_SUBMIT:
        form["new_password"] = NEW_PASSWORD
    elif path == REGISTER_CHALLENGE:
        form |= {"challenge_type": "oob", "challenge_target": "casey@elsewhere.example", "challenge_channel": "email"}
    return form


def take(app, action, **changes):
    """Takes an action, with parameters changed, or left out where they are None."""
    return app.ask(action[0], **(fields(action, app) | changes))


def reached(server, step):
    """An application that has come to a step."""
    app = App(server, GUARDED if step in GUARDED_STEPS else APP)
    walk(app, step, USERS.get(step, "casey"))
    return app


def walk(app, step, user):
    origin = ORIGINS[step]
    if isinstance(origin, str):
        app.start(origin, NEW_USER if origin == SIGN_UP_START else f"{user}@woodgrove.example")
        return
    before, action = origin
    if step == "registration verified":
        # The code of the reset has proved that address.
        walk(app, "reset done", user)
        take(app, (TOKEN, "continuation_token"))
        take(app, action, challenge_target=f"{user}@mail.example")
        return
    walk(app, before, user)
    take(app, action)


def result(status, answer):
    return "ok" if status == 200 else answer["error"]
