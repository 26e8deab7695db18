"""How a pytest suite uses Understudy: a server, or one that runs already, told over HTTP what to answer, asked what it was asked.

    with Understudy.start("/tmp/work") as entra:
        tenant = entra.tenant()
        with entra.respond({"error": "AADSTS50076"}, tenant=tenant["id"], endpoint="token"):
            ...
        entra.verify(1, tenant=tenant["id"], grantType="refresh_token")

Matches are keywords named as in the control plane: clientId, clientRequestId, tenant, user, endpoint, grantType, scope, header.
"""

from contextlib import contextmanager

import requests

from support.server import Server


class Refused(AssertionError):
    """What the control plane says is wrong; `problem` is its document (RFC 9457)."""

    def __init__(self, problem):
        super().__init__(f"{problem.get('title')}: {problem.get('detail')}")
        self.problem = problem


class Understudy:
    """A server at `origin`, as `http://localhost:8080`; `token` is its control token, if it has one."""

    def __init__(self, origin, token=None):
        self.origin = origin
        self.session = requests.Session()
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"

    @classmethod
    @contextmanager
    def start(cls, folder, *options):
        """A server of one's own on free ports."""
        with Server(folder, *options) as server:
            yield cls(server.http)

    def control(self, method, path, json=None, **query):
        """A request to the control plane; its JSON, or None where there is none."""
        answer = self.session.request(method, f"{self.origin}/_understudy/{path}", json=json, params=query, timeout=30)
        if answer.status_code >= 400:
            raise Refused(answer.json())
        return answer.json() if answer.content else None

    @contextmanager
    def respond(self, *answers, times=1, **match):
        """The answers are given, in order, to requests that match; at the end all must have been."""
        laid = self.control("POST", "responses", {"match": match, "responses": answers, "times": times})["id"]
        try:
            yield laid
            left = self.control("GET", "responses", id=laid)["responses"][0]["left"]
            assert left in (0, "always"), f"{left} of the answers for {match} were not asked for"
        finally:
            self.control("DELETE", "responses", id=laid)

    def requests(self, **filters):
        """What was asked, the oldest first."""
        return self.control("GET", "requests", **filters)["requests"]

    def verify(self, count=1, **match):
        """So many requests matched; else the failure tells which came closest."""
        self.control("POST", "requests/verify", {"match": match, "count": count})

    @contextmanager
    def clock(self, tenant=None, **setting):
        """Time goes as `offset="PT2H"` or `frozen="2030-01-01T00:00:00Z"` says, for the server or for a tenant."""
        query = {"tenant": tenant} if tenant else {}
        try:
            yield self.control("PUT", "clock", setting, **query)
        finally:
            self.control("PUT", "clock", {"offset": "PT0S", "frozen": None}, **query)

    def tenant(self, clone_of="contoso.com", **more):
        """A tenant for one test: `id`, `domains`, and in `applications` the new id of each old one."""
        return self.control("POST", "tenants", {"cloneOf": clone_of, **more})

    def sign_in(self, authorize_url, user, **more):
        """The parameters that the application gets when the user has been through the pages."""
        return self.control("POST", "signin", {"authorizeUrl": authorize_url, "user": user, **more})["parameters"]

    def token(self, tenant, headers=None, **form):
        """The answer of the token endpoint."""
        return self.session.post(f"{self.origin}/{tenant}/oauth2/v2.0/token", data=form, headers=headers, timeout=30)


def graph(server, method, path, body=None, tenant="contoso.com"):
    """A request to the Microsoft Graph of the directory, as who may use the control plane; its JSON, or None."""
    answer = requests.request(
        method, f"{server.http}/v1.0/{path}", json=body, headers={"X-Understudy-Tenant": tenant}, timeout=30)
    assert answer.ok, answer.text
    return answer.json() if answer.content else None


@contextmanager
def changed(server, app, **properties):
    """The application of Contoso with other properties."""
    path = f"applications(appId='{app.id}')"
    before = graph(server, "GET", path)
    graph(server, "PATCH", path, properties)
    try:
        yield
    finally:
        graph(server, "PATCH", path, {name: before[name] for name in properties})


def redirect_uri(server, app, uri):
    """The web application with one more redirect URI."""
    before = graph(server, "GET", f"applications(appId='{app.id}')")["web"]["redirectUris"]
    return changed(server, app, web={"redirectUris": [*before, uri]})


def key_credential(server, app, certificate):
    """The application with a certificate."""
    der = "".join(certificate.public.splitlines()[1:-1])
    return changed(server, app, keyCredentials=[{"type": "AsymmetricX509Cert", "usage": "Verify", "key": der}])
