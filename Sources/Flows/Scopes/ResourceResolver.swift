package import Directory
package import Entra
import Wire

/// Finds the API that a request names, as one client in one tenant sees it (docs/reference/protocol.md#scope-resource,
/// docs/reference/protocol.md#unknown-scopes).
package final class ResourceResolver: Sendable {
    package let directory: Directory
    package let client: Application
    package let grants: GrantsOnRecord
    /// Where the tenant is: Microsoft's own APIs have other names in each national cloud.
    private let cloud: Cloud

    package var tenant: Tenant { grants.tenant }

    package init(directory: Directory, client: Application, grants: GrantsOnRecord, cloud: Cloud) {
        self.directory = directory
        self.client = client
        self.grants = grants
        self.cloud = cloud
    }

    enum Lookup {
        case found(Application)
        /// Registered in another tenant for use here, but nobody has consented yet.
        case withoutServicePrincipal(Application)
        case unknown

        var application: Application? {
            switch self {
            case .found(let application), .withoutServicePrincipal(let application): application
            case .unknown: nil
            }
        }
    }

    /// The resource of a scope. Throws 70011 when the identifier is neither known nor of a valid form, else as
    /// `resource(named:for:at:)`.
    func resource(of token: ScopeToken, at place: ScopePlace) throws(EntraError) -> Application {
        let lookup = lookUp(token.resource.identifier)
        if case .unknown = lookup, !isWellFormed(token.resource.identifier) { throw ScopeRequest.invalid(token.text) }
        return try application(lookup, asked: token, at: place)
    }

    /// The API itself, or 500011; 500014 when it is disabled; 650052 where consent could still bring it into the tenant.
    func application(_ lookup: Lookup, asked token: ScopeToken, at place: ScopePlace) throws(EntraError) -> Application
    {
        switch lookup {
        case .found(let application):
            guard application.accountEnabled else {
                throw EntraError(
                    .resourceDisabled, [.resource: token.resource.identifier, .scope: token.text])
            }
            return application
        case .withoutServicePrincipal(let application) where place.precedesConsent:
            if token.isDefault, isKnownClient(of: application) { return application }
            throw missingServicePrincipal(application, asked: token)
        case .withoutServicePrincipal, .unknown:
            throw EntraError(
                .resourceNotFound,
                [.resource: token.resource.identifier, .tenant: tenant.displayName, .scope: token.text])
        }
    }

    /// By App ID URI, application id, or the service principal name `spn:…` of either. An App ID URI that is registered with
    /// a trailing slash is found without it too, though `aud` then has none (docs/reference/protocol.md#scope-trailing-slash).
    func lookUp(_ identifier: String) -> Lookup {
        let prefix = "spn:".utf8
        let isPrincipalName = identifier.utf8.starts(with: prefix)
        let name = isPrincipalName ? String(Substring(identifier.utf8.dropFirst(prefix.count))) : identifier
        if let application = registered(name, in: tenant) { return here(application) }
        if let here = lookUp(ClientID(name)) { return here }
        for other in directory.tenants where other.id != tenant.id {
            if let application = registered(name, in: other) { return seen(application) }
        }
        return .unknown
    }

    /// By application id; nil when no tenant knows it.
    func lookUp(_ id: ClientID) -> Lookup? {
        if let application = tenant.application(id) { return here(application) }
        return directory.registration(of: id).map { seen($0.application) }
    }

    /// `knownClientApplications`: consent to the client covers what the API itself needs, when both are registered in the same
    /// tenant (docs/reference/protocol.md#consent).
    func isKnownClient(of resource: Application) -> Bool {
        resource.knownClientApplications.contains(client.clientID)
            && directory.registration(of: resource.clientID)?.tenant.id
                == directory.registration(of: client.clientID)?.tenant.id
    }

    func missingServicePrincipal(_ resource: Application, asked token: ScopeToken? = nil) -> EntraError {
        EntraError(
            .resourceWithoutServicePrincipal,
            [
                .resource: resource.appId, .resourceName: resource.displayName, .tenant: tenant.id.description,
                .scope: token?.text ?? resource.appId,
            ])
    }

    private func registered(_ uri: String, in tenant: Tenant) -> Application? {
        tenant.application(identifierUri: uri, in: cloud)
            ?? (uri.utf8.last == UInt8(ascii: "/") ? nil : tenant.application(identifierUri: uri + "/", in: cloud))
    }

    /// An API of this tenant: with a service principal, unless that was taken away. A client that is an API itself comes
    /// with the consent to the client.
    private func here(_ application: Application) -> Lookup {
        let isThere =
            application.hasServicePrincipal || application.clientID == client.clientID
            || grants.hasServicePrincipal(application.clientID)
        return isThere ? .found(application) : .withoutServicePrincipal(application)
    }

    /// An API of another tenant as seen from here. The tenant of personal accounts has no service principals: it takes every
    /// API that admits such accounts. A client that is an API itself comes with the consent to the client.
    private func seen(_ application: Application) -> Lookup {
        if tenant.kind == .consumers {
            return application.signInAudience.admitsPersonalAccounts ? .found(application) : .unknown
        }
        guard application.signInAudience.isMultiTenant else { return .unknown }
        return application.clientID == client.clientID || grants.hasServicePrincipal(application.clientID)
            ? .found(application) : .withoutServicePrincipal(application)
    }

    private static let schemes = ["api://", "https://", "http://", "urn:", "ms-appx://", "spn:"]

    /// A GUID, or a URI of a scheme that App ID URIs may have.
    private func isWellFormed(_ identifier: String) -> Bool {
        let folded = identifier.asciiLowercased.utf8
        return GUID(identifier) != nil || ResourceResolver.schemes.contains { folded.starts(with: $0.utf8) }
    }
}
