"""Captures: real exchanges of the service as facts, played against a server. Tests/Captures/README.md describes the format."""

import json
import re
import time
import uuid
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
import requests
import yaml
from cryptography.hazmat.primitives.asymmetric import rsa

from support.certificates import Certificate
from support.page import Page
from support.server import REPOSITORY, Server

FOLDER = REPOSITORY / "Tests/Captures"
GUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ"
JWT = r"[\w-]+\.[\w-]+\.[\w-]+"
# What follows the sentence of an error: both line breaks and blanks occur.
IDENTIFIERS = {
    "AADSTS": rf"\s+Trace ID: {GUID}\s+Correlation ID: {GUID}\s+Timestamp: {TIME}",
    "AADB2C": rf"\s+Correlation ID: {GUID}\s+Timestamp: {TIME}\s*",
    "MSIS": ""}


def _text(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL | re.IGNORECASE) is not None


TYPES = {
    "any": lambda value: True,
    "boolean": lambda value: isinstance(value, bool),
    "digits": _text(r"\d+"),
    "guid": _text(GUID),
    "integer": lambda value: type(value) is int,
    "jwt": _text(JWT),
    "opaque": lambda value: _text(r".+")(value) and not _text(JWT)(value),
    "text": _text(r".+"),
    "texts": lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
    "time": _text(TIME),
    "url": _text(r"https?://.+"),
}


def captures():
    """The files of all captures."""
    return sorted(path for path in FOLDER.glob("*/*.yaml"))


def read(path):
    return yaml.safe_load(Path(path).read_text())


class CaptureServer(Server):
    """A server with the directory of Tests/Captures, whose names `names` has."""

    def __init__(self, folder):
        certificate = Certificate(folder, "capture")
        self.keys = {
            "certificate": certificate.private_key,
            "issuer": rsa.generate_private_key(public_exponent=65537, key_size=2048)}
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self.keys["issuer"].public_key(), as_dict=True) | {"kid": "k1"}
        self.names = read(FOLDER / "names.yaml") | {
            "certificate": "".join(certificate.public.splitlines()[1:-1]), "x5t": certificate.x5t,
            "issuer-keys": json.dumps({"keys": [public]})}
        super().__init__(folder, UNDERSTUDY_CONFIG_INLINE=filled((FOLDER / "directory.yaml").read_text(), self.names))
        self.names |= {"origin": self.https, "plain-origin": self.http}


def filled(value, names):
    """A value of a capture with its names replaced. What is no name stays: it may be a type."""
    if isinstance(value, dict):
        return {filled(key, names): filled(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, names) for item in value]
    if isinstance(value, str):
        return re.sub(r"<([\w-]+)>", lambda match: str(names.get(match[1], match[0])), value)
    return value


def differences(server, capture):
    """Plays a capture; what differs between the answer and the capture, one line each."""
    player = Player(server)
    try:
        for step in capture.get("before", []):
            player.perform(step)
        answer = player.send(capture["request"])
        return list(answer.differences(filled(capture["expect"], player.names)))
    finally:
        player.close()


class Player:
    """Plays the steps of one capture as one browser profile does, and keeps the values that later steps name."""

    def __init__(self, server):
        self.server = server
        self.names = dict(server.names)
        self.session = requests.Session()
        self.session.verify = server.ca
        self.moved_clock = False

    def close(self):
        self.session.close()
        if self.moved_clock:
            self._control("clock", {"offset": "PT0S", "frozen": None})

    def perform(self, step):
        """Plays a step that comes before the captured request."""
        if "sign" in step:
            self.names[step["keep"]] = self._signed(**filled(step["sign"], self.names))
        elif "advance" in step:
            self.moved_clock = True
            self._control("clock", {"advance": step["advance"]})
        else:
            answer = self.send(step)
            for name, member in step.get("keep", {}).items():
                assert member in answer.members, f"a step before the request failed: {answer}"
                self.names[name] = answer.members[member]

    def send(self, request):
        """Sends a request; its answer. With `user`, the request is the form by which a script signs a user in."""
        request = filled({name: value for name, value in request.items() if name != "keep"}, self.names)
        method = "post" if "post" in request else "get"
        origin = self.server.http if request.get("plain") else self.server.https
        url = origin + request[method] + ("?" + urlencode(request["query"]) if "query" in request else "")
        form = request.get("form")
        if "user" in request:
            method = "post"
            form = {"loginfmt": request["user"], "passwd": self.names["password"], "consent": "accept"} | (form or {})
        headers = {name: str(value) for name, value in request.get("headers", {}).items()}
        return Answer(self.session.request(method, url, data=form, headers=headers, allow_redirects=False, timeout=20))

    def _signed(self, claims, by="certificate", header=None):
        now = int(time.time())
        claims = {"jti": str(uuid.uuid4()), "nbf": now, "iat": now, "exp": now + 600} | claims
        return jwt.encode(claims, self.server.keys[by], "RS256", header)

    def _control(self, path, body):
        answer = requests.put(f"{self.server.http}/_understudy/{path}", json=body, timeout=20)
        assert answer.ok, answer.text


