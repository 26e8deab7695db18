"""Native authentication over HTTPS, by a client that reads answers as strictly as MSAL for iOS does: successes are of status 200
only, numbers are numbers, and what an SDK needs is there."""

import json
import uuid

import jwt
import msal
import pytest
import requests

from support.native import APP, GUARDED, SCOPE, TENANT, App
from support.server import Server
from support.signin import SignInError, sign_in

CONFIGURATION = f"""
tenants:
  - id: {TENANT}
    displayName: Woodgrove
    kind: external
    domains: [woodgrove.onmicrosoft.com]
    policies: [{{id: SignUpSignIn}}]
    applications:
      - {{appId: {APP}, displayName: App, nativeAuthentication: true, isFallbackPublicClient: true,
         publicClient: {{redirectUris: ["http://localhost"]}}}}
      - {{appId: {GUARDED}, displayName: Guarded, nativeAuthentication: true, isFallbackPublicClient: true}}
    conditionalAccessPolicies:
      - displayName: Second factor
        conditions: {{users: {{includeUsers: [All]}}, applications: {{includeApplications: [All]}},
          clients: {{includeApplications: [{GUARDED}]}}}}
        grantControls: {{builtInControls: [mfa]}}
    oauth2PermissionGrants:
      - {{clientId: {APP}, resourceId: 00000003-0000-0000-c000-000000000000, consentType: AllPrincipals, scope: {SCOPE} User.Read}}
      - {{clientId: {GUARDED}, resourceId: 00000003-0000-0000-c000-000000000000, consentType: AllPrincipals, scope: {SCOPE} User.Read}}
"""


@pytest.fixture(scope="module")
def external(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("external"), UNDERSTUDY_CONFIG_INLINE=CONFIGURATION) as running:
        yield running


def check_tokens(answer, server):
    assert {"access_token", "id_token", "refresh_token", "client_info", "scope"} <= answer.keys()
    assert answer["token_type"] == "Bearer"
    keys = jwt.PyJWKClient(f"{server.http}/{TENANT}/discovery/v2.0/keys")
    key = keys.get_signing_key_from_jwt(answer["id_token"])
    return jwt.decode(answer["id_token"], key.key, algorithms=["RS256"], audience=[APP, GUARDED])


def browse(server, url, user, password):
    with requests.Session() as session:
        session.verify = server.ca
        return sign_in(session, url, user, password)


