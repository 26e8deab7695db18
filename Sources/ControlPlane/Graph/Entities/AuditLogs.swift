import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// An entry of an audit log, with the members of its JSON.
struct AuditEntry: Sendable {
    /// The largest number of entries that a request reads, from the newest of the journal.
    static let maximum = 1_000

    let members: [JSONValue.Member]

    fileprivate subscript(_ name: String) -> JSONValue { members.first { $0.name.isExactly(name) }?.value ?? .null }

    var id: String { self["id"].string ?? "" }
}

extension GraphProperty where Entity == AuditEntry {
    /// Creates a read-only property of an audit log.
    fileprivate static func logged(_ name: String, _ kind: GraphKind, _ operators: String = "") -> GraphProperty {
        var property = GraphProperty(name: name, kind: kind, get: { $0[name] }, set: nil).supporting(operators)
        property.access = .read
        return property
    }
}

extension GraphType where Entity == AuditEntry {
    static let signIn = GraphType(
        "signIn", set: "auditLogs/signIns", id: { $0.id },
        [
            .logged("id", .text, "eq"), .logged("createdDateTime", .dateTime, "eq ge sort"),
            .logged("userDisplayName", .text, "eq startsWith"), .logged("userPrincipalName", .text, "eq startsWith"),
            .logged("userId", .text, "eq"), .logged("appId", .text, "eq"),
            .logged("appDisplayName", .text, "eq startsWith"), .logged("ipAddress", .text, "eq startsWith"),
            .logged("clientAppUsed", .text, "eq"), .logged("correlationId", .text, "eq"),
            .logged("conditionalAccessStatus", .text, "eq"), .logged("isInteractive", .boolean),
            .logged("riskDetail", .text, "eq"), .logged("riskLevelAggregated", .text, "eq"),
            .logged("riskLevelDuringSignIn", .text, "eq"), .logged("riskState", .text, "eq"),
            .logged("riskEventTypes_v2", .complex), .logged("resourceDisplayName", .text, "eq"),
            .logged("resourceId", .text, "eq"), .logged("status", .complex), .logged("deviceDetail", .complex),
            .logged("location", .complex), .logged("appliedConditionalAccessPolicies", .complex),
        ])

    static let directoryAudit = GraphType(
        "directoryAudit", set: "auditLogs/directoryAudits", id: { $0.id },
        [
            .logged("id", .text), .logged("category", .text, "eq"), .logged("correlationId", .text, "eq"),
            .logged("result", .text, "eq"), .logged("resultReason", .text),
            .logged("activityDisplayName", .text, "eq startsWith"),
            .logged("activityDateTime", .dateTime, "eq ge sort"), .logged("loggedByService", .text, "eq"),
            .logged("operationType", .text), .logged("initiatedBy", .complex), .logged("targetResources", .complex),
            .logged("additionalDetails", .complex),
        ])
}

extension GraphOperation {
    private static let signIns = log("signIns", .signIn) { SignInRecord($0, $1)?.entry }
    private static let directoryAudits = log("directoryAudits", .directoryAudit) { DirectoryAuditRecord($0, $1)?.entry }

    static let auditLogs: [GraphOperation] =
        signIns.reading(.readAuditLogs) + directoryAudits.reading(.readAuditLogs)

    private static func log(
        _ name: String, _ type: GraphType<AuditEntry>,
        _ entry: @escaping @Sendable (Journal.Item, GraphRequest) -> AuditEntry?
    ) -> GraphCollection<AuditEntry> {
        GraphCollection<AuditEntry>(
            path: "/auditLogs/\(name)", type: type,
            all: { (request) throws(GraphError) in entries(request, entry) },
            find: { (request) throws(GraphError) in
                let key = request.key().value
                guard let found = entries(request, entry).first(where: { $0.id.isExactlyIgnoringASCIICase(key) }) else {
                    throw .notFound(key)
                }
                return found
            })
    }

    /// Returns the entries of a log, newest first.
    private static func entries(
        _ request: GraphRequest, _ entry: (Journal.Item, GraphRequest) -> AuditEntry?
    ) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        for item in request.journal.items.reversed() {
            guard entries.count < AuditEntry.maximum else { break }
            if let entry = entry(item, request) { entries.append(entry) }
        }
        return entries
    }
}

/// A sign-in in the journal: an authorization request that ended with a response to the application or with an error, or a token
/// request with a password.
private struct SignInRecord {
    /// The errors of Conditional Access: a policy blocks the sign-in or demands more.
    private static let policyErrors: Set<Int64> = [
        50_005, 50_072, 50_074, 50_076, 50_079, 50_097, 53_000, 53_001, 53_002, 53_003, 53_004, 530_002, 530_003,
    ]

