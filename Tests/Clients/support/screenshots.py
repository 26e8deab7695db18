"""Takes the pictures of the console that README.md and docs show, into the folder named on the command line.

A server with the seed directory gets some requests: sign-ins, a rejected redirect URI, a stubbed demand for a second factor, and an
application's own token. Headless Chromium then opens pages of the console, light and dark.
"""

import argparse
import subprocess
import tempfile
import uuid
from pathlib import Path

import requests

from support.chromium import new_browser, wait_for
from support.oauth import authorize_url, one_shot, redeem, token
from support.patience import eventually
from support.seed import ADELE, ALEX, DAEMON, MOBILE, ORDERS_READ, PASSWORD, SPA
from support.server import REPOSITORY, Server

WIDTH, HEIGHT = 1180, 850
SCOPE = f"openid offline_access {ORDERS_READ}"


def sign_in(server, user, times=1):
    """Signs a user in with one request and redeems the code as often as told, all under one correlation id."""
    browser = requests.Session()
    browser.verify, browser.trust_env = server.ca, False
    ident = str(uuid.uuid4())
    url = authorize_url(server, MOBILE, scope=SCOPE, **{"client-request-id": ident})
    code = one_shot(browser, url, user).code
    return [redeem(server, MOBILE, code, headers={"client-request-id": ident}).status_code for _ in range(times)]


def make_requests(server):
    """What the pictures show, the most instructive flow last."""
    daemon = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret}
    assert token(server, **daemon, scope="api://orders/.default").status_code == 200
    assert token(server, **daemon | {"client_secret": "wrong"}, scope="api://orders/.default").status_code == 401
    assert sign_in(server, ADELE) == [200]
    wrong = authorize_url(server, SPA, redirect_uri="http://localhost:3000/callback", scope="openid")
    assert "AADSTS50011" in requests.get(wrong, timeout=10, verify=server.ca).text
    requests.post(f"{server.http}/_understudy/responses", timeout=10, json={
        "match": {"user": ALEX, "endpoint": "token"},
        "responses": [{"error": "AADSTS50076", "claims": {"access_token": {"acrs": {"essential": True, "value": "c1"}}}}],
    }).raise_for_status()
    assert sign_in(server, ALEX) == [400]
    assert sign_in(server, ALEX, times=2) == [200, 400]


# The address of each picture below the console, and the element that says that the page is there.
PLACES = {
    "flows": ("", ".flow"),
    "stubs": (f"console/scripts?clientId={MOBILE.id}&endpoint=token&error=AADSTS50076", "#preview, .block"),
    "directory": ("console/directory?tenant=contoso.com", "table"),
    "trust": ("console/trust", "h2"),
}


def take(browser, server, folder):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False})
    for scheme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for name, (path, selector) in PLACES.items():
            browser.get(f"{server.http}/_understudy/{path}")
            wait_for(browser, selector)
            browser.save_screenshot(str(folder / f"console-{name}-{scheme}.png"))
        browser.get(f"{server.http}/_understudy/")
        wait_for(browser, ".flow").click()
        wait_for(browser, ".lanes")
        browser.save_screenshot(str(folder / f"console-flow-{scheme}.png"))
        try_sign_in(browser, server)
        browser.save_screenshot(str(folder / f"console-sign-in-{scheme}.png"))


def try_sign_in(browser, server):
    """Signs Alex in from the console, and shows the claims of the ID token. The session and the consent are those of before."""
    browser.get(f"{server.http}/_understudy/console/sign-in?app={MOBILE.id}")
    wait_for(browser, "[name=login_hint]").send_keys(ALEX)
    browser.find_element("css selector", "#sign-in").click()
    for _ in range(6):
        eventually(lambda: browser.find_elements("css selector", "#idSIButton9, .card.token"), 10)
        if browser.find_elements("css selector", ".card.token"):
            break
        for field in browser.find_elements("css selector", "#i0118:not(.moveOffScreen)"):
            field.send_keys(PASSWORD)
        browser.find_element("css selector", "#idSIButton9").click()
    browser.execute_script("arguments[0].scrollIntoView()", wait_for(browser, ".card.token"))


def main():
    parser = argparse.ArgumentParser(prog="scripts/internal/screenshots", description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=REPOSITORY / "docs/images", help="docs/images")
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="screenshots-") as work, Server(work) as server:
        browser = new_browser(Path(work) / "home", server.ca, "--hide-scrollbars")
        try:
            make_requests(server)
            take(browser, server, folder)
        finally:
            browser.quit()
    pictures = sorted(folder.glob("console-*.png"))
    subprocess.run(["pngquant", "--force", "--ext", ".png", "--quality", "80-100", "--strip", *pictures], check=True)
    for picture in pictures:
        print(f"{picture.name}: {picture.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
