import Crypto
import Directory
import Entra
import Formats
import Protocol

/// The checks of Microsoft Graph before a registration is created or changed: the rules of the configuration, and the rules that
/// only a change can break. The configuration may contain values that Microsoft Graph rejects; they stay until they are changed.
struct ApplicationValidation {
    let application: Application
    /// The registration before the change, or nil for a new registration.
    let before: Application?
    let tenant: Tenant
    let settings: Settings

    /// The largest number of scopes and app roles together (docs/reference/protocol.md#permission-definitions).
    static let maximumPermissions = 700
    /// The largest number of entries in all lists of a registration together.
    static let maximumEntries = 1_200
    /// The largest size of a registration as JSON with its certificates, in bytes. One request can carry this many.
    static let maximumBytes = 1 << 18

    /// A check with the properties that the check is about. If none of these properties changes, the check is skipped.
    private struct Rule: Sendable {
        let properties: [String]
        let check: @Sendable (ApplicationValidation) throws(GraphError) -> Void

        init(
            _ properties: String..., check: @escaping @Sendable (ApplicationValidation) throws(GraphError) -> Void
        ) {
            self.properties = properties
            self.check = check
        }
    }

    private static let rules: [Rule] = [
        Rule("signInAudience", "web", "spa", "publicClient") { (validation) throws(GraphError) in
            try validation.checkRedirectURIs()
        },
        Rule("signInAudience", "identifierUris") { (validation) throws(GraphError) in
            try IdentifierURIValidation(validation).check()
        },
        Rule("signInAudience", "web") { (validation) throws(GraphError) in try validation.checkLogoutURL() },
        Rule("tags") { (validation) throws(GraphError) in try validation.checkTags() },
        Rule("signInAudience", "api") { (validation) throws(GraphError) in
            try validation.checkScopes()
            try validation.checkTokenVersion()
        },
        Rule("appRoles") { (validation) throws(GraphError) in try validation.checkRoles() },
    ]

    /// Checks the application. Throws a `GraphError` for the first problem: status 400, or 403 if a quota is exceeded.
    func check() throws(GraphError) {
        for rule in ApplicationValidation.rules where rule.properties.contains(where: isChanged) {
            try rule.check(self)
        }
        try checkSecrets()
        try checkCertificates()
        try checkLimits()
        try checkEntitlements()
        for quota in ApplicationValidation.quotas {
            let before = before.map(quota.count) ?? 0
            let count = quota.count(application)
            guard count <= max(quota.maximum, before) else { throw quota.error(count) }
        }
    }

    /// A quota of a registration. A registration from the configuration may exceed a quota, but must not grow beyond its size.
    private struct Quota: Sendable {
        let maximum: Int
        let count: @Sendable (Application) -> Int
        /// Returns the error for a count.
        var error: @Sendable (Int) -> GraphError = { _ in .objectSize }
    }

    private static let quotas: [Quota] = [
        Quota(maximum: maximumPermissions, count: { permissions(of: $0) }) { count in
            .badRequest(
                "The total count of values: \(count) exceeds the set maxValuesCount limit: \(maximumPermissions) "
                    + "for property: Entitlement")
        },
        Quota(maximum: maximumEntries, count: { entries(of: $0) }),
        Quota(maximum: maximumBytes, count: { bytes(of: $0) }),
    ]

    /// Checks the limits of which a property, or the audience, changes.
    private func checkLimits() throws(GraphError) {
        let isOfNewAudience = isChanged("signInAudience")
        for limit in RegistrationLimit.own where isOfNewAudience || isChanged(limit) {
            guard let problem = limit.problem(of: application) else { continue }
            throw .invalidValue(limit.property, "the application \(problem)")
        }
        guard isChanged(RegistrationLimit.foreignAPIs) else { return }
        let problem = RegistrationLimit.foreignAPIs.problem(of: application) { tenant.application($0) == nil }
        if problem != nil { throw .objectSize }
    }

    private func isChanged(_ limit: RegistrationLimit) -> Bool {
        let platforms = ["web", "spa", "publicClient"]
        let name = limit.property.pieces(separatedBy: ".").first ?? limit.property
        return name.isExactly("redirectUris") ? platforms.contains(where: isChanged) : isChanged(name)
    }

    private func isChanged(_ name: String) -> Bool {
        guard let before, let property = GraphType.application.table[name] else { return true }
        return property.get(application) != property.get(before)
    }

    private func checkRedirectURIs() throws(GraphError) {
        var known: Set<ByteString> = []
        for uri in application.redirectURIs {
            let property = "\(uri.platform.rawValue).redirectUris"
            if let problem = RedirectURIRegistration.problem(of: uri, audience: application.signInAudience) {
                throw .invalidValue(property, "'\(uri.uri)' \(problem)")
            }
            guard known.insert(uri.uri).inserted else { throw .invalidValue(property, "'\(uri.uri)' occurs twice") }
        }
    }

    /// Checks a new logout URL. A URL from the configuration stays.
    private func checkLogoutURL() throws(GraphError) {
        guard let url = application.logoutUrl, before?.logoutUrl?.isExactly(url) != true else { return }
        let problem = ApplicationRules.problem(
            ofLogoutURL: url, application.signInAudience, scheme: settings.logoutUrlScheme)
        if let problem { throw .invalidValue("web.logoutUrl", problem.message) }
    }

    private func checkTags() throws(GraphError) {
        let tags = GraphType.application.table["tags"]?.get(application) ?? .null
        if let problem = ApplicationRules.problem(ofTags: tags) { throw .invalidValue("tags", problem) }
    }

