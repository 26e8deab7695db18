"""Scripts for the pages of external tenants, of personal accounts and of AD FS (Tests/Fixtures/locators/account-scripts.yaml), with and
without JavaScript."""

from pathlib import Path

import pytest
import requests
import yaml

from support.chromium import new_browser
from support.device import user_code
from support.loopback import Application
from support.oauth import authorize_url
from support.seed import App
from support.server import Server
from support.witnesses import APPLICATIONS, CONFIG, Values
from test_page_scripts import Hands

SCRIPTS = yaml.safe_load((Path(__file__).parents[1] / "Fixtures/locators/account-scripts.yaml").read_text())
CASES = [
    (name, javascript) for name, script in SCRIPTS.items() for javascript in (True, False)
    if javascript or script.get("javascript") != "required"]


@pytest.fixture(scope="module")
def witnesses(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("witnesses"), UNDERSTUDY_CONFIG=str(CONFIG)) as server:
        yield server


def reset(server):
    """Forgets users and consents of an earlier script."""
    assert requests.post(f"{server.http}/_understudy/reset", timeout=10).status_code == 204


@pytest.mark.parametrize("name, javascript", CASES, ids=lambda value: str(value))
def test_script_signs_in(witnesses, tmp_path, name, javascript):
    reset(witnesses)
    script = SCRIPTS[name]
    switches = () if javascript else ("--blink-settings=scriptEnabled=false",)
    browser = new_browser(tmp_path / "home", witnesses.ca, *switches)
    try:
        with Application() as application:
            values = Values(witnesses, **script["values"])
            browser.get(start(witnesses, script, values, application))
            hands = Hands(browser, values)
            for step in script["steps"]:
                hands.take(step)
            if script.get("start") != "device":
                hands.one({"css": "#application"})
                assert "code" in application.answer()[2]
    finally:
        browser.quit()


def start(server, script, values, application):
    """The address at which a script starts."""
    name, tenant = script["application"], script["tenant"]
    is_federation = tenant == "adfs"
    if script.get("start") == "device":
        path = "oauth2/devicecode" if is_federation else "oauth2/v2.0/devicecode"
        values["user code"] = user_code(server, tenant, APPLICATIONS[name], "openid", path)
        return f"{server.https}/adfs/oauth2/deviceauth" if is_federation else f"{server.https}/devicelogin"
    version = 1 if is_federation else 2
    return authorize_url(server, App(APPLICATIONS[name], application.origin), tenant, version, scope="openid")
