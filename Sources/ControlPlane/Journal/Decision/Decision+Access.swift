import Directory
import Entra
import Formats
import Protocol
import Store

/// The requested access, and the recorded consent and assignments.
extension Decision {
    private var resolver: ResourceResolver? {
        guard let client, let tenant else { return nil }
        let runtime = reader.store?.grants(to: client.clientID, in: tenant.id) ?? []
        return ResourceResolver(
            directory: item.directory, client: client,
            grants: ConsentGrants(
                tenant: tenant, runtime: runtime, preauthorizations: client.preauthorizations ?? [],
                store: reader.store),
            cloud: item.entry.origin.cloud(of: tenant), ownOrigins: OwnOrigins(reached: item.entry.origin))
    }

    /// The scopes, each resolved separately, so that an invalid scope does not hide the others.
    var scopes: JSONValue? {
        guard let resolver else { return nil }
        if facts.parameter(Parameter.scope) == nil, let resource = facts.parameter(Parameter.resource) {
            return .array([
                scope(resource) { () throws(EntraError) in
                    guard !isOfApplication else {
                        return .roles(
                            of: try AppPermissions.fromResource(resource, by: resolver, assignments: assignments))
                    }
                    return .delegated(try RequestedAccess.fromResource(resource, at: .directGrant, by: resolver))
                }
            ])
        }
        let requested = facts.scopes.prefix(ScopeRequest.maximumCount)
        guard !requested.isEmpty else { return nil }
        return .array(
            requested.map { word in
                scope(word) { () throws(EntraError) in
                    let request = try ScopeRequest.parse(word)
                    guard !isOfApplication else {
                        return .roles(of: try AppPermissions.resolve(request, by: resolver, assignments: assignments))
                    }
                    return .delegated(try RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver))
                }
            })
    }

    /// The access that one word of the scope names.
    private enum Access {
        case delegated(RequestedAccess)
        /// The app roles of an API.
        case roles(of: AppPermissions)
    }

    /// Whether the client acts for itself. Such a request needs no permission in the registration.
    private var isOfApplication: Bool { facts.grantType == "client_credentials" }

    private var assignments: [AppRoleAssignment] {
        guard let client, let tenant else { return [] }
        return reader.store?.appRoleAssignments(to: client.clientID, in: tenant.id) ?? []
    }

    /// Returns the resolved scope, or the reason why the scope is invalid. A successful response has no such reason: a rule that
    /// does not apply to the request would contradict the response.
    private func scope(_ requested: String, _ resolve: () throws(EntraError) -> Access) -> JSONValue {
        var members = [JSONValue.Member("asked", .string(requested))]
        do throws(EntraError) {
            switch try resolve() {
            case .roles(let permissions):
                members += resource(permissions.resource, [ScopeToken.defaultPermission])
            case .delegated(let access) where OIDCScopes(name: requested) == nil:
                let names =
                    access.resource.isDefault
                    ? [ScopeToken.defaultPermission] : access.resource.scopes.map(\.permission.value)
                members += resource(access.resource.application, names)
            case .delegated: members.append(.init("permission", .string(requested.asciiLowercased)))
            }
        } catch {
            guard response.failure != nil else { return .object(members) }
            members.append(.init("error", .string(error.code.name)))
            members.append(.init("message", .string(error.message)))
        }
        return .object(members)
    }

    private func resource(_ application: Application, _ permissions: [String]) -> [JSONValue.Member] {
        [
            .init("resource", .string(application.displayName)), .init("resourceAppId", .string(application.appId)),
            .init("permission", .string(permissions.joined(separator: " "))),
        ]
    }

    private var isOfUser: Bool {
        ["authorize", "token", "devicecode", "devicelogin", "adminconsent"].containsExactly(facts.endpoint)
    }

    /// The consent. The state is `asked` if a page lists permissions, `missing` if an error reports missing consent, `given` if
    /// this request grants consent, and `found` if consent is recorded.
    var consent: JSONValue? {
        guard isOfUser else { return nil }
        switch response.page {
        case .consent(let page):
            return part(
                "asked", "The consent page lists the permissions that are not granted yet.",
                page.permissions.map(\.scope))
        case .adminApproval:
            return part("missing", "Only an administrator can grant the permissions, and the user is not one.")
        case .some: return nil
        case nil: break
        }
        if let code = response.failure?.code {
            return Decision.consentCodes.contains(code)
                ? part("missing", "No recorded consent covers the request.") : nil
        }
        guard response.failure == nil, let user,
            !response.tokens(reader.sealing).isEmpty || response.issuedGrant(reader.sealing) != nil
        else {
            return applicationRoles
        }
        if facts.form?[PageField.consent] != nil || facts.form?[PageField.acceptConsent] != nil {
            return part("given", "The user granted the permissions with this request.", granted.map(\.name))
        }
        return .object([
            .init("state", .string("found")), .init("user", .string(user.signInName)),
            .init(
                "permissions",
                .array(
                    granted.map { entry in
                        .object([.init("permission", .string(entry.name)), .init("by", .string(entry.source))])
                    })),
        ])
    }

    private static let consentCodes: Set<ByteString> = [
        "AADSTS65001", "AADSTS65004", "AADSTS90094", "AADSTS90095", "AADSTS65002", "AADSTS90093",
    ]

    private func part(_ state: String, _ detail: String, _ permissions: [String] = []) -> JSONValue {
        var members = [JSONValue.Member("state", .string(state)), .init("detail", .string(detail))]
        if !permissions.isEmpty { members.append(.init("permissions", .array(permissions.map(JSONValue.string)))) }
        return .object(members)
    }

    private var user: User? {
        facts.person.accounts.lazy.compactMap { [item] in item.directory.tenant($0.tenant)?.user($0.object) }.first
    }

    /// The permissions that the request names or issues, each with the source of the consent.
    private var granted: [(name: String, source: String)] {
        guard let resolver, let client, let tenant, let user else { return [] }
        let words =
            facts.scopes.isEmpty
            ? (facts.presentedGrant?.scope ?? "").pieces(separatedBy: " ") : facts.scopes
        var found: [(name: String, source: String)] = []
        var sources: [ClientID: PermissionSources] = [:]
        for word in words.prefix(ScopeRequest.maximumCount) {
            guard OIDCScopes(name: word) == nil, let request = try? ScopeRequest.parse(word),
                let access = try? RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver)
            else { continue }
            let api = access.resource.application
            let ofAPI = sources[api.clientID] ?? PermissionSources(api, client, tenant, user)
            sources[api.clientID] = ofAPI
            let named =
                access.resource.isDefault
                ? resolver.grants.permissions(of: api, to: client.clientID, for: user.id)
                : access.resource.scopes.map(\.permission)
            for permission in named {
                found.append((name: "\(api.displayName): \(permission.value)", source: ofAPI.source(of: permission)))
            }
        }
        return found
    }

    /// The app roles in an application's own token.
    private var applicationRoles: JSONValue? {
        guard let claims = response.tokens(reader.sealing).first?.token, let client,
            facts.grantType == "client_credentials"
        else {
            return nil
        }
        let roles = claims.claims["roles"]?.array ?? []
        return .object([
            .init("state", .string(roles.isEmpty ? "none" : "found")),
            .init("application", .string(client.displayName)),
            .init("roles", .array(roles)),
            .init(
                "detail",
                .string(
                    roles.isEmpty
                        ? "No application permission of the resource is assigned to the client."
                        : "The roles come from appRoleAssignments.")),
        ])
    }
}

