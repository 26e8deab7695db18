import Entra
import Flows
import HTTP

extension Endpoint {
    static func token(_ version: EndpointVersion) -> Endpoint {
        Endpoint("token", crossOrigin: .allowed) { (context, _) throws(EntraError) in
            let body = try TokenFlow.run(
                endpoint: version, tenantSegment: context.tenantSegment, form: try context.form(),
                authorization: context.request.headers["Authorization"],
                browserOrigin: context.request.headers["Origin"], services: context.services)
            return .json(body)
        }
    }
}
