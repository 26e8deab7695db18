"""Requests that are as large as the limits let them be, each kind as a function of its size in bytes.

`CASES` has name, limit in bytes and builder, `PATHS` the same for what is at no address, `LOADS` for whole directories. What a
builder returns may be a little smaller than asked, never larger. `GRAPH_TOKEN` stands for a token for Microsoft Graph.
"""

import base64
import json
from urllib.parse import quote, urlencode

from support.seed import ALEX, CONTOSO, DAEMON, MOBILE, ORDERS_READ, PASSWORD, WEB
from support.wire import form_post, request

URL, HEAD, FORM_BODY, GRAPH_BODY, CONTROL_BODY = 15_500, 31_000, 65_000, 260_000, 1_040_000
GRAPH_TOKEN = b"{graph token}"
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
SAML2_BEARER = "urn:ietf:params:oauth:grant-type:saml2-bearer"
ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
V2 = f"/{CONTOSO}/oauth2/v2.0"
APP_ONLY = {
    "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
    "scope": "api://orders/.default"}
AUTHORIZE = {
    "client_id": MOBILE.id, "response_type": "code", "redirect_uri": MOBILE.redirect_uri, "scope": "openid",
    "state": "s"}
SIGN_IN = {"loginfmt": ALEX, "passwd": PASSWORD, "consent": "accept"}


def repeated(piece, size, separator=""):
    """As many pieces as fit; `{}` in them becomes a number that is another each time."""
    pieces, length, number = [], 0, 0
    while length < size:
        number += 1
        pieces.append(piece.replace("{}", str(number)))
        length += len(pieces[-1]) + len(separator)
    return separator.join(pieces[:-1])


def segment(text):
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def json_object(size):
    return "{" + repeated('"m{}":{}', size - 2, ",") + "}"


def nested(opening, closing, size):
    depth = size // (len(opening) + len(closing))
    return opening * depth + closing * depth


def jwt(header, payload, signature="A" * 342):
    return f"{segment(header)}.{segment(payload)}.{signature}"


# Bodies of forms: `form` makes one field of them as large as it may be.


