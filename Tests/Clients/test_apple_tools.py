"""The tools for developers of Apple apps: lint and migrate, by exit code, by JSON and by what a person reads."""

import json
import plistlib

import pytest

from support.server import REPOSITORY
from test_command_line import one_line, run

GOOD = "msauth.com.contoso.app1://auth"
MOBILE = "aaaaaaaa-0000-4000-8000-000000000001"
DAEMON = "aaaaaaaa-0000-4000-8000-000000000004"
SEED = REPOSITORY / "Config/understudy.yaml"


def verdicts(*arguments, code):
    """The JSON verdicts by SDK."""
    done = run("lint", *arguments, "--json")
    assert done.returncode == code, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, list) and found
    for verdict in found:
        assert {"sdk", "accepted", "reason", "error", "suggestion"} <= verdict.keys()
        assert isinstance(verdict["accepted"], bool) and verdict["reason"]
        assert (verdict["error"] is None) == verdict["accepted"]
    assert (code == 0) == all(verdict["accepted"] for verdict in found)
    return {verdict["sdk"]: verdict for verdict in found}


# Redirect URIs


@pytest.mark.parametrize("arguments, code, refused", [
    pytest.param([GOOD, "--bundle-id", "com.contoso.app1"], 0, [], id="the default form"),
    pytest.param([GOOD], 0, [], id="the bundle id told by the URI"),
    pytest.param([GOOD, "--bundle-id", "com.contoso.app2"], 1, ["msal2", "broker"], id="another bundle id"),
    pytest.param([GOOD + "/"], 1, ["msal2", "broker", "adal"], id="trailing slash"),
    pytest.param([f"msal{MOBILE}://auth"], 1, ["msal2", "broker", "adal"], id="client id"),
    pytest.param(["x-contoso://com.contoso.app1", "--bundle-id", "com.contoso.app1"], 0, [], id="ADAL's form"),
    pytest.param(["https://contoso.com/x", "--bundle-id", "a.b"], 1, ["msal2", "broker", "adal"], id="universal link"),
    pytest.param(["https://contoso.com/x", "--authority", "b2c", "--sdk", "msal2"], 0, [], id="link with B2C"),
    pytest.param(["http://localhost", "--sdk", "entra"], 0, [], id="Entra alone"),
    pytest.param(["http://localhost", "--sdk", "entra", "--sdk", "msal2"], 1, ["msal2"], id="two of them"),
    pytest.param(["https://localhost:3000/", "--platform", "spa"], 0, [], id="a page"),
    pytest.param(["", "--bundle-id", "com.contoso.app1", "--sdk", "msal2"], 0, [], id="the SDK's default"),
    pytest.param(["urn:ietf:wg:oauth:2.0:oob", "--platform", "macos", "--authority", "consumers", "--sdk", "msal2"], 0, [],
                 id="out-of-band on a Mac"),
    pytest.param([GOOD, "--authority", "https://login.microsoftonline.com/common"], 0, [], id="authority by URL"),
])
def test_redirect_uris_are_judged(arguments, code, refused):
    found = verdicts("redirect-uri", *arguments, code=code)
    assert [sdk for sdk, verdict in found.items() if not verdict["accepted"]] == refused


def test_all_five_are_asked_and_the_correct_form_is_told():
    found = verdicts("redirect-uri", GOOD + "/", code=1)
    assert list(found) == ["msal1", "msal2", "broker", "adal", "entra"]
    assert found["msal2"]["suggestion"] == GOOD
    assert "-42011" in found["msal2"]["error"]


def test_people_read_the_verdict_the_error_and_the_correct_form():
    done = run("lint", "redirect-uri", GOOD + "/", "http://localhost")
    assert done.returncode == 1 and done.stderr == ""
    assert done.stdout.startswith(GOOD + "/\n") and "\nhttp://localhost\n" in done.stdout
    assert f"use    {GOOD}\n" in done.stdout and "-42001" in done.stdout


# Info.plist

COMPLETE = {
    "CFBundleIdentifier": "com.contoso.app1",
    "CFBundleURLTypes": [{"CFBundleURLSchemes": ["msauth.com.contoso.app1"]}],
    "LSApplicationQueriesSchemes": ["msauthv2", "msauthv3"],
}


def written(tmp_path, content):
    file = tmp_path / "Info.plist"
    file.write_bytes(plistlib.dumps(content))
    return str(file)


