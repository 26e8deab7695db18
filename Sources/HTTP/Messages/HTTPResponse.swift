/// An answer; the connection adds Date, Content-Length or Transfer-Encoding, Connection.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HeaderList
    package var body: [UInt8]
    /// Whether gzip may be applied: never for what mixes secrets with reflected input
    /// (docs/reference/security-checklist.md#swift-and-openssl-pitfalls).
    package var isCompressible: Bool
    /// What becomes of the answer on its way; nil for the way it should go.
    package var fault: WireFault?
    /// What comes in place of `body`, piece by piece.
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

    /// A line for people.
    package static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }
}
