import Entra
import Flows
import HTTP
import Wire

extension Endpoint {
    static func token(_ version: EndpointVersion) -> Endpoint {
        Endpoint("token", crossOrigin: .allowed, hasTelemetry: true) { (context, _) throws(EntraError) in
            let form = try context.form.get()
            let body = try TokenFlow.run(
                endpoint: context.version(version, resource: form?[Parameter.resource]),
                tenantSegment: context.tenantSegment, form: form,
                authorization: context.request.headers["Authorization"],
                browserOrigin: context.request.headers["Origin"], services: context.services)
            var response = HTTPResponse.json(body)
            response.headers.append(ErrorRendering.telemetryHeader, "1,0,0,,")
            return response
        }
    }
}
