package import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves each application by itself: IDs, credentials, redirect URIs, and names that must be unique.
    mutating func resolveApplications() {
        registrations.reserveCapacity(tenants.reduce(0) { $0 + $1.draft.applications.count })
        for index in tenants.indices {
            var sharedIDs = UniqueNames()
            var uris = UniqueNames()
            var principals = UniqueNames()
            var objects = UniqueNames()
            let drafts = tenants[index].draft.applications
            tenants[index].applications.reserveCapacity(drafts.count)
            for position in drafts.indices {
                let draft = drafts[position]
                var application = Application(draft.application)
                guard let appId = draft.appId else {
                    append(application, to: index)
                    continue
                }
                if let api = microsoftAPI(ClientID(appId.value), in: index) {
                    append(addition(to: api, draft, in: index, &sharedIDs), to: index)
                    continue
                }
                application.appId = appId.value
                let isDeleted = application.deletedDateTime != nil
                if !isDeleted { register(appId, isShared: draft.sharesAppId, in: index, &sharedIDs) }
                application.id = objectID(draft, appId.value, in: index, &objects)
                application.servicePrincipalID = servicePrincipal(draft, appId.value, in: index, &principals)
                tenants[index].bin.keep(draft.deletedRelations, of: application.servicePrincipalID)
                // Other registrations may have the App ID URIs of a deleted one.
                var noURIs = UniqueNames()
                if isDeleted {
                    complete(&application, draft, in: index, &noURIs)
                } else {
                    complete(&application, draft, in: index, &uris)
                }
                append(application, to: index)
            }
        }
    }

    private mutating func append(_ application: Application, to tenant: Int) {
        tenants[tenant].applications.append(application)
    }

    /// Records the position of the application that is appended next, under its appId.
    private mutating func register(
        _ appId: Marked<String>, isShared: Bool, in tenant: Int, _ sharedIDs: inout UniqueNames
    ) {
        let client = ClientID(appId.value)
        let position = tenants[tenant].applications.count
        if isShared {
            guard sharedIDs.claim(appId.value, "the appId", at: appId.location, &findings) else { return }
            tenants[tenant].sharedApplications[client] = position
        } else if let first = registrations.updateValue((tenant, position), forKey: client) {
            registrations[client] = first
            let draft = tenants[first.tenant].draft.applications[first.position]
            findings.reportDuplicate(appId.value, "the appId", at: appId.location, first: draft.appId?.location)
        }
    }

    private mutating func objectID(
        _ draft: ApplicationDraft, _ appId: String, in tenant: Int, _ objects: inout UniqueNames
    ) -> ObjectID {
        let derived = GUID(derivedFrom: "application", tenants[tenant].id.description, appId.asciiLowercased)
        guard let objectID = draft.objectID else { return ObjectID(derived.description) }
        _ = objects.claim(objectID.value, "the object id", at: objectID.location, &findings)
        return ObjectID(objectID.value)
    }

    private mutating func servicePrincipal(
        _ draft: ApplicationDraft, _ appId: String, in tenant: Int, _ principals: inout UniqueNames
    ) -> ObjectID {
        guard let id = draft.servicePrincipalID else {
            return .servicePrincipal(of: ClientID(appId), in: tenants[tenant].id)
        }
        _ = principals.claim(id, "the service principal id", at: draft.location, &findings)
        return ObjectID(id)
    }

    private mutating func complete(
        _ application: inout Application, _ draft: ApplicationDraft, in tenant: Int, _ uris: inout UniqueNames
    ) {
        application.displayName = draft.displayName ?? application.appId
        application.signInAudience = draft.signInAudience ?? .myOrg
        completeTokenVersion(&application, draft)
        let redirectURIs = draft.allRedirectURIs
        check(redirectURIs, application.signInAudience)
        application.redirectURIs = redirectURIs.map(\.value)
        advise(on: redirectURIs, application, in: tenants[tenant].kind)
        application.identifierUris = identifierUris(draft, application.signInAudience, &uris)
        completeSecrets(&application, draft)
        completeCertificates(&application, draft)
        application.federatedIdentityCredentials = federatedCredentials(draft)
        application.extensionProperties = extensions(draft, application.clientID)
        let owner = PermissionOwner(
            tenant: tenants[tenant].id, client: application.clientID, audience: application.signInAudience)
        application.oauth2PermissionScopes = scopes(draft, owner)
        application.appRoles = roles(draft, owner)
    }

    /// Sets token version 2 for an API that admits personal accounts. Entra rejects version 1 for such an API
    /// (docs/reference/protocol.md#resource-parameter).
    private mutating func completeTokenVersion(_ application: inout Application, _ draft: ApplicationDraft) {
        guard application.signInAudience.admitsPersonalAccounts else { return }
        if application.requestedAccessTokenVersion == 1 {
            findings.error(
                draft.location,
                "requestedAccessTokenVersion must be 2, not 1, for an API that personal accounts can use",
                hint: "signInAudience is \(application.signInAudience.rawValue)")
        }
        application.requestedAccessTokenVersion = 2
    }

    private mutating func check(_ uris: [Marked<RegisteredRedirectURI>], _ audience: SignInAudience) {
        var platforms: [ByteString: ClientPlatform] = [:]
        for marked in uris {
            let uri = marked.value
            if let problem = RedirectURIRegistration.problem(of: uri, audience: audience) {
                findings.error(marked.location, "redirect URI: \(problem)", hint: problem.hint)
            } else if let other = platforms[uri.uri] {
                let hint =
                    other == uri.platform
                    ? nil : "the URI is already registered under \(other.rawValue); remove one of the two"
                findings.error(marked.location, "the redirect URI \(uri.uri) is registered twice", hint: hint)
            }
            platforms[uri.uri] = uri.platform
        }
        adviseOnLoopbackPorts(uris)
    }

    /// Warns of loopback URIs of several platforms that differ only in the port, because the service ignores the port and may pick
    /// the entry of the other platform (docs/reference/protocol.md#redirect-uri-loopback-several).
    private mutating func adviseOnLoopbackPorts(_ uris: [Marked<RegisteredRedirectURI>]) {
        var first: [ByteString: RegisteredRedirectURI] = [:]
        for marked in uris {
            guard let key = RedirectURIRegistration.withoutLoopbackPort(marked.value.uri.string) else { continue }
            guard let other = first[key] else {
                first[key] = marked.value
                continue
            }
            guard other.platform != marked.value.platform, other.uri != marked.value.uri else { continue }
            findings.warning(
                marked.location,
                "the redirect URI \(marked.value.uri) differs from \(other.uri) under \(other.platform.rawValue) only in the "
                    + "port, which Entra ID ignores",
                hint:
                    "use another path for one of the two; the platform of either may apply, so that requests can fail "
                    + "with AADSTS7000218 or AADSTS9002326")
        }
    }

    private mutating func advise(
        on uris: [Marked<RegisteredRedirectURI>], _ application: Application, in kind: Tenant.Kind
    ) {
        guard let adviser else { return }
        for marked in uris
        where RedirectURIRegistration.problem(of: marked.value, audience: application.signInAudience) == nil {
            let entry = RedirectURIAdviser.Entry(
                uri: marked.value, appId: application.appId, audience: application.signInAudience, tenantKind: kind)
            guard let advice = adviser.advice(entry) else { continue }
            findings.warning(
                marked.location, "the redirect URI \(marked.value.uri) \(advice.message)", hint: advice.hint)
        }
    }

    private mutating func identifierUris(
        _ draft: ApplicationDraft, _ audience: SignInAudience, _ uris: inout UniqueNames
    ) -> [String] {
        for uri in draft.identifierUris {
            if ApplicationRules.isEntityID(uri.value) {
                findings.warning(
                    uri.location, "\"\(uri.value)\" is an Entity ID and not a URI",
                    hint: "request it as spn:\(uri.value), or use a URI such as api://\(uri.value)")
            } else if let problem = ApplicationRules.problem(ofIdentifierUri: uri.value, audience) {
                findings.error(uri.location, problem.message, hint: problem.hint)
                continue
            }
            _ = uris.claim(uri.value, "the identifier URI", at: uri.location, &findings)
        }
        return draft.identifierUris.map(\.value)
    }
}

/// The owner of permissions, from which the IDs of permissions are derived.
struct PermissionOwner {
    let tenant: TenantID
    let client: ClientID
    let audience: SignInAudience

    func id(_ kind: String, _ value: String) -> PermissionID {
        PermissionID(GUID(derivedFrom: kind, tenant.description, client.description, value).description)
    }
}

/// An adviser on registered redirect URIs that Entra accepts, for example on what the SDKs require. The advice becomes a warning
/// at the location of the URI.
package struct RedirectURIAdviser: Sendable {
    /// An entry of a registration, with the values on which the advice depends.
    package struct Entry: Sendable {
        package let uri: RegisteredRedirectURI
        /// The application's ID, spelled as in the configuration.
        package let appId: String
        package let audience: SignInAudience
        package let tenantKind: Tenant.Kind
    }

    /// A warning whose message continues the phrase "the redirect URI …".
    package struct Advice: Sendable {
        package let message: String
        package let hint: String?

        package init(_ message: String, hint: String?) {
            self.message = message
            self.hint = hint
        }
    }

    package let advice: @Sendable (Entry) -> Advice?

    package init(_ advice: @escaping @Sendable (Entry) -> Advice?) {
        self.advice = advice
    }
}
