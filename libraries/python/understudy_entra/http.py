"""HTTP calls of the control plane with the standard library."""

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator, Mapping, Optional

from .operations import OPERATIONS, Operation

_TIMEOUT = 60.0


class ControlError(AssertionError):
    """The control plane rejected a call. `problem` is the problem document (RFC 9457), and `status` the HTTP status."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(_message(problem) or f"The control plane answered with status {status}.")
        self.status = status
        self.problem = dict(problem)


class VerificationError(ControlError):
    """The request journal does not have the expected requests. The message names the nearest misses."""


def _message(problem: Mapping[str, Any]) -> str:
    lines = [": ".join(filter(None, [problem.get("title"), problem.get("detail")]))]
    lines += [f"  {error.get('pointer')}: {error.get('detail')}" for error in problem.get("errors", [])]
    for near in problem.get("closest", []):
        entry = near.get("request", {})
        lines.append(
            f"  #{entry.get('id')} {entry.get('method')} {entry.get('endpoint')}, status {entry.get('status')}"
            + (f", {entry['error']}" if entry.get("error") else ""))
        lines += [
            f"    {difference.get('member')}: wanted {difference.get('wanted')!r}, found {difference.get('found')!r}"
            for difference in near.get("differs", [])]
    return "\n".join(lines)


def request(
        origin: str, operation: str, *, token: Optional[str] = None, body: Any = None,
        query: Optional[Mapping[str, Any]] = None, **path: Any) -> urllib.request.Request:
    """Returns the HTTP request of an operation. `path` has the values of the names in braces in the path."""
    row = OPERATIONS[operation]
    headers: Dict[str, str] = {}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None
    if row.has_body:
        data = json.dumps({} if body is None else body).encode()
        headers["Content-Type"] = "application/json"
    elif row.method == "POST":
        data = b""
    return urllib.request.Request(origin + _address(row, query or {}, path), data, headers, method=row.method)


def _address(row: Operation, query: Mapping[str, Any], path: Mapping[str, Any]) -> str:
    address = re.sub(r"{(\w+)}", lambda name: urllib.parse.quote(str(path[name[1]]), safe=""), row.path)
    pairs = []
    for name, value in query.items():
        if name not in row.query:
            raise TypeError(f"{row.method} {row.path} has no parameter {name!r}; it has: {', '.join(row.query) or 'none'}")
        pairs += _pairs(name, value)
    return address + ("?" + urllib.parse.urlencode(pairs) if pairs else "")


def _pairs(name: str, value: Any) -> Any:
    """Returns the pairs of the query for one parameter: a list of endpoints is one value, headers and parameters are repeated."""
    if value is None:
        return []
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    if isinstance(value, Mapping):
        return [(name, f"{key}:{item}") for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [(name, ",".join(map(str, value)))]
    return [(name, str(value))]


def send(call: urllib.request.Request) -> Any:
    """Sends a request. Returns the JSON of the response, the text, the bytes, or None if there is no body."""
    # Requests to the server itself never go through a proxy.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(call, timeout=_TIMEOUT) as response:
            return _content(response.headers.get_content_type(), response.read())
    except urllib.error.HTTPError as error:
        with error:
            content = _content(error.headers.get_content_type(), error.read())
        problem = content if isinstance(content, dict) else {"detail": str(content)}
        kind = VerificationError if problem.get("verified") is False else ControlError
        raise kind(error.code, problem) from None


def _content(kind: str, data: bytes) -> Any:
    if not data:
        return None
    if kind.endswith("json"):
        return json.loads(data)
    return data.decode() if kind.startswith("text/") or "yaml" in kind or "pem" in kind else data


def events(response: Any) -> Iterator[Any]:
    """Yields the JSON of each server-sent event."""
    for line in response:
        if line.startswith(b"data:"):
            yield json.loads(line[5:])
