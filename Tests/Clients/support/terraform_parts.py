"""The requests of azuread's resources that are one part of an object, and of its smaller resources (`terraform.py`)."""

import base64

from support.graph_requests import Resource, delete, get, patch, post, renamed
from support.terraform import APPLICATION, GLOBAL_READER, GROUP, ROLE, SCOPE, application, principal, without

# The resources that change one part of an application, each with the registration that `azuread_application_registration` creates.
REGISTRATION = {
    "@odata.type": "#microsoft.graph.application",
    "api": {"requestedAccessTokenVersion": 2}, "description": None, "displayName": "registration",
    "groupMembershipClaims": "SecurityGroup, ApplicationGroup",
    "info": {"marketingUrl": None, "privacyStatementUrl": None, "supportUrl": "https://contoso.com/support",
             "termsOfServiceUrl": None},
    "notes": "by Terraform", "serviceManagementReference": None, "signInAudience": "AzureADMyOrg",
    "web": {"homePageUrl": "https://contoso.com", "logoutUrl": None,
            "implicitGrantSettings": {"enableAccessTokenIssuance": False, "enableIdTokenIssuance": True}},
}


def registration():
    return [post("/applications", REGISTRATION, keep={"app": "id", "appId": "appId"}), get("/applications/{app}")]


def changes(**properties):
    """The request with which a part of an application is created, changed or removed."""
    return patch("/applications/{app}", {"@odata.type": "#microsoft.graph.application", **properties})


def part(name, property, created, removed, updated=None, before=(), disabled=None):
    """A resource that is one property of an application, read with the application.

    A permission or a role is `disabled` before it is changed or removed.
    """
    disable = [get("/applications/{app}"), *([changes(**{property: disabled})] if disabled else [])]
    return Resource(
        name, create=[*registration(), *before, changes(**{property: created})], read=[get("/applications/{app}")],
        state={0: {property: created}}, update=[*disable, changes(**{property: updated})] if updated else [],
        updated={0: {property: updated}} if updated else {},
        delete=[*disable, changes(**{property: removed}), get("/applications/{app}")])


OPTIONAL = {
    "accessToken": [{"additionalProperties": ["sam_account_name"], "essential": False, "name": "groups", "source": ""}],
    "idToken": [{"additionalProperties": [], "essential": True, "name": "email", "source": ""}],
}
MOBILE_CLIENT = "aaaaaaaa-0000-4000-8000-000000000001"
# A certificate of an EC key, valid until 2126.
CERTIFICATE = (
    "MIIBbjCCARWgAwIBAgIUWguGELa7dAP9i2N46boOBPPB9m4wCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBdDAgFw0yNjExMjgxNDMwMTZaGA8yMT"
    "I2MTEwNDE0MzAxNlowDDEKMAgGA1UEAwwBdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKzfgcAK2XILSyBsUHnkeRi/Y6O6IiqCEtINjypL"
    "/nrQQ5k3bsKl0m6VWDNUvpLwV1wWhGHsf9vnNrpl5EDwIlOjUzBRMB0GA1UdDgQWBBR5WmKh9TSuuwkR2dptTAz/0A5R4TAfBgNVHSMEGDAWgB"
    "R5WmKh9TSuuwkR2dptTAz/0A5R4TAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIEvptwx6E/YvjAtZrCghuSNaH1nQ175g2W75"
    "lqUbsTzzAiAmb+vw11gHVa3jn8Tj1vGwdZ2X1ctcDFCp3P779F5ASw==")
KEY = {
    "@odata.type": "#microsoft.graph.keyCredential", "endDateTime": "2030-01-01T00:00:00Z",
    "key": base64.b64encode(
        f"-----BEGIN CERTIFICATE-----\n{CERTIFICATE}\n-----END CERTIFICATE-----\n".encode()).decode(),
    "keyId": "5a3c4f50-6d25-4b2b-9d3e-0a4a6f1c8f10", "startDateTime": "2026-11-01T00:00:00Z",
    "type": "AsymmetricX509Cert", "usage": "Verify",
}
FLEXIBLE = {
    "@odata.type": "#microsoft.graph.federatedIdentityCredential", "audiences": ["api://AzureADTokenExchange"],
    "claimsMatchingExpression": {
        "languageVersion": 1,
        "value": "claims['sub'] matches 'repo:contoso/orders:ref:refs/heads/*' and claims['repository_id'] eq '4567'"},
    "description": "Any branch", "issuer": "https://token.actions.githubusercontent.com", "name": "branches",
}
FLEXIBLE_PATH = "/applications/{app}/federatedIdentityCredentials/{credential}"

