import Control
import HTTP

extension Endpoint {
    /// A token to order, sound or broken.
    static var mintToken: Endpoint {
        .control("tokens", keys: .ofBody) { (context, server) throws(ProblemDocument) in
            let request = try MintRequest(parsing: context.request.body)
            return .json(try request.run(server.controls, services: context.services))
        }
    }

    /// What a token says, and why it would be refused.
    static var inspectToken: Endpoint {
        .control("tokens-inspect", keys: .ofBody) { (context, _) throws(ProblemDocument) in
            .json(try InspectRequest(parsing: context.request.body).run(services: context.services))
        }
    }
}
