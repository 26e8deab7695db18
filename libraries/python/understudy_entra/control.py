"""The control plane: one method for each operation."""

import urllib.request
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union, cast

from . import http, shapes

Count = Union[int, Mapping[str, int]]


class Control:
    """The control plane of a running server. The HTTP origin is `http`, such as `http://localhost:8080`.

    Each method is one operation of the server's OpenAPI description. A rejected call raises `ControlError`.
    """

    def __init__(self, http: str, *, token: Optional[str] = None) -> None:
        self.http = http.rstrip("/")
        self._token = token

    def call(self, operation: str, body: Any = None, query: Optional[Mapping[str, Any]] = None, **path: Any) -> Any:
        """Calls an operation by its name in the OpenAPI description."""
        return http.send(http.request(self.http, operation, token=self._token, body=body, query=query, **path))

    # The server

    def health(self) -> shapes.Health:
        return cast(shapes.Health, self.call("health"))

    def metrics(self) -> str:
        """Returns the metrics in the text format of Prometheus."""
        return cast(str, self.call("metrics"))

    def openapi(self) -> str:
        """Returns the OpenAPI description as YAML."""
        return _text(self.call("openAPI"))

    def openapi_json(self) -> Dict[str, Any]:
        """Returns the OpenAPI description."""
        return cast(Dict[str, Any], self.call("openAPIJSON"))

    def configuration_schema(self) -> Dict[str, Any]:
        """Returns the JSON Schema of the configuration file."""
        return cast(Dict[str, Any], self.call("configurationSchema"))

    def graph_reference(self) -> Dict[str, Any]:
        """Returns the resources, properties and operations of Microsoft Graph that the server has."""
        return cast(Dict[str, Any], self.call("graphReference"))

    def error_catalog(self, *, code: Optional[str] = None, search: Optional[str] = None) -> Dict[str, Any]:
        """Returns the error codes, or those that match."""
        return cast(Dict[str, Any], self.call("errorCatalog", query={"code": code, "search": search}))

    def ca_pem(self) -> str:
        """Returns the CA certificate that clients must trust."""
        return _text(self.call("caPEM"))

    def ca_der(self) -> bytes:
        return cast(bytes, self.call("caDER"))

    def ca_mobileconfig(self) -> bytes:
        """Returns the CA certificate as a configuration profile for Apple devices."""
        return _bytes(self.call("caMobileConfig"))

    def ssh_ca(self) -> str:
        return _text(self.call("sshCA"))

    # State

    def reset(self, *, tenant: Optional[str] = None) -> None:
        """Resets the server, or one tenant, to the configuration."""
        self.call("reset", query={"tenant": tenant})

    def export_directory(self) -> Dict[str, Any]:
        return cast(Dict[str, Any], self.call("exportDirectory"))

    def replace_directory(self, directory: Mapping[str, Any]) -> None:
        self.call("replaceDirectory", directory)

    def make_tenant(
            self, *, clone_of: Optional[str] = None, display_name: Optional[str] = None,
            keep_app_ids: Optional[bool] = None, kind: Optional[str] = None) -> shapes.NewTenant:
        """Creates a tenant, either empty or as a copy of another tenant."""
        body = _without_absent(cloneOf=clone_of, displayName=display_name, keepAppIds=keep_app_ids, kind=kind)
        return cast(shapes.NewTenant, self.call("makeTenant", body))

    def delete_tenant(self, tenant: str) -> None:
        self.call("deleteTenant", tenant=tenant)

    def clock(self, *, tenant: Optional[str] = None) -> shapes.Clock:
        return cast(shapes.Clock, self.call("clock", query={"tenant": tenant}))

    def steer_clock(self, change: Mapping[str, Optional[str]], *, tenant: Optional[str] = None) -> shapes.Clock:
        """Moves, freezes or releases a clock. `change` has one or more of `offset`, `frozen` and `advance`."""
        return cast(shapes.Clock, self.call("steerClock", dict(change), {"tenant": tenant}))

    def outbox(self, *, to: Optional[str] = None) -> List[shapes.Message]:
        """Returns the one-time codes that were sent to users, newest first."""
        return cast(List[shapes.Message], self.call("outbox", query={"to": to})["messages"])

    def answer_push(self, to: str, *, number: Optional[str] = None, approve: bool = True) -> shapes.Message:
        """Approves or denies the newest push notification of a user. An approval has the number that the sign-in page shows."""
        body = _without_absent(to=to, number=number, answer="approve" if approve else "deny")
        return cast(shapes.Message, self.call("answerPush", body))

    def revoke(
            self, *, user: Optional[str] = None, application: Optional[str] = None,
            tenant: Optional[str] = None) -> shapes.Revocation:
        """Revokes the sessions, codes and tokens of a user, an application or a tenant."""
        body = _without_absent(user=user, application=application, tenant=tenant)
        return cast(shapes.Revocation, self.call("revoke", body))

    def sign_in(
            self, authorize_url: str, user: str, *, password: Optional[str] = None,
            consent: Union[str, Sequence[str], None] = None, mfa: Optional[str] = None,
            new_password: Optional[str] = None, stay_signed_in: Optional[bool] = None) -> shapes.SignedIn:
        """Signs a user in without a browser, by the sign-in pages. A sign-in that stops at a page raises `ControlError`."""
        body = _without_absent(
            authorizeUrl=authorize_url, user=user, password=password, mfa=mfa, newPassword=new_password,
            consent=consent if consent is None or isinstance(consent, str) else list(consent),
            staySignedIn=stay_signed_in)
        return cast(shapes.SignedIn, self.call("signIn", body))

    # Stubs

    def add_responses(
            self, match: shapes.Match, responses: Sequence[shapes.Response], *,
            times: Union[int, str, None] = None) -> str:
        """Adds a stub, and returns its ID. The responses are given in order, `times` times over ("always": without end)."""
        body = _without_absent(match=dict(match), responses=[dict(row) for row in responses], times=times)
        return cast(str, self.call("addResponses", body)["id"])

    def list_responses(self, **filters: Any) -> List[shapes.Stub]:
        """Returns the stubs that match, with the number of responses that are left."""
        return cast(List[shapes.Stub], self.call("listResponses", query=filters)["responses"])

    def remove_responses(self, **filters: Any) -> int:
        """Removes the stubs that match, or all, and returns their number."""
        return cast(int, self.call("removeResponses", query=filters)["removed"])

    def challenge(self, **members: Any) -> shapes.Challenge:
        """Returns a claims challenge, as an API sends it to a client. Members: `acrs`, `nbf`, `policies`, `clientId`."""
        return cast(shapes.Challenge, self.call("challenge", members))

    # Request journal

    def list_requests(self, **filters: Any) -> List[shapes.JournalEntry]:
        """Returns the journal entries that match, oldest first."""
        return cast(List[shapes.JournalEntry], self.call("listRequests", query=filters)["requests"])

    def clear_requests(self, **filters: Any) -> int:
        """Deletes the journal entries that match, or all, and returns their number."""
        return cast(int, self.call("clearRequests", query=filters)["deleted"])

    def request(self, id: int, **view: Any) -> shapes.JournalEntry:
        return cast(shapes.JournalEntry, self.call("request", query=view, id=id))

    def count_requests(self, match: Optional[shapes.JournalMatch] = None) -> int:
        return cast(int, self.call("countRequests", {"match": dict(match or {})})["count"])

    def verify_requests(
            self, match: Optional[shapes.JournalMatch] = None, *, count: Optional[Count] = None,
            order: Optional[Sequence[shapes.JournalMatch]] = None) -> None:
        """Verifies that matching requests arrived. Raises `VerificationError` with the near misses if they did not."""
        self.call("verifyRequests", _without_absent(match=match, count=count, order=order))

    @contextmanager
    def stream_requests(self, **filters: Any) -> Iterator[Iterator[shapes.JournalEntry]]:
        """Streams journal entries as they are recorded, while the context is open."""
        call = http.request(self.http, "streamRequests", token=self._token, query=filters)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(call, timeout=None) as response:
            yield http.events(response)

    # Tokens and keys

    def mint_token(self, **members: Any) -> shapes.MintedToken:
        """Mints a token, either valid or with token faults. The members are those of `POST /_understudy/tokens`."""
        return cast(shapes.MintedToken, self.call("mintToken", members))

    def inspect_token(self, token: str, **expected: str) -> shapes.Inspection:
        """Decodes a token, and returns every reason to reject the token."""
        return cast(shapes.Inspection, self.call("inspectToken", {"token": token, **expected}))

    def list_keys(self) -> List[shapes.Key]:
        return cast(List[shapes.Key], self.call("listKeys")["keys"])

    def rotate_keys(self, *, kind: Optional[str] = None, grace: Optional[str] = None) -> List[shapes.Key]:
        """Rotates the signing key of a kind of tenant: `workforce`, `external` or `b2c`."""
        body = _without_absent(**{"for": kind, "grace": grace})
        return cast(List[shapes.Key], self.call("rotateKeys", body)["keys"])

    def drop_key(self, key: str) -> None:
        """Removes a key from the published keys."""
        self.call("dropKey", key=key)


def _without_absent(**members: Any) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _text(content: Union[str, bytes]) -> str:
    return content.decode() if isinstance(content, bytes) else content


def _bytes(content: Union[str, bytes]) -> bytes:
    return content.encode() if isinstance(content, str) else content
