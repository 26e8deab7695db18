extension ServerOptions {
    package static let usualHTTPPort = 8080
    package static let usualHTTPSPort = 8443

    /// The HTTP port, or nil if HTTP is off.
    package var httpPort: Int? {
        switch httpPorts {
        case nil: ServerOptions.usualHTTPPort
        case .off: nil
        case .ports(let ports): ports.first.map(Int.init)
        }
    }

    /// The HTTPS ports, or an empty list if HTTPS is off.
    package var httpsPortList: [Int] {
        switch httpsPorts {
        case nil: [ServerOptions.usualHTTPSPort]
        case .off: []
        case .ports(let ports): ports.map(Int.init)
        }
    }

    /// The conflict between the ports, or nil.
    package var portProblem: PortProblem? { PortProblem(self) }
}

/// A conflict between the HTTP port and the HTTPS ports.
package struct PortProblem: Sendable {
    /// The reason, which continues the names of both options.
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
