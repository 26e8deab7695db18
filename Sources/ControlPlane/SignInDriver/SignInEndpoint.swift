import HTTP
import Protocol

extension ControlRoutes {
    /// The route of the sign-in driver, which signs a user in with one call.
    static let signInDriver: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/signin", .driveSignIn)
    ]
}

extension ControlEndpoint {
    /// Performs the browser part of a sign-in in one call.
    static var driveSignIn: ControlEndpoint {
        .control("signin", keys: .any) { (context, server) throws(ProblemDocument) in
            let drive = try SignInDrive(parsing: context.request.body)
            let address = context.peer.address
            let port = context.peer.localPort
            return .json(
                try drive.run(
                    origin: context.origin, services: context.services, maximumURL: server.maximumURL
                ) { request, isSecure in
                    context.responder.respond(
                        to: request, from: Peer(address: address, isSecure: isSecure, localPort: port))
                }.json)
        }
    }
}
