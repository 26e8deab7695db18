"""The JSON shapes of the control plane. Each member is one of the server's OpenAPI description, which a test compares."""

from typing import Any, Dict, List, Optional, TypedDict, Union


class Health(TypedDict, total=False):
    status: str
    version: str
    replica: str
    origins: List[str]
    store: str
    storeError: str
    unwritable: List[Dict[str, str]]


class Match(TypedDict, total=False):
    """The properties that a request must have to match a stub."""

    clientRequestId: str
    clientId: str
    tenant: str
    user: str
    endpoint: Union[str, List[str]]
    notEndpoint: Union[str, List[str]]
    grantType: str
    scope: str
    header: Dict[str, Any]
    parameter: Dict[str, str]


class JournalMatch(Match, total=False):
    """The properties that a journal entry must have to match."""

    outcome: str
    since: Union[int, str]
    before: int


class Response(TypedDict, total=False):
    """One stubbed response: an error, a raw response with `status`, a delay, or a fault."""

    error: Union[str, int]
    description: str
    claims: Dict[str, Any]
    suberror: str
    status: int
    headers: Dict[str, str]
    body: Any
    delay: str
    fault: str
    duration: str
    token: str


class Stub(TypedDict, total=False):
    id: str
    match: Dict[str, Any]
    responses: List[Response]
    times: Union[int, str]
    consumed: int
    left: Union[int, str]


class JournalEntry(TypedDict, total=False):
    """One recorded request. `decision` has the reasons for the response."""

    id: int
    time: str
    endpoint: str
    method: str
    url: str
    status: int
    outcome: str
    request: Dict[str, Any]
    response: Dict[str, Any]
    script: str
    decision: Dict[str, Any]
    v2: Dict[str, Any]
    nativeHeaders: Dict[str, str]


class Clock(TypedDict, total=False):
    now: str
    offset: str
    frozen: Optional[str]
    tenant: str
    tenants: Dict[str, Any]


class NewTenant(TypedDict, total=False):
    """A created tenant. `applications`, `users` and `groups` have the new ID of each object by the ID in the original."""

    id: str
    displayName: str
    kind: str
    domains: List[str]
    applications: Dict[str, str]
    users: Dict[str, str]
    groups: Dict[str, str]


class Message(TypedDict, total=False):
    """A one-time code or a push notification that was "sent" to a user."""

    to: str
    channel: str
    code: str
    sentAt: str
    id: str
    application: str
    ipAddress: str
    expiresAt: str
    state: str


class Revocation(TypedDict, total=False):
    tenant: str
    user: str
    application: str
    revokedAt: str


class SignedIn(TypedDict):
    """The redirect to the application, and the parameters of the authorization response."""

    location: str
    parameters: Dict[str, str]


class MintedToken(TypedDict):
    token: str
    header: Dict[str, Any]
    claims: Dict[str, Any]


class Reason(TypedDict):
    check: str
    detail: str


class Inspection(TypedDict, total=False):
    """The result of a token check. The token is valid if `reasons` is empty."""

    valid: bool
    reasons: List[Reason]
    remarks: List[str]


class Challenge(TypedDict):
    wwwAuthenticate: str
    claims: Dict[str, Any]


# The name `for` is a keyword of Python, so that this shape has the functional form.
Key = TypedDict("Key", {"kid": str, "for": str, "signs": bool}, total=False)
