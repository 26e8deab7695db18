"""No secret that a client or a tester sends is shown where nobody asked for it: in the journal, its stream, the console, metrics, the
log, stubs, near misses and exports. Each secret is a canary; every endpoint gets them in every place."""

import base64
import html
import json
import re
import threading
from urllib.parse import quote, unquote, urlencode

import pytest
import requests

from support.canaries import (
    CONFIGURATION, CONTROL_TOKEN, COOP, FEEDER, HEN, KNOWN, NEST, TENANT, Canaries, b64, bodies, fields, filled, headers, routes,
    takes_text)
from support.patience import settled
from support.server import Server

OPERATOR = {"Authorization": f"Bearer {CONTROL_TOKEN}"}
CONTROL = "/_understudy/"
# Requests that would take away what the test looks at, or that do not end.
LEFT = {("POST", "/_understudy/reset"), ("DELETE", "/_understudy/requests"), ("GET", "/_understudy/requests/stream"),
        ("DELETE", "/_understudy/responses"), ("POST", "/_understudy/console/scripts"), ("POST", "/_understudy/console/clear")}


class Stream(threading.Thread):
    """Listens to the journal all the while."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.answer = requests.get(
            f"{server.http}/_understudy/requests/stream", headers=OPERATOR, stream=True, timeout=60)
        self.pieces = []
        self.start()

    def run(self):
        try:
            for piece in self.answer.iter_content(None):
                self.pieces.append(piece)
        except (requests.RequestException, AttributeError):
            pass  # The test has ended it.

    @property
    def text(self):
        return b"".join(self.pieces).decode()


def send(server, method, path, query=(), **more):
    """A request as raw as `requests` lets it be."""
    target = server.http + path + (f"?{urlencode(query)}" if query else "")
    return requests.request(method, target, allow_redirects=False, timeout=30, **more)


def drive(server, canaries):
    """Every endpoint with canaries: in headers, in the query, in bodies, in the path, all at once by turns."""
    header_sets, body_list, parameters = list(headers(canaries)), list(bodies(canaries)), fields(canaries)
    count = 0
    for number, (method, path) in enumerate(routes()):
        if (method, path) in LEFT:
            continue
        for turn in range(2):
            sent = dict(header_sets[(number + 2 * turn) % len(header_sets)])
            if path.startswith(CONTROL):
                sent |= OPERATOR
            more = {}
            if method != "GET":
                sent["Content-Type"], more["data"] = body_list[(number + turn) % len(body_list)]
            last = canaries.token() if turn and takes_text(path) else quote(KNOWN[0], safe="")
            send(server, method, filled(path, last), parameters if turn else (), headers=sent, **more)
            count += 1
    # Every place once for certain, at endpoints that take anything.
    for path in (f"/{TENANT}/oauth2/v2.0/token", f"/{TENANT}/oauth2/v2.0/authorize", "/v1.0/users", "/nothing/at/all"):
        for sent in headers(canaries):
            send(server, "GET", path, headers=sent)
        for kind, body in bodies(canaries):
            send(server, "POST", path, fields(canaries), headers={"Content-Type": kind}, data=body)
    return count


def live(server):
    """Real flows; the secrets that the server itself gave out."""
    token = f"/{TENANT}/oauth2/v2.0/token"
    found = []

    def ask(**form):
        body = send(server, "POST", token, data=form).json()
        found.extend(body[name] for name in ("access_token", "refresh_token", "id_token", "device_code") if name in body)
        return body

    ask(grant_type="client_credentials", client_id=NEST, client_secret=KNOWN[0], scope="api://nest/.default")
    ask(grant_type="client_credentials", client_id=NEST, client_secret="canary-named-wrong", scope="api://nest/.default")
    ask(grant_type="password", client_id=FEEDER, username="robin@aviary.example", password=KNOWN[1], scope="openid")
    browser = requests.Session()
    url = f"{server.http}/{TENANT}/oauth2/v2.0/authorize?" + urlencode({
        "client_id": NEST, "response_type": "code", "redirect_uri": "http://localhost:5000/cb", "scope": "openid offline_access",
        "state": "s"})
    page = browser.get(url, timeout=20)
    found.extend(re.findall(r'name="flowToken" value="([^"]+)"', page.text))
    answer = browser.post(
        url, data={"loginfmt": "robin@aviary.example", "passwd": KNOWN[1], "consent": "accept"}, allow_redirects=False, timeout=20)
    code = re.search(r"[?&]code=([^&#]+)", answer.headers["Location"])[1]
    found += [code, *(cookie.value for cookie in browser.cookies if cookie.name.startswith("ESTSAUTH"))]
    assert found[-1] != code, "no session"
    refresh = ask(
        grant_type="authorization_code", client_id=NEST, client_secret=KNOWN[0], code=code,
        redirect_uri="http://localhost:5000/cb")["refresh_token"]
    ask(grant_type="refresh_token", client_id=NEST, client_secret=KNOWN[0], refresh_token=refresh)
    # What was given out comes back in other places: a request of another name, an address, a list.
    for text in list(found):
        send(server, "GET", f"/{TENANT}/x/{quote(text, safe='')}"[:4000], headers={"X-Else": text[:4000]})
        send(server, "POST", token, json={"list": [text], "x": {"y": f"a {text} b"}})
    device = send(
        server, "POST", f"/{TENANT}/oauth2/v2.0/devicecode", data={"client_id": FEEDER, "scope": "openid"}).json()
    found += [device["device_code"], device["user_code"]]
    send(server, "POST", "/common/oauth2/deviceauth", data={"otc": device["user_code"]})
    native = f"/{COOP}/oauth2/v2.0/"
    common = {"client_id": HEN, "challenge_type": "oob redirect"}
    started = send(server, "POST", f"{native}initiate", data=common | {"username": "hen@mail.example"}).json()
    challenged = send(
        server, "POST", f"{native}challenge", data=common | {"continuation_token": started["continuation_token"]}).json()
    outbox = send(server, "GET", "/_understudy/outbox", headers=OPERATOR).json()["messages"]
    found += [started["continuation_token"], challenged["continuation_token"], outbox[-1]["code"]]
    send(server, "POST", f"{native}token", data={
        "client_id": HEN, "grant_type": "oob", "oob": outbox[-1]["code"], "scope": "openid",
        "continuation_token": challenged["continuation_token"]})
    assert len(found) >= 14
    return found


def stub(server, canaries):
    """A stub that is met by nobody, with canaries in its match and in its responses."""
    body = {"match": {"endpoint": "kerberos", "header": {"Authorization": f"Bearer {canaries.named()}", "x-a": canaries.token()},
                      "parameter": {"client_secret": canaries.named(), "state": KNOWN[0]}},
            "responses": [{"status": 200, "headers": {"Set-Cookie": f"a={canaries.named()}",
                                                      "Location": f"https://x.test/?code={canaries.named()}"},
                           "body": {"access_token": canaries.token(), "list": [KNOWN[1]], "password": canaries.named()}},
                          {"status": 200, "body": f"password={canaries.named()}"}]}
    answer = send(server, "POST", "/_understudy/responses", headers=OPERATOR, json=body)
    assert answer.status_code == 201, answer.text


def journal(server, **query):
    """All of the journal, as text."""
    text, since = "", "0"
    while since:
        answer = send(server, "GET", "/_understudy/requests", {"limit": 200, "since": since, **query}, headers=OPERATOR)
        assert answer.status_code == 200
        text += answer.text
        since = answer.json().get("next")
    return text


def near_misses(server):
    """What verification tells of requests that it did not find, for every member of a match."""
    names = ["Authorization", "Cookie", "Referer", "X-Plain", "X-Encoded", "X-JSON", "X-Base64", "X-Api-Key", "DPoP", "X-Other"]
    matches = [{"header": {name: "never"}} for name in names]
    matches += [{"parameter": {name: "never"}} for name in (
        "code", "client_secret", "redirect_uri", "error", "scope", "state", "claims", "$filter", "encoded", "c")]
    matches += [{member: "never"} for member in ("clientId", "user", "tenant", "grantType", "scope", "outcome", "clientRequestId")]
    matches += [{"endpoint": "kerberos", "parameter": {"client_secret": "never", "error": KNOWN[0]}}]
    for match in matches:
        answer = send(server, "POST", "/_understudy/requests/verify", headers=OPERATOR, json={"match": match, "count": 900})
        assert answer.status_code == 422, answer.text
        assert answer.json()["closest"], match
        yield answer.text


def console(server):
    """Every page of the console, each flow among them."""
    pages = [path for method, path in routes() if method == "GET" and (path.startswith("/_understudy/console/") or path == CONTROL)]
    assert len(pages) >= 10
    last = last_id(server)
    flows = [f"/_understudy/console/flow?id={number}" for number in range(1, last + 1) if number % 5 == 0 or number > last - 60]
    flows += [f"/_understudy/console/{name}?{id}={number}" for number in range(1, last + 1, 7)
              for name, id in (("har", "id"), ("test", "id"), ("stub", "id"), ("compare", f"b={number - 1}&a"))]
    objects = [f"/_understudy/console/directory?tenant={TENANT}", f"/_understudy/console/directory?tenant={TENANT}&app={NEST}"]
    with requests.Session() as session:
        for path in pages + objects + flows:
            # What MSAL is to be told has the application's own secret, and the outbox its codes: they are there for that.
            if path not in ("/_understudy/console/msal", "/_understudy/console/outbox"):
                yield path, session.get(server.http + path, headers=OPERATOR, timeout=30).text


def last_id(server):
    return send(server, "GET", "/_understudy/requests", {"limit": 1}, headers=OPERATOR).json()["requests"][0]["id"]


def decoded(text):
    """A text with what its escapes and its Base64 stand for."""
    text = unquote(unquote(html.unescape(text)))
    for run in set(re.findall(r"[A-Za-z0-9+/_-]{12,}", text)):
        try:
            text += "\n" + base64.urlsafe_b64decode(run.replace("+", "-").replace("/", "_") + "==").decode()
        except ValueError:
            pass  # It is no Base64, or of no text.
    return text


def shown(text, secrets):
    """Those secrets that a text shows, as they are or in an encoding."""
    text = decoded(text)
    canaries = set(re.findall(r"canary-(?:named|token)-\d{5}(?:-x+)?", text))
    found = sorted(canaries.intersection(secrets))
    for secret in secrets:
        if secret.startswith(("canary-named-0", "canary-token-0")):
            continue
        forms = [secret, json.dumps(secret)[1:-1]]
        if secret.isdigit():
            forms = [form for form in forms if re.search(rf"\b{form}\b", text)]
        found += [form for form in forms if form in text]
    return found


def aviary(folder, log_format):
    """A server of the canaries' directory, its log at debug."""
    return Server(
        folder, "--control-token", CONTROL_TOKEN, "--log-level", "debug", "--log-format", log_format, "--journal-entries", "5000",
        "--journal-bytes", str(64 << 20), UNDERSTUDY_CONFIG=str(CONFIGURATION))


