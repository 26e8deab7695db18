import Synchronization

/// The head of a request (RFC 9112 §2.1) and the values that derive from the head alone.
///
/// Requests with identical heads, byte for byte, can share one instance: `RequestHeadCache`.
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
    private let known = Mutex<(any HeadDerivedValue)?>(nil)

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

    /// The value that was derived from this head, cached as long as the head exists.
    package var finding: (any HeadDerivedValue)? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}

/// A value that a request handler derives from the head alone and would derive again for the same head.
package protocol HeadDerivedValue: AnyObject, Sendable {}
