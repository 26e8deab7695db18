/// The limits on the size of a body, which depend on the path: the server knows its paths, the connection does not.
package struct BodyRule: Sendable {
    /// The number of bytes that every path accepts. For shorter bodies, `most` is not called.
    package let always: Int
    /// Returns the number of bytes that this path accepts. A longer body does not reach the responder
    /// (`HTTPRequest.isBodyTooLong`).
    package let most: @Sendable (_ method: String, _ path: String) -> Int
    /// The size in bytes above which the connection closes after a body that is too long. A body that is too long is read and
    /// dropped, because a client that is still sending would never read the response otherwise.
    package let discarded: Int

    package init(
        always: Int, discarded: Int, most: @escaping @Sendable (_ method: String, _ path: String) -> Int
    ) {
        self.always = always
        self.discarded = discarded
        self.most = most
    }
}
