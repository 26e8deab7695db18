import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// The type of users, with the lengths of the service's reference.
extension GraphType where Entity == User {
    static let user = GraphType(
        "user", set: "users", others: \.otherProperties, id: { $0.id.description },
        [
            .stored("businessPhones", \.otherProperties, .anyTexts(1, of: 64), absent: .array([])),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required,
            .property("givenName", \.givenName, .text(upTo: 64)),
            .property("jobTitle", \.jobTitle, .text(upTo: 128)),
            .property("mail", \.mail, .nonEmptyText(upTo: 256)),
            .stored("mobilePhone", \.otherProperties, .anyText(upTo: 64)),
            .stored("officeLocation", \.otherProperties, .anyText(upTo: 128)),
            .property("preferredLanguage", \.preferredLanguage, .text(upTo: 100)),
            .property("surname", \.surname, .text(upTo: 64)),
            .property("userPrincipalName", \.userPrincipalName, .nonEmptyText(upTo: 113)).required,
            .derived("id", .guid) { $0.id },
            .property("accountEnabled", \.accountEnabled, .boolean).required.onSelect,
            .stored("ageGroup", \.otherProperties, .anyWord("Minor", "NotAdult", "Adult")).onSelect,
            .stored("city", \.otherProperties, .anyText(upTo: 128)).onSelect,
            .stored("companyName", \.otherProperties, .anyText(upTo: 64)).onSelect,
            .property("country", \.country, .text(upTo: 128)).onSelect,
            .stored("department", \.otherProperties, .anyText(upTo: 64)).onSelect,
            .stored("employeeId", \.otherProperties, .anyText(upTo: 16)).onSelect,
            .derived("deletedDateTime", .dateTime) { $0.deletedDateTime }.onSelect,
            .derived("lastPasswordChangeDateTime", .dateTime) { $0.lastPasswordChange }.onSelect,
            .stored("mailNickname", \.otherProperties, .anyText(upTo: 64)).required.onSelect,
            .property("onPremisesImmutableId", \.onPremisesImmutableId, .nonEmptyText).onSelect,
            .derived("onPremisesSamAccountName", .text) { $0.onPremisesSamAccountName }.onSelect,
            .derived("onPremisesSecurityIdentifier", .text) { $0.onPremisesSecurityIdentifier }.onSelect,
            .derived("onPremisesSyncEnabled", .boolean) { $0.isSyncedFromPremises ? true : nil }.onSelect,
            .stored("otherMails", \.otherProperties, .anyTexts(250, of: 250), absent: .array([])).onSelect,
            .stored(
                "passwordPolicies", \.otherProperties,
                .anyWords("None", "DisablePasswordExpiration", "DisableStrongPassword")
            ).onSelect,
            .passwordProfile,
            .stored("postalCode", \.otherProperties, .anyText(upTo: 40)).onSelect,
            .stored("state", \.otherProperties, .anyText(upTo: 128)).onSelect,
            .stored("streetAddress", \.otherProperties, .anyText(upTo: 1_024)).onSelect,
            .derived("securityIdentifier", .text) { $0.id.securityIdentifier }.onSelect,
            .property("usageLocation", \.usageLocation, .country).onSelect,
            .derived("externalUserState", .text) { $0.externalUserState }.onSelect,
            .derived("userType", .text) { $0.userType }.onSelect,
        ]
    ).withExtensions(\.otherProperties)
}

extension GraphType where Entity == User {
    /// The type for `User.ReadBasic.All` (Microsoft Graph permissions reference). Its other properties are null.
    static let basicUser = user.restricted(
        to: ["displayName", "givenName", "id", "mail", "surname", "userPrincipalName"])
}

extension GraphProperty where Entity == User {
    /// The password profile, which is write-only and null in responses. An absent `forceChangePasswordNextSignIn` counts as false
    /// for a new user. The operations check the password, because the rules depend on the user's name.
    fileprivate static var passwordProfile: GraphProperty {
        var property = GraphProperty(name: "passwordProfile", kind: .complex) { _ in
            .null
        } set: {
            (user, json, path) throws(GraphError) in
            let profile = try profile.read(json, path)
            if let password = profile.password { user.password = password }
            if let mustChange = profile.mustChange { user.mustChangePassword = mustChange }
        }
        property.isRequired = true
        property.isDefault = false
        return property
    }

    private static var profile: GraphValue<PasswordProfile> {
        .complex(
            PasswordProfile(),
            [
                .property("password", \.password, .text),
                .property("forceChangePasswordNextSignIn", \.mustChange, .boolean),
                .property("forceChangePasswordNextSignInWithMfa", \.mustChangeWithMFA, .boolean),
            ])
    }
}

private struct PasswordProfile: Sendable {
    var password: String?
    var mustChange: Bool?
    var mustChangeWithMFA: Bool?
}

extension GraphValue where Value == String {
    /// A country code with two letters (ISO 3166).
    fileprivate static let country = GraphValue.parsed(.text, { .string($0) }) { value in
        value.string.flatMap { $0.utf8.count == 2 && $0.utf8.allSatisfy(ASCII.isLetter) ? $0 : nil }
    }
}