    let entry: AuditEntry

    init?(_ item: Journal.Item, _ request: GraphRequest) {
        let journaled = item.entry
        let facts = journaled.facts(in: item.directory, request.services.keys.sealing)
        let isBrowser = facts.endpoint.isExactly("authorize")
        let isPassword =
            facts.endpoint.isExactly("token") && facts.form?[Parameter.grantType]?.isExactly("password") == true
        guard isBrowser || isPassword, facts.tenants.contains(request.tenant.id) else { return nil }
        let response = RecordedResponse(journaled)
        let failure = response.failure
        let isComplete =
            failure != nil || isPassword || response.parameters?[Parameter.code] != nil
            || response.parameters?[Parameter.idToken] != nil
            || response.parameters?[Parameter.accessToken] != nil
        guard isComplete else { return nil }
        let code = SignInRecord.number(of: failure, on: response.page)
        let person = facts.person
        let tenant = item.directory.tenant(request.tenant.id) ?? request.tenant
        let user =
            person.accounts.lazy.compactMap { $0.tenant == tenant.id ? tenant.user($0.object) : nil }.first
            ?? person.names.lazy.compactMap { tenant.user(named: $0) }.first
        let client = facts.clientID.map { ClientID($0) }
        let application = client.flatMap { item.directory.registration(of: $0, in: tenant)?.application }
        let resource = SignInRecord.resource(response, facts, tenant, request)
        let hasPolicies = !tenant.conditionalAccessPolicies.isEmpty
        let policyStatus =
            SignInRecord.policyErrors.contains(code) ? "failure" : hasPolicies && code == 0 ? "success" : "notApplied"
        entry = AuditEntry(members: [
            .init("id", .string(journaled.traceID.description)),
            .init("createdDateTime", .string(journaled.time.iso8601)),
            .init("userDisplayName", .string(user?.displayName ?? "")),
            .init("userPrincipalName", .string(user?.userPrincipalName ?? person.names.first ?? "")),
            .init("userId", .string(user?.id.description ?? "00000000-0000-0000-0000-000000000000")),
            .init("appId", .string(client?.description ?? "")),
            .init("appDisplayName", .string(application?.displayName ?? "")),
            .init("ipAddress", .string(journaled.peer.address)),
            .init("clientAppUsed", .string(isBrowser ? "Browser" : "Mobile Apps and Desktop clients")),
            .init("correlationId", .string(journaled.correlationID)),
            .init("conditionalAccessStatus", .string(policyStatus)), .init("isInteractive", .bool(true)),
            .init("riskDetail", .string("none")), .init("riskLevelAggregated", .string("none")),
            .init("riskLevelDuringSignIn", .string(user?.signInRiskLevel.rawValue ?? "none")),
            .init("riskState", .string("none")), .init("riskEventTypes_v2", .array([])),
            .init("resourceDisplayName", .string(resource?.displayName ?? "")),
            .init("resourceId", .string(resource?.appId ?? "")),
            .init(
                "status",
                .object([
                    .init("errorCode", .integer(code)),
                    .init("failureReason", .string(failure == nil ? "Other." : failure?.message ?? "")),
                    .init("additionalDetails", .null),
                ])),
            .init("deviceDetail", .object(SignInRecord.device(journaled))), .init("location", .null),
            .init("appliedConditionalAccessPolicies", .array([])),
        ])
    }

    /// Returns the number of the AADSTS code, or 0 for a success. A page shows some errors without their code.
    private static func number(of failure: RecordedResponse.Failure?, on page: PageModel?) -> Int64 {
        guard let failure else { return 0 }
        let digits = failure.code.map { $0.utf8.filter(ASCII.isDigit) }
        if let digits, let number = Int64(String(decoding: digits, as: UTF8.self)) { return number }
        switch page {
        case .password: return 50_126
        case .username: return 50_034
        default: return 50_000
        }
    }

    /// Returns the API of the sign-in: that of the access token, or Microsoft Graph.
    private static func resource(
        _ response: RecordedResponse, _ facts: RequestFacts, _ tenant: Tenant, _ request: GraphRequest
    ) -> Application? {
        let grant = response.issuedGrant(request.services.keys.sealing)
        let name = grant?.resource ?? facts.parameter(Parameter.resource)
        let scope = facts.parameter(Parameter.scope) ?? ""
        let named = scope.pieces(separatedBy: " ").lazy.compactMap { word in
            word.utf8.lastIndex(of: UInt8(ascii: "/")).flatMap { end in
                tenant.application(identifierUri: String(Substring(word.utf8[..<end])))
            }
        }.first
        return name.flatMap { tenant.application(identifierUri: $0) ?? tenant.application(ClientID($0)) } ?? named
            ?? tenant.application(.microsoftGraph)
    }

