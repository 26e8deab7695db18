import Entra
import Flows
import HTTP

extension Endpoint {
    static func token(_ version: EndpointVersion) -> Endpoint {
        Endpoint("token", crossOrigin: .allowed, hasTelemetry: true) { (context, server) throws(EntraError) in
            if version == .v2 {
                if let answer = try contracted(.token, context, server) { return answer }
                if let form = try context.form.get(), NativeFlow.takes(form) {
                    return .json(
                        try NativeFlow.run(
                            .token, tenantSegment: context.tenantSegment, form: form, services: context.services))
                }
            }
            let body = try TokenFlow.run(
                endpoint: version, tenantSegment: context.tenantSegment, form: try context.form.get(),
                authorization: context.request.headers["Authorization"],
                browserOrigin: context.request.headers["Origin"], services: context.services)
            var response = HTTPResponse.json(body)
            response.headers.append(ErrorRendering.telemetryHeader, "1,0,0,,")
            return response
        }
    }
}