@pytest.fixture(scope="module")
def driven(tmp_path_factory):
    """A server that was sent all canaries, and what its journal's stream told."""
    with aviary(tmp_path_factory.mktemp("canaries"), "json") as server:
        canaries = Canaries()
        stream = Stream(server)
        issued = live(server)
        assert drive(server, canaries) > 250
        stub(server, canaries)
        settled(lambda: len(stream.pieces))
        yield server, canaries, issued, stream
        stream.answer.close()


def secrets_of(driven):
    _, canaries, issued, _ = driven
    encoded = [b64(f"id:{KNOWN[0]}"), b64(f"any:{CONTROL_TOKEN}")[:-2]]
    return [*sorted(canaries.sent), *issued, *KNOWN, *encoded, CONTROL_TOKEN, "canary-named-wrong"]


def test_the_journal_and_its_stream_show_no_secret(driven):
    server, stream = driven[0], driven[3]
    assert shown(journal(server), secrets_of(driven)) == []
    assert shown(journal(server, view="summary"), secrets_of(driven)) == []
    assert stream.text.count("event: request") >= 200
    assert shown(stream.text, secrets_of(driven)) == []


def test_the_journal_shows_every_secret_to_those_who_ask(driven):
    """The canaries were sent, so that to find none says something. The control token is shown to nobody."""
    server, canaries, issued, _ = driven
    text = journal(server, secrets="true")
    stubbed = set(shown(send(server, "GET", "/_understudy/responses", {"secrets": "true"}, headers=OPERATOR).text, canaries.sent))
    assert len(stubbed) >= 8
    # Paths of the control plane are not in the journal: the tokens that only they had.
    missing = canaries.sent - set(shown(text, canaries.sent)) - stubbed
    assert all(secret.startswith("canary-token-") for secret in missing) and len(missing) < 30, missing
    assert [secret for secret in issued + KNOWN if secret not in text] == []
    assert shown(text, [CONTROL_TOKEN]) == []