def test_from_sign_up_to_silent_refresh(external):
    user = "journey@customer.example"
    app = App(external)
    app.start("signup/v1.0/start", user, attributes=json.dumps({"displayName": "On a Journey"}))
    assert app.send("signup/v1.0/challenge")["challenge_type"] == "oob"
    wanted = app.send("signup/v1.0/continue", 400, grant_type="oob", oob=app.code(user))
    assert wanted["error"] == "credential_required"
    assert app.send("signup/v1.0/challenge")["challenge_type"] == "password"
    app.send("signup/v1.0/continue", grant_type="password", password="Fjord-Trip 1")
    missing = app.redeem("continuation_token", 400)
    assert "username parameter is empty or not valid" in missing["error_description"]
    tokens = app.redeem("continuation_token", username=user)
    assert check_tokens(tokens, external)["name"] == "On a Journey"

    # Signing in, where a policy wants a second factor that is not registered yet.
    guarded = App(external, GUARDED)
    guarded.start("oauth2/v2.0/initiate", user)
    assert guarded.send("oauth2/v2.0/challenge")["challenge_type"] == "password"
    refused = guarded.redeem("password", 400, password="wrong")
    assert refused["error_codes"] == [50126] and "continuation_token" not in refused
    wanted = guarded.redeem("password", 400, password="Fjord-Trip 1")
    assert (wanted["error"], wanted["suberror"]) == ("invalid_grant", "registration_required")
    assert {method["id"] for method in guarded.send("register/v1.0/introspect")["methods"]} == {"email", "sms"}
    guarded.send(
        "register/v1.0/challenge", challenge_type="oob", challenge_target="+15550199", challenge_channel="sms")
    guarded.send("register/v1.0/continue", grant_type="oob", oob=guarded.code("+15550199"))
    check_tokens(guarded.redeem("continuation_token"), external)

    # Now it is.
    second = App(external, GUARDED)
    second.start("oauth2/v2.0/initiate", user)
    second.send("oauth2/v2.0/challenge")
    assert second.redeem("password", 400, password="Fjord-Trip 1")["suberror"] == "mfa_required"
    method = second.send("oauth2/v2.0/introspect")["methods"][0]
    assert method["challenge_channel"] == "sms"
    second.send("oauth2/v2.0/challenge", id=method["id"])
    check_tokens(second.redeem("mfa_oob", oob=second.code("+15550199")), external)

    # A new password ends what the old one began.
    reset = App(external)
    reset.start("resetpassword/v1.0/start", user)
    reset.send("resetpassword/v1.0/challenge")
    reset.send("resetpassword/v1.0/continue", grant_type="oob", oob=reset.code(user))
    weak = reset.send("resetpassword/v1.0/submit", 400, new_password="aaaaaaaa")
    assert weak["suberror"] == "password_too_weak"
    reset.send("resetpassword/v1.0/submit", new_password="Fjord-Trip 2")
    assert reset.send("resetpassword/v1.0/poll_completion")["status"] == "succeeded"
    tokens = reset.redeem("continuation_token")

    # msal takes the account over by its refresh token.
    http = requests.Session()
    http.verify = external.ca
    client = msal.PublicClientApplication(
        APP, authority=f"{external.https}/{TENANT}", instance_discovery=False, http_client=http)
    refreshed = client.acquire_token_by_refresh_token(tokens["refresh_token"], scopes=["User.Read"])
    assert "access_token" in refreshed, refreshed
    claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    assert refreshed["id_token_claims"]["oid"] == claims["oid"]
    assert client.get_accounts()[0]["home_account_id"] == f"{claims['oid']}.{TENANT}"
    assert client.acquire_token_silent_with_error(["User.Read"], client.get_accounts()[0], force_refresh=True)["access_token"]

    # The same user signs in by a browser, with the new password alone.
    flow = client.initiate_auth_code_flow(["User.Read"], redirect_uri="http://localhost", login_hint=user)
    with pytest.raises(SignInError):
        browse(external, flow["auth_uri"], user, "Fjord-Trip 1")
    answer = browse(external, flow["auth_uri"], user, "Fjord-Trip 2")
    signed_in = client.acquire_token_by_auth_code_flow(flow, answer.parameters)
    assert signed_in["id_token_claims"]["oid"] == claims["oid"]


class Links:
    """A client of version 2: it knows two addresses, and follows links from there. It reads every status, as the SDKs do."""

    def __init__(self, server, client_id=APP):
        self.server = server
        self.client_id = client_id
        self.authority = f"{server.https}/woodgrove.onmicrosoft.com"
        self.token = None
        self.links = {}

    def post(self, path, **form):
        return requests.post(f"{self.authority}/oauth2/v2.0/{path}", data=form, verify=self.server.ca, timeout=20)

    def enter(self):
        response = self.post("authorize-challenge", client_id=self.client_id, scope=SCOPE)
        answer = response.json()
        assert (response.status_code, answer["error"]) == (401, "InsufficientAuthorization")
        self.token = answer["continuation_token"]
        self.links = {name: answer[name] for name in ("sign_in", "sign_up", "reset_password")}
        return self

    def follow(self, relation, expected=200, method="POST", **members):
        # SDKs cut a link at /api/ and put the rest behind their authority.
        rest = self.links[relation].split("/api/", 1)[1]
        response = requests.request(
            method, f"{self.authority}/api/{rest}", json={"continuationToken": self.token, **members},
            verify=self.server.ca, timeout=20)
        assert response.status_code == expected, response.text
        answer = response.json()
        if expected != 200:
            error = answer["error"]
            assert error["message"].startswith("AADSTS") and error["correlationId"] and error["traceId"]
            return error
        self.token = answer["continuationToken"]
        methods = answer.get("_embedded", {}).get("methods", [])
        for method in methods:
            assert method["id"] and method["type"]
        self.links = {
            name: link["href"]
            for source in [answer, *methods] for name, link in source.get("_links", {}).items()}
        if answer["state"] == "interactionRequired":
            assert answer["action"] in {"challenge", "verify", "update", "poll", "collectAttributes"}
            assert self.links
        return answer

    def code(self, to):
        return App.code(self, to)

    def redeem(self):
        code = self.post("authorize-challenge", continuation_token=self.token).json()["code"]
        tokens = self.post(
            "token", grant_type="authorization_code", code=code, client_id=self.client_id, client_info="1", scope=SCOPE)
        assert tokens.status_code == 200, tokens.text
        again = self.post("token", grant_type="authorization_code", code=code, client_id=self.client_id, scope=SCOPE)
        assert again.json()["error_codes"] == [54005]
        return tokens.json()


