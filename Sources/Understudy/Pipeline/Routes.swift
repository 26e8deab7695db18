import ControlPlane
import Entra
import Formats
import HTTP
import Protocol

/// Every URL of the server. The rows are in the folders of their features.
enum Routes {
    /// Returns the route table of a server.
    static func table(_ server: Server) -> [Route<Endpoint>] {
        ProtocolRoutes.all
            + ControlRoutes.all.map { Route($0.methods, $0.pattern, $0.handler.endpoint(of: server)) }
    }

    /// The names of all endpoints, each once. The last name is for requests without an endpoint.
    static let endpointNames: [String] = {
        var names: [String] = []
        for name in ProtocolRoutes.all.map(\.handler.name) + ControlRoutes.all.map(\.handler.name)
        where !names.containsExactly(name) {
            names.append(name)
        }
        return names.filter { !$0.isExactly(EndpointName.unknown) } + [EndpointName.unknown]
    }()
}
