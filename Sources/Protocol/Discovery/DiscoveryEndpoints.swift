import Crypto
import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of discovery documents and key sets (OpenID Connect Discovery 1.0 §4).
    static let discovery: [Route<Endpoint>] = [
        Route(["GET"], "/{tenant}/v2.0/.well-known/openid-configuration", .openIDConfiguration(.v2)),
        Route(["GET"], "/{tenant}/.well-known/openid-configuration", .openIDConfiguration(.v1)),
        Route(["GET"], "/{tenant}/discovery/v2.0/keys", .keys(.v2)),
        Route(["GET"], "/{tenant}/discovery/keys", .keys(.v1)),
        Route(["GET"], "/common/discovery/instance", .instanceDiscovery),
    ]
}

extension Endpoint {
    static func openIDConfiguration(_ version: EndpointVersion) -> Endpoint {
        document("discovery", keys: .none) { (context) throws(EntraError) in
            let authority = try discoveryAuthority(context)
            try authority.checkVersion(version == .v1 && authority.userFlow != nil ? .v1 : .v2)
            if case .userFlow(let tenant, let flow) = authority {
                return UserFlowConfiguration.document(
                    flow, in: tenant, at: context.authorityAddress, services: context.services)
            }
            let application = try context.query.get()[Parameter.applicationID]
            return switch version {
            case .v1: OpenIDConfiguration.v1(authority, origin: context.origin, applicationID: application)
            case .v2: OpenIDConfiguration.v2(authority, origin: context.origin, applicationID: application)
            }
        }
    }

    static func keys(_ version: EndpointVersion) -> Endpoint {
        document("keys") { (context) throws(EntraError) in
            let authority = try discoveryAuthority(context)
            let keys = try context.services.signingKeys(of: authority.tenant)
            if authority.userFlow != nil { return UserFlowConfiguration.keys(keys) }
            return KeySet.json(keys, version: version, authority: authority, origin: context.origin)
        }
    }

    /// Returns an endpoint for a document that depends only on the URL, the directory and the keys.
    private static func document(
        _ name: String, keys: KeyUse = .ofTenant,
        _ write: @escaping @Sendable (RequestContext) throws(EntraError) -> [UInt8]
    ) -> Endpoint {
        Endpoint(name, usesStore: false, crossOrigin: .allowed, keys: keys, place: { _ in .discovery }) {
            (context) throws(EntraError) in
            .json(try context.resources.documents.document(for: context, write: write), isCompressible: true)
        }
    }

    /// The UserInfo endpoint of a b2c policy.
    static var userFlowUserInfo: Endpoint {
        Endpoint("userinfo", crossOrigin: .allowed) { (context) throws(EntraError) in
            .json(
                try UserFlowUserInfo.answer(
                    context.authorityAddress, authorization: context.request.headers["Authorization"],
                    services: context.services))
        }
    }

    static var instanceDiscovery: Endpoint {
        Endpoint("instance", usesStore: false, crossOrigin: .allowed, keys: .none) { (context) throws(EntraError) in
            .json(try InstanceDiscovery.answer(query: try context.query.get(), origin: context.origin))
        }
    }

    /// Returns the authority of a discovery request. Discovery reports every unknown tenant as not found (AADSTS90002), even if
    /// the segment is malformed (docs/reference/protocol.md#discovery-v2).
    private static func discoveryAuthority(_ context: RequestContext) throws(EntraError) -> Authority {
        do {
            return try Authority(context.authorityAddress, directory: context.services.directory)
        } catch  where error.code.family == .b2c {
            throw error
        } catch {
            throw EntraError(.tenantNotFound, [.tenant: context.tenantSegment])
        }
    }
}
