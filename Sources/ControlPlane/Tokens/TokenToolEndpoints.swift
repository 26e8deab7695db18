import HTTP
import Protocol

extension ControlRoutes {
    /// The routes that mint tokens and inspect tokens.
    static let tokens: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/tokens", .mintToken),
        Route(["POST"], "/_understudy/tokens/inspect", .inspectToken),
    ]
}

extension ControlEndpoint {
    /// Issues a token as requested, either valid or with a fault.
    static var mintToken: ControlEndpoint {
        .control("tokens", keys: .ofBody) { (context, server) throws(ProblemDocument) in
            let request = try MintRequest(parsing: context.request.body)
            return .json(try request.run(server.controls, services: context.services))
        }
    }

    /// Reports the content of a token, and why the token would be rejected.
    static var inspectToken: ControlEndpoint {
        .control("tokens-inspect", keys: .ofBody) { (context, _) throws(ProblemDocument) in
            .json(try InspectRequest(parsing: context.request.body).run(services: context.services))
        }
    }
}
