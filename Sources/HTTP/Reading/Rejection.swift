/// Why a request was refused before anyone saw it. The connection answers and closes: after a framing error nobody
/// knows where the next request starts.
package struct Rejection: Error, Sendable, Equatable {
    package let status: Int
    /// A short lower-case phrase for the body of the answer; never text of the client's.
    package let reason: String

    package init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The answer: `text/plain`, naming the reason.
    package var response: HTTPResponse {
        .text(status, "\(status) \(StatusPhrase.of(status)): \(reason)\n")
    }
}