    private static func device(_ entry: JournalEntry) -> [JSONValue.Member] {
        [
            .init("deviceId", .string("")), .init("displayName", .string("")),
            .init("operatingSystem", .string("")),
            .init("browser", .string(entry.request.headers["User-Agent"]?.firstScalars(120) ?? "")),
            .init("isCompliant", .bool(false)), .init("isManaged", .bool(false)), .init("trustType", .string("")),
        ]
    }
}

/// A change of the directory by Microsoft Graph that succeeded.
private struct DirectoryAuditRecord {
    /// The names of activities by method and path. A segment `*` stands for a key.
    private static let activities: [(method: String, path: String, category: String, name: String)] = [
        ("POST", "users", "UserManagement", "Add user"), ("PATCH", "users/*", "UserManagement", "Update user"),
        ("DELETE", "users/*", "UserManagement", "Delete user"),
        ("POST", "users/*/changePassword", "UserManagement", "Change user password"),
        ("POST", "users/*/authentication/methods/*/resetPassword", "UserManagement", "Reset user password"),
        ("POST", "invitations", "UserManagement", "Invite external user"),
        ("POST", "groups", "GroupManagement", "Add group"), ("PATCH", "groups/*", "GroupManagement", "Update group"),
        ("DELETE", "groups/*", "GroupManagement", "Delete group"),
        ("POST", "groups/*/members/$ref", "GroupManagement", "Add member to group"),
        ("DELETE", "groups/*/members/*/$ref", "GroupManagement", "Remove member from group"),
        ("POST", "groups/*/owners/$ref", "GroupManagement", "Add owner to group"),
        ("POST", "devices", "Device", "Add device"), ("PATCH", "devices/*", "Device", "Update device"),
        ("DELETE", "devices/*", "Device", "Delete device"),
        ("POST", "applications", "ApplicationManagement", "Add application"),
        ("PATCH", "applications/*", "ApplicationManagement", "Update application"),
        ("DELETE", "applications/*", "ApplicationManagement", "Delete application"),
        ("POST", "applications/*/owners/$ref", "ApplicationManagement", "Add owner to application"),
        (
            "POST", "applications/*/addPassword", "ApplicationManagement",
            "Update application – Certificates and secrets management "
        ),
        ("POST", "servicePrincipals", "ApplicationManagement", "Add service principal"),
        (
            "POST", "servicePrincipals/*/addPassword", "ApplicationManagement", "Add service principal credentials"
        ),
        (
            "POST", "servicePrincipals/*/removePassword", "ApplicationManagement",
            "Remove service principal credentials"
        ),
        ("PATCH", "servicePrincipals/*", "ApplicationManagement", "Update service principal"),
        ("DELETE", "servicePrincipals/*", "ApplicationManagement", "Remove service principal"),
        ("POST", "oauth2PermissionGrants", "ApplicationManagement", "Add delegated permission grant"),
        (
            "POST", "servicePrincipals/*/appRoleAssignments", "ApplicationManagement",
            "Add app role assignment to service principal"
        ),
        ("POST", "directoryRoles/*/members/$ref", "RoleManagement", "Add member to role"),
        ("DELETE", "directoryRoles/*/members/*/$ref", "RoleManagement", "Remove member from role"),
        ("POST", "roleManagement/directory/roleAssignments", "RoleManagement", "Add member to role"),
        ("DELETE", "roleManagement/directory/roleAssignments/*", "RoleManagement", "Remove member from role"),
        ("POST", "roleManagement/directory/roleDefinitions", "RoleManagement", "Add role definition"),
        ("POST", "directory/deletedItems/*/restore", "DirectoryManagement", "Restore object"),
    ]

    let entry: AuditEntry