RESOURCES = [
    Resource(
        "application_registration", create=registration(), read=[get("/applications/{app}")],
        state={0: without(REGISTRATION)},
        update=[changes(displayName="renamed", groupMembershipClaims=None, api={"requestedAccessTokenVersion": 1})],
        updated={0: {"displayName": "renamed", "groupMembershipClaims": None, "notes": "by Terraform"}},
        delete=[delete("/applications/{app}"), get("/applications/{app}", 404)]),
    part("application_app_role", "appRoles", [ROLE], [], [{**ROLE, "displayName": "Administrator"}],
         disabled=[{**ROLE, "isEnabled": False}]),
    part("application_permission_scope", "api", {"oauth2PermissionScopes": [SCOPE]}, {"oauth2PermissionScopes": []},
         {"oauth2PermissionScopes": [{**SCOPE, "adminConsentDisplayName": "Manage"}]},
         disabled={"oauth2PermissionScopes": [{**SCOPE, "isEnabled": False}]}),
    part("application_api_access", "requiredResourceAccess", APPLICATION["requiredResourceAccess"], []),
    part("application_identifier_uri", "identifierUris", ["api://{appId}"], []),
    part("application_known_clients", "api", {"knownClientApplications": [MOBILE_CLIENT]},
         {"knownClientApplications": []}),
    part("application_optional_claims", "optionalClaims", OPTIONAL, {},
         {"idToken": OPTIONAL["idToken"], "accessToken": []}),
    part("application_pre_authorized", "api",
         {"preAuthorizedApplications": [{"appId": MOBILE_CLIENT, "delegatedPermissionIds": [SCOPE["id"]]}]},
         {"preAuthorizedApplications": []}, before=[changes(api={"oauth2PermissionScopes": [SCOPE]})]),
    part("application_redirect_uris", "spa", {"redirectUris": ["https://spa.contoso.com/cb"]}, {"redirectUris": []},
         {"redirectUris": ["https://spa.contoso.com/cb", "http://localhost:3000/"]}),
    part("application_fallback_public_client", "isFallbackPublicClient", True, None),
    Resource(
        "application_certificate",
        create=[*registration(), changes(id="{app}", keyCredentials=[KEY]), get("/applications/{app}")],
        read=[get("/applications/{app}")],
        state={0: {"keyCredentials": [{name: KEY[name] for name in KEY if name not in ("key", "@odata.type")}]}},
        delete=[changes(id="{app}", keyCredentials=[]), get("/applications/{app}")]),
    Resource(
        "application_owner",
        create=[*registration(), get("/applications/{app}/owners"),
                post("/applications/{app}/owners/$ref",
                     {"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/{alex}"}, 204)],
        read=[get("/applications/{app}/owners?$filter=id eq '{alex}'")], state={0: {"value": [{"id": "{alex}"}]}},
        delete=[delete("/applications/{app}/owners/{alex}/$ref")]),
    Resource(
        "application_flexible_federated_identity_credential",
        create=[*registration(), get("/applications/{app}", version="beta"),
                post("/applications/{app}/federatedIdentityCredentials", FLEXIBLE, version="beta",
                     keep={"credential": "id"})],
        read=[get(FLEXIBLE_PATH, version="beta")], state={0: without(FLEXIBLE)},
        update=[patch(FLEXIBLE_PATH, {**FLEXIBLE, "id": "{credential}", "description": "Changed"}, version="beta")],
        updated={0: {**without(FLEXIBLE), "description": "Changed"}},
        delete=[delete(FLEXIBLE_PATH, version="beta"), get(FLEXIBLE_PATH, 404, version="beta")]),
]

SECRET = {"@odata.type": "#microsoft.graph.passwordCredential", "displayName": "deploy"}

RESOURCES += [
    Resource(
        "service_principal_password",
        create=[*application("with secret of principal"), *principal(),
                post("/servicePrincipals/{sp}/addPassword", {"passwordCredential": SECRET}, 200,
                     keep={"key": "keyId", "start": "startDateTime", "end": "endDateTime"}),
                get("/servicePrincipals/{sp}")],
        read=[get("/servicePrincipals/{sp}")],
        state={0: {"passwordCredentials": [{"displayName": "deploy", "keyId": "{key}", "startDateTime": "{start}",
                                            "endDateTime": "{end}"}], "keyCredentials": []}},
        delete=[post("/servicePrincipals/{sp}/removePassword", {"keyId": "{key}"}, 204), get("/servicePrincipals/{sp}")]),
    Resource(
        "service_principal_certificate",
        create=[*application("with certificate of principal"), *principal(), get("/servicePrincipals/{sp}"),
                patch("/servicePrincipals/{sp}", {"@odata.type": "#microsoft.graph.servicePrincipal",
                                                  "keyCredentials": [KEY]}), get("/servicePrincipals/{sp}")],
        read=[get("/servicePrincipals/{sp}")],
        state={0: {"keyCredentials": [{name: KEY[name] for name in KEY if name not in ("key", "@odata.type")}]}},
        delete=[get("/servicePrincipals/{sp}"),
                patch("/servicePrincipals/{sp}", {"@odata.type": "#microsoft.graph.servicePrincipal",
                                                  "keyCredentials": []}), get("/servicePrincipals/{sp}")]),
]

