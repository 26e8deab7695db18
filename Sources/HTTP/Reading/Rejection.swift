/// The reason why a request was rejected before it reached a handler. The connection responds and closes, because the start of the
/// next request is unknown after a framing error.
package struct Rejection: Error, Sendable, Equatable {
    package let status: Int
    /// A short lower-case phrase for the body of the response, which never contains text from the client.
    package let reason: String

    package init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The response: `text/plain` with the reason.
    package var response: HTTPResponse {
        .text(status, "\(status) \(StatusPhrase.of(status)): \(reason)\n")
    }
}
