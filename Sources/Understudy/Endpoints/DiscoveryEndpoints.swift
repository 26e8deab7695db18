import Wire
import Crypto
import Entra
import Flows
import HTTP

extension Endpoint {
    static func openIDConfiguration(_ version: EndpointVersion) -> Endpoint {
        Endpoint("openid-configuration", crossOrigin: .allowed) { (context, _) throws(EntraError) in
            let authority = try discoveryAuthority(context)
            let application = try context.query.get()[Parameter.applicationID]
            let document =
                switch version {
                case .v1:
                    OpenIDConfiguration.v1(authority, origin: context.origin, applicationID: application)
                case .v2:
                    OpenIDConfiguration.v2(authority, origin: context.origin, applicationID: application)
                }
            return .json(document, isCompressible: true)
        }
    }

    static func keys(_ version: EndpointVersion) -> Endpoint {
        Endpoint("keys", crossOrigin: .allowed) { (context, _) throws(EntraError) in
            let authority = try discoveryAuthority(context)
            let keys = context.services.keys.signing
            return .json(
                KeySet.json(keys, version: version, authority: authority, origin: context.origin), isCompressible: true)
        }
    }

    static var instanceDiscovery: Endpoint {
        Endpoint("instance", crossOrigin: .allowed) { (context, _) throws(EntraError) in
            .json(try InstanceDiscovery.answer(query: try context.query.get(), origin: context.origin))
        }
    }

    /// In discovery every tenant that is not there is an `invalid_tenant`, a word that cannot be one included
    /// (entra-protocol §1.3).
    private static func discoveryAuthority(_ context: RequestContext) throws(EntraError) -> Authority {
        do {
            return try Authority(segment: context.tenantSegment, directory: context.services.directory)
        } catch {
            throw EntraError(.tenantNotFound, [.tenant: context.tenantSegment], as: .invalidTenant)
        }
    }
}
