"""The suite of a test author: tests that each take a tenant of their own, sign a user in, redeem, refresh, verify and clean up.

The workers are processes on the same cores as the server, as those of a parallel test runner are."""

import base64
import hashlib
import http.client
import json
import multiprocessing
import os
import re
import secrets
import statistics
import time
import uuid
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

from bars import WORKERS
from servers import MOBILE, PASSWORD

USER = "alex@contoso.com"
SCOPE = "openid offline_access api://orders/Orders.Read"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


class Author:
    """A worker: one connection, over which it runs tests."""

    def __init__(self, port, redirect="http://localhost"):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.client = MOBILE | {"redirect_uri": redirect}

    def send(self, method, path, body=None, headers=None):
        self.connection.request(method, path, body, headers or {})
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()

    def json(self, method, path, body=None, expected=200):
        status, _, answer = self.send(method, path, json.dumps(body) if body else None, JSON)
        if status != expected:
            raise RuntimeError(f"{method} {path}: {status} {answer.decode(errors='replace')[:400]}")
        return json.loads(answer) if answer else None

    def test(self, sign_in):
        """One test. `sign_in` takes the author and the authorize address to the address of the redirect."""
        tenant = self.json("POST", "/_understudy/tenants", {"cloneOf": "contoso.com", "keepAppIds": True}, 201)["id"]
        self.use(tenant, sign_in)
        self.json("DELETE", f"/_understudy/tenants/{tenant}", expected=204)

    def use(self, tenant, sign_in):
        """Signs a user in, redeems the code, refreshes, and verifies what was requested."""
        request_id, verifier, state = str(uuid.uuid4()), secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        digest = hashlib.sha256(verifier.encode()).digest()
        location = sign_in(self, f"/{tenant}/oauth2/v2.0/authorize?" + urlencode(self.client | {
            "response_type": "code", "scope": SCOPE, "state": state, "nonce": secrets.token_urlsafe(16), "login_hint": USER,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), "code_challenge_method": "S256",
            "client-request-id": request_id}))
        answer = parse_qs(urlsplit(location).query)
        if answer.get("state") != [state] or "code" not in answer:
            raise RuntimeError(f"sign-in ended at {location}")
        tokens = self.tokens(tenant, request_id, grant_type="authorization_code", code=answer["code"][0], code_verifier=verifier)
        self.tokens(tenant, request_id, grant_type="refresh_token", refresh_token=tokens["refresh_token"])
        self.json("POST", "/_understudy/requests/verify", {
            "match": {"clientRequestId": request_id, "endpoint": "token", "outcome": "success"}, "count": 2})

    def tokens(self, tenant, request_id, **form):
        body = urlencode(self.client | {"scope": SCOPE} | form)
        status, _, answer = self.send("POST", f"/{tenant}/oauth2/v2.0/token", body, FORM | {"client-request-id": request_id})
        if status != 200:
            raise RuntimeError(f"token: {status} {answer.decode(errors='replace')[:400]}")
        return json.loads(answer)


def by_driver(author, address):
    """Signs in with one request, which goes through the pages within the server."""
    return author.json("POST", "/_understudy/signin", {"authorizeUrl": address, "user": USER})["location"]


def by_pages(author, address):
    """Signs in through the pages as curl does: a form for each of password, consent, and staying signed in."""
    cookies = {}
    status, headers, page = author.send("GET", address)
    for _ in range(PAGES):
        for cookie in headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            cookies[name] = value
        text = page.decode()
        answer = next((answer for answer in ANSWERS if status == 200 and f'name="{answer[0]}"' in text), None)
        if not answer:
            raise RuntimeError(f"{address}: {status}, and a page without answer:\n{text[-2000:]}")
        fields = [(unescape(name), unescape(value)) for name, value in FIELD.findall(text)]
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        status, headers, page = author.send("POST", address, urlencode([*fields, answer]), FORM | {"Cookie": cookie})
        if status == 302:
            return headers["Location"]
    raise RuntimeError(f"{address}: more than {PAGES} pages")


# How many pages a sign-in has, and what each of them wants.
PAGES = 3
ANSWERS = [("passwd", PASSWORD), ("ucaccept", "Accept"), ("LoginOptions", "0")]
# A hidden field, or a box that is ticked and may be changed.
FIELD = re.compile(r'<input type="(?:hidden|checkbox)" name="([^"]*)" value="([^"]*)"(?: checked="" aria|>)')
KINDS = {"driver": by_driver, "pages": by_pages}


def work(port, sign_in, ready, left, ended):
    """Runs tests until none is left; `ended` has the time of the last worker's end."""
    author = Author(port)
    ready.wait()
    while True:
        with left:
            left.value -= 1
            if left.value < 0:
                break
        author.test(sign_in)
    with ended:
        ended.value = max(ended.value, time.monotonic())


def seconds_of(port, sign_in, tests, workers):
    """Returns the wall time of so many tests, from the moment when all workers are ready."""
    fork = multiprocessing.get_context("fork")
    ready, left, ended = fork.Barrier(workers + 1), fork.Value("i", tests), fork.Value("d", 0)
    running = [fork.Process(target=work, args=(port, sign_in, ready, left, ended), daemon=True) for _ in range(workers)]
    for worker in running:
        worker.start()
    ready.wait(60)
    begun = time.monotonic()
    for worker in running:
        worker.join(600)
    if any(worker.exitcode != 0 for worker in running):
        raise RuntimeError("a test of the suite failed")
    return ended.value - begun


def server(bench, name, *options):
    """Returns a server as a test author starts one: any core, a worker for each."""
    cores = sorted(os.sched_getaffinity(0))
    return bench.stage.understudy(*options, name=name, core=",".join(map(str, cores)), workers=len(cores))


def measure(bench):
    """Returns figures by key."""
    running, figures = server(bench, "suite"), {}
    for kind, sign_in in KINDS.items():
        seconds_of(running.port, sign_in, 4, 1)
        for workers in WORKERS:
            times = [seconds_of(running.port, sign_in, bench.size.tests, workers) for _ in range(bench.size.repeats)]
            figures[f"{kind}-{workers}"] = statistics.median(times)
        bench.progress("suite: " + ", ".join(f"{key} {seconds:.2f} s" for key, seconds in figures.items()))
    running.process.stop()
    return figures
