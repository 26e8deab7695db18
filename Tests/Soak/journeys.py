"""The mix: what clients do when all is well, and what they do wrong. Each journey is a function of a `Visitor`; a mistake
makes one request and gets the answer it deserves."""

import socket
from collections import deque
from itertools import cycle

from support.device import approve, enter_code
from support.oauth import PKCE, authorize_url, endpoint, one_shot
from support.raw import exchange, status
from support.seed import ADELE, ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_READ, PASSWORD, WEB, App
from support.signin import SignInError, sign_in
from support.tokens import unverified

WOODGROVE = "woodgrove.onmicrosoft.com"
NATIVE = App("cccccccc-0000-4000-8000-000000000001")
CASEY = "casey@woodgrove.example"

SCOPE = f"openid profile offline_access {ORDERS_READ}"
APP_ONLY = {"grant_type": "client_credentials", "scope": "api://orders/.default"}
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def expect(answer, status_code=200):
    assert answer.status_code == status_code, (
        f"{answer.request.method} {answer.url}: {answer.status_code} {answer.text[:300]}")
    return answer


def token(visitor, app, status_code=200, tenant=CONTOSO, **form):
    """A token request's JSON."""
    form |= {"client_id": app.id} | ({"client_secret": app.secret} if app.secret else {})
    return expect(visitor.post(endpoint(visitor.server, "token", tenant), data=form), status_code).json()


# When all is well


def app_only(visitor):
    for _ in range(4):
        assert "access_token" in token(visitor, DAEMON, **APP_ONLY)


def code_by_pages(visitor):
    """The pages one after the other, the code, a refresh, and a second code that asks nothing."""
    url = authorize_url(visitor.server, WEB, scope=SCOPE, nonce="n")
    code = sign_in(visitor, url, ALEX).code
    tokens = redeem(visitor, code)
    token(visitor, WEB, grant_type="refresh_token", refresh_token=tokens["refresh_token"], scope=SCOPE)
    silent = visitor.get(url + "&prompt=none", allow_redirects=False)
    assert "code=" in silent.headers["Location"], silent.headers


def redeem(visitor, code, **more):
    return token(
        visitor, WEB, grant_type="authorization_code", code=code, redirect_uri=WEB.redirect_uri, scope=SCOPE, **more)


def code_by_one_post(visitor):
    proof = PKCE()
    url = authorize_url(visitor.server, WEB, scope=SCOPE, **proof.parameters)
    tokens = redeem(visitor, one_shot(visitor, url, ADELE).code, code_verifier=proof.verifier)
    assert unverified(tokens["access_token"])["tid"] == CONTOSO


def device(visitor):
    """Asked for, polled too early, entered by pages or by one post, got."""
    flow = expect(visitor.post(
        endpoint(visitor.server, "devicecode"), data={"client_id": MOBILE.id, "scope": SCOPE})).json()
    poll = {"grant_type": DEVICE_GRANT, "device_code": flow["device_code"]}
    assert token(visitor, MOBILE, 400, **poll)["error"] == "authorization_pending"
    if int(flow["user_code"][-1], 36) % 2:
        enter_code(visitor, flow["verification_uri"], flow["user_code"], ALEX)
    else:
        approve(visitor.server, visitor, flow["user_code"], ALEX)
    assert "refresh_token" in token(visitor, MOBILE, **poll)


def native(visitor):
    """A password on the application's own screen, and a code to reset it that is read and not used."""
    base = f"{visitor.server.https}/{WOODGROVE}"
    form = {"client_id": NATIVE.id, "challenge_type": "oob password redirect", "username": CASEY}

    def step(path, **fields):
        return expect(visitor.post(f"{base}/{path}", data=form | fields)).json()["continuation_token"]

    begun = step("oauth2/v2.0/initiate")
    challenged = step("oauth2/v2.0/challenge", continuation_token=begun)
    token(visitor, NATIVE, tenant=WOODGROVE, grant_type="password", password=PASSWORD,
          continuation_token=challenged, scope="openid profile offline_access")
    step("resetpassword/v1.0/challenge", continuation_token=step("resetpassword/v1.0/start"))
    expect(visitor.get(f"{visitor.server.http}/_understudy/outbox", params={"to": CASEY}))


