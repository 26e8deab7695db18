/// A response. The connection adds Date, Connection, and Content-Length or Transfer-Encoding.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HeaderList
    package let body: [UInt8]
    /// The body as an object, if other responses have the same body.
    package let shared: SharedBody?
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
        shared = nil
    }

    /// Creates a response with a body that other responses have too, and that may be compressed.
    package init(status: Int, headers: HeaderList, sharing body: SharedBody) {
        self.status = status
        self.headers = headers
        self.body = body.bytes
        shared = body
        isCompressible = true
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

    /// Sets the header that asks the client to wait this number of seconds (RFC 9110 §10.2.3), unless `seconds` is nil.
    package mutating func setRetryAfter(_ seconds: Int64?) {
        if let seconds { headers.set("Retry-After", String(seconds)) }
    }
}

/// The reason phrases of status lines (RFC 9110 §15).
package enum StatusPhrase {
    /// Returns the phrase of the status, or an empty phrase for an unknown status, which the grammar allows.
    package static func of(_ status: Int) -> StaticString {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}

/// A body without an end. Pieces are sent as they are produced, until the client disconnects or the server drains.
package final class LiveBody: Sendable {
    /// Called once after the head was queued, on the connection's thread.
    package let begin: @Sendable (any LiveSink) -> Void
    /// Called once after the connection has ended.
    package let end: @Sendable () -> Void
    /// The bytes that are sent after a period without other data.
    package let keepAlive: [UInt8]

    package init(
        keepAlive: [UInt8], begin: @escaping @Sendable (any LiveSink) -> Void, end: @escaping @Sendable () -> Void
    ) {
        self.keepAlive = keepAlive
        self.begin = begin
        self.end = end
    }
}

/// The receiver of the pieces of a `LiveBody`. The connection of a client that reads too slowly is closed.
package protocol LiveSink: Sendable {
    /// Sends a piece, from any thread and without blocking. `make` is called later, on the connection's thread; an empty piece is
    /// not sent.
    func send(_ make: @escaping @Sendable () -> [UInt8])
}

/// A fault in the transmission of a response to the client. The connection ends after each fault.
package enum WireFault: Sendable, Hashable {
    /// The connection is reset (RST) before any byte is sent.
    case reset
    /// The connection is closed in an orderly way before any byte is sent.
    case empty
    /// The head announces the whole body, and half of the body is missing. Without a body, half of the head is missing.
    case truncate
    /// A chunk without a size occurs halfway through a chunked body. If the response cannot have a body, half of the head is
    /// missing.
    case malformedChunk
    /// The response is sent in small pieces, evenly spread over that duration.
    case drip(Duration)
}
