"""The operations and shapes of the library are those of the server's OpenAPI description."""

import typing

import pytest

from understudy_entra import OPERATIONS, shapes


@pytest.fixture(scope="module")
def description(understudy):
    return understudy.openapi_json()


def resolved(description, node):
    while "$ref" in node:
        found = description
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        node = found
    return node


def described(description):
    """The operations of the control plane, as the library declares them."""
    for path, methods in description["paths"].items():
        if not path.startswith("/_understudy/"):
            continue
        for method, operation in methods.items():
            parameters = [resolved(description, parameter) for parameter in operation.get("parameters", [])]
            query = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
            yield operation["operationId"], (method.upper(), path, query, "requestBody" in operation)


def test_every_operation_is_declared(description):
    declared = {name: (row.method, row.path, set(row.query), row.has_body) for name, row in OPERATIONS.items()}
    assert declared == dict(described(description))


def content(description, path, method, status):
    operation = resolved(description, description["paths"][path][method]["responses"][status])
    return resolved(description, operation["content"]["application/json"]["schema"])


def item(description, schema, *names):
    """The schema of a member below a schema; `[]` is the item of a list."""
    for name in names:
        schema = resolved(description, schema["items"] if name == "[]" else schema["properties"][name])
    return schema


@pytest.mark.parametrize("shape, find", [
    (shapes.Match, lambda d: d["components"]["schemas"]["Match"]),
    (shapes.JournalMatch, lambda d: d["components"]["schemas"]["JournalMatch"]),
    (shapes.Response, lambda d: d["components"]["schemas"]["ScriptedAnswer"]),
    (shapes.JournalEntry, lambda d: d["components"]["schemas"]["Exchange"]),
    (shapes.Health, lambda d: content(d, "/_understudy/health", "get", "200")),
    (shapes.NewTenant, lambda d: content(d, "/_understudy/tenants", "post", "201")),
    (shapes.Clock, lambda d: content(d, "/_understudy/clock", "get", "200")),
    (shapes.Revocation, lambda d: content(d, "/_understudy/revocations", "post", "200")),
    (shapes.SignedIn, lambda d: content(d, "/_understudy/signin", "post", "200")),
    (shapes.Challenge, lambda d: content(d, "/_understudy/challenges", "post", "200")),
    (shapes.MintedToken, lambda d: content(d, "/_understudy/tokens", "post", "200")),
    (shapes.Inspection, lambda d: content(d, "/_understudy/tokens/inspect", "post", "200")),
    (shapes.Message, lambda d: item(d, content(d, "/_understudy/outbox", "get", "200"), "messages", "[]")),
    (shapes.Key, lambda d: item(d, content(d, "/_understudy/keys", "get", "200"), "keys", "[]")),
    (shapes.Reason, lambda d: item(d, content(d, "/_understudy/tokens/inspect", "post", "200"), "reasons", "[]")),
], ids=lambda value: getattr(value, "__name__", ""))
def test_every_shape_has_the_described_members(description, shape, find):
    assert set(typing.get_type_hints(shape)) == set(find(description)["properties"])


def test_every_operation_has_a_method(understudy):
    named = {name: getattr(type(understudy), snake(name)) for name in OPERATIONS}
    assert all(callable(method) for method in named.values())


def snake(name):
    words = {"openAPIJSON": "openapi_json", "openAPI": "openapi", "caPEM": "ca_pem", "caDER": "ca_der",
             "caMobileConfig": "ca_mobileconfig", "sshCA": "ssh_ca"}
    return words.get(name) or "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)
