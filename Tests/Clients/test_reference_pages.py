"""The pages of docs/reference that are made from tables of the product, or that list what the product has."""

import json
import os
import re
import subprocess
import sys

import jwt
import pytest
import requests
import yaml

from support.seed import CONTOSO
from support.server import REPOSITORY, Server, binary, clean_environment

PAGES = REPOSITORY / "docs/reference"
ORDERS, LEGACY, DAEMON, MOBILE = (f"aaaaaaaa-0000-4000-8000-00000000000{number}" for number in (5, 6, 4, 1))


def page(name):
    return (PAGES / name).read_text(encoding="utf-8")


def codes(text):
    """What a text has in spans of code."""
    return set(re.findall(r"`([^`\n]+)`", text))


def first_cells(text):
    """The spans of code in the first cell of each row of the tables."""
    return {name for row in re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE) for name in codes(row)}


def test_generated_pages_are_those_that_the_script_writes():
    done = subprocess.run(
        [sys.executable, "-B", REPOSITORY / "scripts/internal/reference", "--check"], capture_output=True, text=True,
        env=clean_environment(UNDERSTUDY_BINARY=os.path.abspath(binary())), timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_settings_page_has_a_row_for_every_setting():
    schema = json.loads(subprocess.run([binary(), "schema"], check=True, capture_output=True, env=clean_environment()).stdout)
    settings = schema["$defs"]["settings"]["properties"]
    rows = first_cells(page("settings.md"))
    assert set(settings) - rows == set()
    # The page also has members such as `throttle.requests`, and values such as `signIn: automatic`.
    assert {name for name in rows if re.split("[.:]", name)[0] not in settings} == set()


def test_seed_page_names_everything_in_the_seed_directory():
    directory = yaml.safe_load((REPOSITORY / "Config/understudy.yaml").read_text(encoding="utf-8"))
    names = set()
    for tenant in directory["tenants"]:
        names |= {tenant["id"], *tenant.get("domains", ())}
        for group in tenant.get("groups", ()):
            names |= {group["id"], group["displayName"]}
        for user in tenant.get("users", ()):
            names |= {user["id"], user["userPrincipalName"], user["password"]}
        for identity in tenant.get("managedIdentities", ()):
            names |= {identity["clientId"], identity["principalId"]}
        for application in tenant.get("applications", ()):
            names |= {application["appId"], *application.get("identifierUris", ())}
            names |= {credential["secretText"] for credential in application.get("passwordCredentials", ())}
            names |= {uri for platform in ("web", "spa", "publicClient") for uri in application.get(platform, {}).get("redirectUris", ())}
            scopes = application.get("api", {}).get("oauth2PermissionScopes", ())
            names |= {each["value"] for each in [*scopes, *application.get("appRoles", ())]}
    assert names - codes(page("seed-directory.md")) == set()


@pytest.mark.parametrize("version", [1, 2])
def test_claims_page_has_a_row_for_every_claim(server, version):
    """Tokens of the built-in users and applications have no claim that the page does not list."""
    resource = ORDERS if version == 2 else LEGACY
    orders = [
        {"user": "alex@contoso.com", "client": MOBILE, "resource": resource, "version": version, "tenant": CONTOSO},
        {"user": "alex@contoso.com", "client": MOBILE, "kind": "id", "version": version, "tenant": CONTOSO},
        {"client": DAEMON, "resource": resource, "version": version, "tenant": CONTOSO},
    ]
    listed = first_cells(page("claims.md"))
    for order in orders:
        answer = requests.post(f"{server.http}/_understudy/tokens", json=order, timeout=10)
        assert answer.status_code == 200, answer.text
        claims = jwt.decode(answer.json()["token"], options={"verify_signature": False})
        assert set(claims) - listed == set()


def test_logs_page_lists_every_field_of_a_request(tmp_path):
    with Server(tmp_path, "--log-level", "debug", "--log-format", "json") as running:
        running.get("/nowhere")
        form = {"grant_type": "client_credentials", "client_id": DAEMON, "client_secret": "wrong", "scope": "api://orders/.default"}
        requests.post(f"{running.http}/contoso.com/oauth2/v2.0/token", data=form, timeout=10)
        lines = [json.loads(line) for line in running.output().splitlines() if line.startswith("{")]
    found = {field for line in lines if line["message"] == "request" for field in line}
    assert {"code", "client_id", "correlation_id"} <= found
    assert found - first_cells(page("logs.md")) == set()


def redirect_rows():
    """`(registered, requested, result)` of the page on redirect URIs."""
    section = page("redirect-uris.md").split("| Registered | Requested | Result |")[1].split("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| (match|AADSTS\d+)", section, re.MULTILINE)


def test_redirect_uris_match_as_their_page_says(tmp_path):
    rows = redirect_rows()
    assert len(rows) > 15
    registered = sorted({uri for uri, _, _ in rows})
    ids = {uri: f"cccccccc-0000-4000-8000-{number:012}" for number, uri in enumerate(registered)}
    applications = [
        {"appId": ids[uri], ("web" if uri.startswith("http") else "publicClient"): {"redirectUris": [uri]}} for uri in registered]
    tenant = {"id": "88888888-8888-4888-8888-888888888888", "domains": ["tailspin.com"], "applications": applications}
    configuration = tmp_path / "understudy.yaml"
    configuration.write_text(yaml.safe_dump({"tenants": [tenant]}))
    with Server(tmp_path, UNDERSTUDY_CONFIG=str(configuration)) as running:
        for uri, requested, result in rows:
            answer = requests.get(f"{running.http}/tailspin.com/oauth2/v2.0/authorize", timeout=10, params={
                "client_id": ids[uri], "response_type": "code", "scope": "openid", "redirect_uri": requested})
            found = re.search(r"AADSTS\d+", answer.text)
            assert (found[0] if answer.status_code == 400 else "match") == result, (uri, requested)


def test_settings_page_has_the_defaults_and_scopes_of_the_schema():
    schema = json.loads(subprocess.run([binary(), "schema"], check=True, capture_output=True, env=clean_environment()).stdout)
    objects = schema["$defs"]
    rows = re.findall(r"^\| `([\w.]+)` \| ([^|]*) \| ([^|]*) \| (\w*) ?\|", page("settings.md"), re.MULTILINE)
    assert len(rows) > 40
    for name, kind, default, scope in rows:
        if "." in name:
            continue
        assert scope == narrowest(objects, name), name
        description, values = objects["settings"]["properties"][name]["description"], codes(default)
        stated = re.search(r"Default ([0-9][0-9.]*)(?=[.,;])", description)
        assert not stated or stated[1] in values, (name, description)
        words = [word for each in objects["settings"]["properties"][name]["anyOf"] for word in each.get("enum", ())]
        assert set(words) == (codes(kind) if words else set()), name


def narrowest(objects, name):
    """The narrowest place in which a setting may stand."""
    if name in objects["applicationSettings"]["properties"]:
        return "application"
    return "tenant" if name in objects["tenantSettings"]["properties"] else "server"
