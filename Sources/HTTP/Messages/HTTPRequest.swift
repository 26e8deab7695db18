/// A whole request, body included (RFC 9112). Text that was not valid UTF-8 never gets here.
///
/// A class, as it is handed from one to the next all the way to its answer, and never changes.
package final class HTTPRequest: Sendable {
    package let head: RequestHead
    /// Chunks already joined.
    package let body: [UInt8]
    /// Whether the body was longer than what it is sent to takes (`BodyRule`); it is not here then.
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
