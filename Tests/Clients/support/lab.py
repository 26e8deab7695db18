"""The directory of `lab.yaml`: a server with an application for each rule, and what the tests of the checklist ask of it."""

import json
import time
import uuid
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import rsa

from support.certificates import Certificate
from support.issuer import IssuerHost
from support.oauth import authorize_url, endpoint, one_shot, redeem
from support.seed import App
from support.server import Server

LAB = "66666666-6666-4666-8666-666666666666"
OTHER = "77777777-7777-4777-8777-777777777777"
KIM = "kim@lab.example"
SAM = "sam@lab.example"
READ, WRITE, MANAGE = "api://orders/read", "api://orders/write", "api://orders/manage"


def _app(number, *more):
    return App(f"ffffffff-0000-4000-8000-00000000000{number}", *more)


PUBLIC = _app("1", "http://localhost/cb")
WEB = _app("2", "https://web.example/cb", "web-secret")
IMPLICIT = _app("3", "https://implicit.example/cb", "implicit-secret")
PAGE = _app("4", "https://page.example/")
EXPIRED = _app("5", "", "expired-secret")
DISABLED = _app("6", "", "disabled-secret")
CERTIFIED, ONCE, AGAIN, WORKLOAD = (_app(number) for number in "789a")
DAEMON = _app("b", "", "daemon-secret")
ORDERS = _app("c")
MIDDLE = _app("d", "", "middle-secret")

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
SUBJECT = "repo:lab/orders"


class Lab(Server):
    """The running server; `certificate` is the one that CERTIFIED, ONCE and AGAIN authenticate by."""

    def __init__(self, folder, *options):
        self.certificate = Certificate(folder, "lab")
        self.issuer_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.issuers = IssuerHost(self.issuer_keys)
        super().__init__(folder, *options, UNDERSTUDY_CONFIG_INLINE=self._configuration())

    def _configuration(self):
        listed = [{"issuer": "https://inline.test", "jwks": self.issuer_keys}]
        listed += [{"issuer": f"{self.issuers.origin}/{name}", "discovery": True} for name in self.issuers.NAMES]
        text = Path(__file__).with_name("lab.yaml").read_text()
        der = "".join(self.certificate.public.splitlines()[1:-1])
        for name, value in (("issuers", json.dumps(listed)), ("certificate", der), ("origin", self.issuers.origin)):
            text = text.replace("{" + name + "}", value)
        return text

    @cached_property
    def issuer_keys(self):
        return {"keys": [jwt.algorithms.RSAAlgorithm.to_jwk(self.issuer_key.public_key(), as_dict=True) | {"kid": "k1"}]}

    def stop(self):
        self.issuers.close()
        return super().stop()

    def control(self, method, path, body=None, **query):
        """A request to the control plane; its JSON."""
        answer = requests.request(method, f"{self.http}/_understudy/{path}", json=body, params=query, timeout=30)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None

    @contextmanager
    def tenant(self):
        """A copy of the lab's tenant with the same users, applications and secrets, and a clock of its own; its id."""
        made = self.control("POST", "tenants", {"cloneOf": LAB, "keepAppIds": True})
        try:
            yield made["id"]
        finally:
            self.control("DELETE", f"tenants/{made['id']}")

    def advance(self, tenant, duration):
        """Moves the clock of a tenant on, by an ISO 8601 duration."""
        self.control("PUT", "clock", {"advance": duration}, tenant=tenant)

    def mint(self, **order):
        """A token to order: see `POST /_understudy/tokens`."""
        return self.control("POST", "tokens", order)["token"]

    def code(self, session, app=PUBLIC, tenant=LAB, user=KIM, scope=f"openid offline_access {READ}", **parameters):
        return one_shot(session, authorize_url(self, app, tenant, scope=scope, **parameters), user).code

    def tokens(self, session, app=PUBLIC, tenant=LAB, headers=None, redemption=None, **parameters):
        """What the token endpoint gives for a code."""
        code = self.code(session, app, tenant, **parameters)
        answer = redeem(self, app, code, tenant, headers=headers, **(redemption or {}))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def assertion(self, app=CERTIFIED, header=(), claims=(), key=None, algorithm="RS256"):
        """A client assertion as a library makes it; members set to None are left out."""
        fields = {"x5t": self.certificate.x5t} | dict(header)
        now = int(time.time())
        content = {
            "aud": endpoint(self, "token", LAB), "iss": app.id, "sub": app.id, "jti": str(uuid.uuid4()), "nbf": now,
            "iat": now, "exp": now + 600} | dict(claims)
        return jwt.encode(_without_none(content), key or self.certificate.private_key, algorithm, _without_none(fields))

    def federated(self, issuer="https://inline.test", subject=SUBJECT, **claims):
        """A token of another issuer that WORKLOAD may authenticate by."""
        now = int(time.time())
        content = {
            "aud": "api://AzureADTokenExchange", "iss": issuer, "sub": subject, "jti": str(uuid.uuid4()), "nbf": now,
            "iat": now, "exp": now + 600} | claims
        return jwt.encode(content, self.issuer_key, "RS256", {"kid": "k1"})


def _without_none(members):
    return {name: value for name, value in members.items() if value is not None}


def by_assertion(app, assertion, **more):
    """The form by which an application gets a token with an assertion."""
    return {
        "grant_type": "client_credentials", "client_id": app.id, "scope": "api://orders/.default",
        "client_assertion_type": ASSERTION_TYPE, "client_assertion": assertion} | more
