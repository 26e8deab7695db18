"""A browser without JavaScript that signs a user in: it follows redirects and fills the pages' forms."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urljoin, urlsplit

from support.page import Page
from support.pages import page_error
from support.seed import PASSWORD

# What the tests' users have configured as `mfa`.
ONE_TIME_CODE = "123456"


class SignInError(Exception):
    """The server showed an error instead of going on: the AADSTS text of the page, or a field's error."""


@dataclass
class Answer:
    """What the application gets: where it is sent, the parameters, and whether they come as a form_post."""

    location: str
    parameters: dict
    is_form_post: bool = False
    pages: tuple = ()

    @property
    def code(self):
        assert "code" in self.parameters, f"no code but {self.parameters}"
        return self.parameters["code"]


def redirect_answer(location, pages=()):
    """The answer in a redirect's Location, from its query or its fragment."""
    parts = urlsplit(location)
    return Answer(location, dict(parse_qsl(parts.fragment or parts.query, keep_blank_values=True)), pages=tuple(pages))


def sign_in(session, url, user, password=PASSWORD, consent="accept", decline=(), keep="1"):
    """Opens an authorize URL and goes through every page until the application gets its answer.

    `consent`: accept or cancel; `decline`: scopes whose checkboxes are cleared; `keep`: 1 to stay signed in, 0 not to.
    Raises `SignInError` for an error page and for a refused user name or password.
    """
    return Browser(session, user, password, consent, set(decline), keep).open(url)


class Browser:
    def __init__(self, session, user, password, consent, decline, keep):
        self.session = session
        self.user = user
        self.password = password
        self.consent = consent
        self.decline = decline
        self.keep = keep
        self.pages = []     # names of the pages seen, in order

    def open(self, url):
        response = self.session.get(url, allow_redirects=False, timeout=20)
        for _ in range(20):
            if response.is_redirect:
                target = urljoin(response.url, response.headers["Location"])
                if not self._is_ours(target, response.url):
                    return redirect_answer(target, self.pages)
                response = self.session.get(target, allow_redirects=False, timeout=20)
                continue
            page = Page(response.text, response.url)
            answer = self._form_post(page)
            if answer:
                return answer
            response = self._answer_page(page, response)
        raise AssertionError(f"the sign-in does not end; pages seen: {self.pages}")

    @staticmethod
    def _is_ours(target, current):
        return urlsplit(target)[:2] == urlsplit(current)[:2]

    def _form_post(self, page):
        """A form that carries the response to another origin."""
        if page.forms and not self._is_ours(page.form.action, page.url):
            return Answer(page.form.action, dict(page.form.fields()), True, tuple(self.pages))
        return None

    def _answer_page(self, page, response):
        error = page_error(page)
        if error:
            raise SignInError(error)
        assert page.forms, f"HTTP {response.status_code} and a page that asks nothing:\n{page.html}"
        form = page.form
        clicked = form.control(id="idSIButton9")
        tile = form.control(test_id=self.user)
        if tile or form.control(id="otherTile"):
            self.pages.append("picker")
            clicked = tile or form.control(id="otherTile")
        elif form.control(id="userNameInput"):
            # The page of Active Directory Federation Services asks for both.
            self.pages.append("password")
            form.fill(self.user, id="userNameInput")
            form.fill(self.password, id="passwordInput")
            clicked = form.control(id="submitButton")
        elif form.control(id="i0118"):
            self.pages.append("password")
            form.fill(self.password, id="i0118")
        elif form.control(id="i0116"):
            self.pages.append("username")
            form.fill(self.user, id="i0116")
        elif form.control(id="idTxtBx_SAOTCC_OTC"):
            self.pages.append("code")
            form.fill(ONE_TIME_CODE, id="idTxtBx_SAOTCC_OTC")
            clicked = form.control(id="idSubmit_SAOTCC_Continue")
        elif form.control(id="btnAccept"):
            self.pages.append("terms")
            clicked = form.control(id="btnAccept")
        elif form.control(id="KmsiCheckboxField"):
            self.pages.append("kmsi")
            clicked = clicked if self.keep == "1" else form.control(id="idBtn_Back")
        elif form.control(name="ucaccept"):
            self.pages.append("consent")
            clicked = self._consent(form)
        else:
            raise AssertionError(f"an unknown page:\n{page.html}")
        return self._submit(form, clicked, response)

    def _consent(self, form):
        for box in form.checkboxes("consentedScope"):
            if box.value in self.decline:
                box.checked = False
        return form.control(name="ucaccept") if self.consent == "accept" else form.control(id="idBtn_Back")

    def _submit(self, form, clicked, response):
        """Posts the form with the headers that browsers send: a page with `no-referrer` makes them hide the origin."""
        parts = urlsplit(response.url)
        hidden = response.headers.get("Referrer-Policy") == "no-referrer"
        headers = {
            "Origin": "null" if hidden else f"{parts.scheme}://{parts.netloc}",
            "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        }
        return self.session.request(
            form.method.upper(), form.action, data=form.fields(clicked), headers=headers, allow_redirects=False,
            timeout=20)
