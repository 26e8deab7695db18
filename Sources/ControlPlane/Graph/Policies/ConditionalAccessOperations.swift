import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The operations on Conditional Access policies. A change takes effect at the next sign-in and at the next token request.
extension GraphOperation {
    private static let path = "/identity/conditionalAccess/policies"
    private static let type = GraphType<ConditionalAccessPolicy>.conditionalAccessPolicy

    private static let collection = GraphCollection<ConditionalAccessPolicy>(
        path: path, type: type,
        all: { (request) throws(GraphError) in request.tenant.conditionalAccessPolicies },
        find: { (request) throws(GraphError) in
            let key = request.key()
            let found = request.tenant.conditionalAccessPolicies.first { $0.id == ObjectID(key.value) }
            guard key.property == nil, let found else { throw .notFound(key.value) }
            return found
        })

    static let conditionalAccessPolicies: [GraphOperation] =
        collection.reading(.readConditionalAccess)
        + collection.creating(.manageConditionalAccessPolicies) { (request) throws(GraphError) in
            let members = try request.members()
            var policy = ConditionalAccessPolicy()
            policy.id = request.newID()
            try GraphError.withSchema("ConditionalAccessPolicy") { () throws(GraphError) in
                try type.table.write(members, into: &policy, .creation)
            }
            policy.set("createdDateTime", .string(request.services.now.iso8601))
            policy.set("modifiedDateTime", .null)
            try ConditionalAccessValidation(policy: policy, request: request).check()
            let new = policy
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.add(new)
                try GraphError.check(outcome, key: new.id.description, conflict: "id")
            }
            return request.created(new, type, at: path)
        }
        + collection.changing(.manageConditionalAccessPolicies) { (request, policy) throws(GraphError) in
            let members = try request.members()
            let key = policy.id.description
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                guard var changed = edit.conditionalAccessPolicy(policy.id) else { throw .notFound(key) }
                try GraphError.withSchema("ConditionalAccessPolicy") { () throws(GraphError) in
                    try type.table.write(members, into: &changed, .change)
                }
                changed.set("modifiedDateTime", .string(request.services.now.iso8601))
                try ConditionalAccessValidation(policy: changed, request: request).check()
                try GraphError.check(edit.update(changed), key: key, conflict: "id")
            }
        }
        + collection.deleting(.manageConditionalAccessPolicies) { (request, policy) throws(GraphError) in
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.remove(conditionalAccessPolicy: policy.id)
                try GraphError.check(outcome, key: policy.id.description, conflict: "id")
            }
        }
}

extension ConditionalAccessPolicy {
    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        other.policy.removeAll { $0.name.isExactly(name) }
        other.policy.append(JSONValue.Member(name, value))
    }
}

/// The checks of the service before a Conditional Access policy is created or changed, in their order
/// (docs/reference/protocol.md#conditional-access-graph).
struct ConditionalAccessValidation {
    let policy: ConditionalAccessPolicy
    let request: GraphRequest

    func check() throws(GraphError) {
        try checkTargets()
        try checkUsers()
        try checkApplications()
        try checkLocations()
        try checkControls()
        if policy.state == .enabled, request.tenant.hasSecurityDefaults { throw .securityDefaults }
    }

    /// Throws unless the policy names applications, or else actions or authentication contexts.
    private func checkTargets() throws(GraphError) {
        let selection = policy.applications
        let hasApplications = selection.includesAll || selection.listsNone || !selection.included.isEmpty
        let hasActions = policy.other.applications.contains { $0.name.isExactly("includeUserActions") && !$0.isVoid }
        let hasContexts = !policy.authenticationContexts.isEmpty
        if hasApplications, hasActions || hasContexts {
            throw .conditionalAccess(
                1012,
                "'applications' condition cannot include both 'includeApplications' and "
                    + "'includeUserActions'/'includeProtectionLevels'. Please remove one of the conditions.")
        }
        let hasFilter = policy.other.applications.contains { $0.name.isExactly("applicationFilter") && !$0.isVoid }
        guard hasApplications || hasActions || hasContexts || hasFilter else {
            throw .invalidPolicy("InvalidConditions")
        }
        for context in policy.authenticationContexts
        where !request.tenant.authenticationContexts.contains(where: { context == ByteString($0.id) }) {
            throw .invalidPolicy("InvalidConditions")
        }
    }

