"""The operations of the control plane: name, method, path, parameters of the query, and whether there is a body.

The names are those of the server's OpenAPI description (`GET /_understudy/openapi.json`), and a test compares both.
"""

from dataclasses import dataclass
from typing import Dict, Tuple

_MATCH = (
    "clientRequestId", "clientId", "tenant", "user", "endpoint", "notEndpoint", "grantType", "scope", "header", "parameter")
_ENTRIES = _MATCH + ("outcome", "since", "before")


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    query: Tuple[str, ...] = ()
    has_body: bool = False


OPERATIONS: Dict[str, Operation] = {
    "health": Operation("GET", "/_understudy/health"),
    "metrics": Operation("GET", "/_understudy/metrics"),
    "openAPI": Operation("GET", "/_understudy/openapi.yaml"),
    "openAPIJSON": Operation("GET", "/_understudy/openapi.json"),
    "configurationSchema": Operation("GET", "/_understudy/schema.json"),
    "graphReference": Operation("GET", "/_understudy/graph"),
    "errorCatalog": Operation("GET", "/_understudy/errors", ("code", "search")),
    "caPEM": Operation("GET", "/_understudy/ca.pem"),
    "caDER": Operation("GET", "/_understudy/ca.der"),
    "caMobileConfig": Operation("GET", "/_understudy/ca.mobileconfig"),
    "sshCA": Operation("GET", "/_understudy/ssh-ca.pub"),
    "reset": Operation("POST", "/_understudy/reset", ("tenant",)),
    "exportDirectory": Operation("GET", "/_understudy/directory"),
    "replaceDirectory": Operation("PUT", "/_understudy/directory", has_body=True),
    "makeTenant": Operation("POST", "/_understudy/tenants", has_body=True),
    "deleteTenant": Operation("DELETE", "/_understudy/tenants/{tenant}"),
    "clock": Operation("GET", "/_understudy/clock", ("tenant",)),
    "steerClock": Operation("PUT", "/_understudy/clock", ("tenant",), has_body=True),
    "outbox": Operation("GET", "/_understudy/outbox", ("to",)),
    "answerPush": Operation("POST", "/_understudy/outbox/answer", has_body=True),
    "revoke": Operation("POST", "/_understudy/revocations", has_body=True),
    "signIn": Operation("POST", "/_understudy/signin", has_body=True),
    "addResponses": Operation("POST", "/_understudy/responses", has_body=True),
    "listResponses": Operation("GET", "/_understudy/responses", ("secrets", "id", "host") + _MATCH),
    "removeResponses": Operation("DELETE", "/_understudy/responses", ("id", "host") + _MATCH),
    "challenge": Operation("POST", "/_understudy/challenges", has_body=True),
    "listRequests": Operation("GET", "/_understudy/requests", _ENTRIES + ("secrets", "view", "limit")),
    "clearRequests": Operation("DELETE", "/_understudy/requests", _ENTRIES),
    "request": Operation("GET", "/_understudy/requests/{id}", ("secrets", "view")),
    "countRequests": Operation("POST", "/_understudy/requests/count", has_body=True),
    "verifyRequests": Operation("POST", "/_understudy/requests/verify", has_body=True),
    "streamRequests": Operation("GET", "/_understudy/requests/stream", _ENTRIES + ("secrets", "view")),
    "mintToken": Operation("POST", "/_understudy/tokens", has_body=True),
    "inspectToken": Operation("POST", "/_understudy/tokens/inspect", has_body=True),
    "listKeys": Operation("GET", "/_understudy/keys"),
    "rotateKeys": Operation("POST", "/_understudy/keys/rotate", has_body=True),
    "dropKey": Operation("DELETE", "/_understudy/keys/{key}"),
}
