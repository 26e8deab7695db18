"""Reads a page as a browser without JavaScript does: forms, their controls, and the text of elements by id."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass
class Control:
    """An `input` or `button` with a name or an id."""

    kind: str
    name: str | None
    value: str
    id: str | None
    checked: bool = False
    disabled: bool = False
    test_id: str | None = None

    @property
    def is_sent_unclicked(self):
        return self.checked if self.kind in ("checkbox", "radio") else self.kind not in ("submit", "button")


@dataclass
class Form:
    action: str
    method: str
    controls: list[Control] = field(default_factory=list)

    def control(self, **wanted):
        """The first control whose attributes are all as wanted, or None."""
        return next((c for c in self.controls if all(getattr(c, k) == v for k, v in wanted.items())), None)

    def checkboxes(self, name):
        return [control for control in self.controls if control.kind == "checkbox" and control.name == name]

    def fill(self, value, **wanted):
        control = self.control(**wanted)
        assert control is not None, f"the form has no control {wanted}"
        control.value = value

    def fields(self, clicked=None):
        """The successful controls (HTML §4.10.21.4) when `clicked` sends the form, as name and value pairs."""
        return [
            (control.name, control.value)
            for control in self.controls
            if control.name and not control.disabled and (control is clicked or control.is_sent_unclicked)
        ]


class Page(HTMLParser):
    """A parsed page at `url`, with its `forms` and `text(id)`."""

    def __init__(self, html, url):
        super().__init__()
        self.url = url
        self.forms = []
        self.html = html
        self._texts = {}
        self._open = []
        self._button = None
        self.feed(html)
        self.close()

    def text(self, element_id):
        """The text inside an element, blanks collapsed; None when there is no such element."""
        parts = self._texts.get(element_id)
        return None if parts is None else " ".join("".join(parts).split())

    @property
    def form(self):
        assert self.forms, f"no form on this page:\n{self.html}"
        return self.forms[0]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self._texts.setdefault(attributes["id"], [])
        if tag == "form":
            action = urljoin(self.url, attributes.get("action", ""))
            self.forms.append(Form(action, attributes.get("method", "get").lower()))
        elif tag in ("input", "button") and self.forms:
            self._add_control(tag, attributes)
        elif "data-test-id" in attributes and self._button:
            self._button.test_id = attributes["data-test-id"]
        if tag not in VOID:
            self._open.append((tag, attributes.get("id")))

    def _add_control(self, tag, attributes):
        kind = attributes.get("type", "submit" if tag == "button" else "text").lower()
        default = "on" if kind in ("checkbox", "radio") else ""
        control = Control(
            kind, attributes.get("name"), attributes.get("value") or default, attributes.get("id"),
            "checked" in attributes, "disabled" in attributes, attributes.get("data-test-id"))
        self.forms[-1].controls.append(control)
        if tag == "button":
            self._button = control

    def handle_endtag(self, tag):
        if tag == "button":
            self._button = None
        while any(name == tag for name, _ in self._open):
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data):
        for _, element_id in self._open:
            if element_id:
                self._texts[element_id].append(data)