    private func checkUsers() throws(GraphError) {
        let users = policy.users
        let included = users.included
        let hasGuests = policy.other.users.contains {
            $0.name.isExactly("includeGuestsOrExternalUsers") && !$0.isVoid
        }
        if hasGuests, included.guests {
            throw .conditionalAccess(
                1032, "'GuestsOrExternalUsers' cannot be combined with 'includeGuestsOrExternalUsers'.")
        }
        let isEmpty = included.listedUsers.isEmpty && included.groups.isEmpty && included.roles.isEmpty && !hasGuests
        guard policy.isAboutWorkloads || !isEmpty else { throw .invalidPolicy("InvalidConditions") }
        for names in [included, users.excluded] {
            for id in names.users where request.tenant.user(id) == nil {
                throw .invalidReference("users", id.description)
            }
            for id in names.groups where request.tenant.group(id) == nil {
                throw .invalidReference("groups", id.description)
            }
        }
    }

    /// Throws for an application without a service principal in the tenant, and for a public client.
    private func checkApplications() throws(GraphError) {
        let principals = ServicePrincipals(request.tenant, request.services)
        let groups = ApplicationGroup.allCases.map(\.id)
        for id in policy.applications.included + policy.applications.excluded where !groups.contains(id) {
            guard let found = principals.find(id) else { throw .invalidApplication(id, "ServicePrincipalNotFound") }
            if found.application.isFallbackPublicClient == true {
                throw .invalidApplication(id, "PublicClientsAreUnsupported")
            }
        }
    }

    private func checkLocations() throws(GraphError) {
        let (included, excluded) = policy.locations
        for name in included + excluded {
            let isWord = ["All", "AllTrusted", ObjectID.trustedRanges].containsExactly(name)
            guard isWord || request.tenant.policyTable[.namedLocation, ObjectID(name)] != nil else {
                throw .invalidReference("locations", name)
            }
        }
    }

    private func checkControls() throws(GraphError) {
        let controls = policy.builtInControls
        let others = policy.other.grantControls.filter { !$0.isVoid }
        let count = controls.count + policy.termsOfUse.count + others.count
        if controls.contains(.block), count > 1 { throw .invalidPolicy("InvalidControls") }
        if controls.contains(.passwordChange) {
            let isValid = !policy.userRiskLevels.isEmpty && policy.applications.includesAll
            guard isValid else { throw .invalidPolicy("InvalidPasswordResetControl") }
        }
        let hasStrength = others.contains { $0.name.isExactly("authenticationStrength") }
        if hasStrength, controls.contains(.mfa) { throw .invalidPolicy("InvalidControls") }
        let hasSessionControls =
            policy.signInFrequency != nil || policy.persistentBrowser != nil
            || policy.other.sessionControls.contains(where: \.isEffective)
        guard count > 0 || hasSessionControls else { throw .invalidPolicy("InvalidControls") }
        if policy.persistentBrowser != nil, !policy.applications.includesAll {
            throw .conditionalAccess(
                1032, "The session control 'persistentBrowser' requires that the policy includes all applications.")
        }
    }
}

extension JSONValue.Member {
    /// Whether a session control is enabled.
    fileprivate var isEffective: Bool { value.bool == true || value["isEnabled"]?.bool == true }
}

/// The errors of Conditional Access, whose messages begin with a number.
extension GraphError {
    static func conditionalAccess(_ number: Int, _ message: String) -> GraphError { malformed("\(number): \(message)") }

    /// Returns the error for a policy that breaks a rule, with the message of the real service.
    static func invalidPolicy(_ reason: String) -> GraphError {
        conditionalAccess(1032, "ConditionalActionPolicy validation failed due to \(reason).")
    }

    static func invalidApplication(_ id: ClientID, _ reason: String) -> GraphError {
        conditionalAccess(1034, "Policy contains invalid applications: {\"\(id)\":\"\(reason)\"}")
    }

    /// Returns the error for an object that the tenant does not have.
    static func invalidReference(_ condition: String, _ id: String) -> GraphError {
        conditionalAccess(
            1032, "The condition '\(condition)' names the object '\(id)', which the tenant does not have.")
    }

    static let securityDefaults = malformed(
        "Security Defaults is enabled in the tenant. You must disable Security defaults before enabling a Conditional Access policy."
    )

    /// Returns the error for a body that does not have the form of the type, with the message of the real service.
    static func schema(_ type: String) -> GraphError {
        let call = type.isExactly("NamedLocation") ? "namedlocations" : "policies"
        return conditionalAccess(
            1007,
            "Incoming \(type) object is null or does not match the schema of \(type) type. For examples, please see "
                + "API documentation at https://docs.microsoft.com/en-us/graph/api/conditionalaccessroot-post-\(call)"
                + "?view=graph-rest-1.0.")
    }

    /// Runs a body that writes the members of a request, and throws `schema` in place of an invalid value.
    static func withSchema(_ type: String, _ body: () throws(GraphError) -> Void) throws(GraphError) {
        do throws(GraphError) {
            try body()
        } catch {
            throw error.status == 400 ? schema(type) : error
        }
    }
}
