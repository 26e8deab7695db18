/// A whole request, body included (RFC 9112). Text that was not valid UTF-8 never gets here.
///
/// A class, as it is handed from one to the next all the way to its answer, and never changes.
package final class HTTPRequest: Sendable {
    /// As sent; methods are case-sensitive.
    package let method: String
    /// The path of the target, still percent-encoded, starting with `/`; exactly `*` for `OPTIONS *` only.
    package let path: String
    /// What followed the first `?`, still encoded; empty when there was none.
    package let query: String
    package let headers: HeaderList
    /// Chunks already joined.
    package let body: [UInt8]
    /// The value of Host, or the authority of an absolute-form target, which wins (RFC 9112 §3.2.2).
    package let authority: String
    /// Whether the body was longer than what it is sent to takes (`BodyRule`); it is not here then.
    package let isBodyTooLong: Bool

    package init(
        method: String, path: String, query: String = "", headers: HeaderList = HeaderList(), body: [UInt8] = [],
        authority: String, isBodyTooLong: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.authority = authority
        self.isBodyTooLong = isBodyTooLong
    }
}