/// The configured consents of one API for a client and a user. They are collected once for all permissions of the API.
private struct PermissionSources {
    private let preAuthorized: Set<PermissionID>
    private let byMicrosoft: Set<CaseInsensitiveString>
    private let forEveryone: Set<CaseInsensitiveString>
    private let forUser: Set<CaseInsensitiveString>

    init(_ api: Application, _ client: Application, _ tenant: Tenant, _ user: User) {
        preAuthorized = Set(
            api.preAuthorizedApplications.filter { $0.appId == client.clientID }.flatMap(\.delegatedPermissionIds))
        let ofMicrosoft = (client.preauthorizations ?? []).filter { $0.resource == api.clientID }
        byMicrosoft = Set(ofMicrosoft.flatMap(\.scopes).map(CaseInsensitiveString.init))
        let grants = tenant.grantTable.grants(to: client.clientID, for: user.id).filter { $0.resource == api.clientID }
        let ofEveryone = grants.filter { $0.consentType == .allPrincipals }
        forEveryone = Set(ofEveryone.flatMap(\.scopes).map(CaseInsensitiveString.init))
        forUser = Set(grants.flatMap(\.scopes).map(CaseInsensitiveString.init))
    }

    /// Returns the source of the permission. A permission without a configured source was consented to by the user at run time.
    func source(of permission: PermissionScope) -> String {
        let value = CaseInsensitiveString(permission.value)
        if preAuthorized.contains(permission.id) { return "preAuthorizedApplications of the API" }
        if byMicrosoft.contains(value) { return "preauthorization by Microsoft" }
        if forEveryone.contains(value) { return "oauth2PermissionGrants, for everyone" }
        return forUser.contains(value) ? "oauth2PermissionGrants, for the user" : "consent at run time"
    }
}
