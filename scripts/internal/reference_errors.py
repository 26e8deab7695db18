"""The page error-codes.md of the reference, from `GET /_understudy/errors`."""

from reference_markdown import block, code, compact, finish, head, plain, sentence, table

INTRODUCTION = (
    "This page lists every error code that Understudy returns: AADSTS codes of Microsoft Entra ID and AADB2C codes of Azure AD B2C. "
    "Each code that a request can cause has its meaning, the cause in Understudy, the fix, and the stub that makes the server return "
    "the code. The other codes are listed in a table: only a stub returns them. "
    "The [protocol reference](protocol.md#error-catalog) has the form of [error responses](protocol.md#error-body).",
    "## Evidence",
    "Microsoft publishes numbers and meanings of codes, and neither the OAuth error nor the status. For each code this page says how the "
    "OAuth error and the status are known, and how it is known whether the authorization endpoint shows a page or redirects: by a "
    "*capture* of a response of Entra ID, by a public *report* that tells it, by Microsoft's *documentation*, by the code of a *client "
    "library*, or *inferred* from similar codes.",
    "## Look up an error code",
    "The same text is on the page `/error?code=CODE` of a running server, to which `error_uri` of an error response points. "
    "`GET /_understudy/errors` returns the catalog as JSON.",
    "## Stub an error code",
    "A stub makes the next matching request fail with a code. The guide [Stubbing errors](../guides/stubbing-errors.md) explains matches.",
)
STUB = {"match": {"endpoint": "token", "clientId": "aaaaaaaa-0000-4000-8000-000000000004"}, "responses": [{"error": "AADSTS50076"}]}


def page(sources):
    errors = sorted(sources.errors, key=place)
    lines = list(head("Error codes (AADSTS and AADB2C)", "`GET /_understudy/errors`", *INTRODUCTION))
    lines += block("http", f"POST /_understudy/responses HTTP/1.1\nContent-Type: application/json\n\n{compact(STUB)}")
    for family, title in (("AADSTS", "AADSTS codes"), ("AADB2C", "AADB2C codes")):
        group = [error for error in errors if error["code"].startswith(family) and error["causes"]]
        lines += ["", f"## {title}"]
        lines += table(("Code", "Error", "Meaning"), [
            (f"[{code(error['code'])}](#{error['code'].lower()})", code(error["error"]), plain(sentence(error["meaning"])))
            for error in group])
        for error in group:
            lines += describe(error)
    lines += ["", "## Codes that only a stub returns", "", STUB_ONLY]
    lines += table(("Code", "Error and status", "Authorization endpoint", "Meaning"), [
        stub_only(error) for error in errors if not error["causes"]])
    return finish(lines)


STUB_ONLY = (
    "No request leads to these codes: their cause is outside this server, such as another identity provider, a device or a failure of "
    "the service, or no source tells when the service uses the code. A stub returns them like every other code. The words in "
    "parentheses are the [evidence](#evidence).")


def stub_only(error):
    evidence = error["evidence"]
    number = f'<a id="{error["code"].lower()}"></a>{code(error["code"])}'
    return (number, f"{code(error['error'])}, {error['status']} ({evidence['error']})",
            f"{error['delivery']} ({evidence['delivery']})", plain(sentence(error["meaning"])))


def evidence_of(error):
    """The evidence for a code, with its reports."""
    evidence = error["evidence"]
    reports = f" ({plain(evidence['reports'])})" if "reports" in evidence else ""
    return f"- Evidence: {evidence['error']} for error and status, {evidence['delivery']} for the authorization endpoint{reports}"


DELIVERIES = {
    "redirect": "a redirect to the client",
    "page": "an error page",
    "page unless prompt=none": "an error page; with `prompt=none`, a redirect to the client",
}
ENDPOINTS = {
    "authorize": "the authorization endpoint", "token v1": "the version 1 token endpoint", "token v2": "the version 2 token endpoint",
    "native authentication": "native authentication", "native authentication token": "its token endpoint",
    "discovery": "discovery",
}


def elsewhere(error):
    """The OAuth errors of other endpoints, each with its endpoints."""
    endpoints = {}
    for endpoint, name in error.get("errorAt", {}).items():
        if name != error["error"]:
            endpoints.setdefault(name, []).append(endpoint)
    return "".join(f"; {code(name)} at {' and '.join(ENDPOINTS[each] for each in places)}" for name, places in endpoints.items())


def place(error):
    family = error["code"].rstrip("0123456789")
    return family, int(error["code"].removeprefix(family) or 0)


def describe(error):
    yield ""
    yield f"### {error['code']}"
    yield ""
    yield plain(sentence(error["meaning"]))
    yield from block("text", error["template"])
    causes = error["causes"]
    yield ""
    yield f"- OAuth error: {code(error['error'])}, status {error['status']}{elsewhere(error)}"
    yield f"- At the authorization endpoint: {DELIVERIES[error['delivery']]}"
    yield evidence_of(error)
    if "b2c" in error:
        yield f"- At a B2C policy: [`{error['b2c']}`](#{error['b2c'].lower()})"
    for cause in causes:
        yield f"- Cause: {plain(sentence(cause))}"
    if error["fix"]:
        yield f"- Fix: {plain(sentence(error['fix']))}"
    yield f"- Stub: {code(compact({'error': error['code']}))}"
