"""docs/reference/graph.md, from `GET /_understudy/graph`."""

from reference_markdown import code, finish, head, table

INTRODUCTION = (
    "Understudy answers the part of Microsoft Graph that holds the directory, under every host name at `/v1.0` and `/beta`. Both "
    "versions have the same operations; `@odata.context` and links keep the version of the request. `/beta` has "
    "[three differences](interface.md#graph-beta). This page lists every path and every operator of queries. "
    "`GET /_understudy/graph` returns the lists as JSON. "
    "[Changing the directory](../guides/changing-the-directory.md#microsoft-graph) shows how tests use them.",
    "## Access to Microsoft Graph",
    "A request has an access token whose audience is Microsoft Graph: its application ID, one of its names in the cloud of the tenant, "
    "or the origin of this server, such as `https://localhost:8443`, with or without a slash at the end. If an application of the "
    "tenant has that origin as App ID URI, the origin names that application instead. The header `X-Understudy-Tenant` with a "
    "tenant replaces the token for requests that the [control plane](control-plane.md#access-to-the-control-plane) would accept.",
)
OPTIONS = (
    ("`$select`", "Properties separated by commas. An unknown property is 400 `BadRequest`."),
    ("`$filter`", "`eq` `ne` `not` `ge` `gt` `le` `lt` `in` `and` `or`, parentheses, `startsWith` `endsWith` `contains`, `any` and `all` "
                  "with a condition on the elements of a list, `/$count` of a list, and `null`; `isof` for named locations and in delta queries "
                  "of `directoryObjects`. "
                  "The tables of types below say what each property supports. `all` needs an advanced query."),
    ("`$search`", "Clauses such as `\"displayName:Box\"`, joined by `AND` and `OR`, with parentheses. `displayName` and `description` are "
                  "compared by tokens, other properties by their beginning. The header `ConsistencyLevel: eventual` is required."),
    ("`$orderby`", "Properties with `asc` or `desc`. Together with `$filter`, an advanced query is required."),
    ("`$expand`", "One relation, with `$select` inside parentheses. The response has at most 20 objects of the relation: those that the "
                  "caller gets at the path of the relation."),
    ("`$top`", "The number of objects on a page, 1 to 999. The default is 100."),
    ("`$count`", "`true` adds `@odata.count` to the first page, if the request has `ConsistencyLevel: eventual`. The path segment "
                 "`/$count` returns the number as text and requires the header."),
    ("`$skiptoken`, `$deltatoken`", "Tokens of links in responses."),
    ("`$skip`, `$format`, `$apply`, `$compute`, `$index`, `$schemaversion`", "Not there: 400 `Request_UnsupportedQuery`."),
    ("Other names with `$`", "400 `BadRequest`."),
)
HEADERS = (
    ("`ConsistencyLevel: eventual`", "With `$count=true`, the query is an advanced query. B2C tenants have no advanced queries."),
    ("`Prefer: return=minimal`", "A created object is not in the response, which has status 204. A delta query returns changed "
                                 "properties only."),
    ("`Prefer: return=representation`", "A changed object is in the response, which has status 200 instead of 204."),
    ("`Accept: application/json;odata.metadata=…`", "`none` omits annotations except links and counts, `minimal` is the default, and "
                                                    "`full` adds type, address and entity tag of each object."),
    ("`If-Match`", "A change or deletion of an object with another entity tag is 412 `resourceModified`. `ETag` is in the response for "
                   "one object."),
)
OTHERS = (
    ("A path that is not in the tables", "400 `BadRequest`, \"Resource not found for the segment\""),
    ("A method that the path does not have", "405 `Request_BadRequest`"),
    ("An object that does not exist", "404 `Request_ResourceNotFound`"),
    ("An operator that the property does not support, or that needs an advanced query", "400 `Request_UnsupportedQuery`"),
    ("A property that neither the type nor the reference of Microsoft Graph has", "400 `Request_BadRequest`, \"Invalid property\""),
    ("More than 15 alternatives, or a text of more than 120 characters, in a filter of a plain query", "400 `Request_UnsupportedQuery`"),
    ("More than 100 comparisons in a filter", "400 `BadRequest`"),
    ("A delta token that the server no longer knows, such as after a restart or seven days", "410 `syncStateNotFound` with `Location`"),
    ("A missing permission", "403 `Authorization_RequestDenied`"),
)
KINDS = {"dateTime": "time", "guid": "GUID", "complex": "object"}
USES = {"readWrite": "", "creation": "on creation", "read": "read-only", "relation": "relation"}


