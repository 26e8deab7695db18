/// A complete request with its body (RFC 9112). The parser rejects text that is not valid UTF-8.
///
/// An immutable class, because each step passes the request on until the response is ready.
package final class HTTPRequest: Sendable {
    package let head: RequestHead
    /// The body without chunk framing.
    package let body: [UInt8]
    /// Whether the body exceeded the limit of the path (`BodyRule`). In that case `body` is empty.
    package let isBodyTooLong: Bool

    package init(head: RequestHead, body: [UInt8] = [], isBodyTooLong: Bool = false) {
        self.head = head
        self.body = body
        self.isBodyTooLong = isBodyTooLong
    }

    package convenience init(
        method: String, path: String, query: String = "", headers: HeaderList = HeaderList(), body: [UInt8] = [],
        authority: String
    ) {
        self.init(
            head: RequestHead(method: method, path: path, query: query, headers: headers, authority: authority),
            body: body)
    }

    package var method: String { head.method }
    package var path: String { head.path }
    package var query: String { head.query }
    package var headers: HeaderList { head.headers }
    package var authority: String { head.authority }
}
