"""docs/reference/control-plane.md, from Config/openapi.yaml."""

import re

from reference_markdown import block, code, compact, finish, head, plain, sentence, table
from reference_sources import Problem

METHODS = ("get", "post", "put", "patch", "delete")
# The tags whose operations are described in full, and their headings. The others have tables of their own at the end.
SECTIONS = {
    "server": "Health, metrics and certificates",
    "state": "State, tenants, clock and sign-in",
    "stubs": "Stubbed responses and claims challenges",
    "journal": "Request journal",
    "tokens": "Tokens and signing keys",
}
OTHERS = {
    "graph": (
        "Microsoft Graph",
        "The OpenAPI description covers these operations of Microsoft Graph; [Microsoft Graph](graph.md) lists all operations. Each "
        "request needs an access token for Microsoft Graph, or the header `X-Understudy-Tenant`, which replaces the token for requests "
        "that the control plane would accept. "
        "[Changing the directory](../guides/changing-the-directory.md) shows both ways."),
    "protocol": (
        "Protocol endpoints in the OpenAPI description",
        "The OpenAPI description also covers the protocol endpoints that clients without a browser use. "
        "The [protocol reference](protocol.md) describes all protocol endpoints."),
}
# Types that have a plural.
WORDS = ("object", "string", "URI", "GUID")
INVALID = "#/components/responses/Rejected"

INTRODUCTION = (
    "The control plane is the HTTP interface through which tests control the server: they stub responses, read the request "
    "journal, move the clock, create tenants and mint tokens. All of its paths begin with `/_understudy/`. "
    "`GET /_understudy/openapi.yaml` and `GET /_understudy/openapi.json` return the OpenAPI 3.1 description from which this page is written.",
    "## Rules for all requests",
    "- Bodies are JSON, whatever the content type of the request says.\n"
    "- An unknown member or an unknown query parameter is an error.\n"
    "- An invalid request gets status 400 and a problem document (RFC 9457, `application/problem+json`). The member `errors` lists "
    "every invalid member. The request changes nothing.\n"
    "- Requests of the control plane are not in the request journal, and stubs do not apply to them.",
    "## Access to the control plane",
    "Everyone who reaches the control plane can mint any token. These rules protect it:",
    "- With `--control-token TEXT` every operation needs the header `Authorization: Bearer TEXT`, except those marked *open*. "
    "Without a token, a server that listens on more than the loopback interface logs a warning at the start.\n"
    "- The server rejects requests that a browser sends from a page of another site.\n"
    "- The control plane answers only under these host names, because other names could be used for DNS rebinding: addresses, "
    "`localhost` and names below it, names without a dot, `host.docker.internal`, the host names of Microsoft, and the names of "
    "`--host`, `--public-origin` and `--control-host`. A value of `--control-host` that begins with a dot, such as `.test.example`, "
    "stands for all names below it.\n"
    "- With `--trust-proxy` both the `Host` and the `X-Forwarded-Host` of a request must be such a name.",
)


def page(sources):
    document = Document(sources.openapi)
    lines = list(head("Control plane", "Config/openapi.yaml", *INTRODUCTION))
    known = set(SECTIONS) | set(OTHERS)
    for operation in document.operations:
        if operation.tag not in known:
            raise Problem(f"the tag {operation.tag} has no section: add it to SECTIONS in scripts/internal/reference_control_plane.py")
    lines += ["", "## List of operations"]
    lines += table(("Operation", "Purpose"), [
        (f"[{code(each.name)}](#{each.id})", plain(sentence(each.body["summary"])))
        for tag in SECTIONS for each in document.tagged(tag)])
    for tag, title in SECTIONS.items():
        lines += ["", f"## {title}"]
        for operation in document.tagged(tag):
            lines += describe(document, operation)
    lines += ["", '<a id="endpoint-names"></a>', "## Endpoint names"]
    lines += ["", "Stubs and the request journal name the endpoint of a request with one of these words:"]
    lines += ["", ", ".join(code(name) for name in document.schemas["EndpointName"]["enum"]) + "."]
    for tag, (title, text) in OTHERS.items():
        lines += ["", f"## {title}", "", text]
        lines += table(("Operation", "Purpose"), [
            (code(each.name), plain(sentence(each.body["summary"]))) for each in document.tagged(tag)])
    return finish(lines)


class Operation:
    """A method of a path."""

    def __init__(self, method, path, body, shared):
        self.method, self.path, self.body = method.upper(), path, body
        self.parameters = [*shared, *body.get("parameters", ())]

    @property
    def name(self):
        return f"{self.method} {self.path}"

    @property
    def tag(self):
        return self.body["tags"][0]

    @property
    def id(self):
        """An anchor: the id of the operation, as in `operation-mint-token`."""
        return "operation-" + re.sub(r"(?<=[a-z])(?=[A-Z])", "-", self.body["operationId"]).lower()

    @property
    def is_open(self):
        return self.body.get("security") == [{}]


