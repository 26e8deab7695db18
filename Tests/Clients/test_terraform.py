"""azuread, HashiCorp's Terraform provider: its requests, and that a second plan after an apply is empty."""

import pytest
import requests

from support.seed import ALEX, CONTOSO, DAEMON, GRAPH
from support.terraform import RESOURCES
from support.terraform_parts import RESOURCES as PARTS

# The headers of the provider's SDK (go-azure-sdk sdk/odata/query.go).
HEADERS = {
    "Accept": "application/json; charset=utf-8; IEEE754Compatible=false", "OData-MaxVersion": "4.0", "OData-Version": "4.0",
    "User-Agent": "HashiCorp/go-azure-sdk (Go-http-Client/1.1 microsoft-graph) HashiCorp Terraform/1.9.0",
}


# The application permissions that docs/clients/terraform.md names.
ROLES = ["Application.ReadWrite.All", "AppRoleAssignment.ReadWrite.All", "DelegatedPermissionGrant.ReadWrite.All",
         "Group.ReadWrite.All", "Policy.Read.All", "Policy.ReadWrite.ApplicationConfiguration",
         "Policy.ReadWrite.ConditionalAccess", "RoleManagement.ReadWrite.Directory", "User.Invite.All", "User.ReadWrite.All"]


@pytest.fixture
def graph(fresh_server):
    with requests.Session() as session:
        session.verify = fresh_server.ca
        yield Graph(session, fresh_server.https)


class Graph:
    """The provider's client: the daemon, with application permissions that the control plane assigns before."""

    def __init__(self, session, origin):
        self.session, self.origin = session, origin
        session.headers["X-Understudy-Tenant"] = CONTOSO
        daemon, graph = (self.get("/v1.0/servicePrincipals", {"$filter": f"appId eq '{app_id}'"})["value"][0]
                         for app_id in (DAEMON.id, GRAPH))
        self.values = {"alex": self.get("/v1.0/users/" + ALEX)["id"], "caller": daemon["id"],
                       "template": "8adf8e6e-67b2-4cf2-a259-e3dc5476c621"}
        ids = {role["value"]: role["id"] for role in graph["appRoles"]}
        for role in ROLES:
            body = {"principalId": daemon["id"], "resourceId": graph["id"], "appRoleId": ids[role]}
            made = session.post(f"{origin}/v1.0/servicePrincipals/{daemon['id']}/appRoleAssignments", json=body)
            assert made.status_code == 201, made.text
        form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
                "scope": "https://graph.microsoft.com/.default"}
        token = session.post(f"{origin}/{CONTOSO}/oauth2/v2.0/token", data=form).json()["access_token"]
        del session.headers["X-Understudy-Tenant"]
        session.headers.update(HEADERS | {"Authorization": f"Bearer {token}"})

    def get(self, path, query=None):
        response = self.session.get(self.origin + path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def filled(self, value):
        if isinstance(value, str):
            for name, known in self.values.items():
                value = value.replace("{" + name + "}", known)
            return value
        if isinstance(value, list):
            return [self.filled(entry) for entry in value]
        return {name: self.filled(entry) for name, entry in value.items()} if isinstance(value, dict) else value

    def send(self, request):
        path, _, query = request.path.partition("?")
        response = self.session.request(
            request.method, f"{self.origin}/{request.version}{self.filled(path)}",
            params=dict([self.filled(query).split("=", 1)]) if query else None,
            json=self.filled(request.body) if request.body is not None else None)
        assert response.status_code == request.status, f"{request.method} {request.path}: {response.status_code} {response.text}"
        body = response.json() if response.content else None
        for name, member in request.keep.items():
            self.values[name] = member_of(body, member)
        return body


def member_of(body, path):
    for name in path.split("."):
        body = body[int(name) if name.isdigit() else name]
    return body


def is_zero(value):
    """Whether the provider takes the value for an absent one (`GetOrZero`, `FlattenStringSlicePtr`)."""
    if isinstance(value, dict):
        return all(is_zero(entry) for name, entry in value.items() if "@odata." not in name)
    return value in (None, "", [], False, 0)


def differences(expected, actual, path=""):
    """The members of `expected` that the response does not have, except for values that the provider does not distinguish."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [difference for name, value in expected.items()
                for difference in differences(value, actual.get(name), f"{path}.{name}")]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        return [difference for number, (first, second) in enumerate(zip(expected, actual, strict=True))
                for difference in differences(first, second, f"{path}[{number}]")]
    if expected == actual or is_zero(expected) and is_zero(actual):
        return []
    return [f"{path}: sent {expected!r}, read {actual!r}"]


def plan(graph, resource, state):
    """Reads the resource as the provider does, and returns what a plan would change."""
    bodies = [graph.send(request) for request in resource.read]
    changes = [change for number, expected in state.items()
               for change in differences(graph.filled(expected), bodies[number], str(number))]
    return bodies, changes


@pytest.mark.parametrize("resource", RESOURCES + PARTS, ids=lambda resource: resource.name)
def test_second_plan_is_empty(graph, resource):
    for request in resource.create:
        graph.send(request)
    first, changes = plan(graph, resource, resource.state)
    assert not changes
    second, _ = plan(graph, resource, resource.state)
    assert first == second
    for request in resource.update:
        graph.send(request)
    if resource.updated:
        _, changes = plan(graph, resource, resource.updated)
        assert not changes
    for request in resource.delete:
        graph.send(request)
