import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of Active Directory Federation Services: the paths of version 1 with `adfs` as the tenant.
    static let adfs: [Route<Endpoint>] = [
        Route(["GET"], "/adfs/.well-known/openid-configuration", .adfsConfiguration),
        Route([], "/adfs/v2.0/.well-known/openid-configuration", .absent),
        Route([], "/adfs/discovery/v2.0/keys", .absent),
        Route([], "/adfs/oauth2/v2.0/{endpoint}", .absent),
        Route([], "/adfs/oauth2/deviceauth", .absent),
        Route(["GET"], "/.well-known/webfinger", .webFinger),
        Route(["GET"], "/enrollmentserver/contract", .enrollmentContract),
        Route(["GET"], "/{domain}/enrollmentserver/contract", .enrollmentContract),
    ]
}

/// The endpoints of the on-premises service. Its other endpoints are the version 1 endpoints of Entra with `adfs` as the
/// tenant.
extension Endpoint {
    static var adfsConfiguration: Endpoint {
        Endpoint("discovery", usesStore: false, crossOrigin: .allowed) { (context) throws(EntraError) in
            _ = try Authority(segment: "adfs", directory: context.services.directory)
            return .json(ADFSDiscovery.openIDConfiguration(at: context.origin), isCompressible: true)
        }
    }

    static var webFinger: Endpoint {
        Endpoint("webfinger", usesStore: false, crossOrigin: .allowed) { (context) throws(EntraError) in
            .json(try ADFSDiscovery.webFinger(query: try context.query.get(), services: context.services))
        }
    }

    static var enrollmentContract: Endpoint {
        Endpoint("enrollment", usesStore: false) { (context) throws(EntraError) in
            ADFSDiscovery.enrollmentContract(domain: context.captures["domain"], services: context.services).map {
                .json($0)
            } ?? HTTPResponse(status: 404)
        }
    }

    /// A path that would match a tenant's route, but does not exist on premises.
    package static var absent: Endpoint {
        Endpoint(EndpointName.unknown) { (_) throws(EntraError) in HTTPResponse(status: 404) }
    }
}

extension RequestContext {
    /// Returns the version of a request. On premises each endpoint has one form: a request with a `resource` is version 1, and
    /// any other uses scopes as in version 2.
    func version(_ version: EndpointVersion, resource: String?) -> EndpointVersion {
        services.isOnPremises && resource == nil ? .v2 : version
    }
}
