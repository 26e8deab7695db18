"""django-auth-adfs: a Django site whose users sign in at Microsoft Entra ID and at AD FS."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from conftest import new_session
from support.server import Server
from support.signin import sign_in

PROGRAM = Path(__file__).parent / "support/django_site.py"
TENANT = "88888888-8888-4888-8888-888888888888"
SITE = "dddddddd-0000-4000-8000-000000000001"
PASSWORD = "Understudy!1"
CONFIGURATION = f"""
tenants:
  - id: {TENANT}
    displayName: Northwind
    domains: [northwind.com, sts.northwind.com]
    federatedDomains: [{{domain: sts.northwind.com}}]
    users:
      - {{userPrincipalName: nora@northwind.com, displayName: Nora, password: {PASSWORD}}}
      - {{userPrincipalName: fred@sts.northwind.com, displayName: Fred, password: {PASSWORD}}}
    applications:
      - appId: {SITE}
        displayName: Site
        identifierUris: ["api://{SITE}"]
        web: {{redirectUris: ["http://localhost:5000/oauth2/callback"]}}
        passwordCredentials: [{{secretText: site-secret}}]
        api: {{requestedAccessTokenVersion: 1, oauth2PermissionScopes: [{{value: user_impersonation}}]}}
"""
COMMON = {"CLIENT_ID": SITE, "CLIENT_SECRET": "site-secret", "CREATE_NEW_USERS": True, "USERNAME_CLAIM": "upn"}


@pytest.fixture(scope="module")
def northwind(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("northwind"), UNDERSTUDY_CONFIG_INLINE=CONFIGURATION) as running:
        yield running


@contextmanager
def site(server, **settings):
    """A function that opens a path of a running site with these settings."""
    text = json.dumps(COMMON | {"CA_BUNDLE": server.ca} | settings)
    environment = os.environ | {"AUTHORITY_HOST": urlsplit(server.https).netloc}
    running = subprocess.Popen(
        [sys.executable, PROGRAM, text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def get(path):
        running.stdin.write(path + "\n")
        running.stdin.flush()
        return json.loads(running.stdout.readline())

    try:
        yield get
    finally:
        running.stdin.close()
        running.wait(20)
        running.stdout.close()


def sign_in_at(get, session, user):
    """The name of the user that the site knows after the sign-in."""
    start = get("/oauth2/login")
    answer = sign_in(session, start["location"], user)
    parts = urlsplit(answer.location)
    landed = get(f"{parts.path}?{parts.query}")
    assert landed["location"] == "/user", landed
    return get("/user")["text"]


@pytest.fixture
def browser(northwind):
    with new_session(northwind) as opened:
        yield opened


def test_a_user_of_entra_signs_in(northwind, browser):
    with site(northwind, TENANT_ID=TENANT, RELYING_PARTY_ID=SITE, AUDIENCE=[SITE, f"api://{SITE}"]) as get:
        assert sign_in_at(get, browser, "nora@northwind.com") == "nora@northwind.com"


def test_a_user_of_ad_fs_signs_in(northwind, browser):
    """AUDIENCE has the form that the library documents for an identifier that is no URL."""
    server = urlsplit(northwind.https).netloc
    with site(northwind, SERVER=server, RELYING_PARTY_ID=SITE, AUDIENCE=f"microsoft:identityserver:{SITE}") as get:
        assert sign_in_at(get, browser, "fred@sts.northwind.com") == "fred@sts.northwind.com"
