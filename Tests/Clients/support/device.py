"""Signs in for a device as people do: opens the address it shows, enters its code, goes through the pages."""

import requests

from support.page import Page
from support.seed import CONTOSO, MOBILE, ORDERS_READ, PASSWORD
from support.signin import Browser


def user_code(server, tenant=CONTOSO, application=MOBILE.id, scope=f"openid {ORDERS_READ}", path="oauth2/v2.0/devicecode"):
    """Starts a sign-in on a device, and returns the code that a person enters."""
    answer = requests.post(
        f"{server.authority(tenant)}/{path}", data={"client_id": application, "scope": scope}, verify=server.ca, timeout=10)
    return answer.json()["user_code"]


def enter_code(session, address, user_code, user, confirm=True, consent="accept"):
    """The last page, which asks nothing more; `confirm` false presses cancel where the application is named.

    Raises `SignInError` for an error page and for a refused user name or password.
    """
    return DeviceBrowser(session, user, user_code, confirm, consent).run(address)


def approve(server, session, user_code, user, **fields):
    """The same by one post, as a script does it; the page."""
    form = {"otc": user_code, "loginfmt": user, "passwd": PASSWORD, "consent": "accept"} | fields
    response = session.post(f"{server.https}/common/oauth2/deviceauth", data=form, timeout=20)
    return Page(response.text, response.url)


class DeviceBrowser(Browser):
    def __init__(self, session, user, user_code, confirm, consent):
        super().__init__(session, user, PASSWORD, consent, set(), "1")
        self.user_code = user_code
        self.confirm = confirm

    def run(self, address):
        response = self.session.get(address, timeout=20)
        for _ in range(20):
            page = Page(response.text, response.url)
            if not page.forms:
                return page
            response = self._answer_page(page, response)
        raise AssertionError(f"the sign-in does not end; pages seen: {self.pages}")

    def _answer_page(self, page, response):
        form = page.form
        if form.control(id="otc"):
            assert not page.text("otcError"), page.text("otcError")
            self.pages.append("code")
            form.fill(self.user_code, id="otc")
            return self._submit(form, form.control(id="idSIButton9"), response)
        if form.control(name="deviceConfirmation") and not form.control(name="ucaccept"):
            self.pages.append("confirmation")
            button = "idSIButton9" if self.confirm else "idBtn_Back"
            return self._submit(form, form.control(id=button), response)
        return super()._answer_page(page, response)
