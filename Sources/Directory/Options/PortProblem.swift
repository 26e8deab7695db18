extension ServerOptions {
    package static let usualHTTPPort = 8080
    package static let usualHTTPSPort = 8443

    /// nil: no HTTP.
    package var httpPort: Int? {
        switch httpPorts {
        case nil: ServerOptions.usualHTTPPort
        case .off: nil
        case .ports(let ports): ports.first.map(Int.init)
        }
    }

    /// Empty: no HTTPS.
    package var httpsPortList: [Int] {
        switch httpsPorts {
        case nil: [ServerOptions.usualHTTPSPort]
        case .off: []
        case .ports(let ports): ports.map(Int.init)
        }
    }

    /// Nil where the ports go together.
    package var portProblem: PortProblem? { PortProblem(self) }
}

/// What keeps the ports of the two protocols from being listened on together.
package struct PortProblem: Sendable {
    /// Goes on behind the names of both options.
    package let reason: String
    package let hint: String

    init?(_ options: ServerOptions) {
        let https = options.httpsPortList
        guard let http = options.httpPort else {
            guard https.isEmpty else { return nil }
            reason = "are both off: there is nothing to listen on"
            hint = "set a port for HTTP or HTTPS"
            return
        }
        guard http != 0, https.contains(http) else { return nil }
        reason = "both have the value \(http): HTTP and HTTPS need different ports"
        hint = "set another port for one of them"
    }
}