def test_version_2_by_links_alone(external):
    user = "links@customer.example"
    app = Links(external).enter()
    wanted = app.follow("sign_up")
    assert [attribute["attributeId"] for attribute in wanted["attributes"]] == ["email"]
    weak = app.follow("submitAttributes", 400, attributes={"email": user, "password": "aaaaaaaa"})
    assert weak["innerError"]["details"][0]["code"] == "passwordPolicyViolation"
    sent = app.follow("submitAttributes", attributes={"email": user, "password": "Fjord-Trip 1"})
    assert (sent["action"], sent["type"], sent["codeLength"]) == ("verify", "email", len(app.code(user)))
    assert app.follow("verify", 400, otp="00000000")["innerError"]["code"] == "invalidOneTimeCode"
    wanted = app.follow("verify", otp=app.code(user))
    assert [attribute["attributeId"] for attribute in wanted["attributes"]] == ["displayName"]
    missing = app.follow("submitAttributes", 400, attributes={})["innerError"]["details"][0]
    assert (missing["attributeIds"], missing["code"]) == (["displayName"], "attributeRequired")
    assert app.follow("submitAttributes", attributes={"displayName": "By Links"})["state"] == "continue"
    assert check_tokens(app.redeem(), external)["name"] == "By Links"

    taken = Links(external).enter()
    taken.follow("sign_up")
    error = taken.follow("submitAttributes", 400, attributes={"email": user, "password": "Fjord-Trip 1"})
    assert error["innerError"]["details"][0]["code"] == "userAlreadyExists"

    reset = Links(external).enter()
    assert reset.follow("reset_password", username=user)["action"] == "challenge"
    reset.follow("challenge")
    reset.follow("resend")
    assert reset.follow("verify", otp=reset.code(user))["action"] == "update"
    assert reset.follow("update", 400, method="PUT", newPassword="aaaaaaaa")["innerError"]["code"] == "passwordTooWeak"
    assert reset.follow("update", method="PUT", newPassword="Fjord-Trip 2")["action"] == "poll"
    assert reset.follow("poll")["state"] == "continue"
    check_tokens(reset.redeem(), external)

    signed_in = Links(external).enter()
    started = signed_in.follow("sign_in", username=user)
    assert started["challengeContext"]["authenticationFactor"] == "singleFactor"
    assert signed_in.follow("challenge")["type"] == "password"
    wrong = signed_in.follow("verify", 400, password="Fjord-Trip 1")
    assert wrong["innerError"]["code"] == "invalidUserNameOrPassword"
    assert signed_in.follow("verify", password="Fjord-Trip 2")["state"] == "continue"
    tokens = signed_in.redeem()
    http = requests.Session()
    http.verify = external.ca
    client = msal.PublicClientApplication(
        APP, authority=f"{external.https}/{TENANT}", instance_discovery=False, http_client=http)
    assert "access_token" in client.acquire_token_by_refresh_token(tokens["refresh_token"], scopes=["User.Read"])


def test_the_control_contract_of_the_sdks_suites(tmp_path):
    configuration = "settings: {nativeAuthTestContract: true}\ntenants: []\n"
    with Server(tmp_path, UNDERSTUDY_CONFIG_INLINE=configuration) as server:
        correlation = str(uuid.uuid4())
        queue = {"correlationId": correlation, "endpoint": "SignInToken", "responseList": ["MFARequired", "TokenSuccess"]}
        assert requests.post(f"{server.http}//config/response", json=queue, timeout=20).status_code == 200
        address = f"{server.http}//testTenant/oauth2/v2.0/token"
        headers = {"client-request-id": correlation}
        form = {"client_id": "any", "grant_type": "oob", "oob": "12345678"}
        first = requests.post(address, data=form, headers=headers, timeout=20)
        assert (first.status_code, first.json()["suberror"]) == (400, "mfa_required")
        second = requests.post(address, data=form | {"scope": "a b"}, headers=headers, timeout=20)
        assert second.json()["scope"] == "a b" and second.json()["id_token"]
        # The suites for iOS ask for tokens with a grant of their own, and refresh at the same tenant.
        for grant in ("passwordless_otp", "refresh_token"):
            third = requests.post(address, data=form | {"grant_type": grant}, headers=headers, timeout=20)
            assert third.status_code == 200 and third.json()["access_token"], third.text
