/// The properties of a request that determine the form of its response.
package struct ResponseTerms: Sendable, Equatable {
    /// Whether the response has only headers (RFC 9110 §9.3.2).
    package var isHead: Bool
    /// The minor version: 0 for HTTP/1.0, which has no chunked coding and closes the connection by default.
    package var minorVersion: Int
    /// Whether the connection stays open after the response.
    package var keepsAlive: Bool
    /// Whether the server ends the connection because the body is too long. The client may still be sending.
    package var leavesBody = false

    package init(isHead: Bool = false, minorVersion: Int = 1, keepsAlive: Bool = true) {
        self.isHead = isHead
        self.minorVersion = minorVersion
        self.keepsAlive = keepsAlive
    }

    /// The terms of the response to a request that could not be parsed.
    package static let rejection = ResponseTerms(keepsAlive: false)
}
