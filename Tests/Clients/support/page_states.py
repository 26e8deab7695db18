"""The states of every page, one row each: how a browser comes there. The tests of accessibility and `gallery.py` go through them.

A new page is a new row of `PAGES`, or of `CONSOLE` for a page of the console. A row has a name, the selector that says that the
page is there, and the steps that lead there, each of which is a function of the visitor.
"""

from dataclasses import dataclass
from pathlib import Path

import requests

from support.chromium import new_browser, wait_for
from support.device import user_code
from support.oauth import authorize_url, one_shot
from support.page_directory import (
    ADMIN_API, API, APPS, CUSTOMERS, DOMAIN, PASSWORD, SCOPES, SHOP, TENANT, TEXT, USERS)
from support.seed import App
from support.server import Server

# A browser as people have it: no word of a program in its headers, and no sign of one for its pages, so that pages show what only
# people see.
PERSON = (
    "--disable-blink-features=AutomationControlled",
    "--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36")
MANY = " ".join(f"api://{API}/{scope['value']}" for scope in SCOPES)


class Visitor:
    """A browser, and a server with a directory that has every page."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def __enter__(self):
        self.server = Server(self.folder, UNDERSTUDY_CONFIG_INLINE=TEXT)
        self.browser = new_browser(self.folder / "home", self.server.ca, "--hide-scrollbars", *PERSON)
        return self

    def __exit__(self, *failure):
        self.browser.quit()
        self.server.__exit__(*failure)

    def visit(self, state):
        """Brings the browser to a state, without what an earlier one left in the browser and on the server."""
        requests.post(self.server.http + "/_understudy/reset", timeout=10).raise_for_status()
        self.browser.get(self.server.https + "/_understudy/health")
        self.browser.delete_all_cookies()
        self.browser.execute_script("sessionStorage.clear()")
        for step in state.steps:
            step(self)
        wait_for(self.browser, state.shows)

    def press(self, selector):
        wait_for(self.browser, selector).click()

    def fill(self, selector, text):
        field = wait_for(self.browser, selector)
        field.clear()
        field.send_keys(text)

    def session(self):
        session = requests.Session()
        session.verify, session.trust_env = self.server.ca, False
        return session


@dataclass(frozen=True)
class State:
    name: str
    shows: str
    steps: tuple

    def __str__(self):
        return self.name


def state(name, shows, *steps):
    return State(name, shows, steps)


# --- Steps


def visits(path, port="https"):
    return lambda visitor: visitor.browser.get(getattr(visitor.server, port) + path)


def asks(app="plain", tenant=TENANT, scope="openid", redirect_uri="http://localhost", **parameters):
    """Opens an authorize address."""
    client = App(APPS.get(app, app), redirect_uri)
    return lambda visitor: visitor.browser.get(
        authorize_url(visitor.server, client, tenant, scope=scope, **parameters))


def enters(selector, text, button="#idSIButton9"):
    def step(visitor):
        visitor.fill(selector, text)
        if button:
            visitor.press(button)
    return step


def presses(selector):
    return lambda visitor: visitor.press(selector)


def name_of(user):
    return USERS[user]["userPrincipalName"]


def denies(user):
    """Denies the push notification, which the page notices by itself."""
    def step(visitor):
        wait_for(visitor.browser, "#idRemoteNGC_DisplaySign")
        requests.post(
            visitor.server.http + "/_understudy/outbox/answer", json={"to": name_of(user), "answer": "deny"},
            timeout=10).raise_for_status()
    return step


def signs_in(user="kim", app="plain", **request):
    """Steps up to what follows the password."""
    return (asks(app, **request), enters("#i0116", name_of(user)), enters("#i0118", PASSWORD))


def stays(user="kim", app="plain", **request):
    return (*signs_in(user, app, **request), presses("#idSIButton9"))


def enters_user_code(visitor):
    code = user_code(visitor.server, TENANT, APPS["plain"], "openid")
    visitor.browser.get(visitor.server.https + "/devicelogin")
    visitor.fill("#otc", code)
    visitor.press("#idSIButton9")


def signs_in_on_device(visitor):
    enters_user_code(visitor)
    for step in (enters("#i0116", name_of("kim")), enters("#i0118", PASSWORD)):
        step(visitor)


def user_flow(policy):
    """The authorize path of a flow of the shop."""
    return (f"/shop.onmicrosoft.com/{policy}/oauth2/v2.0/authorize?client_id=5c5c5c5c-0000-4000-8000-000000000001"
            "&response_type=code&redirect_uri=http%3A%2F%2Flocalhost&scope=openid&state=1")


CUSTOMER_PORTAL = {"app": "5b5b5b5b-0000-4000-8000-000000000001", "tenant": CUSTOMERS}
CUSTOMER_APP = {"app": "5b5b5b5b-0000-4000-8000-000000000002", "tenant": CUSTOMERS}



def denies_push(visitor):
    wait_for(visitor.browser, "#idRichContext_DisplaySign")
    requests.post(
        visitor.server.http + "/_understudy/outbox/answer", json={"to": name_of("push"), "answer": "deny"},
        timeout=10).raise_for_status()


PAGES = [
    state("username", "#i0116", asks()),
    state("username-users", "#understudyTestUsers[open]", asks(), presses("#understudyTestUsers summary")),
    state("username-empty", "#usernameError", asks(), presses("#idSIButton9")),
    state("username-unknown", "#usernameError", asks(), enters("#i0116", f"nobody@{DOMAIN}")),
    state("username-long", "#i0116", asks("long")),
    state("username-arabic", "html[dir=rtl] #i0116", asks("arabic", ui_locales="ar")),
    state("username-chinese", "html[lang=zh-Hans] #i0116", asks("chinese", ui_locales="zh-CN")),
    state("password", "#i0118:not(.moveOffScreen)", asks(), enters("#i0116", name_of("kim"))),
    state("password-user", "#understudyTestUsers[open]", asks(), enters("#i0116", name_of("kim")),
          presses("#understudyTestUsers summary")),
    state("password-wrong", "#passwordError", asks(), enters("#i0116", name_of("kim")), enters("#i0118", "wrong")),
    state("password-long", "#i0118:not(.moveOffScreen)", asks("long"), enters("#i0116", name_of("long"))),
    state("password-german", "html[lang=de] #i0118:not(.moveOffScreen)", asks("plain", ui_locales="de"),
          enters("#i0116", name_of("kim"))),
    state("stay-signed-in", "#KmsiDescription", *signs_in()),
    state("consent", "[name=ucaccept]", *stays(scope=f"openid offline_access api://{API}/Area1.Read")),
    state("consent-60", "[name=ucaccept]", *stays(app="many", scope=f"openid {MANY}")),
    state("consent-long", "[name=ucaccept]", *stays("long", "long", scope=f"openid api://{API}/Area1.Read")),
    state("consent-arabic", "html[dir=rtl] [name=ucaccept]",
          *stays("arabic", "arabic", scope=f"openid api://{API}/Area1.Read", ui_locales="ar")),
    state("consent-chinese", "[name=ucaccept]", *stays("chinese", "chinese", scope=f"openid api://{API}/Area1.Read")),
    state("admin-approval", "#adminApprovalMessage", *stays(scope=f"openid api://{ADMIN_API}/Manage")),
    state("admin-approval-request", "#justification",
          *stays(app="requests", scope=f"openid api://{API}/Area1.Read")),
    state("account-picker", "#otherTile", *signs_in(), lambda visitor: asks(prompt="select_account")(visitor)),
    state("account-kind", "#aadTile", asks("both", tenant="common"), enters("#i0116", name_of("both"))),
    state("phone-sign-in", "#idRemoteNGC_DisplaySign", asks(), enters("#i0116", name_of("phone"))),
    state("phone-sign-in-denied", "#idDiv_SAASDS_Title", asks(), enters("#i0116", name_of("phone")), denies("phone")),
    state("proof-choice", "#idDiv_SAOTCS_Proofs", *signs_in("sms", "factor")),
    state("one-time-code", "#idTxtBx_SAOTCC_OTC", *signs_in("sms", "factor"),
          presses("#idDiv_SAOTCS_Proofs [role=button]")),
    state("one-time-code-wrong", "#idSpan_SAOTCC_Error_OTC", *signs_in("sms", "factor"),
          presses("#idDiv_SAOTCS_Proofs [role=button]"),
          enters("#idTxtBx_SAOTCC_OTC", "000000", "#idSubmit_SAOTCC_Continue")),
    state("push", "#idRichContext_DisplaySign", *signs_in("push", "factor")),
    state("push-denied", "#idDiv_SAASDS_Title", *signs_in("push", "factor"), denies_push),
    state("push-other-way", "#idDiv_SAOTCS_Proofs", *signs_in("push", "factor"), presses("#signInAnotherWay")),
    state("proof-registration", "#proofUpMethod", *signs_in("kim", "factor")),
    state("terms-of-use", "#btnAccept", *signs_in("kim", "terms")),
    state("change-password", "#newPassword", *signs_in("expired")),
    state("device-code", "#otc", visits("/devicelogin")),
    state("device-code-wrong", "#otcError", visits("/devicelogin"), enters("#otc", "ABCDEFGHJ")),
    state("device-username", "#i0116", enters_user_code),
    state("device-confirmation", "#appConfirmTitle", signs_in_on_device),
    state("device-done", "#message", signs_in_on_device, presses("#idSIButton9"), presses("#idSIButton9")),
    state("device-declined", "#message", signs_in_on_device, presses("#idBtn_Back")),
    state("sign-out-picker", "#tilesHolder", *signs_in(), visits(f"/{TENANT}/oauth2/v2.0/logout")),
    state("signed-out", "#SignOutStatusMessage", visits(f"/{TENANT}/oauth2/v2.0/logout")),
    state("error", "#exceptionMessageContainer", asks(redirect_uri="http://localhost/callback")),
    state("error-arabic", "html[dir=rtl] #exceptionMessageContainer", asks(tenant="page.example", ui_locales="ar")),
    state("code", "main dl", *stays(redirect_uri="urn:ietf:wg:oauth:2.0:oob"), presses("#idSIButton9")),
    state("native-client", "main .notice", visits("/common/oauth2/nativeclient")),
    state("password-reset", "main", visits("/passwordreset")),
    state("error-catalog", "main", visits("/error")),
    state("error-code", "main", visits("/error?code=50011")),
    state("landing", "main", visits("/")),
    state("personal-username", "#usernameEntry", asks("personal", "consumers")),
    state("personal-password", "#passwordEntry", asks("personal", "consumers"),
          enters("#usernameEntry", "ada@outlook.com", "[data-testid=primaryButton]")),
    state("flow-sign-in", "form", visits(user_flow("B2C_1_susi"))),
    state("flow-reset", "form", visits(user_flow("B2C_1_reset"))),
    state("flow-sign-up", "#attributeVerification", visits(user_flow("B2C_1_susi")), presses("#createAccount")),
    state("customer-username", "#i0116", asks(**CUSTOMER_PORTAL)),
    state("customer-sign-up", "form", asks(**CUSTOMER_PORTAL), presses("#signup")),
    state("customer-code", "form", asks(**CUSTOMER_APP), enters("#i0116", "casey@mail.example")),
]


def makes_requests(visitor):
    """Makes requests of several kinds, so that the pages of the console have something to show."""
    session = visitor.session()
    url = authorize_url(visitor.server, App(APPS["plain"], "http://localhost"), TENANT, scope="openid")
    one_shot(session, url, name_of("kim"))
    session.get(url.replace("localhost&", "localhost%2Fcallback&"))
    session.post(f"{visitor.server.https}/{TENANT}/oauth2/v2.0/token", data={
        "grant_type": "client_credentials", "client_id": APPS["plain"], "client_secret": "wrong",
        "scope": f"api://{API}/.default"})


CONSOLE = [
    state("console-flow", ".lanes", makes_requests, visits("/_understudy/", "http"), presses(".flow")),
    *(state("console-" + name, "h1", makes_requests, visits("/_understudy/" + path, "http")) for name, path in {
        "flows": "", "outbox": "console/outbox", "directory": "console/directory",
        "tenant": f"console/directory?tenant={DOMAIN}", "application": f"console/directory?tenant={DOMAIN}&app={APPS['plain']}",
        "sign-in": "console/sign-in", "tokens": "console/tokens", "keys": "console/keys", "trust": "console/trust", "logs": "console/logs",
        "search": "?code=AADSTS50011", "export": f"console/directory/export?tenant={DOMAIN}",
        "msal": "console/msal", "stubs": "console/scripts", "clock": "console/clock",
        "redirect-uris": "console/redirect-uris?uri=myapp%3A%2F%2Fauth&bundleId=com.contoso.app1",
        "migration": "console/migration?kind=error&value=AADSTS50076",
    }.items())]
