import Platform

/// The reason why the server could not start. `description` is one line for the person who started it.
package enum ServerFailure: Error, Equatable, CustomStringConvertible {
    case portInUse(host: String, port: Int)
    /// The server cannot listen. `code` is an errno value.
    case cannotListen(host: String, port: Int, code: Int32)
    /// No TLS context is set, although there are HTTPS ports.
    case certificateMissing
    case system(call: String, code: Int32)

    /// Creates the failure of a bind or listen from its errno.
    init(listening code: Int32, _ host: String, _ port: Int) {
        self =
            code == EADDRINUSE
            ? .portInUse(host: host, port: port) : .cannotListen(host: host, port: port, code: code)
    }

    static func invalidPort(_ host: String, _ port: Int) -> ServerFailure {
        .cannotListen(host: host, port: port, code: EINVAL)
    }

    package var description: String {
        switch self {
        case .portInUse(let host, let port): "\(ServerFailure.address(host, port)) is already in use"
        case .cannotListen(let host, let port, let code):
            "cannot listen on \(ServerFailure.address(host, port)): \(ServerFailure.text(code))"
        case .certificateMissing: "HTTPS requires a certificate"
        case .system(let call, let code): "\(call) failed: \(ServerFailure.text(code))"
        }
    }

    private static func address(_ host: String, _ port: Int) -> String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private static func text(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
