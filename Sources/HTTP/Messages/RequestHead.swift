import Synchronization

/// What a request says before its body (RFC 9112 §2.1), and what follows from that alone.
///
/// Requests whose heads are the same byte for byte may have the same one: `HeadMemory`.
package final class RequestHead: Sendable {
    /// As sent; methods are case-sensitive.
    package let method: String
    /// The path of the target, still percent-encoded, starting with `/`; exactly `*` for `OPTIONS *` only.
    package let path: String
    /// What followed the first `?`, still encoded; empty when there was none.
    package let query: String
    package let headers: HeaderList
    /// The value of Host, or the authority of an absolute-form target, which wins (RFC 9112 §3.2.2).
    package let authority: String
    let framing: MessageFraming.Body
    let expectsContinue: Bool
    /// For the answer, as far as the head decides them.
    let terms: ReplyTerms
    private let known = Mutex<(any HeadFinding)?>(nil)

    init(
        method: String, path: String, query: String, headers: HeaderList, authority: String,
        framing: MessageFraming.Body = .none, expectsContinue: Bool = false, terms: ReplyTerms = ReplyTerms()
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

    /// What was found by this head; kept as long as the head is.
    package var finding: (any HeadFinding)? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}

/// What whom a request is for has found by its head alone, and would find again.
package protocol HeadFinding: AnyObject, Sendable {}