def test_a_complete_plist_is_accepted(tmp_path):
    everything = COMPLETE | {"a": [1, 2.5, True, b"data", {"é": "€" * 300}], "b": list(range(300))}
    found = verdicts("plist", written(tmp_path, everything), code=0)
    assert list(found) == ["msal1", "msal2", "broker", "adal"]


@pytest.mark.parametrize("key, snippet", [
    ("CFBundleURLTypes", "<string>msauth.com.contoso.app1</string>"),
    ("LSApplicationQueriesSchemes", "<string>msauthv3</string>"),
])
def test_what_is_missing_is_given_to_paste(tmp_path, key, snippet):
    lacking = {name: value for name, value in COMPLETE.items() if name != key}
    found = verdicts("plist", written(tmp_path, lacking), code=1)
    assert f"<key>{key}</key>" in found["msal2"]["suggestion"] and snippet in found["msal2"]["suggestion"]
    pasted = plistlib.dumps(lacking).decode().replace("<dict>", "<dict>" + found["msal2"]["suggestion"], 1)
    file = tmp_path / "Pasted.plist"
    file.write_text(pasted)
    verdicts("plist", str(file), code=0)


def test_the_registered_redirect_uris_are_looked_up(tmp_path):
    found = verdicts("plist", written(tmp_path, COMPLETE), "--config", str(SEED), code=0)
    assert found["entra"]["accepted"]
    other = COMPLETE | {"CFBundleIdentifier": "com.contoso.other", "CFBundleURLTypes": [
        {"CFBundleURLSchemes": ["msauth.com.contoso.other"]}]}
    found = verdicts("plist", written(tmp_path, other), "--config", str(SEED), code=1)
    assert not found["entra"]["accepted"] and found["msal2"]["accepted"]


def test_a_build_variable_wants_the_bundle_id(tmp_path):
    variable = COMPLETE | {"CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)", "CFBundleURLTypes": [
        {"CFBundleURLSchemes": ["msauth.$(PRODUCT_BUNDLE_IDENTIFIER)"]}]}
    file = written(tmp_path, variable)
    done = run("lint", "plist", file)
    assert done.returncode == 64 and one_line(done.stderr) and "--bundle-id" in done.stderr
    verdicts("plist", file, "--bundle-id", "com.contoso.app1", code=0)
    verdicts("plist", file, "--redirect-uri", GOOD, code=0)


@pytest.mark.parametrize("content, word", [
    pytest.param(b"", "ends too early", id="empty"),
    pytest.param(b"{ CFBundleIdentifier = x; }", "not well-formed", id="old style"),
    pytest.param(b'{"CFBundleIdentifier": "x"}', "not well-formed", id="JSON"),
    pytest.param(plistlib.dumps(COMPLETE, fmt=plistlib.FMT_BINARY), "plutil -convert xml1", id="binary"),
    pytest.param(b"<plist><array/></plist>", "dictionary", id="no dictionary"),
    pytest.param(b"<plist><dict><key>CFBundleURLTypes</key><string/></dict></plist>", "CFBundleURLTypes", id="wrong type"),
    pytest.param(b"<plist><dict>\n<key>a</key></dict></plist>", ":2:", id="broken on line 2"),
    pytest.param(b"<plist>" + b"<array>" * 200_000, "deeper", id="deep"),
    pytest.param(b"<!--" + b" " * (9 << 20) + b"-->", "larger", id="huge"),
    pytest.param(plistlib.dumps(COMPLETE)[:-20], "not valid XML", id="cut off"),
])
def test_what_is_no_plist_is_named_on_one_line(tmp_path, content, word):
    file = tmp_path / "Info.plist"
    file.write_bytes(content)
    done = run("lint", "plist", str(file))
    assert done.returncode == 1 and done.stdout == ""
    assert one_line(done.stderr) and str(file) in done.stderr and word in done.stderr, done.stderr


# Headers


@pytest.mark.parametrize("names, code, accepted", [
    (["X-my-custom-header"], 0, [True]), (["value_1", "x-client-header", "X-my-custom-header"], 1, [False, False, True]),
    (["x-ms-a", "x-broker-a", "X-APP-a", "x-anchormailbox"], 1, [False, False, False, True]), (["x y"], 1, [False]),
], ids=lambda value: value[0] if isinstance(value, list) and isinstance(value[0], str) else None)
def test_header_names_are_judged(names, code, accepted):
    done = run("lint", "headers", *names, "--json")
    assert done.returncode == code, done.stderr
    found = json.loads(done.stdout)
    assert [verdict["header"] for verdict in found] == names
    assert [verdict["accepted"] for verdict in found] == accepted
    read = run("lint", "headers", *names)
    assert read.returncode == code and all(name in read.stdout for name in names)


