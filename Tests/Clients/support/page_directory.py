"""A directory whose users and applications lead to every page, with names of every script and length."""

import json

TENANT = "5a5a5a5a-0000-4000-8000-000000000000"
CUSTOMERS = "5b5b5b5b-0000-4000-8000-000000000000"
SHOP = "5c5c5c5c-0000-4000-8000-000000000000"
DOMAIN = "pages.example"
PASSWORD = "Understudy!1"
LONG = "Overarching Enterprise Resource Planning and Reconciliation Workbench for Subsidiaries in Liechtenstein"
ARABIC = "تطبيق الطلبات والفواتير"
CHINESE = "采购订单与发票管理应用程序"


def ident(number):
    return f"5a5a5a5a-0000-4000-8000-{number:012x}"


API, ADMIN_API = ident(0xA1), ident(0xA2)


def user(name, display_name, **more):
    return {"userPrincipalName": f"{name}@{DOMAIN}", "displayName": display_name, "password": PASSWORD} | more


def app(number, name, **more):
    return {"appId": ident(number), "displayName": name, "publicClient": {"redirectUris": ["http://localhost"]}} | more


def policy(name, number, **controls):
    return {
        "displayName": name, "grantControls": controls,
        "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]},
                       "clients": {"includeApplications": [ident(number)]}}}


SCOPES = [
    {"value": f"Area{number}.Read", "adminConsentDisplayName": f"Read area {number}",
     "userConsentDisplayName": f"Read your area {number}", "type": "User",
     "userConsentDescription": f"Lets the application read what you keep in area {number}, and nothing else."}
    for number in range(1, 61)]

USERS = {
    "kim": user("kim", "Kim Akers"),
    "sms": user("sam", "Sam Centrell", mfa="+41445550121", oneTimeCode="424242"),
    "push": user("rae", "Rae Huff", mfa="push"),
    "expired": user("lee", "Lee Gu", passwordProfile={"forceChangePasswordNextSignIn": True}),
    "long": user("a-user-name-as-long-as-they-come-in-the-directories-of-large-companies", f"{LONG} Administrator"),
    "arabic": user("layla", "ليلى الحداد"),
    "chinese": user("mei", "王小梅"),
    "phone": user("pat", "Pat Stone", mfa="push", phoneSignIn=True),
    "both": user("noor", "Noor Abadi"),
}
APPS = {name: ident(number) for number, name in enumerate(
    ["plain", "long", "arabic", "chinese", "many", "factor", "terms", "requests", "both", "personal"], 1)}

DIRECTORY = {
    "tenants": [
        {
            "id": TENANT, "displayName": "Pages", "domains": [DOMAIN], "users": list(USERS.values()),
            "applications": [
                app(1, "Everyday app", publicClient={"redirectUris": ["http://localhost", "urn:ietf:wg:oauth:2.0:oob"]}), app(2, LONG), app(3, ARABIC), app(4, CHINESE),
                app(5, "Reporting"), app(6, "Guarded app", settings={"consent": "automatic"}),
                app(7, "App with rules", settings={"consent": "automatic"}),
                app(8, "App that asks", settings={"userConsent": "disabled", "adminConsentRequests": True}),
                app(9, "App for every account", signInAudience="AzureADandPersonalMicrosoftAccount"),
                app(10, "App for everyone", signInAudience="AzureADandPersonalMicrosoftAccount",
                    isFallbackPublicClient=True, settings={"personalAccountPages": "redesigned"}),
                {"appId": API, "displayName": "Areas API", "identifierUris": [f"api://{API}"],
                 "api": {"requestedAccessTokenVersion": 2, "oauth2PermissionScopes": SCOPES}},
                {"appId": ADMIN_API, "displayName": "Directory API", "identifierUris": [f"api://{ADMIN_API}"],
                 "api": {"requestedAccessTokenVersion": 2,
                         "oauth2PermissionScopes": [{"value": "Manage", "type": "Admin"}]}},
            ],
            "conditionalAccessPolicies": [
                policy("Second factor", 6, builtInControls=["mfa"]), policy("Terms", 7, termsOfUse=["House rules"])],
        },
        {"id": "consumers", "users": [
            user("noor", "Noor Abadi"), {"userPrincipalName": "ada@outlook.com", "displayName": "Ada", "password": PASSWORD}]},
        {
            "id": CUSTOMERS, "displayName": "Customers", "kind": "external", "domains": ["customers.onmicrosoft.com"],
            "users": [
                {"userPrincipalName": "casey@customers.example", "mail": "casey@mail.example", "password": PASSWORD}],
            "applications": [
                {"appId": "5b5b5b5b-0000-4000-8000-000000000001", "displayName": "Customer portal",
                 "publicClient": {"redirectUris": ["http://localhost"]}},
                {"appId": "5b5b5b5b-0000-4000-8000-000000000002", "displayName": "Customer app",
                 "publicClient": {"redirectUris": ["http://localhost"]}}],
            "policies": [
                {"id": "SignUp", "attributes": ["displayName", "city"],
                 "applications": ["5b5b5b5b-0000-4000-8000-000000000001"]},
                {"id": "ByCode", "credential": "emailOneTimeCode", "attributes": [],
                 "applications": ["5b5b5b5b-0000-4000-8000-000000000002"]}],
        },
        {
            "id": SHOP, "displayName": "Shop", "kind": "b2c", "domains": ["shop.onmicrosoft.com"],
            "users": [{"userPrincipalName": "robin@shop.example", "mail": "robin@mail.example", "password": PASSWORD}],
            "applications": [
                {"appId": "5c5c5c5c-0000-4000-8000-000000000001", "displayName": "Shop app",
                 "publicClient": {"redirectUris": ["http://localhost"]}}],
            "policies": [{"id": "B2C_1_susi"}, {"id": "B2C_1_reset", "kind": "passwordReset"}],
        },
    ]}
TEXT = json.dumps(DIRECTORY)
