/// How much of a body is taken in, by what the request is sent to: a server knows its paths, a connection does not.
package struct BodyRule: Sendable {
    /// Bytes that every path takes; about shorter bodies nobody is asked.
    package let always: Int
    /// Bytes that this path takes. A longer body does not reach the responder (`HTTPRequest.isBodyTooLong`).
    package let most: @Sendable (_ method: String, _ path: String) -> Int
    /// A longer one is read and dropped, or a client that is sending it would never hear the answer. Behind one of more than so
    /// many bytes the connection closes.
    package let discarded: Int

    package init(
        always: Int, discarded: Int, most: @escaping @Sendable (_ method: String, _ path: String) -> Int
    ) {
        self.always = always
        self.discarded = discarded
        self.most = most
    }
}
