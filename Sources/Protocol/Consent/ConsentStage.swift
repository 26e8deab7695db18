package import Directory
import Entra
import Formats
import Store

/// Gets the user's consent to requested permissions that are not granted yet (docs/reference/protocol.md#consent).
struct ConsentStage {
    private let request: SignInRequest
    private let submission: PageSubmission
    private let services: Services
    private let account: SessionAccount
    private let access: RequestedAccess
    private let resolver: ResourceResolver

    init(_ signIn: SignInStage, _ account: SessionAccount, _ access: RequestedAccess, _ resolver: ResourceResolver) {
        request = signIn.request
        submission = signIn.submission
        services = signIn.services
        self.account = account
        self.access = access
        self.resolver = resolver
    }

    private var client: Application { request.application }
    private var tenant: Tenant { account.account.tenant }
    private var user: User { account.account.user }
    private var prompt: Prompt { request.prompt }
    private var isForOrganization: Bool { prompt == .adminConsent }

    private var evaluation: ConsentEvaluation {
        ConsentEvaluation(
            resolver: resolver, user: user,
            userConsent: request.settings.userConsent.limited(by: DefaultUserPermissions(of: tenant).userConsent),
            assignments: services.store.appRoleAssignments(to: client.clientID, in: tenant.id))
    }

    /// Whether the page of a sign-in has the checkbox "Consent on behalf of your organization"
    /// (docs/reference/protocol.md#consent-on-behalf-of-organization).
    private var offersOrganizationConsent: Bool { !isForOrganization && user.isOfferedOrganizationConsent(in: tenant) }

    /// Whether the user may grant the requested access for everyone.
    func mayConsentForOrganization() throws(EntraError) -> Bool {
        try evaluation.mayConsentForOrganization(to: access)
    }

    /// Returns the page to show, with the given form, or nil if no consent is missing. Records the permissions that the user
    /// grants.
    ///
    /// Throws AADSTS65001 if no page may be shown, 65004 if the user declines, and 90093 if a user who is not an administrator must
    /// consent for the tenant. If only an administrator may consent and the user returns to the application, throws 90094, or
    /// 90095 if the page accepts consent requests. Also throws the errors of `ConsentEvaluation.decide`.
    func run(form: @autoclosure () -> FormTarget) throws(EntraError) -> PageModel? {
        switch try evaluation.decide(access, prompt: consentPrompt) {
        case .satisfied: return nil
        case .needed where prompt == .none, .needsAdministrator where prompt == .none:
            throw EntraError(
                .consentRequired, [.clientID: client.appId, .clientName: client.displayName],
                as: isPersonal ? .consentRequired : nil)
        case .needed(let permissions): return try requestConsent(to: permissions, form)
        case .needsAdministrator: return try referToAdministrator(form)
        }
    }

    private var consentPrompt: ConsentPrompt {
        switch prompt {
        case .consent: .always
        case .adminConsent: .administrator
        default: .ifNeeded
        }
    }

    private func requestConsent(
        to permissions: [PermissionToConsent], _ form: () -> FormTarget
    ) throws(EntraError) -> PageModel? {
        if submission.action.isExactly(PageAction.cancel) || submission.consent == .decline { throw declined }
        switch submission.consent {
        case .accept: try record(permissions, .all)
        case .only(let scopes): try record(permissions, .only(spelled(scopes, as: permissions)))
        case nil where request.settings.consent == .automatic: try record(permissions, .all)
        default: return try page(permissions, form())
        }
        return nil
    }

    /// Returns the scopes with the names of the page. A script may use another identifier of the API, or `.default` for all
    /// requested permissions of the API (docs/reference/protocol.md#scope-resource).
    private func spelled(_ scopes: [String], as permissions: [PermissionToConsent]) -> [String] {
        scopes.flatMap { scope -> [String] in
            guard !permissions.contains(where: { $0.scope.isExactlyIgnoringASCIICase(scope) }),
                let token = ScopeToken(parsing: scope),
                let resource = resolver.lookUp(token.resource.identifier).application?.clientID
            else { return [scope] }
            return permissions.filter {
                $0.resource == resource && (token.isDefault || $0.value.isExactlyIgnoringASCIICase(token.permission))
            }.map(\.scope)
        }
    }

    /// Whether the service of personal accounts answers, which has other errors about consent.
    private var isPersonal: Bool { tenant.kind == .consumers }

    private var declined: EntraError {
        if isPersonal { return .declinedByPersonalAccount }
        return EntraError(
            .consentDeclined,
            as: request.settings.consentDeclinedError == .accessDenied ? .accessDenied : .consentRequired)
    }

    private func record(
        _ permissions: [PermissionToConsent], _ accepted: ConsentGrant.Accepted
    ) throws(EntraError) {
        let forEveryone = isForOrganization || (submission.consentsForOrganization && offersOrganizationConsent)
        let grants = ConsentGrant.apply(
            permissions, accepted: accepted, for: forEveryone ? .allPrincipals : .principal(user.id))
        guard !grants.isEmpty else { throw declined }
        try services.store.record(grants, in: tenant.id)
        if forEveryone, access.isStatic { try recordRoles() }
    }