    init?(_ item: Journal.Item, _ request: GraphRequest) {
        let journaled = item.entry
        guard journaled.endpoint.isExactly(EndpointName.graph), !journaled.request.method.isExactly("GET"),
            (200...299).contains(journaled.response.status)
        else { return nil }
        let facts = journaled.facts(in: item.directory, request.services.keys.sealing)
        guard facts.tenants.contains(request.tenant.id) else { return nil }
        let method = journaled.request.method
        let path = Array(ODataAddress(journaled.request.path).path.pieces(separatedBy: "/").dropFirst())
        guard path.last?.isExactlyIgnoringASCIICase("$batch") != true else { return nil }
        let activity = DirectoryAuditRecord.activities.first { row in
            row.method.isExactly(method) && DirectoryAuditRecord.matches(path, row.path)
        }
        let name = activity?.name ?? "\(method) /\(path.joined(separator: "/"))"
        let body = RecordedResponse(journaled).json
        let id = body?["id"]?.string ?? (path.count > 1 ? ODataKey(path[1]).value : "")
        entry = AuditEntry(members: [
            .init("id", .string("Directory_\(journaled.traceID)")),
            .init("category", .string(activity?.category ?? "DirectoryManagement")),
            .init("correlationId", .string(journaled.correlationID)), .init("result", .string("success")),
            .init("resultReason", .string("")), .init("activityDisplayName", .string(name)),
            .init("activityDateTime", .string(journaled.time.iso8601)),
            .init("loggedByService", .string("Core Directory")),
            .init("operationType", .string(DirectoryAuditRecord.operation(method))),
            .init("initiatedBy", DirectoryAuditRecord.initiator(facts, journaled, item.directory, request)),
            .init(
                "targetResources",
                .array([DirectoryAuditRecord.target(ObjectID(id), path.first ?? "", body, item.directory, request)])),
            .init("additionalDetails", .array([])),
        ])
    }

    private static func matches(_ path: [String], _ pattern: String) -> Bool {
        let words = pattern.pieces(separatedBy: "/")
        guard words.count == path.count else { return false }
        return zip(path, words).allSatisfy { $1.isExactly("*") || $0.isExactlyIgnoringASCIICase($1) }
    }

    private static func operation(_ method: String) -> String {
        switch method {
        case "POST": "Add"
        case "DELETE": "Delete"
        default: "Update"
        }
    }

    /// Returns the user or the application of the access token, or neither for an operator of the control plane.
    private static func initiator(
        _ facts: RequestFacts, _ entry: JournalEntry, _ directory: Directory, _ request: GraphRequest
    ) -> JSONValue {
        let bearer = entry.request.headers["Authorization"]?.dropping(prefix: "Bearer ")
        let token = UnverifiedClaims(bearer, request.services.keys.sealing)
        let tenant = directory.tenant(request.tenant.id) ?? request.tenant
        let isApplication = token?["idtyp"]?.isExactly("app") ?? false
        let user = isApplication ? nil : token?["oid"].flatMap { tenant.user(ObjectID($0)) }
        let client = (token?["appid"] ?? token?["azp"]).map { ClientID($0) }
        let application = client.flatMap { directory.registration(of: $0, in: tenant)?.application }
        let byUser: JSONValue =
            user.map { user in
                .object([
                    .init("id", .string(user.id.description)), .init("displayName", .string(user.displayName)),
                    .init("userPrincipalName", .string(user.userPrincipalName)),
                    .init("ipAddress", .string(entry.peer.address)), .init("userType", .null),
                ])
            } ?? .null
        let byApplication: JSONValue =
            user == nil && application != nil
            ? .object([
                .init("appId", .string(application?.appId ?? "")),
                .init("displayName", .string(application?.displayName ?? "")),
                .init("servicePrincipalId", .string(token?["oid"] ?? "")), .init("servicePrincipalName", .null),
            ]) : .null
        return .object([.init("user", byUser), .init("app", byApplication)])
    }

    private static func target(
        _ id: ObjectID, _ set: String, _ body: JSONValue?, _ directory: Directory, _ request: GraphRequest
    ) -> JSONValue {
        let tenant = directory.tenant(request.tenant.id) ?? request.tenant
        let user = tenant.user(id)
        let types = [
            ("users", "User"), ("groups", "Group"), ("applications", "Application"),
            ("servicePrincipals", "ServicePrincipal"),
        ]
        let type = types.first { $0.0.isExactlyIgnoringASCIICase(set) }?.1 ?? "Other"
        let name = body?["displayName"]?.string ?? user?.displayName ?? tenant.group(id)?.displayName
        return .object([
            .init("id", .string(id.description)), .init("displayName", name.map { .string($0) } ?? .null),
            .init("type", .string(type)), .init("groupType", .null),
            .init("userPrincipalName", user.map { .string($0.userPrincipalName) } ?? .null),
            .init("modifiedProperties", .array([])),
        ])
    }
}
