"""Whole requests as bytes."""

from urllib.parse import urlencode

from support.seed import CONTOSO, DAEMON, MOBILE, ORDERS_READ, WEB


def get(path, *fields):
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def post(path, **form):
    body = urlencode(form)
    head = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/x-www-form-urlencoded"]
    return "\r\n".join([*head, f"Content-Length: {len(body)}", "", body]).encode()


HEALTH = get("/_understudy/health")
LAST = get("/_understudy/health", "Connection: close")
DISCOVERY = get(f"/{CONTOSO}/v2.0/.well-known/openid-configuration")
TOKEN = post(
    f"/{CONTOSO}/oauth2/v2.0/token", grant_type="client_credentials", client_id=DAEMON.id,
    client_secret=DAEMON.secret, scope="api://orders/.default")
DEVICE_CODE = post(f"/{CONTOSO}/oauth2/v2.0/devicecode", client_id=MOBILE.id, scope="openid")


def authorize(cookies):
    """An authorize request of a session that is signed in and asks nothing: the answer is a code."""
    query = urlencode({
        "client_id": WEB.id, "response_type": "code", "redirect_uri": WEB.redirect_uri, "prompt": "none",
        "scope": f"openid {ORDERS_READ}"})
    return get(f"/{CONTOSO}/oauth2/v2.0/authorize?{query}", f"Cookie: {cookies}")
