import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of the token endpoint (RFC 6749 §3.2).
    static let token: [Route<Endpoint>] = [
        Route(["POST"], "/{tenant}/oauth2/v2.0/token", .token(.v2)),
        Route(["POST"], "/{tenant}/oauth2/token", .token(.v1)),
    ]
}

extension Endpoint {
    static func token(_ version: EndpointVersion) -> Endpoint {
        Endpoint("token", crossOrigin: .allowed, hasTelemetry: true, errorContext: { $0.tokenErrorContext(version) }) {
            (context) throws(EntraError) in
            let form = try context.form.get()?.addingBroker(of: try? context.query.get())
            if let response = try native(form, version, context) { return response }
            let endpoint = context.version(version, resource: form?[Parameter.resource])
            let outcome = try TokenFlow.run(
                endpoint: endpoint,
                address: context.authorityAddress, form: form,
                authorization: context.request.headers["Authorization"],
                browserOrigin: context.request.headers["Origin"], device: context.deviceRequest,
                services: context.services)
            switch outcome {
            case .challenge(let challenge): return context.challenged(challenge, at: endpoint)
            case .response(let json, let ring):
                var response = HTTPResponse.json(json)
                response.headers.append(ErrorRendering.telemetryHeader, "1,0,0,,\(ring ?? "")")
                return response
            }
        }
    }
}

extension Form {
    /// Returns the form with the broker of a nested request, which MSAL.js names in the query
    /// (docs/reference/protocol.md#token-broker-query).
    fileprivate func addingBroker(of query: Form?) -> Form {
        var form = self
        for name in [Parameter.brokerClientID, Parameter.brokerRedirectURI] where form[name] == nil {
            guard let value = query?[name] else { continue }
            form.append(name, value)
        }
        return form
    }
}

extension RequestContext {
    fileprivate func tokenErrorContext(_ version: EndpointVersion) -> ErrorContext {
        if version == .v2, endsNativeJourney { return .nativeToken }
        return .token(self.version(version, resource: (try? form.get())??[Parameter.resource]))
    }
}