class Answer:
    """An answer as captures describe one: `members` are those of the JSON object, of the redirect or of the posted form."""

    def __init__(self, response):
        self.response = response
        self.page = self.redirect = self.delivery = None
        self.members = {}
        kind = response.headers.get("Content-Type", "")
        if response.is_redirect:
            parts = urlsplit(response.headers["Location"])
            self.delivery = "fragment" if parts.fragment else "query"
            self.members = dict(parse_qsl(parts.fragment or parts.query, keep_blank_values=True))
            self.redirect = parts._replace(query="", fragment="").geturl()
        elif kind.startswith("application/json"):
            self.members = response.json()
        elif kind.startswith("text/html"):
            self._read(Page(response.text, response.url))

    def _read(self, page):
        form = page.forms[0] if page.forms else None
        if form and form.method == "post" and not form.action.startswith(self.response.url.split("/oauth2/")[0]):
            self.redirect, self.delivery = form.action, "form_post"
            self.members = {control.name: control.value for control in form.controls if control.name}
        else:
            found = re.search(r"AAD(?:STS|B2C)\d+", page.text("exceptionMessageContainer") or "")
            self.page = found[0] if found else "another page"

    def __str__(self):
        return f"HTTP {self.response.status_code} {self.page or ''} {self.members}"

    def differences(self, expected):
        """What differs from the `expect` of a capture."""
        seen = {
            "status": self.response.status_code, "page": self.page, "redirect": self.redirect, "delivery": self.delivery}
        partial = expected.get("partial", False)
        for name, value in seen.items():
            if name in expected:
                yield from differ(name, expected[name], value)
        yield from differ("header ", expected.get("headers", {}), dict(self.response.headers), partial=True, fold=True)
        if "members" in expected:
            yield from differ("", expected["members"], self.members, partial)
        for token, parts in expected.get("tokens", {}).items():
            header = jwt.get_unverified_header(self.members[token])
            yield from differ(f"{token} header", parts.get("header", header), header)
            claims = jwt.decode(self.members[token], options={"verify_signature": False})
            yield from differ(token, parts["claims"], claims, parts.get("partial", False))


def differ(path, expected, actual, partial=False, fold=False):
    """What differs between an expected value and an actual one. A mapping that is not `partial` names all members."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        if fold:
            expected, actual = ({key.lower(): item for key, item in value.items()} for value in (expected, actual))
        path = path if path == "" or path.endswith(" ") else f"{path}."
        for name, value in expected.items():
            if value == "<absent>":
                if name in actual:
                    yield f"{path}{name}: expected no such member, was {actual[name]!r}"
            elif name not in actual:
                yield f"{path}{name}: is missing"
            else:
                yield from differ(f"{path}{name}", value, actual[name])
        for name in () if partial else actual.keys() - expected.keys():
            yield f"{path}{name}: is not in the capture, was {actual[name]!r}"
    elif isinstance(expected, list) and expected[-1:] == ["<more>"] and isinstance(actual, list) and len(actual) > 1:
        yield from differ(path, expected[:1] * len(actual), actual)
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for place, (wanted, item) in enumerate(zip(expected, actual)):
            yield from differ(f"{path}[{place}]", wanted, item)
    elif not matches(expected, actual):
        yield f"{path}: expected {expected!r}, was {actual!r}"


def matches(expected, actual):
    """Whether a value is what a capture says: of a type, the description of a code, or equal."""
    marked = re.fullmatch(r"<([\w-]+)>", expected) if isinstance(expected, str) else None
    if not marked:
        return expected == actual and type(expected) is type(actual)
    if marked[1] in TYPES:
        return TYPES[marked[1]](actual)
    code = re.fullmatch(r"(AADSTS|AADB2C|MSIS)\d+", marked[1])
    assert code, f"{expected} is neither a name nor a type"
    return _text(f"{marked[1]}: .+{IDENTIFIERS[code[1]]}")(actual)