class Document:
    """The OpenAPI description."""

    def __init__(self, content):
        self._content = content
        self.schemas = content["components"]["schemas"]
        self.operations = [
            Operation(method, path, item[method], item.get("parameters", ()))
            for path, item in content["paths"].items() for method in item if method in METHODS]

    def tagged(self, tag):
        return [each for each in self.operations if each.tag == tag]

    def resolve(self, value):
        """What a reference leads to, with what stands next to it."""
        if "$ref" not in value:
            return value
        found = self._content
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return {**self.resolve(found), **{key: each for key, each in value.items() if key != "$ref"}}

    def kind(self, schema):
        """The type of a value in words."""
        if schema.get("$ref", "").endswith("/EndpointName"):
            return "[endpoint name](#endpoint-names)"
        schema = self.resolve(schema)
        for name in ("oneOf", "anyOf"):
            if name in schema and "properties" not in schema:
                kinds = [self.kind(each) for each in schema[name]]
                return " or ".join(dict.fromkeys(kinds))
        if "const" in schema:
            return code(compact(schema["const"]))
        if "enum" in schema:
            return ", ".join(code(each) for each in schema["enum"])
        if "ISO 8601" in schema.get("description", "") or "ISO 8601" in self.origin(schema):
            return "duration, such as " + code(schema["examples"][0]) if schema.get("examples") else "time"
        kind = schema.get("type", "any JSON")
        if isinstance(kind, list):
            kind = " or ".join(kind)
        if kind == "array":
            item = self.kind(schema["items"]) if "items" in schema else ""
            return f"list of {item + 's' if item in WORDS else item}" if item else "list"
        if kind == "integer" and "minimum" in schema:
            most = schema.get("maximum")
            return f"integer from {schema['minimum']}" + (f" to {most}" if most is not None else "")
        return {"date-time": "time (ISO 8601)", "uuid": "GUID", "uri": "URI"}.get(schema.get("format"), kind)

    def origin(self, schema):
        return "ISO 8601" if schema.get("pattern", "").startswith(("^[+-]?P", "^[+]?P")) else ""

    def members(self, schema, above=""):
        """`(name, kind, is required, description)` of the members of an object, with those of objects and lists in it."""
        schema = self.resolve(schema)
        for each in schema.get("allOf", ()):
            yield from self.members(each, above)
        required = schema.get("required", ())
        for name, value in schema.get("properties", {}).items():
            own = self.resolve(value)
            path = above + name
            yield path, self.kind(value), name in required, self.text(own)
            yield from self.below(own, path)

    def below(self, schema, path):
        # No member is required where another form does without.
        others = [{**self.resolve(each), "required": ()} for each in schema.get("oneOf", ())]
        for each in [schema, *others]:
            if each.get("type") == "array" and "items" in each:
                item = self.resolve(each["items"])
                yield from self.below({**item, "type": "object"}, path + "[]")
            elif "properties" in each:
                yield from self.members(each, path + ".")

    def text(self, schema):
        text = schema.get("description", "")
        if text == "ISO 8601":
            text = ""
        if "default" in schema:
            text += f" Default: {compact(schema['default'])}."
        return plain(sentence(text)) if text else ""


def describe(document, operation):
    body = operation.body
    yield ""
    yield f'<a id="{operation.id}"></a>'
    yield f"### {operation.name}"
    yield ""
    yield plain(sentence(body["summary"])) + (" *Open: needs no control token.*" if operation.is_open else "")
    if "description" in body:
        yield ""
        yield plain(sentence(body["description"]))
    parameters = [document.resolve(each) for each in operation.parameters]
    if parameters:
        yield ""
        yield "Parameters:"
        yield from table(("Parameter", "In", "Type", "Presence", "Description"), [
            (code(each["name"]), each["in"], document.kind(each["schema"]), "required" if each.get("required") else "optional",
             document.text({"default": each["schema"]["default"], **each} if "default" in each["schema"] else each))
            for each in parameters])
    yield from request(document, operation)
    yield ""
    yield "Responses:"
    yield from table(("Status", "Meaning", "Content type"), [
        (status, plain(sentence(answer["description"])), ", ".join(code(kind) for kind in answer.get("content", {})))
        for status, answer in answers(document, operation)])
    for status, answer in answers(document, operation):
        if str(status).startswith("2"):
            yield from response(document, answer)


def answers(document, operation):
    """The responses, without the one for invalid requests, which the rules describe."""
    for status, answer in operation.body["responses"].items():
        if answer.get("$ref") != INVALID:
            yield status, document.resolve(answer)


def request(document, operation):
    """The members of the request body and examples of the request."""
    content = operation.body.get("requestBody", {}).get("content", {})
    for kind, body in content.items():
        members = list(document.members(body["schema"]))
        if members:
            yield ""
            yield "Members of the request body:"
            yield from table(("Member", "Type", "Presence", "Description"), [
                (code(name), kind, "required" if is_required else "optional", text) for name, kind, is_required, text in members])
        examples = [body["example"]] if "example" in body else []
        examples += [each["value"] for each in body.get("examples", {}).values()]
        if examples:
            yield ""
            yield "Request example:" if len(examples) == 1 else "Request examples:"
        for example in examples:
            text = f"{operation.name} HTTP/1.1\nContent-Type: {kind}\n\n{compact(example)}"
            yield from block("http", text)


def response(document, answer):
    """The members of a JSON response."""
    for kind, body in answer.get("content", {}).items():
        members = list(document.members(body.get("schema", {})))
        if "json" in kind and members:
            yield ""
            yield "Members of the response body:"
            yield from table(("Member", "Type", "Presence", "Description"), [
                (code(name), kind, "always" if is_required else "optional", text) for name, kind, is_required, text in members])
