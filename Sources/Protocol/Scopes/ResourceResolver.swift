package import Directory
package import Entra
import Formats

/// Finds the API that a request names, as seen by one client in one tenant (docs/reference/protocol.md#scope-resource,
/// docs/reference/protocol.md#unknown-scopes).
package final class ResourceResolver: Sendable {
    package let directory: Directory
    package let client: Application
    package let grants: ConsentGrants
    /// The cloud of the tenant. Microsoft's own APIs have other names in each national cloud.
    private let cloud: Cloud
    /// The origins of this server, which are names of Microsoft Graph.
    let ownOrigins: OwnOrigins?
    /// Whether the on-premises service resolves the name. That service has no relying parties for Microsoft's APIs.
    private let isOnPremises: Bool

    package var tenant: Tenant { grants.tenant }

    package init(
        directory: Directory, client: Application, grants: ConsentGrants, cloud: Cloud,
        ownOrigins: OwnOrigins? = nil, isOnPremises: Bool = false
    ) {
        self.directory = directory
        self.client = client
        self.grants = grants
        self.cloud = cloud
        self.ownOrigins = ownOrigins
        self.isOnPremises = isOnPremises
    }

    enum Lookup {
        case found(Application)
        /// An API that is registered in another tenant for use here, but has no service principal yet because nobody has
        /// consented.
        case withoutServicePrincipal(Application)
        case unknown

        var application: Application? {
            switch self {
            case .found(let application), .withoutServicePrincipal(let application): application
            case .unknown: nil
            }
        }
    }

    /// Returns the resource of a scope. Throws AADSTS70011 if the identifier is neither known nor well-formed, and the errors of
    /// `application(_:for:at:)`.
    func resource(of token: ScopeToken, at endpoint: ScopeEndpoint) throws(EntraError) -> Application {
        let lookup = lookUp(token.resource.identifier)
        if case .unknown = lookup, !isWellFormed(token.resource.identifier) { throw ScopeRequest.invalid(token.text) }
        return try application(lookup, for: token, at: endpoint)
    }

    /// Returns the API that a lookup found. Throws AADSTS500011 for an unknown API, 500014 for a disabled API, and 650052 if
    /// consent could still create the API's service principal in the tenant.
    func application(_ lookup: Lookup, for token: ScopeToken, at endpoint: ScopeEndpoint) throws(EntraError)
        -> Application
    {
        switch lookup {
        case .found(let application):
            guard application.accountEnabled else {
                throw EntraError(
                    .resourceDisabled, [.resource: token.resource.identifier, .scope: token.text])
            }
            return application
        case .withoutServicePrincipal(let application) where endpoint.precedesConsent:
            if token.isDefault, isKnownClient(of: application) { return application }
            throw missingServicePrincipal(application, for: token)
        case .withoutServicePrincipal, .unknown:
            throw EntraError(
                .resourceNotFound,
                [.resource: token.resource.identifier, .tenant: tenant.id.description, .scope: token.text])
        }
    }

    /// Looks up an API by App ID URI, application ID, or the service principal name `spn:…` of either. An App ID URI that is
    /// registered with a trailing slash also matches without the slash; `aud` is then as requested
    /// (docs/reference/protocol.md#scope-trailing-slash). An origin of this server names Microsoft Graph, unless an application of
    /// the tenant has the origin as App ID URI. The on-premises service has no names of Microsoft's APIs; their application IDs
    /// stand for the sign-in alone (docs/reference/protocol.md#adfs-microsoft-apis).
    func lookUp(_ identifier: String) -> Lookup {
        let prefix = "spn:".utf8
        let isPrincipalName = identifier.utf8.starts(with: prefix)
        let name = isPrincipalName ? String(Substring(identifier.utf8.dropFirst(prefix.count))) : identifier
        if let application = registered(name, in: tenant) ?? ownOrigins?.graph(at: name, in: tenant) {
            return isOnPremises && application.microsoft != nil ? .unknown : local(application)
        }
        if let lookup = lookUp(ClientID(name)) { return lookup }
        for other in directory.tenants where other.id != tenant.id {
            if let application = spellings(name).lazy.compactMap(other.application(identifierUri:)).first {
                return foreign(application)
            }
        }
        guard !isOnPremises, let absent = tenant.absentMicrosoftAPI(name, in: cloud) else { return .unknown }
        return .withoutServicePrincipal(absent)
    }

    /// Looks up an API by application ID. Returns nil if no tenant has the application.
    func lookUp(_ id: ClientID) -> Lookup? {
        if let application = tenant.application(id) { return local(application) }
        return directory.registration(of: id).map { foreign($0.application) }
    }

    /// Whether consent to the client covers the permissions that the API itself needs (`knownClientApplications`). Both must be
    /// registered in the same tenant (docs/reference/protocol.md#consent).
    func isKnownClient(of resource: Application) -> Bool {
        resource.knownClientApplications.contains(client.clientID)
            && directory.registration(of: resource.clientID)?.tenant.id
                == directory.registration(of: client.clientID)?.tenant.id
    }

    func missingServicePrincipal(_ resource: Application, for token: ScopeToken? = nil) -> EntraError {
        EntraError(
            .resourceWithoutServicePrincipal,
            [
                .resource: resource.appId, .resourceName: resource.displayName, .tenant: tenant.id.description,
                .scope: token?.text ?? resource.appId,
            ])
    }

    private func registered(_ uri: String, in tenant: Tenant) -> Application? {
        spellings(uri).lazy.compactMap(tenant.application(identifierUri:)).first
            ?? tenant.application(identifierUri: uri, in: cloud)
    }

    /// Returns the registered App ID URIs that the name matches: the name as requested, and with a trailing slash.
    private func spellings(_ uri: String) -> [String] {
        uri.utf8.last == UInt8(ascii: "/") ? [uri] : [uri, uri + "/"]
    }

    /// Returns the lookup of an API that is registered in this tenant. The API has a service principal unless that was deleted. If
    /// the client itself is the API, consent to the client creates the service principal.
    private func local(_ application: Application) -> Lookup {
        let hasServicePrincipal =
            application.hasServicePrincipal || application.clientID == client.clientID
            || grants.hasServicePrincipal(application.clientID)
        return hasServicePrincipal ? .found(application) : .withoutServicePrincipal(application)
    }

    /// Returns the lookup of an API that is registered in another tenant. The tenant of personal accounts has no service
    /// principals, and accepts every API that admits personal accounts. If the client itself is the API, consent to the client
    /// creates the service principal.
    private func foreign(_ application: Application) -> Lookup {
        let application = tenant.inTenant(application)
        if tenant.kind == .consumers {
            return application.signInAudience.admitsPersonalAccounts ? .found(application) : .unknown
        }
        guard application.signInAudience.isMultiTenant else { return .unknown }
        return application.clientID == client.clientID || grants.hasServicePrincipal(application.clientID)
            ? .found(application) : .withoutServicePrincipal(application)
    }

    private static let schemes = ["api://", "https://", "http://", "urn:", "ms-appx://", "spn:"]

    /// Whether the identifier is a GUID, or a URI with a scheme that App ID URIs may have.
    private func isWellFormed(_ identifier: String) -> Bool {
        let folded = identifier.asciiLowercased.utf8
        return GUID(identifier) != nil || ResourceResolver.schemes.contains { folded.starts(with: $0.utf8) }
    }
}
