package import Directory
package import Entra
import Formats

/// The origins of this server, which are names of Microsoft Graph: SDKs with a base URL of their own, registered clouds of the
/// Azure CLI and Terraform request `https://localhost:8443/.default` for a Graph at `https://localhost:8443`
/// (docs/reference/interface.md#microsoft-graph).
package struct OwnOrigins: Sendable {
    private let reached: Origin
    private let listening: [Origin]

    /// Creates the names. `reached` is the origin at which the client reached the server, and counts unless its host is one of
    /// Microsoft's, whose names are those of Microsoft's APIs. `listening` are the origins at which the server listens.
    package init(reached: Origin, listening: [Origin] = []) {
        self.reached = reached
        self.listening = listening
    }

    /// Whether the URI is one of the origins, with or without one slash at the end, ignoring ASCII case.
    package func contains(_ uri: String) -> Bool {
        let origin = uri.dropping(suffix: "/") ?? uri
        func isNamed(_ own: Origin) -> Bool { own.description.isExactlyIgnoringASCIICase(origin) }
        return listening.contains(where: isNamed) || isNamed(reached) && !reached.isOfMicrosoft
    }

    /// Returns Microsoft Graph if the URI is one of the origins. Returns nil for any other URI, and for an App ID URI of an
    /// application of the tenant, which takes precedence with and without a slash at the end.
    func graph(at uri: String, in tenant: Tenant) -> Application? {
        guard contains(uri) else { return nil }
        let other = uri.dropping(suffix: "/") ?? "\(uri)/"
        let isTaken = [uri, other].contains { tenant.application(identifierUri: $0) != nil }
        return isTaken ? nil : tenant.application(.microsoftGraph)
    }
}

extension Origin {
    fileprivate var isOfMicrosoft: Bool {
        cloud != nil || tenantLabel != nil || Cloud(microsoftGraphHost: host) != nil
    }
}

extension Services {
    /// Returns Microsoft Graph if the URI is an origin of this server.
    package func graph(atOwnOrigin uri: String, in tenant: Tenant) -> Application? {
        ownOrigins.graph(at: uri, in: tenant)
    }
}