    /// Grants the application permissions that the client lists, as part of an administrator's consent.
    private func recordRoles() throws(EntraError) {
        let assignments = try StaticPermissions(resolver: resolver).appRoleAssignments()
        try services.store.record(assignments, to: client.clientID, in: tenant.id)
    }

    private func page(_ permissions: [PermissionToConsent], _ form: FormTarget) throws(EntraError) -> PageModel {
        let roles = isForOrganization && access.isStatic ? try StaticPermissions(resolver: resolver).appRoles() : []
        return .consent(
            ConsentPage(
                form: form, applicationName: client.displayName, username: user.signInName,
                permissions: withOfflineAccess(permissions).map { $0.pageEntry(forOrganization: isForOrganization) }
                    + roles.map { $0.role.pageEntry(of: $0.resource) },
                offersOrganizationConsent: offersOrganizationConsent,
                isForOrganization: isForOrganization,
                publisherDomain: JSONValue.object(client.otherProperties)["publisherDomain"]?.string))
    }

    /// Returns the permissions with `offline_access` behind the other OpenID Connect scopes. Every consent page lists the scope,
    /// whether or not the request names it (docs/reference/protocol.md#consent-offline-access).
    private func withOfflineAccess(_ permissions: [PermissionToConsent]) -> [PermissionToConsent] {
        let graphName = tenant.application(.microsoftGraph)?.displayName ?? ""
        let entry = OIDCScopes.offlineAccess.permissionsToConsent(for: client.clientID, graphName: graphName)
        let signIn = permissions.prefix { OIDCScopes(name: $0.value) != nil }
        return (signIn + entry + permissions.dropFirst(signIn.count)).firstOfEach(\.permission)
    }

    private func referToAdministrator(_ form: () -> FormTarget) throws(EntraError) -> PageModel {
        let values: KeyValuePairs<AADSTS.Placeholder, String> = [
            .clientID: client.appId, .clientName: client.displayName, .user: user.signInName,
        ]
        if prompt == .adminConsent { throw EntraError(.callerCannotConsent, values) }
        let acceptsRequests = request.settings.adminConsentRequests
        let error = EntraError(acceptsRequests ? .consentRequestRequired : .adminConsentRequired, values)
        if submission.action.isExactly(PageAction.cancel) { throw error }
        return .adminApproval(
            AdminApprovalPage(
                form: form(), applicationName: client.displayName, username: user.signInName,
                message: error.message, request: acceptsRequests ? consentRequest : nil))
    }

    /// The state of the user's request to an administrator. A request needs a reason.
    private var consentRequest: AdminApprovalPage.Request {
        guard submission.action.isExactly(PageAction.requestConsent) else { return .offered }
        return submission.justification.isEmpty ? .lacksReason : .sent
    }
}

extension AppRole {
    /// Returns the entry of an application permission on the consent page for an organization. The permission cannot be declined
    /// on its own.
    fileprivate func pageEntry(of resource: Application) -> ConsentPage.Permission {
        ConsentPage.Permission(
            scope: value, displayName: displayName, description: description ?? "", resourceName: resource.displayName,
            isRequired: true)
    }
}

/// Turns the user's response on a consent page into grants.
package enum ConsentGrant {
    /// The permissions that the user left selected.
    package enum Accepted: Sendable, Equatable {
        case all
        /// The scopes as the page names them, compared without regard to ASCII case. The other permissions are not granted.
        case only([String])
    }

    /// Returns one grant for each client and resource. Returns an empty list if the user declined every permission that can be
    /// declined, which counts as a declined consent (AADSTS65004).
    package static func apply(
        _ needed: [PermissionToConsent], accepted: Accepted, for consentType: PermissionGrant.ConsentType
    ) -> [PermissionGrant] {
        let chosen = chosen(of: needed, accepted)
        guard needed.allSatisfy(\.isRequired) || !chosen.allSatisfy(\.isRequired) else { return [] }
        var grants: [PermissionGrant] = []
        for entry in chosen {
            if let position = grants.firstIndex(where: { $0.client == entry.client && $0.resource == entry.resource }) {
                grants[position].scopes.append(entry.value)
            } else {
                grants.append(
                    PermissionGrant(
                        client: entry.client, resource: entry.resource, consentType: consentType, scopes: [entry.value])
                )
            }
        }
        return grants
    }

    private static func chosen(of needed: [PermissionToConsent], _ accepted: Accepted) -> [PermissionToConsent] {
        guard case .only(let scopes) = accepted else { return needed }
        let names = Set(scopes.map(CaseInsensitiveString.init))
        return needed.filter { $0.isRequired || names.contains(CaseInsensitiveString($0.scope)) }
    }
}
