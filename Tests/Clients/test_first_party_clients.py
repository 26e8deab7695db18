"""Microsoft's own clients: what azure-identity and MSAL do without a client ID of their own, against the seed directory."""

import threading
import webbrowser

import msal
import pytest
import requests
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import DeviceCodeCredential, InteractiveBrowserCredential, UsernamePasswordCredential

from conftest import new_session
from support.device import enter_code
from support.oauth import token
from support.seed import ALEX, CONTOSO, PASSWORD
from support.server import Server
from support.signin import sign_in
from support.tokens import unverified, verify

AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
AZURE_POWERSHELL = "1950a258-227b-4e31-a9cf-717495945fc2"
GRAPH_COMMAND_LINE = "14d82eec-204b-4c2f-b7e8-296a70dab67e"
OFFICE = "d3590ed6-52b3-4102-aeff-aad2292ab01c"
TEAMS = "1fec8e78-bce4-4aaf-ab1b-5451cc387264"
VISUAL_STUDIO_CODE = "aebc6443-996d-45c2-90f0-388ff96faa56"
MANAGEMENT = "https://management.azure.com/"


def options(server):
    return {"authority": server.https, "disable_instance_discovery": True, "connection_verify": server.ca}


@pytest.fixture
def browser(server, monkeypatch):
    """The default browser of this machine: it signs Alex in, and goes where the pages lead it. The list of pages seen."""
    pages = []

    class StandIn(webbrowser.BaseBrowser):
        def open(self, url, new=0, autoraise=True):
            threading.Thread(target=self.sign_in, args=(url,), daemon=True).start()
            return True

        def sign_in(self, url):
            with new_session(server) as session:
                answer = sign_in(session, url, ALEX)
            pages.extend(answer.pages)
            if answer.is_form_post:
                requests.post(answer.location, data=answer.parameters, timeout=20)
            else:
                requests.get(answer.location, timeout=20)

    monkeypatch.setattr(webbrowser, "_browsers", {})
    monkeypatch.setattr(webbrowser, "_tryorder", [])
    webbrowser.register("stand-in", None, StandIn("stand-in"), preferred=True)
    return pages


def expect_management(server, text, client=AZURE_CLI):
    claims = verify(server, text, MANAGEMENT, version=1)
    assert claims["appid"] == client and claims["appidacr"] == "0"
    assert claims["scp"] == "user_impersonation"
    assert claims["upn"] == ALEX


def test_interactive_browser_credential_without_a_client_id(server, browser):
    with InteractiveBrowserCredential(timeout=60, **options(server)) as credential:
        text = credential.get_token(f"{MANAGEMENT}/.default").token
        expect_management(server, text)
        assert "consent" not in browser
        graph = credential.get_token("https://graph.microsoft.com/.default")
        assert "Directory.AccessAsUser.All" in unverified(graph.token)["scp"].split()


def test_interactive_browser_credential_names_a_missing_preauthorization(server, browser):
    """msgraph-sdk-python#677."""
    with InteractiveBrowserCredential(timeout=60, **options(server)) as credential:
        with pytest.raises(ClientAuthenticationError, match="AADSTS65002"):
            credential.get_token("User.Read")


def test_device_code_credential_without_a_client_id(server, session):
    def prompt(address, user_code, expires_on):
        enter_code(session, address, user_code, ALEX)

    with DeviceCodeCredential(prompt_callback=prompt, **options(server)) as credential:
        expect_management(server, credential.get_token(f"{MANAGEMENT}/.default").token)


@pytest.mark.isolated
@pytest.mark.parametrize("client", [AZURE_CLI, AZURE_POWERSHELL, VISUAL_STUDIO_CODE])
def test_username_password_credential(tmp_path, client):
    """msal asks for the user's realm on port 443."""
    with Server(tmp_path, https_port="0,443") as server:
        with pytest.warns(DeprecationWarning), UsernamePasswordCredential(
                client, ALEX, PASSWORD, tenant_id=CONTOSO, **options(server)) as credential:
            expect_management(server, credential.get_token(f"{MANAGEMENT}/.default").token, client)


def public_client(server, client, **more):
    http = requests.Session()
    http.verify = server.ca
    return msal.PublicClientApplication(
        client, authority=server.authority("organizations"), instance_discovery=False, http_client=http, **more)


def test_graph_powershell_asks_for_consent_to_each_permission(server, browser):
    app = public_client(server, GRAPH_COMMAND_LINE)
    result = app.acquire_token_interactive(["User.Read"], timeout=60)
    assert "access_token" in result, result
    assert "consent" in browser
    assert "User.Read" in unverified(result["access_token"])["scp"].split()


def test_office_uses_the_refresh_token_of_teams(server, browser):
    """MSAL keeps the family's refresh token for all of its applications."""
    cache = msal.TokenCache()
    teams = public_client(server, TEAMS, token_cache=cache)
    redirect = "https://login.microsoftonline.com/common/oauth2/nativeclient"
    flow = teams.initiate_auth_code_flow(["https://graph.microsoft.com/.default"], redirect_uri=redirect)
    with new_session(server) as session:
        answer = sign_in(session, flow["auth_uri"], ALEX)
    result = teams.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert result.get("foci") == "1", result
    office = public_client(server, OFFICE, token_cache=cache)
    account, = office.get_accounts()
    silent = office.acquire_token_silent(["https://graph.microsoft.com/.default"], account)
    assert unverified(silent["access_token"])["appid"] == OFFICE


def test_a_secret_is_refused(server):
    refused = token(
        server, grant_type="password", client_id=AZURE_CLI, client_secret="secret", username=ALEX, password=PASSWORD,
        scope=f"{MANAGEMENT}/.default")
    assert refused.status_code == 401 and refused.json()["error_codes"] == [700025]