def test_no_page_of_the_console_shows_a_secret(driven):
    secrets = secrets_of(driven)
    count = 0
    for path, text in console(driven[0]):
        assert shown(text, secrets) == [], path
        count += "Show with secrets" in text
    assert count > 80


def test_the_whole_command_is_a_request_of_its_own(driven):
    server = driven[0]
    found = send(server, "GET", "/_understudy/requests", {"header": f"X-Plain:{KNOWN[0]}", "limit": 1}, headers=OPERATOR)
    number = str(found.json()["requests"][0]["id"])
    form = {"id": number}
    answer = send(server, "POST", "/_understudy/console/curl", headers=OPERATOR, data=form)
    assert answer.status_code == 200 and "with its secrets" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert f"X-Plain: {KNOWN[0]}" in html.unescape(answer.text)
    assert send(server, "POST", "/_understudy/console/curl", data=form).status_code == 401
    foreign = OPERATOR | {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert send(server, "POST", "/_understudy/console/curl", headers=foreign, data=form).status_code == 403
    assert send(server, "GET", "/_understudy/console/curl", form, headers=OPERATOR).status_code == 405


def test_no_whole_command_shows_the_control_token(driven):
    server = driven[0]
    count = 0
    for number in range(1, last_id(server) + 1):
        text = send(server, "POST", "/_understudy/console/curl", headers=OPERATOR, data={"id": str(number)}).text
        assert shown(text, [CONTROL_TOKEN]) == []
        count += "$UNDERSTUDY_CONTROL_TOKEN" in text
    assert count > 50


def test_stubs_and_near_misses_show_no_secret(driven):
    server, canaries, _, _ = driven
    listed = send(server, "GET", "/_understudy/responses", headers=OPERATOR).text
    assert '"kerberos"' in listed
    assert shown(listed, secrets_of(driven)) == []
    asked = send(server, "GET", "/_understudy/responses", {"secrets": "true"}, headers=OPERATOR).text
    assert len(shown(asked, canaries.sent)) >= 8
    for text in near_misses(server):
        assert shown(text, secrets_of(driven)) == []


def test_metrics_health_and_error_pages_show_no_secret(driven):
    server = driven[0]
    for path in ("/_understudy/metrics", "/_understudy/health", "/_understudy/clock", "/_understudy/keys", "/error?code=50011",
                 "/config/all", "/_understudy/openapi.yaml"):
        assert shown(send(server, "GET", path, headers=OPERATOR).text, secrets_of(driven)) == [], path


def test_exports_have_the_secrets_of_the_directory_alone(driven):
    """A directory without its secrets could not be put back. What clients sent is not in it."""
    server = driven[0]
    text = send(server, "GET", "/_understudy/directory", headers=OPERATOR).text
    assert KNOWN[0] in text
    assert shown(text, [secret for secret in secrets_of(driven) if secret not in KNOWN]) == []


def test_the_log_shows_no_secret(driven):
    assert_clean_log(driven[0], secrets_of(driven))


def test_the_log_shows_no_secret_as_text(tmp_path):
    with aviary(tmp_path, "text") as server:
        canaries = Canaries()
        issued = live(server)
        drive(server, canaries)
        assert_clean_log(server, secrets_of((server, canaries, issued, None)))


def assert_clean_log(server, secrets):
    """One-time codes are the exception: at debug level the log is a way to read them."""
    lines = [line for line in server.output().splitlines() if "one-time code sent" not in line]
    assert sum("request" in line for line in lines) > 250
    # The print at the start has the built-in commands, not what clients sent.
    text = "\n".join(line for line in lines if "curl" not in line)
    assert shown(text, secrets) == []