def form_field(path, form, name, value):
    """A post in which the field `name` holds `value(size)`, shortened by what percent-encoding adds."""
    def build(size):
        room = size - len(form_post(path, form | {name: ""}))
        grown = len(quote(value(room), safe=""))
        return form_post(path, form | {name: value(room * room // max(grown, room))})
    return build


def token_field(name, value, **form):
    return form_field(f"{V2}/token", APP_ONLY | form, name, value)


def authorize_field(name, value, **form):
    return form_field(f"{V2}/authorize", AUTHORIZE | form, name, value)


def many_fields(path):
    return lambda size: request("POST", path, repeated("p{}=", size, "&"))


def assertion(value, **form):
    """A client assertion; forms that name none else authenticate by it."""
    return form_field(
        f"{V2}/token", {name: APP_ONLY[name] for name in ("grant_type", "client_id", "scope")}
        | {"client_assertion_type": ASSERTION_TYPE} | form, "client_assertion", value)


RS256 = '{"alg":"RS256","typ":"JWT","kid":"k"}'
DECLARED = f'{{"iss":"{DAEMON.id}","sub":"{DAEMON.id}",'


def saml(inner):
    return lambda size: segment(
        '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion">' + inner(size * 3 // 4 - 200) + "</Assertion>")


FORMS = [
    ("a token request of many parameters", FORM_BODY, many_fields(f"{V2}/token")),
    ("an authorization request of many parameters", FORM_BODY, many_fields(f"{V2}/authorize")),
    ("percent escapes", FORM_BODY, lambda size: request("POST", f"{V2}/token", "grant_type=" + "%41" * (size // 3 - 9))),
    ("parameters without a value", FORM_BODY, lambda size: request("POST", f"{V2}/token", "&" * size)),
    ("a long secret", FORM_BODY, token_field("client_secret", lambda size: "s" * size)),
    ("a long client id", FORM_BODY, token_field("client_id", lambda size: "1-" * (size // 2))),
    ("a long grant type", FORM_BODY, token_field("grant_type", lambda size: "é" * (size // 8))),
    ("a long scope", FORM_BODY, token_field("scope", lambda size: "api://" + "a/" * (size // 2))),
    ("scopes of one resource", FORM_BODY, token_field("scope", lambda size: repeated("api://orders/s{}", size, " "))),
    ("scopes of many resources", FORM_BODY, token_field("scope", lambda size: repeated("api://r{}/s", size, " "))),
    ("200 scopes to authorize", 8_000, authorize_field("scope", lambda size: repeated("api://orders/{}", size, " "))),
    ("200 scopes of Microsoft Graph", 8_000, authorize_field("scope", lambda size: repeated("S{}.Read", size, " "))),
    ("blanks as scopes", FORM_BODY, token_field("scope", lambda size: " " * size)),
    ("a code of letters", FORM_BODY, token_field("code", lambda size: "A" * size, grant_type="authorization_code")),
    ("a refresh token of letters", FORM_BODY, token_field(
        "refresh_token", lambda size: "1." + "A" * size, grant_type="refresh_token")),
    ("a device code of letters", FORM_BODY, token_field(
        "device_code", lambda size: "A" * size, grant_type="device_code", client_id=MOBILE.id)),
    ("a verifier", FORM_BODY, token_field(
        "code_verifier", lambda size: "a" * size, grant_type="authorization_code", code="x")),
    ("a password", FORM_BODY, token_field("password", lambda size: "p" * size, grant_type="password", username=ALEX)),
    ("a user name", FORM_BODY, token_field("username", lambda size: "a@" * size, grant_type="password", password="x")),
    ("a client assertion with a large header", FORM_BODY, assertion(
        lambda size: jwt(json_object(size * 3 // 4), "{}"))),
    ("a client assertion with many claims", FORM_BODY, assertion(
        lambda size: jwt(RS256, DECLARED + json_object(size * 3 // 4 - 200)[1:]))),
    ("a client assertion within its limit", 16_000, assertion(
        lambda size: jwt(RS256, DECLARED + json_object(size * 3 // 4 - 600)[1:]))),
    ("a client assertion of deep claims", 16_000, assertion(
        lambda size: jwt(RS256, '{"a":' + nested("[", "]", size * 3 // 4 - 600) + "}"))),
    ("a client assertion of dots", FORM_BODY, assertion(lambda size: "." * size)),
    ("a client assertion with a large signature", FORM_BODY, assertion(lambda size: jwt(RS256, "{}", "A" * size))),
    ("an assertion on behalf of a user", FORM_BODY, token_field(
        "assertion", lambda size: jwt(RS256, json_object(size * 3 // 4)), grant_type=JWT_BEARER,
        requested_token_use="on_behalf_of", client_id=WEB.id, client_secret=WEB.secret)),
    ("SAML of many elements", FORM_BODY, token_field(
        "assertion", saml(lambda size: repeated("<a{}/>", size)), grant_type=SAML2_BEARER)),
    ("SAML of many namespaces", FORM_BODY, token_field(
        "assertion", saml(lambda size: repeated('<a xmlns:n="urn:{}"><n:b n:c=""/></a>', size)), grant_type=SAML2_BEARER)),
    ("deep SAML", FORM_BODY, token_field("assertion", saml(lambda size: nested("<a>", "</a>", size)), grant_type=SAML2_BEARER)),
    ("SAML of text", FORM_BODY, token_field("assertion", saml(lambda size: "&amp;" * (size // 5)), grant_type=SAML2_BEARER)),
    ("SAML with one attribute", FORM_BODY, token_field(
        "assertion", saml(lambda size: f'<a b="{"x" * size}"/>'), grant_type=SAML2_BEARER)),
    ("claims of many members", FORM_BODY, authorize_field("claims", lambda size: json_object(size))),
    ("claims of many requests", FORM_BODY, authorize_field(
        "claims", lambda size: '{"id_token":{' + repeated('"c{}":{"essential":true}', size, ",") + "}}")),
    ("deep claims", FORM_BODY, authorize_field("claims", lambda size: nested('{"a":', "}", size))),
    ("claims of escapes", FORM_BODY, authorize_field("claims", lambda size: '{"a":"' + "\\u0041" * (size // 7) + '"}')),
    ("one number as claims", FORM_BODY, authorize_field("claims", lambda size: "9" * size)),
    ("a redirect URI", FORM_BODY, authorize_field("redirect_uri", lambda size: "http://localhost/" + "a/" * (size // 2))),
    ("a redirect URI of dots", FORM_BODY, authorize_field("redirect_uri", lambda size: "https://" + "." * size)),
    ("a state that comes back", FORM_BODY, authorize_field("state", lambda size: "<\"&'" * (size // 4), prompt="none")),
    ("a state in a form", FORM_BODY, authorize_field(
        "state", lambda size: "<\"&'" * (size // 4), prompt="none", response_mode="form_post")),
    ("a state behind a sign-in", FORM_BODY, authorize_field("state", lambda size: "a b" * (size // 3))),
    ("a nonce in a code", FORM_BODY, authorize_field("nonce", lambda size: "n" * size, **SIGN_IN)),
    ("prompts", FORM_BODY, authorize_field("prompt", lambda size: "login " * (size // 6))),
    ("response types", FORM_BODY, authorize_field("response_type", lambda size: "code " * (size // 5))),
    ("a login hint", FORM_BODY, authorize_field("login_hint", lambda size: "<b>\u202e" * (size // 12))),
    ("a domain hint", FORM_BODY, authorize_field("domain_hint", lambda size: "a." * (size // 2))),
    ("languages", FORM_BODY, authorize_field("ui_locales", lambda size: "de " * (size // 3))),
    ("consent to many scopes", FORM_BODY, authorize_field(
        "consent", lambda size: repeated("api://orders/{}", size, " "),
        **SIGN_IN | {"scope": f"openid {ORDERS_READ}"})),
    ("a forged flow token", FORM_BODY, authorize_field("flowToken", lambda size: "A" * size, loginfmt=ALEX)),
    ("a user code", FORM_BODY, form_field("/common/oauth2/deviceauth", {}, "otc", lambda size: "A" * size)),
    ("an id token as a hint", FORM_BODY, form_field(
        f"{V2}/logout", {}, "id_token_hint", lambda size: jwt(RS256, json_object(size * 3 // 4)))),
    ("attributes of a sign-up", FORM_BODY, form_field(
        "/33333333-3333-4333-8333-333333333333/signup/v1.0/start",
        {"client_id": "cccccccc-0000-4000-8000-000000000001", "username": "x@y.example", "challenge_type": "oob redirect"},
        "attributes", lambda size: json_object(size))),
    ("a continuation token", FORM_BODY, form_field(
        "/33333333-3333-4333-8333-333333333333/oauth2/v2.0/challenge",
        {"client_id": "cccccccc-0000-4000-8000-000000000001", "challenge_type": "oob redirect"},
        "continuation_token", lambda size: "A" * size)),
    ("a security token request", FORM_BODY, lambda size: request(
        "POST", "/adfs/services/trust/13/usernamemixed",
        '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>' + repeated("<a>{}</a>", size - 200)
        + "</s:Body></s:Envelope>", "application/soap+xml")),
    ("entities that expand", FORM_BODY, lambda size: request(
        "POST", "/adfs/services/trust/13/usernamemixed",
        '<!DOCTYPE a [<!ENTITY x0 "x">' + repeated('<!ENTITY x{} "&x0;&x0;&x0;&x0;&x0;&x0;">', size - 200) + "]><a>&x1;</a>",
        "application/soap+xml")),
]

# Heads


def header(name, value, target=f"{V2}/authorize?{urlencode(AUTHORIZE)}"):
    return lambda size: request("GET", target, **{name: value(size - len(target) - 100)})


def query(target, value, **headers):
    """A request whose query ends in `value(size)`, of which no letter is escaped that need not be."""
    return lambda size: request("GET", target + quote(value(size - len(target) - 100), safe="/'=:@,$?;()"), **headers)


def graph(target, value):
    return query(f"/v1.0/{target}", lambda size: value(size // 2), Authorization="Bearer " + GRAPH_TOKEN.decode())


HEADS = [
    ("a tenant", URL, lambda size: request("GET", "/" + "a." * (size // 2 - 40) + "/v2.0/.well-known/openid-configuration")),
    ("a query of many parameters", URL, lambda size: request("GET", f"{V2}/authorize?" + repeated("p{}=", size - 200, "&"))),
    ("an unknown authority", URL, query(
        "/common/discovery/instance?api-version=1.1&authorization_endpoint=", lambda size: "https://a/" + "b/" * (size // 2))),
    ("a user name's realm", URL, query("/common/userrealm?api-version=1.0&user=", lambda size: "a@" + "b." * (size // 2))),
    ("a resource", URL, query("/metadata/identity/oauth2/token?api-version=2018-02-01&resource=", lambda size: "a/" * (size // 2))),
    ("cookies of one name", HEAD, header("Cookie", lambda size: repeated("ESTSAUTH={}", size, "; "))),
    ("a large cookie", HEAD, header("Cookie", lambda size: "ESTSAUTH=" + "A" * (size - 10))),
    ("cookies without a name", HEAD, header("Cookie", lambda size: "=;" * (size // 2))),
    ("Basic credentials", HEAD, lambda size: request(
        "POST", f"{V2}/token", "grant_type=client_credentials",
        Authorization="Basic " + base64.b64encode(b"a:" + b"%41" * (size // 4 - 100)).decode())),
    ("a bearer token", HEAD, header(
        "Authorization", lambda size: "Bearer " + jwt(RS256, json_object(size * 3 // 4 - 400)), "/oidc/userinfo")),
    ("languages one accepts", HEAD, header("Accept-Language", lambda size: "de;q=0.1," * (size // 9))),
    ("encodings one accepts", HEAD, header("Accept-Encoding", lambda size: "x;q=0.1," * (size // 8))),
    ("a foreign origin", HEAD, header("Origin", lambda size: "https://" + "a." * (size // 2 - 10))),
    ("forwarding", HEAD, header("Forwarded", lambda size: "for=a;" * (size // 6))),
    ("a correlation id", HEAD, header("client-request-id", lambda size: "1" * size)),
    ("many fields", HEAD, lambda size: request(
        "GET", "/common/v2.0/.well-known/openid-configuration",
        **{f"X-{number}": "v" * max(size // 90 - 10, 1) for number in range(90)})),
    ("a permission filter", URL, graph("users?$filter=", lambda size: repeated("id eq 'a{}'", size, " or "))),
    ("a deep filter", URL, graph("users?$filter=", lambda size: nested("(", ")", size))),
    ("a filter of words", URL, graph("users?$filter=", lambda size: "id in (" + "'a'," * (size // 4) + "'b')")),
    ("properties to select", URL, graph("users?$select=", lambda size: repeated("p{}", size, ","))),
    ("the journal, filtered", URL, query("/_understudy/requests?clientId=", lambda size: "a" * size)),
    ("redirect URIs to judge", URL, query("/_understudy/console/redirect-uris?uri=", lambda size: "msauth." + "a." * (size // 2))),
    ("something to translate", URL, query("/_understudy/console/migration?text=", lambda size: "https://a/?" + "b=" * (size // 2))),
]

# Bodies in JSON


def control(path, text, method="POST"):
    return lambda size: request(method, f"/_understudy/{path}", text(size - 100), "application/json")


def members(before, piece, after):
    return lambda size: before + repeated(piece, size - len(before) - len(after), ",") + after


EMPTY_TENANT = '{{"tenants":[{{"id":"55555555-5555-4555-8555-555555555555","domains":["a.example"],"{}":['
JSON = [
    ("many members", CONTROL_BODY, control("signin", json_object)),
    ("deep lists", CONTROL_BODY, control("responses", lambda size: nested("[", "]", size))),
    ("deep objects", CONTROL_BODY, control("responses", lambda size: nested('{"a":', "}", size))),
    ("one long text", CONTROL_BODY, control("tokens/inspect", lambda size: f'{{"token":"{"a" * (size - 20)}"}}')),
    ("a token to inspect", CONTROL_BODY, control(
        "tokens/inspect", lambda size: f'{{"token":"{jwt(RS256, json_object(size * 3 // 4 - 400))}"}}')),
    ("a token of many claims", CONTROL_BODY, control(
        "tokens", members('{"user":"alex@contoso.com","resource":"api://orders","claims":{', '"c{}":{}', "}}"))),
    ("escapes", CONTROL_BODY, control("tokens/inspect", lambda size: '{"token":"' + "\\u0041" * (size // 7) + '"}')),
    ("one number", CONTROL_BODY, control("tokens", lambda size: "9" * size)),
    ("no JSON", CONTROL_BODY, control("tokens", lambda size: "{" * size)),
    ("many wrong members", CONTROL_BODY, control("responses", members('{"match":{', '"m{}":{}', '},"responses":[{}]}'))),
    ("many answers", CONTROL_BODY, control("responses", members('{"match":{},"responses":[', '{"status":503}', "]}"))),
    ("a large answer", CONTROL_BODY, control(
        "responses", lambda size: '{"match":{"clientId":"x"},"responses":[{"body":"' + "b" * (size - 80) + '"}]}')),
    ("headers to match", FORM_BODY, control(
        "requests/verify", members('{"count":1,"match":{"header":{', '"x{}":"v"', "}}}"))),
    ("a long URL to sign in at", CONTROL_BODY, control(
        "signin", lambda size: '{"user":"a","authorizeUrl":"/common/oauth2/v2.0/authorize?' + "p=&" * (size // 4) + '"}')),
    ("scopes of a token", CONTROL_BODY, control(
        "tokens", members('{"user":"alex@contoso.com","resource":"api://orders","scopes":[', '"s{}"', "]}"))),
    ("a user of Microsoft Graph", GRAPH_BODY, lambda size: request(
        "POST", "/v1.0/users", json_object(size - 300), "application/json", Authorization="Bearer " + GRAPH_TOKEN.decode())),
]

CASES = FORMS + HEADS + JSON
# What puts another directory in place of the server's: reading it costs what reading a configuration does.
LOADS = [
    ("a directory of users", CONTROL_BODY, control(
        "directory", members(EMPTY_TENANT.format("users"), '{"userPrincipalName":"u{}@a.example"}', "]}]}"), "PUT")),
    ("a directory of applications", CONTROL_BODY, control(
        "directory", members(EMPTY_TENANT.format("applications"), '{"appId":"a{}"}', "]}]}"), "PUT")),
    ("a directory of tenants", CONTROL_BODY, control(
        "directory", members('{"tenants":[', '{"id":"{}"}', "]}"), "PUT")),
    ("a directory of problems", CONTROL_BODY, control(
        "directory", members(EMPTY_TENANT.format("users"), '{"userPrincipalNam":"{}"}', "]}]}"), "PUT")),
    ("a directory of the same user", CONTROL_BODY, control(
        "directory", members(EMPTY_TENANT.format("users"), '{"userPrincipalName":"u@a.example"}', "]}]}"), "PUT")),
    ("a directory of redirect URIs", CONTROL_BODY, control(
        "directory", members(EMPTY_TENANT.format("applications")
                             + '{"appId":"a","publicClient":{"redirectUris":[', '"x://{}"', "]}}]}]}"), "PUT")),
]
PATHS = [
    ("a key in parentheses", URL, graph("users(", lambda size: "'" + "''" * (size // 2) + "')")),
    ("a long path", URL, lambda size: request("GET", "/" + "a/" * (size // 2 - 20))),
    ("a path of dots", URL, lambda size: request("GET", "/" + "../" * (size // 3 - 20))),
    ("an escaped path", URL, lambda size: request("GET", "/" + "%2e" * (size // 3 - 20))),
]
