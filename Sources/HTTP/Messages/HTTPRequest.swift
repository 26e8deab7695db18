import Formats

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

extension HTTPRequest {
    /// Whether the body has that media type (RFC 9110 §8.3.1), regardless of parameters.
    package func hasMediaType(_ name: String) -> Bool { head.hasMediaType(name) }
}

extension RequestHead {
    /// Whether the body has that media type (RFC 9110 §8.3.1), regardless of parameters.
    package func hasMediaType(_ name: String) -> Bool {
        guard let type = headers["Content-Type"] else { return false }
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed
        // Allowed (lossy-text): part of a string, cut at ASCII characters.
        return String(decoding: essence, as: UTF8.self).isExactlyIgnoringASCIICase(name)
    }
}

/// The head of a request (RFC 9112 §2.1) and the values that derive from the head alone.
package final class RequestHead: Sendable {
    /// The method as sent; methods are case-sensitive.
    package let method: String
    /// The path of the target, still percent-encoded, starting with `/`; exactly `*` for `OPTIONS *` only.
    package let path: String
    /// The query after the first `?`, still encoded, or an empty string if there is none.
    package let query: String
    package let headers: HeaderList
    /// The value of Host, or the authority of an absolute-form target, which takes precedence (RFC 9112 §3.2.2).
    package let authority: String
    let framing: MessageFraming.Body
    let expectsContinue: Bool
    /// The properties of the response that the head alone determines.
    let terms: ResponseTerms

    init(
        method: String, path: String, query: String, headers: HeaderList, authority: String,
        framing: MessageFraming.Body = .none, expectsContinue: Bool = false, terms: ResponseTerms = ResponseTerms()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.authority = authority
        self.framing = framing
        self.expectsContinue = expectsContinue
        self.terms = terms
    }
}

/// The properties of a request that determine the form of its response.
package struct ResponseTerms: Sendable, Equatable {
    /// Whether the response has only headers (RFC 9110 §9.3.2).
    package var isHead: Bool
    /// The minor version: 0 for HTTP/1.0, which has no chunked coding and closes the connection by default.
    package var minorVersion: Int
    /// Whether the connection stays open after the response.
    package var keepsAlive: Bool
    /// Whether the server ends the connection because the body is too long. The client may still be sending.
    package var leavesBody = false

    package init(isHead: Bool = false, minorVersion: Int = 1, keepsAlive: Bool = true) {
        self.isHead = isHead
        self.minorVersion = minorVersion
        self.keepsAlive = keepsAlive
    }

    /// The terms of the response to a request that could not be parsed.
    package static let rejection = ResponseTerms(keepsAlive: false)
}
