"""What the console gives to paste for MSAL for Python, run as it stands: every application of the built-in directory gets its
token, or the page says first what its registration lacks."""

import html
import re
import threading
import webbrowser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import requests

from support.seed import ALEX, DAEMON, LEGACY_API, MOBILE, ORDERS_API, SPA, WEB

WOODGROVE = "cccccccc-0000-4000-8000-000000000001"
ADVENTURE_WORKS = "dddddddd-0000-4000-8000-000000000001"

# Who signs in; nobody to an application that acts for itself.
USERS = {MOBILE.id: ALEX, WEB.id: None, DAEMON.id: None, ADVENTURE_WORKS: "sam@adventureworks.example"}
# No redirect URI at http://localhost that a desktop may use.
LACKING = {SPA.id, ORDERS_API, LEGACY_API, WOODGROVE}


def page(server, application):
    return html.unescape(server.get(f"/_understudy/console/msal?platform=python&app={application}").text)


def sample(server, application):
    return re.search(r"<code>(import msal.*?)</code>", page(server, application), re.DOTALL)[1]


class StandIn(webbrowser.BaseBrowser):
    """A browser that signs a user in and hands the answer, or what the page said, to msal's loopback server."""

    def __init__(self, server, user):
        super().__init__("stand-in")
        self.server = server
        self.user = user

    def open(self, url, new=0, autoraise=True):
        threading.Thread(target=self.sign_in, args=(url,), daemon=True).start()
        return True

    def sign_in(self, url):
        answer = requests.post(
            self.server.http + "/_understudy/signin", json={"authorizeUrl": url, "user": self.user}, timeout=30)
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        failed = {"error": "sign_in_failed", "error_description": answer.text, "state": asked["state"]}
        requests.post(
            asked["redirect_uri"], data=answer.json()["parameters"] if answer.ok else failed, timeout=20)


def test_every_application_is_known(fresh_server):
    listed = set(re.findall(r'<option value="([^"]+)"', page(fresh_server, MOBILE.id)))
    assert listed == set(USERS) | LACKING


@pytest.mark.parametrize("application", sorted(USERS))
def test_the_sample_gets_a_token(server, monkeypatch, tmp_path, application):
    (tmp_path / "understudy-ca.pem").write_bytes(Path(server.ca).read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(webbrowser, "_browsers", {})
    monkeypatch.setattr(webbrowser, "_tryorder", [])
    webbrowser.register("stand-in", None, StandIn(server, USERS[application]), preferred=True)
    names = {}
    exec(sample(server, application), names)
    assert "access_token" in names["result"], names["result"]


@pytest.mark.parametrize("application", sorted(LACKING))
def test_what_a_registration_lacks_is_said(server, application):
    assert "Register http://localhost as publicClient" in page(server, application)
    assert "Register http://localhost as publicClient" not in page(server, MOBILE.id)
