import Directory
import Entra
import Flows
import Wire

/// What Microsoft Graph checks before a registration is made or changed: the rules of the configuration, and those that
/// only a change can break.
struct ApplicationValidation {
    let application: Application
    let tenant: Tenant

    /// Entries that the lists of a registration may have together.
    static let maximumEntries = 1_200

    /// Throws 400 for the first thing that is wrong.
    func check(before: Application?) throws(GraphError) {
        try checkRedirectURIs()
        try checkIdentifierURIs()
        try checkPermissions()
        if let before { try checkRemovals(since: before) }
        try checkCredentials()
        try checkLogoutURL()
        if application.signInAudience.admitsPersonalAccounts, application.requestedAccessTokenVersion != 2 {
            throw .invalidValue("api.requestedAccessTokenVersion", "it must be 2 when personal accounts are admitted")
        }
        guard entries <= ApplicationValidation.maximumEntries else {
            throw GraphError(
                status: 403, code: "Directory_ObjectQuotaExceeded",
                message: "The registration has more than \(ApplicationValidation.maximumEntries) entries.")
        }
    }

    private func checkRedirectURIs() throws(GraphError) {
        var known: Set<ExactString> = []
        for uri in application.redirectURIs {
            let place = "\(uri.platform.rawValue).redirectUris"
            if let problem = RedirectURIRegistration.problem(of: uri, audience: application.signInAudience) {
                throw .invalidValue(place, "'\(uri.uri)' \(problem)")
            }
            guard known.insert(uri.uri).inserted else { throw .invalidValue(place, "'\(uri.uri)' stands there twice") }
        }
        let limit = RedirectURIRegistration.maximumCount(for: application.signInAudience)
        guard application.redirectURIs.count <= limit else {
            throw .invalidValue("redirectUris", "at most \(limit) are allowed")
        }
    }

    private func checkIdentifierURIs() throws(GraphError) {
        var known: Set<ExactString> = []
        for uri in application.identifierUris {
            if let problem = ApplicationRules.problem(ofIdentifierUri: uri, application.signInAudience) {
                throw .invalidValue("identifierUris", problem.message)
            }
            guard known.insert(ExactString(uri.asciiLowercased)).inserted else {
                throw .invalidValue("identifierUris", "'\(uri)' stands there twice")
            }
            guard isOfOwnDomain(uri) else {
                throw .badRequest(
                    "The host of the identifier URI '\(uri)' is no verified domain of the organization.",
                    [GraphError.Detail(code: "HostNameNotOnVerifiedDomain", target: "identifierUris")])
            }
        }
    }

    /// Web addresses must lie in a verified domain or below it.
    private func isOfOwnDomain(_ uri: String) -> Bool {
        guard uri.asciiLowercased.hasPrefix("https://") || uri.asciiLowercased.hasPrefix("http://") else { return true }
        guard let host = Origin(of: uri)?.host else { return false }
        return tenant.domains.contains { domain in
            host.isExactlyIgnoringASCIICase(domain) || host.asciiLowercased.hasSuffix("." + domain.asciiLowercased)
        }
    }

    private func checkPermissions() throws(GraphError) {
        let scopes = application.oauth2PermissionScopes.map { ($0.id, $0.value) }
        let roles = application.appRoles.map { ($0.id, $0.value) }
        try checkPermissions(
            scopes, "api.oauth2PermissionScopes", ApplicationRules.maximumScopeLength(application.signInAudience))
        try checkPermissions(roles, "appRoles", ApplicationRules.maximumRoleLength)
        if let role = application.appRoles.first(where: { !$0.allowsUsers && !$0.allowsApplications }) {
            throw .invalidValue("appRoles", "'\(role.displayName)' has no allowedMemberTypes")
        }
        for client in application.preAuthorizedApplications {
            for id in client.delegatedPermissionIds where !scopes.contains(where: { $0.0 == id }) {
                throw .invalidValue("api.preAuthorizedApplications", "there is no scope '\(id)'")
            }
        }
    }

    private func checkPermissions(
        _ permissions: [(id: PermissionID, value: String)], _ place: String, _ limit: Int
    ) throws(GraphError) {
        var ids: Set<PermissionID> = []
        var values: Set<ExactString> = []
        for (id, value) in permissions {
            guard ids.insert(id).inserted else { throw .invalidValue(place, "the id '\(id)' stands there twice") }
            guard !value.isEmpty else { continue }
            if let problem = ApplicationRules.problem(ofPermission: value, limit) {
                throw .invalidValue(place, problem)
            }
            guard values.insert(ExactString(value.asciiLowercased)).inserted else {
                throw .invalidValue(place, "the value '\(value)' stands there twice")
            }
        }
    }

    /// A permission must be disabled before it is removed.
    private func checkRemovals(since before: Application) throws(GraphError) {
        let scopes = before.oauth2PermissionScopes.filter { old in
            old.isEnabled && !application.oauth2PermissionScopes.contains { $0.id == old.id }
        }
        let roles = before.appRoles.filter { old in
            old.isEnabled && !application.appRoles.contains { $0.id == old.id }
        }
        guard let removed = scopes.first?.value ?? roles.first?.value else { return }
        throw GraphError(
            status: 400, code: "CannotDeleteOrUpdateEnabledEntitlement",
            message: "The permission '\(removed)' must be disabled before it can be removed.")
    }

    private func checkCredentials() throws(GraphError) {
        let secrets = application.passwordCredentials.count + application.undisclosedPasswords.count
        if let problem = ApplicationRules.problem(ofSecrets: secrets, application.signInAudience) {
            throw .invalidValue("passwordCredentials", problem)
        }
        for credential in application.keyCredentials where credential.certificate == nil {
            throw .invalidValue("keyCredentials", "an entry has no key")
        }
        for credential in application.passwordCredentials {
            if let start = credential.startDateTime, let end = credential.endDateTime, end <= start {
                throw .invalidValue("passwordCredentials", "an entry ends before it begins")
            }
        }
    }

    private func checkLogoutURL() throws(GraphError) {
        guard let url = application.logoutUrl else { return }
        let isPlain = url.utf8.count <= 255 && url.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F }
        guard isPlain, let origin = Origin(of: url), origin.isSecure || origin.host == "localhost" else {
            throw .invalidValue("web.logoutUrl", "an https address of at most 255 characters")
        }
    }

    private var entries: Int {
        application.redirectURIs.count + application.identifierUris.count + application.oauth2PermissionScopes.count
            + application.appRoles.count + application.passwordCredentials.count + application.keyCredentials.count
            + application.preAuthorizedApplications.count + application.knownClientApplications.count
            + application.requiredResourceAccess.reduce(0) { $0 + 1 + $1.scopes.count + $1.roles.count }
    }
}