extension GraphOperation {
    private static let collection = GraphCollection<User>(
        path: "/users", type: .user, seen: { GraphPermission.readProfiles.admits($0) ? .user : .basicUser },
        indexes: [
            GraphIndex("id") { $0.tenant.user(ObjectID($1)) },
            GraphIndex("userPrincipalName") { $0.tenant.user(named: $1) },
        ],
        all: { (request) throws(GraphError) in request.tenant.users },
        find: { (request) throws(GraphError) in try request.user() })

    static let users: [GraphOperation] =
        collection.reading(.readUsers, tracksChanges: true)
        + collection.creating(.createUsers) { (request) throws(GraphError) in
            request.created(try create(request), .user, at: "/users")
        }
        + collection.changing(.updateUsers) { (request, user) throws(GraphError) in try update(user, request) }
        + collection.deleting(.deleteUsers) { (request, user) throws(GraphError) in
            let recorded = request.recorded
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.delete(user: user.id, at: request.services.now, recorded)
                try GraphError.check(outcome, key: user.id.description, conflict: "id")
            }
            try request.revoke(.user(user.id))
        }
        + ["revokeSignInSessions", "microsoft.graph.revokeSignInSessions", "invalidateAllRefreshTokens"].map { name in
            GraphOperation("POST", "/users/{id}/\(name)", .revokeSessions, revokeSessions)
        }

    private static func create(_ request: GraphRequest) throws(GraphError) -> User {
        let members = try request.members()
        try request.checkExtensions(members, of: .user)
        let id = request.newID()
        return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            var user = User(id: id, userPrincipalName: "", displayName: "", tenantID: edit.tenant.id)
            try GraphType.user.table.write(members, into: &user, .creation)
            guard user.password != nil else { throw .missingValue("passwordProfile.password") }
            try checkPassword(user, in: edit.tenant)
            user.lastPasswordChange = request.services.now
            user.otherProperties.append(.init("createdDateTime", .string(request.services.now.iso8601)))
            try checkName(user, in: edit.tenant)
            let taken = conflict(user, in: edit)
            try GraphError.check(edit.add(user), key: id.description, conflict: taken)
            return user
        }
    }

    /// Changes a user. A new password and a disabled account revoke what earlier sign-ins issued, to confidential clients too,
    /// because an administrator made the change (docs/reference/protocol.md#refresh-token).
    private static func update(_ user: User, _ request: GraphRequest) throws(GraphError) {
        let members = try request.members()
        for member in members where !member.isAnnotation {
            try GraphPermission.updateUsers(member.name).check(request)
        }
        try request.checkExtensions(members, of: .user)
        let setsPassword = members.contains { $0.name.isExactly("passwordProfile") }
        _ = try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            guard let before = edit.user(user.id) else { throw .notFound(user.id.description) }
            var after = before
            try GraphType.user.table.write(members, into: &after, .change)
            // Allowed (secret-comparison): a caller who may set a password learns nothing from the comparison.
            let isReset = setsPassword && !after.password.isExactly(before.password)
            if isReset {
                try checkPassword(after, in: edit.tenant)
                after.lastPasswordChange = request.services.now
            }
            if !after.userPrincipalName.isExactly(before.userPrincipalName) { try checkName(after, in: edit.tenant) }
            let changed = after
            let taken = conflict(changed, in: edit)
            let outcome = edit.update(user.id) { $0 = changed }
            try GraphError.check(outcome, key: user.id.description, conflict: taken)
            return isReset || before.accountEnabled && !after.accountEnabled
        } ending: { endsSignIns in
            endsSignIns ? user : nil
        }
    }

    /// Returns the name of the property whose value another user already has.
    private static func conflict(_ user: User, in edit: TenantEdit) -> String {
        let other = edit.user(named: user.userPrincipalName)
        return other == nil || other?.id == user.id ? "mail" : "userPrincipalName"
    }

    /// Throws 400 unless the user principal name is `name@domain` with a verified domain of the tenant.
    static func checkName(_ user: User, in tenant: Tenant) throws(GraphError) {
        let parts = user.userPrincipalName.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isPlain = user.userPrincipalName.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F }
        guard parts.count == 2, let name = parts.first, !name.isEmpty, let domain = parts.last, isPlain else {
            throw .invalidValue("userPrincipalName", "name@domain")
        }
        guard tenant.hasDomain(String(Substring(domain))) else {
            throw .invalidValue("userPrincipalName", "the domain is not a verified domain of the organization")
        }
    }

    /// Throws unless the password meets the rules that the pages apply. With the policy `DisableStrongPassword`, a password needs
    /// no mix of character kinds.
    static func checkPassword(_ user: User, in tenant: Tenant) throws(GraphError) {
        guard let password = user.password else { return }
        let problem = PasswordRules.of(tenant.kind).problem(password, of: user.userPrincipalName)
        let policies = user.otherProperties.first { $0.name.isExactly("passwordPolicies") }?.value.string ?? ""
        let admitsWeak = policies.pieces(separatedBy: ",").contains { $0.hasExactSuffix("DisableStrongPassword") }
        guard problem == nil || problem == .tooWeak && admitsWeak else { throw .weakPassword }
    }

    private static func revokeSessions(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let user = try request.user()
        try request.revoke(user)
        return GraphResponse.value(.bool(true), "Edm.Boolean", request)
    }
}