# Migration


@pytest.mark.parametrize("arguments, printed", [
    (["--resource", "https://graph.microsoft.com"], "https://graph.microsoft.com/.default"),
    (["--resource", "https://graph.microsoft.com/"], "https://graph.microsoft.com//.default"),
    (["--scope", "openid api://orders/Orders.Read"], "api://orders"),
    (["--authority", "https://login.windows.net/Common/oauth2"], "https://login.microsoftonline.com/common"),
    (["--url", "https://login.microsoftonline.com/common/oauth2/token"],
     "https://login.microsoftonline.com/common/oauth2/v2.0/token"),
    (["--url", "https://login.microsoftonline.com/common/oauth2/v2.0/token"],
     "https://login.microsoftonline.com/common/oauth2/token"),
    (["--error", "200"], "MSALErrorInteractionRequired (-50002)"),
    (["--error", "-50005"], "AD_ERROR_UI_USER_CANCEL (403)"),
    (["--redirect-uri", "contoso://auth", "--bundle-id", "com.contoso.app1"], GOOD),
    (["--redirect-uri", "msauth://code/x-a%3A%2F%2Fcom.a"], "msauth://code/x-a%3A%2F%2Fcom.a"),
    (["--error", "501"],
     "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42011: MSALInternalErrorInvalidRedirectURI"),
    (["--prompt", "AD_PROMPT_ALWAYS"], "MSALPromptTypeLogin (prompt=login)"),
    (["--account", "alex@contoso.com", "--config", str(SEED)],
     "eeeeeeee-0000-4000-8000-000000000001.11111111-1111-4111-8111-111111111111"),
], ids=lambda value: value if isinstance(value, str) else value[0])
def test_a_setting_is_translated(arguments, printed):
    done = run("migrate", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed + "\n", "a script takes the standard output as it is"
    assert all(line.startswith("note: ") for line in done.stderr.splitlines())
    found = json.loads(run("migrate", *arguments, "--json").stdout)
    assert [translation["to"] for translation in found] == [printed]
    assert found[0].keys() == {"kind", "from", "to", "notes"}


def test_several_settings_at_once():
    found = json.loads(run("migrate", "--resource", "api://a", "--resource", "api://b/", "--prompt", "login", "--json").stdout)
    assert [row["kind"] for row in found] == ["resource", "resource", "prompt"]
    assert found[1]["to"] == "api://b//.default"


@pytest.mark.parametrize("arguments, code, word", [
    pytest.param([], 64, "--resource", id="nothing"),
    pytest.param(["--resource", "a b"], 64, "a b", id="no resource"),
    pytest.param(["--error", "nothing"], 64, "nothing", id="no error"),
    pytest.param(["--error", "-50003"], 1, "no equivalent", id="an error of MSAL alone"),
    pytest.param(["--error=-42401"], 1, "MSALInternalErrorSessionCanceled (-42401)", id="an internal error of MSAL"),
    pytest.param(["--scope", "api://orders"], 64, "not a scope", id="an identifier for a scope"),
    pytest.param(["--url", "https://localhost/x"], 64, "localhost", id="no endpoint"),
    pytest.param(["--prompt", "loud"], 64, "loud", id="no prompt"),
    pytest.param(["--user", "a@b.c", "--resource", "x"], 64, "--app", id="user without app"),
    pytest.param(["--authority", "https://fs.contoso.com/adfs"], 1, "ADFS", id="no equal"),
    pytest.param(["--scope", "User.Read api://a/b"], 1, "one resource", id="two resources"),
    pytest.param(["--app", "nobody", "--config", str(SEED)], 1, "nobody", id="unknown application"),
    pytest.param(["--app", DAEMON, "--secret", "x", "--config", str(SEED)], 64, "--resource", id="which API"),
    pytest.param(["--app", MOBILE, "--tenant", "contoso.com"], 64, "--tenant", id="tenant without secret"),
    pytest.param(["--app", DAEMON, "--secret", "x", "--user", "alex@contoso.com", "--resource", "api://orders"], 64, "--user",
                 id="user beside secret"),
    pytest.param(["--redirect-uri", "urn:ietf:wg:oauth:2.0:oob"], 64, "--bundle-id", id="oob without bundle id"),
    pytest.param(["--redirect-uri", "http://localhost"], 64, "--bundle-id", id="loopback without bundle id"),
    pytest.param(["--app", MOBILE, "--config", "/nowhere.yaml"], 78, "/nowhere.yaml", id="no configuration"),
    pytest.param(["--app", DAEMON, "--secret", "x", "--resource", "api://orders", "--http-port", "1"], 1, "no server",
                 id="no server"),
])
def test_what_cannot_be_translated_is_said_on_one_line(arguments, code, word):
    done = run("migrate", *arguments)
    assert done.returncode == code, done.stderr
    assert done.stdout == "" and one_line(done.stderr) and word in done.stderr, done.stderr


def comparison(*arguments, **environment):
    done = run("migrate", "--app", *arguments, "--json", **environment)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    assert found["kind"] == "app" and found["from"] == arguments[0]
    return found["comparisons"]


def changes(compared):
    return {row["claim"]: row["change"] for row in compared["claims"]}


def test_an_apps_tokens_are_compared_claim_by_claim():
    id_token, graph, orders = comparison(MOBILE, "--config", str(SEED))
    assert id_token["token"] == "id_token" and id_token["subject"] == "alex@contoso.com"
    assert changes(id_token)["preferred_username"] == "added" and changes(id_token)["upn"] == "removed"
    assert set(changes(graph).values()) <= {"same", "per token"}
    assert orders["resource"] == "api://orders" and changes(orders)["azp"] == "added"
    read = run("migrate", "--app", MOBILE, "--config", str(SEED)).stdout
    assert "removed: now azp\n" in read and "no claim changes" in read


def test_a_running_servers_tokens_are_compared(server):
    port = {"UNDERSTUDY_HTTP_PORT": str(server.http_port)}
    arguments = [DAEMON, "--secret", "understudy-daemon-secret", "--resource", "api://orders"]
    (orders,) = comparison(*arguments, **port)
    assert "version 2" in orders["remark"]
    assert set(changes(orders).values()) <= {"same", "per token"}
    assert {row["claim"]: row["v2"] for row in orders["claims"]}["azp"] == DAEMON
    (legacy,) = comparison(*arguments[:-1], "https://legacy.contoso.com/", "--tenant", "contoso.com", **port)
    assert "version 1" in legacy["remark"]
    assert {row["claim"]: row["v1"] for row in legacy["claims"]}["aud"] == "https://legacy.contoso.com/"
    wrong = run("migrate", "--app", DAEMON, "--secret", "wrong", "--resource", "api://orders", **port)
    assert wrong.returncode == 1 and one_line(wrong.stderr) and "7000215" in wrong.stderr, wrong.stderr


# The configuration

SUITE = """
tenants:
- id: 11111111-1111-4111-8111-111111111111
  domains: [contoso.onmicrosoft.com]
  applications:
  - appId: app
    publicClient:
      redirectUris:
      - msauth.com.contoso.app1://auth
      - msauth.com.contoso.app2://auth/
"""


def test_check_takes_the_second_registration_for_certificates(tmp_path):
    """Seed 004 recommends that all apps register both."""
    mine = tmp_path / "mine.yaml"
    mine.write_text(SUITE.replace("app2://auth/", "app2://auth") + """      - msauth://code/msauth.com.contoso.app1%3A%2F%2Fauth
      - msauth://code/x-msauth-a%3A%2F%2Fcom.contoso.app2
""")
    assert "warning" not in run("check", str(mine)).stdout
    for uri in ("msauth://code/msauth.com.contoso.app1%3A%2F%2Fauth", "msauth://code/x-msauth-a%3A%2F%2Fcom.contoso.app2"):
        verdicts("redirect-uri", uri, "--sdk", "broker", code=0)


def test_check_warns_of_redirect_uris_that_the_sdk_refuses(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text(SUITE)
    checked = run("check", str(mine))
    assert checked.returncode == 0, "a warning is no problem"
    warnings = [line for line in checked.stdout.splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 1 and "mine.yaml:10" in warnings[0], checked.stdout
    assert "MSAL" in warnings[0] and "(use msauth.com.contoso.app2://auth)" in warnings[0]
    assert "warning" not in run("check", str(SEED)).stdout