    private func checkScopes() throws(GraphError) {
        let scopes = application.oauth2PermissionScopes.map { ($0.id, $0.value) }
        try checkPermissions(
            scopes, "api.oauth2PermissionScopes", ApplicationRules.maximumScopeLength(application.signInAudience))
        for client in application.preAuthorizedApplications {
            for id in client.delegatedPermissionIds where !scopes.contains(where: { $0.0 == id }) {
                throw .invalidValue("api.preAuthorizedApplications", "there is no scope '\(id)'")
            }
        }
    }

    private func checkRoles() throws(GraphError) {
        try checkPermissions(
            application.appRoles.map { ($0.id, $0.value) }, "appRoles", ApplicationRules.maximumRoleLength)
        if let role = application.appRoles.first(where: { !$0.allowsUsers && !$0.allowsApplications }) {
            throw .invalidValue("appRoles", "'\(role.displayName)' has no allowedMemberTypes")
        }
    }

    private func checkPermissions(
        _ permissions: [(id: PermissionID, value: String)], _ property: String, _ limit: Int
    ) throws(GraphError) {
        var ids: Set<PermissionID> = []
        var values: Set<ByteString> = []
        for (id, value) in permissions {
            guard ids.insert(id).inserted else { throw .invalidValue(property, "the id '\(id)' occurs twice") }
            guard !value.isEmpty else { continue }
            if let problem = ApplicationRules.problem(ofPermission: value, limit) {
                throw .invalidValue(property, problem)
            }
            guard values.insert(ByteString(value.asciiLowercased)).inserted else {
                throw .invalidValue(property, "the value '\(value)' occurs twice")
            }
        }
    }

    private func checkTokenVersion() throws(GraphError) {
        if application.signInAudience.admitsPersonalAccounts, application.requestedAccessTokenVersion != 2 {
            throw .invalidValue(
                "api.requestedAccessTokenVersion", "the value must be 2 if signInAudience includes personal accounts")
        }
    }

    /// Throws if an enabled permission is removed or gets another value. The permission must be disabled first.
    private func checkEntitlements() throws(GraphError) {
        guard let before else { return }
        let values = Dictionary(
            ApplicationValidation.entitlements(of: application).map { ($0.id, $0.value) },
            uniquingKeysWith: { first, _ in first })
        let changed = ApplicationValidation.entitlements(of: before).first { old in
            old.isEnabled && values[old.id]?.isExactly(old.value) != true
        }
        guard let changed else { return }
        throw GraphError(
            status: 400, code: "CannotDeleteOrUpdateEnabledEntitlement",
            message: "Permission (scope or role) '\(changed.value)' cannot be deleted or updated unless disabled first."
        )
    }

    /// Returns the scopes and the roles. A scope and a role may share an ID.
    private static func entitlements(of application: Application) -> [Entitlement] {
        application.oauth2PermissionScopes.map {
            Entitlement(id: .scope($0.id), value: $0.value, isEnabled: $0.isEnabled)
        } + application.appRoles.map { Entitlement(id: .role($0.id), value: $0.value, isEnabled: $0.isEnabled) }
    }

    private struct Entitlement {
        enum ID: Hashable {
            case scope(PermissionID)
            case role(PermissionID)
        }

        let id: ID
        let value: String
        let isEnabled: Bool
    }

    /// Checks the new secrets of the registration and of the service principal.
    private func checkSecrets() throws(GraphError) {
        let known = before?.passwordCredentials.map(\.keyId) ?? []
        for credential in application.passwordCredentials where !isKnown(credential.keyId, among: known) {
            if let start = credential.startDateTime, let end = credential.endDateTime, end <= start {
                throw .invalidValue(
                    "passwordCredentials", "the endDateTime of an entry must be after the startDateTime")
            }
            try AppManagement(of: application, isServicePrincipal: credential.isOfServicePrincipal, in: tenant)?.check(
                credential)
        }
    }

    /// Throws if a new certificate has no key, or if its entry ends after the certificate. Exports list certificates without their
    /// keys, so a known certificate needs none.
    private func checkCertificates() throws(GraphError) {
        let known = before?.keyCredentials.map(\.keyId) ?? []
        for credential in application.keyCredentials where !isKnown(credential.keyId, among: known) {
            guard let key = credential.certificate else {
                throw .invalidValue("keyCredentials", "an entry has no key")
            }
            if let end = credential.endDateTime, let certificate = try? ClientCertificate(der: key),
                end > certificate.notAfter
            {
                throw GraphError(
                    status: 400, code: "KeyCredentialsInvalidEndDate", message: "Key credential end date is invalid.")
            }
            try AppManagement(of: application, isServicePrincipal: credential.isOfServicePrincipal, in: tenant)?.check(
                credential)
        }
    }

    private func isKnown(_ id: String?, among known: [String?]) -> Bool {
        id.map { id in known.contains { $0?.isExactlyIgnoringASCIICase(id) == true } } ?? false
    }

    /// Returns the number of scopes and app roles, enabled or not. A scope and a role with the same ID count once.
    private static func permissions(of application: Application) -> Int {
        Set(application.oauth2PermissionScopes.map(\.id)).union(application.appRoles.map(\.id)).count
    }

    private static func entries(of application: Application) -> Int {
        application.redirectURIs.count + application.identifierUris.count + application.oauth2PermissionScopes.count
            + application.appRoles.count + application.passwordCredentials.count + application.keyCredentials.count
            + application.preAuthorizedApplications.count + application.knownClientApplications.count
            + application.requiredResourceAccess.reduce(0) { $0 + 1 + $1.scopes.count + $1.roles.count }
    }

    private static func bytes(of application: Application) -> Int {
        JSONWriter.value(GraphType.application.table.json(application)).count
            + application.keyCredentials.reduce(0) { $0 + ($1.certificate?.count ?? 0) }
    }
}