def discovery(visitor):
    for path in (
            f"/{CONTOSO}/v2.0/.well-known/openid-configuration", f"/{CONTOSO}/discovery/v2.0/keys",
            "/common/.well-known/openid-configuration", f"/{CONTOSO}/discovery/keys"):
        expect(visitor.get(visitor.server.https + path))


def control_plane(visitor):
    for path in ("health", "requests?limit=20&view=summary", "requests?limit=5&outcome=error", "metrics", "clock"):
        expect(visitor.get(f"{visitor.server.http}/_understudy/{path}"))


# What clients ask for and never read: a listener, and documents behind one another.
UNREAD = (
    b"GET /_understudy/requests/stream HTTP/1.1\r\nHost: localhost\r\n\r\n",
    8 * b"GET /_understudy/openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n")
# The latest slow readers. Python closes the socket of the one that a new one displaces.
slow_readers = deque(maxlen=32)


def read_nothing(visitor):
    """A listener and a reader that stay connected and read nothing."""
    for asked in UNREAD:
        visitor.wait()
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        connection.settimeout(10)
        connection.connect(("127.0.0.1", visitor.server.http_port))
        connection.sendall(asked)
        slow_readers.append(connection)


JOURNEYS = (app_only, code_by_pages, code_by_one_post, device, native, discovery, control_plane, read_nothing)


# What goes wrong


def refused(status_code, aadsts, app, **form):
    """A token request that ends with an AADSTS code."""
    def mistake(visitor):
        answer = token(visitor, app, status_code, **form)
        assert answer["error_codes"] == [aadsts], answer
    return mistake


def error_page(aadsts, app, **parameters):
    """An authorize request that ends on an error page."""
    def mistake(visitor):
        answer = visitor.get(authorize_url(visitor.server, app, **parameters), allow_redirects=False)
        assert f"AADSTS{aadsts}" in answer.text, f"{answer.status_code} {answer.text[:300]}"
    return mistake


def plain(status_code, method, path):
    def mistake(visitor):
        expect(visitor.request(method, visitor.server.https + path), status_code)
    return mistake


def wrong_password(visitor):
    try:
        one_shot(visitor, authorize_url(visitor.server, WEB, scope=SCOPE), ALEX, password="wrong")
    except SignInError:
        return
    raise AssertionError("a wrong password signed somebody in")


def malformed(visitor):
    visitor.wait()
    answer, is_closed = exchange(visitor.server, b"GET /common HTTP/1.1\r\nHost : x\r\n\r\n")
    assert status(answer) == 400 and is_closed, answer[:300]


MISTAKES = (
    refused(401, 7000215, App(DAEMON.id, secret="wrong"), **APP_ONLY),
    refused(401, 7000216, App(DAEMON.id), **APP_ONLY),
    refused(400, 700016, App("aaaaaaaa-0000-4000-8000-0000000000ff", secret="any"), **APP_ONLY),
    refused(400, 1002012, DAEMON, grant_type="client_credentials", scope="api://orders/Orders.Read"),
    refused(400, 70003, WEB, grant_type="no_such_grant"),
    refused(400, 9002313, WEB, grant_type="refresh_token", refresh_token="garbled"),
    refused(400, 9002313, WEB, grant_type="authorization_code", code="garbled", redirect_uri=WEB.redirect_uri),
    error_page(50011, WEB, redirect_uri="https://elsewhere.example/cb"),
    error_page(700016, App("aaaaaaaa-0000-4000-8000-0000000000ff", "http://localhost")),
    plain(404, "GET", "/_understudy/no-such-thing"),
    plain(400, "DELETE", f"/{CONTOSO}/oauth2/v2.0/token"),
    wrong_password,
    malformed,
)


class Mix:
    """Gives out work: every journey and every mistake in turn.

    A journey makes five requests on average and a mistake one, so with two mistakes behind each journey three requests
    of ten end in an error. To be called by one thread at a time.
    """

    def __init__(self):
        self._journeys, self._mistakes = cycle(JOURNEYS), cycle(MISTAKES)
        self._order = cycle("jmm")

    def next(self):
        return next(self._journeys if next(self._order) == "j" else self._mistakes)
