import Entra
import Flows
import HTTP

extension Endpoint {
    static func token(_ version: EndpointVersion) -> Endpoint {
        Endpoint("token", crossOrigin: .allowed, hasTelemetry: true) { (context, _) throws(EntraError) in
            let body = try TokenFlow.run(
                endpoint: version, address: context.authorityAddress, form: try context.form.get(),
                authorization: context.request.headers["Authorization"],
                browserOrigin: context.request.headers["Origin"], services: context.services)
            var response = HTTPResponse.json(body)
            response.headers.append(ErrorRendering.telemetryHeader, "1,0,0,,")
            return response
        }
    }
}