MEMBER = "/directoryRoles/{role}/members"
DEFINITION = {
    "@odata.type": "#microsoft.graph.unifiedRoleDefinition", "description": "Reads applications",
    "displayName": "Application reader", "isEnabled": True,
    "rolePermissions": [{"@odata.type": "#microsoft.graph.unifiedRolePermission",
                         "allowedResourceActions": ["microsoft.directory/applications/standard/read"]}],
    "templateId": "4f1bd7a7-6f6f-4a1c-8a53-8b1d4ea9b001", "version": "1.0",
}
DEFINITION_PATH = "/roleManagement/directory/roleDefinitions/{definition}"
UNIFIED = {
    **GROUP, "displayName": "terraform team", "groupTypes": ["Unified"], "mailEnabled": True, "mailNickname": "tfteam",
    "owners@odata.bind": ["https://graph.microsoft.com/beta/directoryObjects/{alex}"], "visibility": "Private",
}

RESOURCES += [
    Resource(
        "group_without_members",
        create=[post("/groups", UNIFIED, version="beta", keep={"group": "id"}),
                *renamed("/groups/{group}", "terraform team", version="beta"), get("/groups/{group}", version="beta")],
        read=[get("/groups/{group}", version="beta"), get("/groups/{group}/owners", version="beta"),
              get("/groups/{group}/memberOf", version="beta")],
        state={0: without(UNIFIED), 1: {"value": [{"id": "{alex}"}]}, 2: {"value": []}},
        update=[patch("/groups/{group}", {"@odata.type": "#microsoft.graph.group", "description": "Changed",
                                          "displayName": "terraform team", "mailEnabled": True, "mailNickname": "tfteam",
                                          "securityEnabled": True, "visibility": "Public"}, version="beta")],
        updated={0: {"description": "Changed", "visibility": "Public"}},
        delete=[delete("/groups/{group}", version="beta"), get("/groups/{group}", 404, version="beta")]),
    Resource(
        "invitation",
        create=[post("/invitations", {"@odata.type": "#microsoft.graph.invitation",
                                      "inviteRedirectUrl": "https://portal.azure.com",
                                      "invitedUserDisplayName": "Guest", "invitedUserEmailAddress": "guest@fabrikam.example",
                                      "invitedUserType": "Guest"}, keep={"user": "invitedUser.id"}),
                *[patch("/users/{user}", {"@odata.type": "#microsoft.graph.user", "companyName": name})
                  for name in ("TERRAFORM_UPDATE_1", None)],
                get("/users/{user}")],
        read=[get("/users/{user}")], state={0: {"id": "{user}", "mail": "guest@fabrikam.example"}},
        delete=[delete("/users/{user}"), get("/users/{user}", 404)]),
    Resource(
        "directory_role_member",
        create=[get("/directoryRoles"),
                post("/directoryRoles", {"@odata.type": "#microsoft.graph.directoryRole",
                                         "roleTemplateId": GLOBAL_READER}, keep={"role": "id"}),
                get("/directoryRoles/{role}"), get(MEMBER + "?$filter=id eq '{alex}'"),
                post(MEMBER + "/$ref",
                     {"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/{alex}"}, 204)],
        read=[get(MEMBER + "?$filter=id eq '{alex}'")], state={0: {"value": [{"id": "{alex}"}]}},
        delete=[delete(MEMBER + "/{alex}/$ref"), get(MEMBER + "?$filter=id eq '{alex}'")]),
    Resource(
        "custom_directory_role",
        create=[post("/roleManagement/directory/roleDefinitions", DEFINITION, keep={"definition": "id"})],
        read=[get(DEFINITION_PATH)], state={0: without(DEFINITION)},
        update=[patch(DEFINITION_PATH, {**DEFINITION, "description": "Changed", "isEnabled": False})],
        updated={0: {**without(DEFINITION), "description": "Changed", "isEnabled": False}},
        delete=[get(DEFINITION_PATH), delete(DEFINITION_PATH), get(DEFINITION_PATH, 404)]),
]
