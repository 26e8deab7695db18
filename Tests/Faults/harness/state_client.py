"""A client that changes what a server keeps, and looks whether it is changed."""

import requests

from support.oauth import one_shot
from support.seed import CONTOSO, MOBILE, ORDERS_READ, PASSWORD

TOKEN = f"/{CONTOSO}/oauth2/v2.0/token"
PERSON = {"accountEnabled": True, "displayName": "Made", "mailNickname": "made"}


class Client:
    def __init__(self, server):
        self.server = server
        self.session = requests.Session()

    def add_user(self, name):
        body = PERSON | {"userPrincipalName": name, "passwordProfile": {
            "password": PASSWORD, "forceChangePasswordNextSignIn": False}}
        return self.session.post(
            f"{self.server.http}/v1.0/users", json=body, headers={"X-Understudy-Tenant": CONTOSO}, timeout=10)

    def has_user(self, name):
        return self.session.get(
            f"{self.server.http}/v1.0/users/{name}", headers={"X-Understudy-Tenant": CONTOSO}, timeout=10
        ).status_code == 200

    def code(self, name, consent="accept"):
        url = (
            f"{self.server.http}/{CONTOSO}/oauth2/v2.0/authorize?client_id={MOBILE.id}&response_type=code"
            f"&redirect_uri={MOBILE.redirect_uri}&scope=openid%20offline_access%20{ORDERS_READ}")
        return one_shot(self.session, url, name, consent=consent).code

    def redeem(self, code):
        return self._token(grant_type="authorization_code", code=code, redirect_uri=MOBILE.redirect_uri)

    def refresh(self, token):
        return self._token(grant_type="refresh_token", refresh_token=token)

    def _token(self, **form):
        return self.session.post(self.server.http + TOKEN, data={"client_id": MOBILE.id} | form, timeout=10)

    def revoke(self, name):
        return self.session.post(
            f"{self.server.http}/_understudy/revocations", json={"user": name, "tenant": CONTOSO}, timeout=10)

    def device_code(self):
        return self.session.post(
            f"{self.server.http}/{CONTOSO}/oauth2/v2.0/devicecode", data={"client_id": MOBILE.id, "scope": "openid"},
            timeout=10)

    def make_tenant(self, name):
        return self.session.post(
            f"{self.server.http}/_understudy/tenants", json={"displayName": name}, timeout=10)

    def freeze(self, tenant, time):
        return self.session.put(
            f"{self.server.http}/_understudy/clock", params={"tenant": tenant}, json={"frozen": time}, timeout=10)

    def frozen(self, tenant):
        return self.session.get(
            f"{self.server.http}/_understudy/clock", params={"tenant": tenant}, timeout=10).json()["frozen"]

    def rotate(self):
        return self.session.post(f"{self.server.http}/_understudy/keys/rotate", timeout=30)

    def keys(self):
        return self.session.get(f"{self.server.http}/_understudy/keys", timeout=10).json()["keys"]

    def poll(self, code):
        return self._token(grant_type="urn:ietf:params:oauth:grant-type:device_code", device_code=code)