def page(sources):
    graph = sources.graph
    lines = list(head("Microsoft Graph", "`GET /_understudy/graph`", *INTRODUCTION))
    lines += ["", "## Query options"]
    lines += table(("Option", "Support"), OPTIONS)
    lines += ["", "## Headers"]
    lines += table(("Header", "Effect"), HEADERS)
    lines += ["", "## Errors"]
    lines += table(("Request", "Answer"), OTHERS)
    lines += ["", "## Batches", "", BATCH, "", "## Delta queries", "", DELTA, "", "## Paths", "", PATHS]
    lines += table(("Path", "Methods", "Permissions"), [
        (code(path), methods(operations), permissions(operations))
        for path, operations in by_path(each for each in graph["operations"] if "rejection" not in each)])
    lines += ["", "## Paths that are not there", "", ABSENT]
    lines += table(("Path", "Methods", "Answer"), [
        (code(path), methods(operations), answer(operations[0]["rejection"]))
        for path, operations in by_path(each for each in graph["operations"] if "rejection" in each)])
    lines += ["", OTHER_PATHS]
    lines += table(("Path", "Answer"), [
        (", ".join(code(path) for path in paths), "400 `BadRequest`") for paths in UNKNOWN])
    lines += ["", "## Types", "", TYPES]
    for kind in sorted(graph["types"], key=lambda each: each["name"].lower()):
        lines += ["", f"### {kind['name']}"]
        lines += table(("Property", "Kind", "Writes", "Returned", "Operators"), rows(kind["properties"]))
    return finish(lines)


BATCH = (
    "`POST /v1.0/$batch` runs up to 20 requests: `{\"requests\": [{\"id\", \"method\", \"url\", \"headers\", \"body\", \"dependsOn\"}]}`. "
    "Each request has the token of the batch, is matched by stubs, is in the request journal, and has its own status, headers and "
    "body in the response. A request whose dependency failed has status 424. A malformed batch is rejected as a whole with 400 `BadRequest`.")
DELTA = (
    "The path `/delta` of a collection returns all objects and then `@odata.deltaLink`, which returns the objects that changed since. "
    "A deleted object has `@removed`, with the reason `changed` while it can be restored. A group has `members@delta`. "
    "`$select` limits the properties that count, `$filter` with `id eq` limits the objects to at most 50, and "
    "`$deltatoken=latest` begins without the objects. Other options are 400 `Request_UnsupportedQuery`. "
    "`/directoryObjects/delta` returns objects of all types: `isof('microsoft.graph.user')` in the filter limits the types, and "
    "`microsoft.graph.user/surname` in `$select` names a property of one type. Types and IDs together are an intersection. A caller "
    "needs the permission of each type.")
ABSENT = (
    "The server rejects these operations of the service. A caller without the permission gets 403 first. "
    "A [stub](../guides/stubbing-errors.md) answers a path that a test needs: the match names the endpoint `graph`.")
OTHER_PATHS = (
    "Every other path is 400 `BadRequest`, \"Resource not found for the segment\". Among them are paths of the directory, and the "
    "services that are not the directory: mail, calendars, contacts, files, sites, Teams, chats, tasks, Intune, reports, identity "
    "governance and subscriptions to changes.")
