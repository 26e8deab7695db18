/// A response. The connection adds Date, Connection, and Content-Length or Transfer-Encoding.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HeaderList
    package var body: [UInt8]
    /// Whether the response may be compressed with gzip: never for a body that mixes secrets with reflected input
    /// (docs/reference/security-checklist.md#swift-and-openssl-pitfalls).
    package var isCompressible: Bool
    /// The fault with which the response is sent, or nil for none.
    package var fault: WireFault?
    /// The stream that replaces `body`, or nil for a response with a fixed body.
    package var live: LiveBody?

    package init(status: Int, headers: HeaderList = HeaderList(), body: [UInt8] = [], isCompressible: Bool = false) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isCompressible = isCompressible
    }

    package init(status: Int, contentType: String, body: [UInt8], isCompressible: Bool = false) {
        self.init(
            status: status, headers: HeaderList([.init("Content-Type", contentType)]), body: body,
            isCompressible: isCompressible)
    }

    /// Returns a plain-text response with one line for people.
    package static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }
}
