"""Secrets that are looked for afterwards, and requests that carry them in every place where a client can put one."""

import base64
import itertools
import json
import re
from pathlib import Path
from urllib.parse import quote, urlencode

REPOSITORY = Path(__file__).resolve().parents[3]
CONFIGURATION = Path(__file__).with_name("canaries.yaml")

TENANT = "77777777-7777-4777-8777-777777777777"
NEST = "77777777-0000-4000-8000-000000000001"
FEEDER = "77777777-0000-4000-8000-000000000002"
COOP = "88888888-8888-4888-8888-888888888888"
HEN = "88888888-0000-4000-8000-000000000001"
CONTROL_TOKEN = "canary-control-token-6b!2"

# Secrets of the directory: masked wherever they are, whatever the name.
KNOWN = ["canary-app-secret-90af", "canary-Password-41!x", "canary-Other-77?y", "canary-identity-header-5e1f",
         "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"]


def b64(text):
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


class Canaries:
    """Makes secrets, each one only once, and remembers them."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.sent = set()

    def named(self):
        """A text that only the name before it tells to be a secret."""
        return self._keep(f"canary-named-{next(self.numbers):05d}")

    def token(self):
        """A token by its form. The signature, which nobody decodes, is what is looked for."""
        signature = self._keep(f"canary-token-{next(self.numbers):05d}-{'x' * 20}")
        return f"{b64(json.dumps({'alg': 'RS256', 'typ': 'JWT'}))}.{b64(json.dumps({'sub': 'bird'}))}.{signature}"

    def _keep(self, text):
        self.sent.add(text)
        return text


def routes():
    """Yields every method and path of the server, from the rows of its route table, which are in the folders of the features."""
    text = "\n".join(
        file.read_text() for module in ("Protocol", "ControlPlane") for file in sorted((REPOSITORY / "Sources" / module).rglob("*.swift"))
    )
    named = {"graphMethods": re.search(r"graphMethods = \[(.*?)\]", text)[1]}
    for methods, path in re.findall(r'Route\((\[[^\]]*\]|\w+), "([^"]+)"', text):
        for method in re.findall(r'"([A-Z]+)"', named.get(methods, methods)):
            yield method, path


def takes_text(path):
    """Whether the last name of a path stands for any text."""
    return re.search(r"\{(?!tenant\})\w+\}[^{]*$", path) is not None


def filled(path, last=""):
    """The path with something in place of each name; `last` is what the last one becomes, where there is one."""
    values = {"tenant": TENANT, "policy": "B2C_1_none", "set": "users", "username": "robin@aviary.example",
              "empty": "", "domain": "aviary.example"}
    if last and takes_text(path):
        values[re.findall(r"\{(\w+)\}", path)[-1]] = last
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "x1"), path)


def headers(canaries):
    """Sets of headers that hold secrets."""
    named, token = canaries.named, canaries.token
    url = lambda: f"https://app.test/cb?state=1&code={named()}#id_token={token()}"  # noqa: E731
    plain = {name: named() for name in (
        "X-Auth-Token", "X-Api-Key", "Api-Key", "Ocp-Apim-Subscription-Key", "X-ZUMO-AUTH", "x-ms-token-aad-access-token",
        "X-Forwarded-Access-Token", "X-Functions-Key", "MS-PoP", "X-IDENTITY-HEADER", "Secret", "X-Client-Secret",
        "x-ms-RefreshTokenCredential", "X-Session-Id", "Proxy-Authorization", "X-CSRF-Token")}
    yield {"Authorization": f"Bearer {token()}", "DPoP": token(), "Referer": url(), **plain}
    yield {"Authorization": f"Bearer {named()}", "Cookie": f"ESTSAUTH={named()}; other={KNOWN[0]}; {named()}",
           "X-Original-URL": f"/cb?password={named()}", "X-Forwarded-Uri": f"/cb#access_token={token()}",
           "Content-Location": url(), "Link": f'<{url()}>; rel="next"', "Refresh": f"0; url={url()}",
           "Location": url(), "X-JSON": json.dumps({"a": [{"password": named()}, token(), KNOWN[1]]})}
    yield {"Authorization": f"Basic {base64.b64encode(f'{FEEDER}:{named()}'.encode()).decode()}",
           "X-Plain": KNOWN[0], "X-Inside": f"a {KNOWN[1]} b", "X-Encoded": quote(KNOWN[2], safe=""),
           "X-Twice": quote(quote(KNOWN[2], safe=""), safe=""), "X-Base64": b64(f"id:{KNOWN[0]}"),
           "X-Token": token(), "X-Trace": f"before {token()} after", "X-Bearer": f"Bearer {named()}",
           "X-Known": KNOWN[3], "X-Authenticator": f"otpauth://totp/x?x={KNOWN[4]}", "client-request-id": token(), "X-PEM": (
               f"-----BEGIN PRIVATE KEY----- {named()} -----END PRIVATE KEY-----")}
    yield {"Authorization": f"Bearer {CONTROL_TOKEN}", "X-Understudy-Tenant": TENANT, "X-Other": f"a {CONTROL_TOKEN}",
           "X-Url": f"https://x.test/?x={quote(CONTROL_TOKEN, safe='')}", "Cookie": f"t={CONTROL_TOKEN}"}
    yield {"Authorization": "Basic " + base64.b64encode(f"any:{CONTROL_TOKEN}".encode()).decode(),
           "X-Understudy-Tenant": TENANT}


def fields(canaries):
    """Parameters that hold secrets, for a query or a form."""
    named, token = canaries.named, canaries.token
    return [
        *((name, named()) for name in (
            "code", "client_secret", "passwd", "refresh_token", "device_code", "otc", "userCode", "flowToken",
            "continuation_token", "code_verifier", "wctx", "wresult", "SAMLResponse", "api_key", "assertion", "sft")),
        ("client_assertion", token()), ("id_token_hint", token()), ("state", token()), ("anything", token()),
        ("redirect_uri", f"https://app.test/cb?code={named()}#id_token={token()}"), ("error", KNOWN[0]),
        ("scope", f"openid {KNOWN[1]}"), ("$filter", f"secretText eq '{named()}' or displayName eq '{KNOWN[2]}'"),
        ("claims", json.dumps({"id_token": named(), "access_token": {"acrs": {"value": KNOWN[0]}}})),
        ("attributes", json.dumps({"city": "X", "password": named()})), (KNOWN[3], ""), (token(), "1"),
        ("encoded", quote(KNOWN[1], safe="")), ("base64", b64(json.dumps({"secret": named()}))), ("c", CONTROL_TOKEN)]


def document(canaries):
    """JSON that holds secrets at several depths."""
    named, token = canaries.named, canaries.token
    return {
        "password": named(), "list": [KNOWN[0], token(), {"apiKey": named()}], "continuationToken": named(),
        "nested": {"a": {"client_secret": [named(), {"x": named()}], "b": KNOWN[1]}}, "otp": named(), KNOWN[2]: 1,
        "text": f'{{"token": "{named()}"', "url": f"https://x.test/?code={named()}", "c": [[CONTROL_TOKEN]],
        "passwordCredential": {"displayName": KNOWN[0], "secretText": named()}, "key": {"kty": "oct", "k": named()}}


def bodies(canaries):
    """Bodies that hold secrets, with their types."""
    yield "application/x-www-form-urlencoded", urlencode(fields(canaries)).encode()
    yield "application/json", json.dumps(document(canaries)).encode()
    yield "text/plain", f"password={canaries.named()}\n{canaries.token()} {KNOWN[0]} {CONTROL_TOKEN}".encode()
    yield "application/soap+xml", f"<o:Password>{canaries.named()}</o:Password><x>{KNOWN[1]}</x>".encode()
    yield "application/json", f'{{"password": "{canaries.named()}", "cut": '.encode()
