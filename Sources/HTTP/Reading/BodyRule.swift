/// How much of a body is taken in, by what the request is sent to: a server knows its paths, a connection does not.
package struct BodyRule: Sendable {
    /// Bytes that every path takes; about shorter bodies nobody is asked.
    package let always: Int
    /// Bytes that this path takes. A longer body does not reach the responder (`HTTPRequest.isBodyTooLong`).
    package let most: @Sendable (_ method: String, _ path: String) -> Int
    /// Bytes of a longer one that are read and dropped, so that the connection may go on; behind the answer to one that is longer
    /// still it closes.
    package let discarded: Int

    package init(
        always: Int, discarded: Int, most: @escaping @Sendable (_ method: String, _ path: String) -> Int
    ) {
        self.always = always
        self.discarded = discarded
        self.most = most
    }
}

/// What of one body is taken in.
struct BodyAllowance {
    /// Bytes that are kept; of a longer body none are.
    var kept = Int.max
    /// Bytes of a longer body that are read.
    var read = Int.max
}