UNKNOWN = (
    ("/users/{id}/sponsors", "/users/{id}/licenseDetails", "/users/{id}/assignLicense"),
    ("/groups/{id}/rejectedSenders", "/groups/{id}/permissionGrants", "/groups/{id}/assignLicense", "/groups/{id}/renew"),
    ("/groupSettings", "/groupLifecyclePolicies", "/subscribedSkus", "/contacts", "/contracts"),
    ("/devices/{id}/registeredOwners/$ref", "/devices/{id}/registeredUsers/$ref"),
    ("/domains/{id}/verificationDnsRecords", "/domains/{id}/serviceConfigurationRecords", "/domains/{id}/federationConfiguration"),
    ("/applications/{id}/synchronization", "/applications/{id}/logo", "/applications/{id}/setVerifiedPublisher"),
    ("/servicePrincipals/{id}/synchronization", "/servicePrincipals/{id}/addTokenSigningCertificate",
     "/servicePrincipals/{id}/delegatedPermissionClassifications"),
    ("/directory/customSecurityAttributeDefinitions", "/directory/attributeSets", "/directory/onPremisesSynchronization"),
    ("/administrativeUnits", "/directory/administrativeUnits/{id}/members", "/directory/administrativeUnits/{id}/scopedRoleMembers"),
    ("/schemaExtensions", "/{set}/{id}/extensions"),
    ("/policies/adminConsentRequestPolicy", "/policies/authenticationMethodsPolicy", "/policies/crossTenantAccessPolicy",
     "/policies/permissionGrantPolicies", "/policies/roleManagementPolicies"),
    ("/identity/b2cUserFlows", "/identity/userFlowAttributes", "/identity/identityProviders", "/identity/apiConnectors"),
    ("/auditLogs/provisioning", "/identityProtection", "/identityGovernance", "/subscriptions", "/communications"),
)
PATHS = (
    "Paths are below the version. A key can also be in parentheses, such as `/users('{id}')`, and some objects have alternate keys, such "
    "as `/applications(appId='{appId}')`. `/me` is the user of the token, with the relations of `/users/{id}`. The last column has "
    "the first permission for the token of a user and the first for the token of an application; "
    "`GET /_understudy/graph` has all that suffice.")
TYPES = (
    "A property that is not returned by default is returned if `$select` names it. An operator with `+` needs an advanced query: "
    "`ConsistencyLevel: eventual` and `$count=true`. `eq` also stands for `in`, `ne` for `not`, and `ge` for `le` and, in advanced "
    "queries, for `gt` and `lt`. The operators of a list apply to its elements, within `any`. A property without operators "
    "supports no filter. Properties that the server does not use are kept as given. In a list with objects of several types, such as "
    "`owners`, every operator needs an advanced query.")


def by_path(operations):
    paths = {}
    for operation in operations:
        paths.setdefault(operation["path"], []).append(operation)
    return sorted(paths.items(), key=lambda each: each[0].lower())


def methods(operations):
    return " ".join(each["method"] for each in operations)


def answer(rejection):
    return f"{rejection['status']} {code(rejection['code'])}, \"{rejection['message']}\""


def permissions(operations):
    found = []
    for operation in operations:
        for name in ("delegated", "application"):
            for permission in operation.get(name, [])[:1]:
                if permission not in found:
                    found.append(permission)
    return ", ".join(code(each) for each in found)


def rows(properties, prefix="", written=""):
    for each in properties:
        name = prefix + each["name"]
        returned = "" if "default" not in each else "by default" if each["default"] else "on `$select`"
        use = USES[each["use"]] if "use" in each else written
        if each.get("use") == "relation":
            returned = ""
        yield (code(name), KINDS.get(each["kind"], each["kind"]), "required" if each.get("required") else use, returned,
               " ".join(code(word) for word in each["operators"].split()))
        yield from rows(each.get("parts", []), name + "/", use)
