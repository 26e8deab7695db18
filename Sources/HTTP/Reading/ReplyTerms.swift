/// What of a request decides the form of its answer, beside the answer itself.
package struct ReplyTerms: Sendable, Equatable {
    /// Headers only (RFC 9110 §9.3.2).
    package var isHead: Bool
    /// 0 for HTTP/1.0, which knows no chunks and closes unless told otherwise.
    package var minorVersion: Int
    /// Whether the connection stays open behind the answer.
    package var keepsAlive: Bool
    /// Whether the server ends the connection for a body that is too long: the client may be sending on.
    package var leavesBody = false

    package init(isHead: Bool = false, minorVersion: Int = 1, keepsAlive: Bool = true) {
        self.isHead = isHead
        self.minorVersion = minorVersion
        self.keepsAlive = keepsAlive
    }

    /// For the answer to a request that could not be read.
    package static let refusal = ReplyTerms(keepsAlive: false)
}
