import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

extension RequestContext {
    /// A ring of signing keys that the response needs and that are not created yet, or nil if no keys are missing. Creating keys
    /// takes tens of milliseconds of CPU time, during which an event loop would block its other connections.
    var missingKeys: LazyKeyRing? {
        switch endpoint?.keys {
        case nil, .some(.none), .ofAllTenants, .any: nil
        case .ofTenant: missingKeys(ofIdentityProvider: false)
        case .ofFederation: missingKeys(ofIdentityProvider: true)
        case .ofBody: missingKeysOfBody
        }
    }

    /// Whether the response may need keys that are not created yet, if the request does not determine which keys.
    var mayMakeKeys: Bool {
        let keys = services.keys
        return switch endpoint?.keys {
        case .any: keys.lazyRings.contains { !$0.isMade }
        case .ofAllTenants: keys.tokenRings.contains { !$0.isMade }
        default: false
        }
    }
}

extension RequestContext {
    private static let tokenParameters = [Parameter.assertion, Parameter.clientAssertion, Parameter.idTokenHint]

    /// Returns a missing key ring: of the tenant in the path, of the host of a managed identity, or of a token that the request
    /// presents. The stand-in for a federated domain's identity provider has its own ring, which a request with a SAML assertion
    /// may need too.
    fileprivate func missingKeys(ofIdentityProvider isSure: Bool) -> LazyKeyRing? {
        let tenant = services.directory.tenant(segment: tenantSegment) ?? hostTenant
        if let own = services.lazyKeys(of: tenant).ifMissing { return own }
        let identityProvider = services.keys.identityProvider
        if !identityProvider.isMade, isSure || isSAMLBearer { return identityProvider }
        guard !services.keys.tokenRings.allSatisfy(\.isMade) else { return nil }
        return presentedTokens.lazy.compactMap { RequiredIssuerKeys.ring(for: $0, services: self.services)?.ifMissing }
            .first
    }

    private var hostTenant: Tenant? { routedRequest.endpoint?.tenant?(self).flatMap(services.directory.tenant) }

    private var isSAMLBearer: Bool {
        let grant = (try? form.get())??[Parameter.grantType] ?? ""
        return grant.utf8.starts(with: "urn:ietf:params:oauth:grant-type:saml".utf8)
    }

    private var presentedTokens: [String] {
        let bearer = AuthorizationHeader.credentials(request.headers["Authorization"], scheme: "Bearer")
        let forms = [(try? form.get()) ?? nil, try? query.get()].compactMap(\.self)
        return forms.flatMap { form in RequestContext.tokenParameters.compactMap { form[$0] } }
            + [bearer].compactMap(\.self)
    }

    /// A missing key ring for a JSON body that names a tenant, an application or a user, or that contains a token.
    fileprivate var missingKeysOfBody: LazyKeyRing? {
        guard !services.keys.tokenRings.allSatisfy(\.isMade), let body = JSONValue(parsing: request.body) else {
            return nil
        }
        let directory = services.directory
        let tenant =
            body["tenant"]?.string.flatMap { directory.tenant(segment: $0) }
            ?? body["client"]?.string.flatMap { directory.registration(of: ClientID($0))?.tenant }
            ?? body["user"]?.string.flatMap { name in directory.tenants.first { $0.user(named: name) != nil } }
        return services.lazyKeys(of: tenant).ifMissing
            ?? body["token"]?.string.flatMap { RequiredIssuerKeys.ring(for: $0, services: services)?.ifMissing }
    }
}

extension LazyKeyRing {
    fileprivate var ifMissing: LazyKeyRing? { isMade ? nil : self }
}
