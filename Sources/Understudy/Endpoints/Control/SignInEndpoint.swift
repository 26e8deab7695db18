import ControlPlane
import HTTP
import Protocol

extension Endpoint {
    /// Performs the browser part of a sign-in in one call.
    static var driveSignIn: Endpoint {
        .control("signin", keys: .any) { (context, server) throws(ProblemDocument) in
            let drive = try SignInDrive(parsing: context.request.body)
            let dispatcher: Dispatcher
            do throws(RouteProblem) {
                dispatcher = try Dispatcher(server)
            } catch {
                throw ProblemDocument(status: 500, title: "Internal error", detail: "\(error)")
            }
            let address = context.peer.address
            let port = context.peer.localPort
            return .json(
                try drive.run(
                    origin: context.origin, services: context.services, maximumURL: server.settings.maximumURL
                ) { request, isSecure in
                    dispatcher.respond(
                        to: request, from: Peer(address: address, isSecure: isSecure, localPort: port))
                })
        }
    }
}
