"""What tests say of the server's own pages."""

from support.page import Page


def page_error(page):
    """The error that a page shows: the AADSTS text if there is one, else the sentence below the field."""
    names = ("exceptionMessageContainer", "serviceError", "usernameError", "passwordError")
    return next((text for text in map(page.text, names) if text), None)


def error_text(answer):
    """The AADSTS text of an error page; None for any other answer."""
    return Page(answer.text, answer.url).text("exceptionMessageContainer")


def assert_page(answer, *codes):
    """An error page that begins with one of these AADSTS codes, and no redirect."""
    assert "Location" not in answer.headers
    text = error_text(answer)
    assert text and text.startswith(tuple(f"AADSTS{code}:" for code in codes)), answer.text
