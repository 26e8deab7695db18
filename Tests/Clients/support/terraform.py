"""The requests of azuread, HashiCorp's Terraform provider, as data.

The source is terraform-provider-azuread at f0169e0e (2026-08), internal/services, with the SDK that it vendors
(go-azure-sdk/microsoft-graph). A resource is the list of requests of its Create, Read, Update and Delete functions; polls are
one request. `{name}` in a path or a body is a value that an earlier response had.
"""

from support.graph_requests import Request, Resource, delete, get, patch, post, renamed

SCOPE = {
    "adminConsentDescription": "Administer the application", "adminConsentDisplayName": "Administer",
    "id": "be98fa3e-ab5b-4b11-83d9-04ba2b7946bc", "isEnabled": True, "type": "Admin",
    "userConsentDescription": None, "userConsentDisplayName": None, "value": "administer",
}
ROLE = {
    "allowedMemberTypes": ["User", "Application"], "description": "Admins can manage", "displayName": "Admin",
    "id": "1b19509b-32b1-4e9f-b71d-4992aa991967", "isEnabled": True, "value": "admin",
}
APPLICATION = {
    "@odata.type": "#microsoft.graph.application",
    "api": {"knownClientApplications": [], "oauth2PermissionScopes": [SCOPE], "requestedAccessTokenVersion": 2},
    "appRoles": [ROLE], "description": "Made by Terraform", "displayName": "terraform",
    "groupMembershipClaims": "SecurityGroup", "identifierUris": [],
    "info": {"marketingUrl": None, "privacyStatementUrl": "https://contoso.com/privacy", "supportUrl": None,
             "termsOfServiceUrl": None},
    "isDeviceOnlyAuthSupported": False, "isFallbackPublicClient": False, "notes": None,
    "optionalClaims": {"accessToken": [{"additionalProperties": [], "essential": True, "name": "myclaim",
                                        "source": None}], "idToken": [], "saml2Token": []},
    "owners@odata.bind": ["https://graph.microsoft.com/v1.0/directoryObjects/{caller}"],
    "publicClient": {"redirectUris": []},
    "requiredResourceAccess": [{"resourceAppId": "00000003-0000-0000-c000-000000000000",
                                "resourceAccess": [{"id": "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "type": "Scope"}]}],
    "serviceManagementReference": None, "signInAudience": "AzureADMyOrg",
    "spa": {"redirectUris": ["https://spa.contoso.com/"]}, "tags": ["HideApp"],
    "web": {"homePageUrl": "https://contoso.com", "implicitGrantSettings":
            {"enableAccessTokenIssuance": False, "enableIdTokenIssuance": True},
            "logoutUrl": "https://contoso.com/logout", "redirectUris": ["https://contoso.com/cb"]},
}


def without(body, *names):
    return {name: value for name, value in body.items() if name not in names and "@odata." not in name}


def application(name, more=None):
    """The requests that create a plain application for another resource."""
    body = {"@odata.type": "#microsoft.graph.application", "displayName": name, "signInAudience": "AzureADMyOrg",
            "api": {"knownClientApplications": [], "oauth2PermissionScopes": [SCOPE]}, "appRoles": [ROLE],
            "owners@odata.bind": ["https://graph.microsoft.com/v1.0/directoryObjects/{caller}"], **(more or {})}
    return [post("/applications", body, keep={"app": "id", "appId": "appId"}), *renamed("/applications/{app}", name)]


def principal(app_id="{appId}", more=None):
    body = {"@odata.type": "#microsoft.graph.servicePrincipal", "accountEnabled": True, "alternativeNames": [],
            "appId": app_id, "appRoleAssignmentRequired": False, "description": "TERRAFORM_UPDATE_x", "loginUrl": None,
            "notes": None, "notificationEmailAddresses": [], "preferredSingleSignOnMode": None,
            "samlSingleSignOnSettings": {}, "tags": [],
            "owners@odata.bind": ["https://graph.microsoft.com/v1.0/directoryObjects/{caller}"], **(more or {})}
    return [get(f"/servicePrincipals?$filter=appId eq '{app_id}'"),
            post("/servicePrincipals", body, keep={"sp": "id"})]


LOCATION = {
    "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "Office", "isTrusted": True,
    "ipRanges": [{"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "203.0.113.0/24"},
                 {"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "198.51.100.0/24"}],
}
COUNTRIES = {
    "@odata.type": "#microsoft.graph.countryNamedLocation", "displayName": "Countries",
    "countriesAndRegions": ["GB", "US"], "includeUnknownCountriesAndRegions": False,
}
POLICY = {
    "@odata.type": "#microsoft.graph.conditionalAccessPolicy", "displayName": "Terraform policy", "state": "disabled",
    "conditions": {
        "applications": {"excludeApplications": [], "includeApplications": ["All"], "includeUserActions": []},
        "clientAppTypes": ["all"],
        "devices": {"deviceFilter": {"mode": "exclude", "rule": 'device.operatingSystem eq "Doors"'}},
        "locations": {"excludeLocations": ["AllTrusted"], "includeLocations": ["All"]},
        "platforms": {"excludePlatforms": ["iOS"], "includePlatforms": ["android"]},
        "servicePrincipalRiskLevels": [], "signInRiskLevels": ["medium"], "userRiskLevels": ["medium"],
        "users": {"excludeGroups": [], "excludeRoles": [], "excludeUsers": ["GuestsOrExternalUsers"],
                  "includeGroups": [], "includeRoles": [], "includeUsers": ["All"]},
    },
    "grantControls": {"builtInControls": ["mfa"], "customAuthenticationFactors": [], "operator": "OR",
                      "termsOfUse": []},
    "sessionControls": {
        "applicationEnforcedRestrictions": {"isEnabled": True},
        "cloudAppSecurity": {"cloudAppSecurityType": "monitorOnly", "isEnabled": True},
        "disableResilienceDefaults": False,
        "persistentBrowser": {"isEnabled": True, "mode": "never"},
        "signInFrequency": {"authenticationType": "primaryAndSecondaryAuthentication", "frequencyInterval": "timeBased",
                            "isEnabled": True, "type": "hours", "value": 24},
    },
}
CLAIMS = ('{"ClaimsMappingPolicy":{"ClaimsSchema":[{"ID":"employeeid","JwtClaimType":"employee","SamlClaimType":'
          '"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/employee","Source":"user"},{"ID":"tenantcountry",'
          '"JwtClaimType":"country","SamlClaimType":"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/country",'
          '"Source":"company"}],"IncludeBasicClaimSet":"true","Version":1}}')
CREDENTIAL = {
    "@odata.type": "#microsoft.graph.federatedIdentityCredential", "audiences": ["api://AzureADTokenExchange"],
    "description": "Deployments", "issuer": "https://token.actions.githubusercontent.com", "name": "deploy",
    "subject": "repo:contoso/orders:environment:prod",
}

RESOURCES = [
    Resource(
        "application",
        create=[
            get("/applications?$filter=displayName eq 'terraform'"),
            post("/applications", APPLICATION, keep={"app": "id", "appId": "appId"}),
            *renamed("/applications/{app}", "terraform"),
            patch("/applications/{app}", {"@odata.type": "#microsoft.graph.application",
                                          "oauth2RequirePostResponse": False}, version="beta"),
            patch("/applications/{app}", {"@odata.type": "#microsoft.graph.application",
                                          "api": {**APPLICATION["api"], "acceptMappedClaims": True}}),
            post("/applications/{app}/owners/$ref",
                 {"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/{alex}"}, 204),
            delete("/applications/{app}/owners/{caller}/$ref"),
        ],
        read=[get("/applications/{app}"), get("/applications/{app}?$select=oauth2RequirePostResponse", version="beta"),
              get("/applications/{app}/owners")],
        state={0: {**without(APPLICATION), "api": {**APPLICATION["api"], "acceptMappedClaims": True},
                   "passwordCredentials": []},
               1: {"oauth2RequirePostResponse": False}, 2: {"value": [{"id": "{alex}"}]}},
        update=[
            get("/applications/{app}"),
            patch("/applications/{app}", {"@odata.type": "#microsoft.graph.application", "id": "{app}",
                                          "appRoles": [{**ROLE, "isEnabled": False}]}),
            get("/applications/{app}"),
            patch("/applications/{app}", {**without(APPLICATION, "identifierUris", "optionalClaims"),
                                          "api": {"knownClientApplications": [], "requestedAccessTokenVersion": 2},
                                          "appRoles": [], "displayName": "terraform changed",
                                          "requiredResourceAccess": []}),
        ],
        updated={0: {"displayName": "terraform changed", "appRoles": [], "requiredResourceAccess": []}},
        delete=[delete("/applications/{app}"), get("/applications/{app}", 404)]),
    Resource(
        "application_from_template",
        create=[get("/applicationTemplates/{template}"),
                post("/applicationTemplates/{template}/instantiate",
                     {"displayName": "TERRAFORM_INSTANTIATE_1"}),
                get("/applications?$filter=applicationTemplateId eq '{template}' and displayName eq "
                    "'TERRAFORM_INSTANTIATE_1'", keep={"app": "value.0.id", "appId": "value.0.appId"}),
                get("/applications/{app}"),
                get("/servicePrincipals?$filter=appId eq '{appId}'", keep={"sp": "value.0.id"}),
                patch("/applications/{app}", {"@odata.type": "#microsoft.graph.application", "displayName": "from template"})],
        read=[get("/applications/{app}"), get("/servicePrincipals/{sp}")],
        state={0: {"displayName": "from template", "applicationTemplateId": "{template}"},
               1: {"applicationTemplateId": "{template}", "displayName": "from template"}},
        delete=[delete("/applications/{app}"), get("/applications/{app}", 404)]),
    Resource(
        "application_password",
        create=[*application("with password"), get("/applications/{app}"),
                post("/applications/{app}/addPassword",
                     {"passwordCredential": {"@odata.type": "#microsoft.graph.passwordCredential",
                                             "displayName": "rotated", "endDateTime": "2099-01-01T00:00:00Z",
                                             "startDateTime": "2026-01-01T00:00:00Z"}}, 200,
                     keep={"key": "keyId"})],
        read=[get("/applications/{app}")],
        state={0: {"passwordCredentials": [{"keyId": "{key}", "displayName": "rotated",
                                            "endDateTime": "2099-01-01T00:00:00Z",
                                            "startDateTime": "2026-01-01T00:00:00Z"}]}},
        delete=[post("/applications/{app}/removePassword", {"keyId": "{key}"}, 204), get("/applications/{app}")]),
    Resource(
        "application_federated_identity_credential",
        create=[*application("with credential"), get("/applications/{app}"),
                post("/applications/{app}/federatedIdentityCredentials", CREDENTIAL, keep={"credential": "id"})],
        read=[get("/applications/{app}/federatedIdentityCredentials/{credential}")],
        state={0: without(CREDENTIAL)},
        update=[patch("/applications/{app}/federatedIdentityCredentials/{credential}",
                      {**CREDENTIAL, "id": "{credential}", "description": "", "subject": "repo:contoso/orders:ref:x"})],
        updated={0: {"description": "", "subject": "repo:contoso/orders:ref:x", "name": "deploy"}},
        delete=[delete("/applications/{app}/federatedIdentityCredentials/{credential}"),
                get("/applications/{app}/federatedIdentityCredentials/{credential}", 404)]),
    Resource(
        "service_principal",
        create=[*application("with principal"),
                *principal(more={"tags": ["WindowsAzureActiveDirectoryIntegratedApp"], "loginUrl": "https://contoso.com/in",
                                 "notificationEmailAddresses": ["alex@contoso.com"], "preferredSingleSignOnMode": "oidc",
                                 "appRoleAssignmentRequired": True, "notes": "a note"}),
                patch("/servicePrincipals/{sp}", {"@odata.type": "#microsoft.graph.servicePrincipal",
                                                  "description": "Orders"})],
        read=[get("/servicePrincipals/{sp}"), get("/servicePrincipals/{sp}?$select=samlMetadataUrl", version="beta"),
              get("/servicePrincipals/{sp}/owners")],
        state={0: {"accountEnabled": True, "alternativeNames": [], "appId": "{appId}", "appRoleAssignmentRequired": True,
                   "description": "Orders", "loginUrl": "https://contoso.com/in", "notes": "a note",
                   "notificationEmailAddresses": ["alex@contoso.com"], "preferredSingleSignOnMode": "oidc",
                   "samlSingleSignOnSettings": None, "tags": ["WindowsAzureActiveDirectoryIntegratedApp"],
                   "appRoles": [ROLE], "oauth2PermissionScopes": [SCOPE], "displayName": "with principal",
                   "signInAudience": "AzureADMyOrg", "servicePrincipalType": "Application"}, 1: {},
               2: {"value": [{"id": "{caller}"}]}},
        update=[patch("/servicePrincipals/{sp}", {"@odata.type": "#microsoft.graph.servicePrincipal",
                                                  "accountEnabled": False, "alternativeNames": ["x"], "tags": []})],
        updated={0: {"accountEnabled": False, "alternativeNames": ["x"], "tags": [], "description": "Orders"}},
        delete=[delete("/servicePrincipals/{sp}"), get("/servicePrincipals/{sp}", 404)]),
    Resource(
        "service_principal_use_existing",
        create=[get("/servicePrincipals?$filter=appId eq '00000003-0000-0000-c000-000000000000'",
                    keep={"graph": "value.0.id"})],
        read=[get("/servicePrincipals/{graph}")],
        state={0: {"appId": "00000003-0000-0000-c000-000000000000"}}),
    Resource(
        "app_role_assignment",
        create=[*application("with role"), *principal(), get("/servicePrincipals/{sp}"),
                post("/servicePrincipals/{sp}/appRoleAssignedTo",
                     {"@odata.type": "#microsoft.graph.appRoleAssignment", "appRoleId": ROLE["id"],
                      "principalId": "{alex}", "resourceId": "{sp}"}, keep={"assignment": "id"})],
        read=[get("/servicePrincipals/{sp}/appRoleAssignedTo/{assignment}")],
        state={0: {"appRoleId": ROLE["id"], "principalId": "{alex}", "resourceId": "{sp}", "principalType": "User",
                   "principalDisplayName": "Alex Wilber", "resourceDisplayName": "with role"}},
        delete=[delete("/servicePrincipals/{sp}/appRoleAssignedTo/{assignment}"),
                get("/servicePrincipals/{sp}/appRoleAssignedTo/{assignment}", 404)]),
    Resource(
        "service_principal_delegated_permission_grant",
        create=[*application("with grant"), *principal(),
                get("/servicePrincipals?$filter=appId eq '00000003-0000-0000-c000-000000000000'",
                    keep={"graph": "value.0.id"}),
                get("/servicePrincipals/{sp}"), get("/servicePrincipals/{graph}"),
                post("/oauth2PermissionGrants",
                     {"@odata.type": "#microsoft.graph.oAuth2PermissionGrant", "clientId": "{sp}",
                      "consentType": "AllPrincipals", "resourceId": "{graph}", "scope": "openid User.Read"},
                     keep={"grant": "id"})],
        read=[get("/oauth2PermissionGrants/{grant}")],
        state={0: {"clientId": "{sp}", "consentType": "AllPrincipals", "principalId": None, "resourceId": "{graph}",
                   "scope": "openid User.Read"}},
        update=[patch("/oauth2PermissionGrants/{grant}", {"@odata.type": "#microsoft.graph.oAuth2PermissionGrant",
                                                          "scope": "openid profile User.Read"})],
        updated={0: {"scope": "openid profile User.Read"}},
        delete=[delete("/oauth2PermissionGrants/{grant}"), get("/oauth2PermissionGrants/{grant}", 404)]),
    Resource(
        "claims_mapping_policy",
        create=[post("/policies/claimsMappingPolicies",
                     {"@odata.type": "#microsoft.graph.claimsMappingPolicy", "definition": [CLAIMS],
                      "displayName": "Claims"}, keep={"policy": "id"})],
        read=[get("/policies/claimsMappingPolicies/{policy}")],
        state={0: {"definition": [CLAIMS], "displayName": "Claims"}},
        update=[patch("/policies/claimsMappingPolicies/{policy}",
                      {"@odata.type": "#microsoft.graph.claimsMappingPolicy", "displayName": "Changed",
                       "definition": [CLAIMS.replace("employeeid", "department")]})],
        updated={0: {"definition": [CLAIMS.replace("employeeid", "department")], "displayName": "Changed"}},
        delete=[delete("/policies/claimsMappingPolicies/{policy}"),
                get("/policies/claimsMappingPolicies/{policy}", 404)]),
    Resource(
        "service_principal_claims_mapping_policy_assignment",
        create=[*application("with policy"), *principal(),
                post("/policies/claimsMappingPolicies",
                     {"@odata.type": "#microsoft.graph.claimsMappingPolicy", "definition": [CLAIMS],
                      "displayName": "Assigned"}, keep={"policy": "id"}),
                post("/servicePrincipals/{sp}/claimsMappingPolicies/$ref",
                     {"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/{policy}"}, 204)],
        read=[get("/servicePrincipals/{sp}/claimsMappingPolicies")],
        state={0: {"value": [{"id": "{policy}"}]}},
        delete=[delete("/servicePrincipals/{sp}/claimsMappingPolicies/{policy}/$ref"),
                get("/servicePrincipals/{sp}/claimsMappingPolicies")]),
    Resource(
        "named_location_ip",
        create=[post("/identity/conditionalAccess/namedLocations", LOCATION, keep={"location": "id"})],
        read=[get("/identity/conditionalAccess/namedLocations/{location}")],
        state={0: LOCATION},
        update=[patch("/identity/conditionalAccess/namedLocations/{location}", {**LOCATION, "displayName": "Branch"})],
        updated={0: {**LOCATION, "displayName": "Branch"}},
        delete=[patch("/identity/conditionalAccess/namedLocations/{location}",
                      {**without(LOCATION, "displayName"), "@odata.type": LOCATION["@odata.type"], "isTrusted": False}),
                get("/identity/conditionalAccess/namedLocations/{location}"),
                delete("/identity/conditionalAccess/namedLocations/{location}"),
                get("/identity/conditionalAccess/namedLocations/{location}", 404)]),
    Resource(
        "named_location_country",
        create=[post("/identity/conditionalAccess/namedLocations", COUNTRIES, keep={"location": "id"})],
        read=[get("/identity/conditionalAccess/namedLocations/{location}")],
        state={0: COUNTRIES},
        update=[patch("/identity/conditionalAccess/namedLocations/{location}",
                      {**COUNTRIES, "includeUnknownCountriesAndRegions": True})],
        updated={0: {**COUNTRIES, "includeUnknownCountriesAndRegions": True}},
        delete=[delete("/identity/conditionalAccess/namedLocations/{location}"),
                get("/identity/conditionalAccess/namedLocations/{location}", 404)]),
    Resource(
        "conditional_access_policy",
        create=[post("/identity/conditionalAccess/policies", POLICY, keep={"policy": "id"}),
                get("/identity/conditionalAccess/policies/{policy}")],
        read=[get("/identity/conditionalAccess/policies/{policy}")],
        state={0: without(POLICY)},
        update=[patch("/identity/conditionalAccess/policies/{policy}",
                      {**POLICY, "state": "enabledForReportingButNotEnforced", "sessionControls": None,
                       "grantControls": {"builtInControls": [], "customAuthenticationFactors": [], "operator": "OR",
                                         "termsOfUse": [], "authenticationStrength":
                                         {"@odata.type": "#microsoft.graph.authenticationStrengthPolicy",
                                          "id": "00000000-0000-0000-0000-000000000002"}}})],
        updated={0: {"state": "enabledForReportingButNotEnforced", "sessionControls": None,
                     "grantControls": {"builtInControls": [],
                                       "authenticationStrength": {"id": "00000000-0000-0000-0000-000000000002"}}}},
        delete=[get("/identity/conditionalAccess/policies/{policy}"),
                delete("/identity/conditionalAccess/policies/{policy}"),
                get("/identity/conditionalAccess/policies/{policy}", 404)]),
]

GROUP = {
    "@odata.type": "#microsoft.graph.group", "description": "Made by Terraform", "displayName": "terraform group",
    "groupTypes": [], "isAssignableToRole": False, "mailEnabled": False, "mailNickname": "0a1b2c3d-9",
    "membershipRule": None, "resourceBehaviorOptions": [], "resourceProvisioningOptions": [], "securityEnabled": True,
    "owners@odata.bind": ["https://graph.microsoft.com/beta/directoryObjects/{caller}"],
}
USER = {
    "@odata.type": "#microsoft.graph.user", "accountEnabled": True, "ageGroup": None, "city": "Zurich", "companyName": None,
    "consentProvidedForMinor": None, "country": None, "department": "Sales", "displayName": "J. Doe", "employeeId": None,
    "employeeOrgData": {"costCenter": "4711", "division": None}, "employeeType": None, "faxNumber": None,
    "givenName": None, "jobTitle": "Buyer", "mail": None, "mailNickname": "jdoe", "mobilePhone": None,
    "officeLocation": None, "otherMails": [], "passwordPolicies": None,
    "passwordProfile": {"forceChangePasswordNextSignIn": False, "password": "SecretP@sswd99!"}, "postalCode": None,
    "preferredLanguage": None, "state": None, "streetAddress": None, "surname": None, "usageLocation": "CH",
    "userPrincipalName": "jdoe@contoso.com",
}
USER_DETAILS = ("accountEnabled,ageGroup,city,companyName,consentProvidedForMinor,country,department,employeeHireDate,"
                "employeeId,employeeOrgData,employeeType,faxNumber,mailNickname,onPremisesImmutableId,otherMails,"
                "passwordPolicies,postalCode,state,streetAddress,usageLocation")
GLOBAL_READER = "f2ef992c-3afb-46b9-b7cf-a126ee74c451"


def group():
    return [get("/groups?$filter=displayName eq 'terraform group'", version="beta"),
            post("/groups", GROUP, version="beta", keep={"group": "id"}),
            *renamed("/groups/{group}", "terraform group", version="beta"), get("/groups/{group}", version="beta")]


RESOURCES += [
    Resource(
        "group",
        create=[*group(), post("/groups/{group}/members/$ref",
                               {"@odata.id": "https://graph.microsoft.com/beta/directoryObjects/{alex}"}, 204,
                               version="beta")],
        read=[get("/groups/{group}", version="beta"), get("/groups/{group}/owners", version="beta"),
              get("/groups/{group}/members", version="beta"), get("/groups/{group}/memberOf", version="beta")],
        state={0: without(GROUP), 1: {"value": [{"id": "{caller}"}]}, 2: {"value": [{"id": "{alex}"}]}, 3: {"value": []}},
        delete=[delete("/groups/{group}", version="beta"), get("/groups/{group}", 404, version="beta")]),
    Resource(
        "group_member",
        create=[*group(), get("/groups/{group}/members", version="beta"),
                post("/groups/{group}/members/$ref",
                     {"@odata.id": "https://graph.microsoft.com/beta/directoryObjects/{alex}"}, 204, version="beta")],
        read=[get("/groups/{group}/members?$filter=id eq '{alex}'", version="beta")],
        state={0: {"value": [{"id": "{alex}"}]}},
        delete=[delete("/groups/{group}/members/{alex}/$ref", version="beta"),
                get("/groups/{group}/members?$filter=id eq '{alex}'", version="beta")]),
    Resource(
        "user",
        create=[post("/users", USER, keep={"user": "id"}),
                patch("/users/{user}", {"@odata.type": "#microsoft.graph.user", "showInAddressList": True},
                      version="beta"),
                Request("PUT", "/users/{user}/manager/$ref",
                        {"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/{alex}"}, 204),
                get("/users/{user}")],
        read=[get("/users/{user}"), get(f"/users/{{user}}?$select={USER_DETAILS}"),
              get("/users/{user}?$select=showInAddressList", version="beta"), get("/users/{user}/manager")],
        state={0: {"displayName": "J. Doe", "jobTitle": "Buyer", "userPrincipalName": "jdoe@contoso.com"},
               1: {name: USER[name] for name in USER_DETAILS.split(",") if name in USER},
               2: {"showInAddressList": True}, 3: {"id": "{alex}"}},
        delete=[delete("/users/{user}"), get("/users/{user}", 404)]),
    Resource(
        "directory_role",
        create=[get("/directoryRoleTemplates", keep={}),
                get("/directoryRoles"),
                post("/directoryRoles", {"@odata.type": "#microsoft.graph.directoryRole", "roleTemplateId": GLOBAL_READER},
                     keep={"role": "id"})],
        read=[get("/directoryRoles/{role}")],
        state={0: {"roleTemplateId": GLOBAL_READER, "displayName": "Global Reader"}}),
    Resource(
        "directory_role_assignment",
        create=[post("/roleManagement/directory/roleAssignments",
                     {"@odata.type": "#microsoft.graph.unifiedRoleAssignment", "directoryScopeId": "/",
                      "principalId": "{alex}", "roleDefinitionId": GLOBAL_READER}, keep={"assignment": "id"})],
        read=[get("/roleManagement/directory/roleAssignments/{assignment}")],
        state={0: {"directoryScopeId": "/", "principalId": "{alex}", "roleDefinitionId": GLOBAL_READER}},
        delete=[delete("/roleManagement/directory/roleAssignments/{assignment}"),
                get("/roleManagement/directory/roleAssignments/{assignment}", 404)]),
]
