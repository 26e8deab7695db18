import Control
import Entra
import Flows
import HTTP
import Wire

/// The on-premises service beside Entra's own. Its other endpoints are Entra's of version 1, with `adfs` for the tenant.
extension Endpoint {
    static var adfsConfiguration: Endpoint {
        Endpoint("discovery", usesStore: false, crossOrigin: .allowed) { (context, _) throws(EntraError) in
            _ = try Authority(segment: "adfs", directory: context.services.directory)
            return .json(ADFSDiscovery.openIDConfiguration(at: context.origin), isCompressible: true)
        }
    }

    static var webFinger: Endpoint {
        Endpoint("webfinger", usesStore: false, crossOrigin: .allowed) { (context, _) throws(EntraError) in
            .json(try ADFSDiscovery.webFinger(query: try context.query.get(), services: context.services))
        }
    }

    static var enrollmentContract: Endpoint {
        Endpoint("enrollment", usesStore: false) { (context, _) throws(EntraError) in
            ADFSDiscovery.enrollmentContract(domain: context.captures["domain"], services: context.services).map {
                .json($0)
            } ?? HTTPResponse(status: 404)
        }
    }

    /// A path that would be the tenant's if the tenant were not on premises.
    static var absent: Endpoint {
        Endpoint(EndpointName.unknown) { (_, _) throws(EntraError) in HTTPResponse(status: 404) }
    }
}

extension RequestContext {
    /// On premises there is one form of each endpoint: with a `resource` it is version 1, else scopes are read as in version 2.
    func version(_ version: EndpointVersion, resource: String?) -> EndpointVersion {
        services.isOnPremises && resource == nil ? .v2 : version
    }
}
