"""Requests to Microsoft Graph as data: what a client sends, and what it reads back."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    body: object = None
    status: int = 200
    # The names under which members of the response are kept for later requests.
    keep: dict = field(default_factory=dict)
    version: str = "v1.0"


@dataclass(frozen=True)
class Resource:
    name: str
    create: list
    # The members of the requests of `read` that the provider writes to its state, by the number of the request.
    read: list
    state: dict
    update: list = field(default_factory=list)
    updated: dict = field(default_factory=dict)
    delete: list = field(default_factory=list)


def get(path, status=200, **options):
    return Request("GET", path, None, status, **options)


def post(path, body, status=201, **options):
    return Request("POST", path, body, status, **options)


def patch(path, body, status=204, **options):
    return Request("PATCH", path, body, status, **options)


def delete(path, status=204, **options):
    return Request("DELETE", path, None, status, **options)


def renamed(path, name, **options):
    """The two changes of the name with which the provider waits for a new object."""
    kind = "#microsoft.graph.application" if "applications" in path else "#microsoft.graph.group"
    return [patch(path, {"@odata.type": kind, "displayName": f"TERRAFORM_UPDATE_{name}"}, **options),
            patch(path, {"@odata.type": kind, "displayName": name}, **options)]
