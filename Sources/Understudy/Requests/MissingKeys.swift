import Control
import Crypto
import Directory
import Entra
import Flows
import HTTP
import Wire

extension Exchange {
    /// Signing keys that the answer needs and that are not made yet, one ring of them; nil where all are. To make them takes tens
    /// of milliseconds of a processor, for which an event loop does not keep its other connections waiting.
    var missingKeys: LazyKeyRing? {
        switch endpoint?.keys {
        case nil, .some(.none), .ofAllTenants, .any: nil
        case .ofTenant: context.missingKeys(ofIdentityProvider: false)
        case .ofFederation: context.missingKeys(ofIdentityProvider: true)
        case .ofBody: context.missingKeysOfBody
        }
    }

    /// Whether the answer may need keys that are not made yet, without a way to tell which.
    var mayMakeKeys: Bool {
        let keys = context.services.keys
        return switch endpoint?.keys {
        case .any: keys.lazyRings.contains { !$0.isMade }
        case .ofAllTenants: keys.tokenRings.contains { !$0.isMade }
        default: false
        }
    }
}

extension RequestContext {
    private static let tokenParameters = [Parameter.assertion, Parameter.clientAssertion, Parameter.idTokenHint]

    /// Those of the tenant of the path, or of the host of a managed identity, and of the tokens that the request presents; and
    /// those by which the stand-in for a federated domain's identity provider signs, which a request with a SAML assertion may
    /// need, too.
    fileprivate func missingKeys(ofIdentityProvider isSure: Bool) -> LazyKeyRing? {
        let tenant = services.directory.tenant(segment: tenantSegment) ?? hostTenant
        if let own = services.lazyKeys(of: tenant).ifMissing { return own }
        let identityProvider = services.keys.identityProvider
        if !identityProvider.isMade, isSure || isSAMLBearer { return identityProvider }
        guard !services.keys.tokenRings.allSatisfy(\.isMade) else { return nil }
        return presentedTokens.lazy.compactMap { AwaitedKeys.ring(for: $0, services: self.services)?.ifMissing }.first
    }

    private var hostTenant: Tenant? { arrival.endpoint?.tenant?(self).flatMap(services.directory.tenant) }

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

    /// Those of a JSON body that names a tenant, or an application or a user of one, or that brings a token.
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
            ?? body["token"]?.string.flatMap { AwaitedKeys.ring(for: $0, services: services)?.ifMissing }
    }
}

extension LazyKeyRing {
    fileprivate var ifMissing: LazyKeyRing? { isMade ? nil : self }
}
