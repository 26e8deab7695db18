package import Wire

/// A failure as Microsoft Graph reports it: `{"error":{"code":…,"message":…,"innerError":{…}}}`.
package struct GraphError: Error, Sendable, Equatable {
    package let status: Int
    package let code: String
    package let message: String

    /// 401: the access token is missing, or cannot be taken.
    package static func invalidToken(_ message: String) -> GraphError {
        GraphError(status: 401, code: "InvalidAuthenticationToken", message: message)
    }

    /// 403: the token is good, but not for this.
    static let denied = GraphError(
        status: 403, code: "Authorization_RequestDenied", message: "Insufficient privileges to complete the operation.")

    /// The body. `requestID` names the exchange, `clientRequestID` is the client's own name for it.
    package func json(now: Timestamp, requestID: String, clientRequestID: String) -> [UInt8] {
        JSONWriter.object { json in
            json.object("error") { error in
                error.field("code", code)
                error.field("message", message)
                error.object("innerError") { inner in
                    inner.field("date", String(now.iso8601.prefix(19)))
                    inner.field("request-id", requestID)
                    inner.field("client-request-id", clientRequestID)
                }
            }
        }
    }
}
