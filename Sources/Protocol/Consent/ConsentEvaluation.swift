package import Directory
package import Entra
import Formats

/// Decides which permissions a user must consent to before the client gets its tokens (docs/reference/protocol.md#default-scope,
/// docs/reference/protocol.md#consent). Consent is dynamic and incremental: the page lists requested permissions that are not
/// granted.
package struct ConsentEvaluation: Sendable {
    private let resolver: ResourceResolver
    private let user: User
    private let userConsent: UserConsentPolicy
    /// The application permissions that were assigned to the client at run time.
    private let assignments: [AppRoleAssignment]

    private var client: ClientID { resolver.client.clientID }
    private var tenant: Tenant { resolver.tenant }
    private var grants: ConsentGrants { resolver.grants }
    /// Whether the user has granted the client nothing so far.
    private var isFirst: Bool { !grants.hasAny(to: client, for: user.id) }

    package init(
        resolver: ResourceResolver, user: User, userConsent: UserConsentPolicy, assignments: [AppRoleAssignment] = []
    ) {
        self.resolver = resolver
        self.user = user
        self.userConsent = userConsent
        self.assignments = assignments
    }

    /// Decides whether the request needs consent. Throws AADSTS65002 for access of one of Microsoft's own clients to one of
    /// Microsoft's APIs that is not preauthorized, 650052 for a listed API without a service principal here, 650057 for `.default`
    /// of a resource that the client neither lists nor has a grant on, and 650056 for `.default` of a resource on which the client
    /// lists no delegated permission.
    package func decide(_ access: RequestedAccess, prompt: ConsentPrompt) throws(EntraError) -> ConsentDecision {
        if resolver.client.isFirstPartyClient {
            try checkPreauthorization(of: access)
            if access.resources.allSatisfy(\.application.isOfMicrosoft) { return .satisfied }
        }
        var entries = try permissions(of: access, prompt: prompt)
        let isConsentNeeded = !entries.isEmpty || access.resources.contains(where: isWithoutGrant)
        if prompt != .ifNeeded || (isFirst && isConsentNeeded) { entries = bundle(with: entries, of: access, prompt) }
        if prompt != .administrator { try checkStaticList(entries, of: access) }
        guard !entries.isEmpty else { return .satisfied }
        return try mayConsent(to: entries, of: access, prompt: prompt) ? .needed(entries) : .needsAdministrator(entries)
    }

    /// Throws AADSTS65002 for a Microsoft API on which the client is not preauthorized for all that the request names. No page asks
    /// for such a permission, because nobody but Microsoft can grant it.
    private func checkPreauthorization(of access: RequestedAccess) throws(EntraError) {
        for resource in access.resources where resource.application.isOfMicrosoft {
            let isGranted =
                switch resource.extent {
                case .named(let scopes): ungranted(in: named(scopes, of: resource.application)).isEmpty
                case .everything, .signIn: !isWithoutGrant(resource)
                }
            guard isGranted else { throw EntraError.missingConsent(of: resolver.client, to: resource.application) }
        }
    }

    // MARK: - Entries of the page

    /// Returns the permissions that the page would list, each once, without the bundled permissions.
    private func permissions(
        of access: RequestedAccess, prompt: ConsentPrompt
    ) throws(EntraError) -> [PermissionToConsent] {
        var entries: [PermissionToConsent] = []
        for resource in access.resources {
            if case .named(let scopes) = resource.extent {
                let requested = named(scopes, of: resource.application)
                entries += prompt == .ifNeeded ? ungranted(in: requested) : requested
            } else if prompt.listsStaticPermissions(in: access) || needsStaticList(resource, access.version) {
                let list = try staticList(for: resource)
                if prompt != .ifNeeded || !ungranted(in: list).isEmpty { entries += list }
                if prompt == .always, resource.isDefault { entries += granted(on: resource.application) }
            }
        }
        return entries.firstOfEach(\.permission)
    }

    /// Returns the granted permissions of an API, which `prompt=consent` lists again next to those that the client lists
    /// (docs/reference/protocol.md#default-scope-consent).
    private func granted(on resource: Application) -> [PermissionToConsent] {
        grants.permissions(of: resource, to: client, for: user.id).map {
            PermissionToConsent($0, of: resource, to: client)
        }
    }

    private func named(_ scopes: [RequestedScope], of resource: Application) -> [PermissionToConsent] {
        scopes.map { PermissionToConsent($0.permission, of: resource, to: client, as: $0.text) }
    }

    /// Whether a request that names no permission shows everything that the client lists. The request does so until something is
    /// granted on the resource. In version 1, the sign-in alone is such a request.
    private func needsStaticList(_ resource: ResourceAccess, _ version: EndpointVersion) -> Bool {
        switch resource.extent {
        case .named: false
        case .everything: isWithoutGrant(resource)
        case .signIn: version == .v1 && isFirst
        }
    }

    /// Whether no recorded grant covers a request that names no permission.
    private func isWithoutGrant(_ resource: ResourceAccess) -> Bool {
        switch resource.extent {
        case .named: false
        case .everything: !grants.hasAny(on: resource.application, to: client, for: user.id)
        case .signIn: isFirst
        }
    }

    /// Returns all delegated permissions that the client lists, on all APIs, and the permissions that a middle-tier API which
    /// knows the client lists.
    private func staticList(for resource: ResourceAccess) throws(EntraError) -> [PermissionToConsent] {
        let api = resource.application
        guard !resource.isDefault || resolver.mayRequest(api) else {
            guard resolver.client.requiredResourceAccess.isEmpty, !resolver.client.isFirstPartyClient else {
                throw resolver.notListed(api, as: resource.name)
            }
            throw misconfigured(api)
        }
        let lists = StaticPermissions(resolver: resolver)
        var entries = try lists.delegated(of: resolver.client)
        if resource.isDefault, resolver.isKnownClient(of: api) { entries += try lists.delegated(of: api) }
        return entries
    }

    /// Checks that a request for `.default` can yield permissions. Throws AADSTS650056 if neither a recorded grant nor the page
    /// covers the resource, because the code would be useless. An administrator's page has application permissions in addition to
    /// `entries`.
    private func checkStaticList(
        _ entries: [PermissionToConsent], of access: RequestedAccess
    ) throws(EntraError) {
        let misconfiguredAccess = access.resources.first { resource in
            let api = resource.application.clientID
            return resource.isDefault && api != client && isWithoutGrant(resource)
                && !entries.contains { $0.client == client && $0.resource == api }
        }
        if let misconfiguredAccess { throw misconfigured(misconfiguredAccess.application) }
    }

    private func misconfigured(_ resource: Application) -> EntraError {
        EntraError(
            .misconfiguredApplication,
            [.clientID: resolver.client.appId, .resourceName: resource.displayName])
    }

    /// Returns the entries with the permissions that the first consent always includes: the sign-in and, for static consent, the
    /// user's own profile. In a b2c tenant, the sign-in needs no consent, and an administrator grants the sign-in with the other
    /// permissions.
    private func bundle(
        with entries: [PermissionToConsent], of access: RequestedAccess, _ prompt: ConsentPrompt
    ) -> [PermissionToConsent] {
        guard tenant.kind != .b2c || prompt == .administrator else { return entries }
        let graph = tenant.application(.microsoftGraph)
        let oidc = access.oidc.union(
            access.version == .v1 ? [.openid, .profile, .offlineAccess] : [.openid, .profile])
        var bundled = oidc.permissionsToConsent(for: client, graphName: graph?.displayName ?? "")
        if access.isStatic, isFirst, let graph, let profile = graph.ownProfilePermission {
            bundled.append(PermissionToConsent(profile, of: graph, to: client, isRequired: true))
        }
        return (bundled + entries).firstOfEach(\.permission)
    }

    // MARK: - Permission to consent

    /// Whether the user may consent for everyone. Consent to a static request also grants the application permissions that the
    /// client lists. Throws the errors of `StaticPermissions.delegated(of:)`.
    package func mayConsentForOrganization(to access: RequestedAccess) throws(EntraError) -> Bool {
        guard user.mayConsentForOrganization(in: tenant) else { return false }
        let roles = access.isStatic ? try StaticPermissions(resolver: resolver).appRoles() : []
        return user.mayConsentForOrganization(
            in: tenant, applicationPermissionsOf: roles.map(\.resource.clientID))
    }

    private func mayConsent(
        to entries: [PermissionToConsent], of access: RequestedAccess, prompt: ConsentPrompt
    ) throws(EntraError) -> Bool {
        guard prompt != .administrator else { return try mayConsentForOrganization(to: access) }
        let apis = try apisOfMissingRoles(of: access)
        guard apis.isEmpty || user.mayConsentForOrganization(in: tenant, applicationPermissionsOf: apis) else {
            return false
        }
        if user.mayConsentForOrganization(in: tenant) { return true }
        guard tenant.kind == .workforce || tenant.kind == .consumers else { return false }
        return switch userConsent {
        case .allowed: ungranted(in: entries).allSatisfy { $0.kind == .user }
        case .verifiedPublishers: isTrusted && areLowImpact(ungranted(in: entries))
        case .disabled: false
        }
    }

    /// Returns the APIs of the application permissions that the client lists and does not have. A static request asks for these
    /// permissions too, except from personal accounts (docs/reference/protocol.md#consent-application-permissions).
    private func apisOfMissingRoles(of access: RequestedAccess) throws(EntraError) -> [ClientID] {
        guard access.isStatic, tenant.kind != .consumers else { return [] }
        return try StaticPermissions(resolver: resolver).appRoles().filter { listed in
            !AppPermissions.assigned(to: client, on: listed.resource, in: tenant, and: assignments)
                .contains { $0.appRole == listed.role.id }
        }.map(\.resource.clientID)
    }

    /// Whether the client belongs to the user's tenant or has a verified publisher.
    private var isTrusted: Bool {
        resolver.client.verifiedPublisherId != nil
            || resolver.directory.registration(of: client, in: tenant)?.tenant.id == tenant.id
    }

    /// Whether the entries are only the sign-in and the user's own profile.
    private func areLowImpact(_ entries: [PermissionToConsent]) -> Bool {
        guard let graph = tenant.application(.microsoftGraph) else { return entries.isEmpty }
        let profile = graph.ownProfilePermission?.value
        return entries.allSatisfy {
            $0.resource == .microsoftGraph && (OIDCScopes(name: $0.value) != nil || profile.isExactly($0.value))
        }
    }

    /// Returns the entries that are not granted. The recorded grants are looked up once for each client and resource.
    private func ungranted(in entries: [PermissionToConsent]) -> [PermissionToConsent] {
        var granted: [PermissionToConsent.Parties: SmallSet<CaseInsensitiveString>] = [:]
        return entries.filter { entry in
            let names = granted[entry.parties] ?? grantedNames(entry.parties)
            granted[entry.parties] = names
            return !names.contains(CaseInsensitiveString(entry.value))
        }
    }

    private func grantedNames(_ parties: PermissionToConsent.Parties) -> SmallSet<CaseInsensitiveString> {
        guard case .found(let resource) = resolver.lookUp(parties.resource) else { return SmallSet([]) }
        return SmallSet(
            grants.permissions(of: resource, to: parties.client, for: user.id).map { CaseInsensitiveString($0.value) })
    }
}

extension ConsentPrompt {
    /// Whether the page shows the permissions that the registration lists, granted or not, for a request that names no permission.
    fileprivate func listsStaticPermissions(in access: RequestedAccess) -> Bool {
        switch self {
        case .ifNeeded: false
        case .always, .administrator: access.isStatic
        }
    }
}
