package import Entra
package import Wire

/// A failure as Microsoft Graph reports it: `{"error":{"code":…,"message":…,"innerError":{…}}}`.
package struct GraphError: Error, Sendable, Equatable {
    /// One thing that was wrong with an object: what kind, and with which property.
    package struct Detail: Sendable, Equatable {
        package let code: String
        package let target: String

        package init(code: String, target: String) {
            self.code = code
            self.target = target
        }
    }

    package let status: Int
    package let code: String
    package let message: String
    package let details: [Detail]
    /// What the client should ask a token for before it comes again.
    package let challenge: ClaimsChallenge?
    /// Seconds after which to ask again, for `Retry-After`.
    package let retryAfter: Int64?

    package init(
        status: Int, code: String, message: String, details: [Detail] = [], challenge: ClaimsChallenge? = nil,
        retryAfter: Int64? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.challenge = challenge
        self.retryAfter = retryAfter
    }

    /// A failure of the catalogue, told by its status: that the service is busy or out of order is no matter of the token.
    package init(_ error: EntraError) {
        let row = GraphError.statuses.first { $0.statuses.contains(error.status) }
        self.init(
            status: row == nil ? 401 : error.status, code: row?.code ?? GraphError.invalidTokenCode,
            message: error.message, retryAfter: error.retryAfter)
    }

    private static let invalidTokenCode = "InvalidAuthenticationToken"

    /// The statuses that stay, and Graph's codes for them.
    private static let statuses: [(statuses: ClosedRange<Int>, code: String)] = [
        (403...403, "Authorization_RequestDenied"), (405...405, "Request_BadRequest"), (429...429, "TooManyRequests"),
        (500...502, "InternalServerError"), (503...503, "ServiceUnavailable"), (504...504, "GatewayTimeout"),
    ]

    /// 401: the access token is missing, or cannot be taken.
    package static func invalidToken(_ message: String) -> GraphError {
        GraphError(status: 401, code: invalidTokenCode, message: message)
    }

    /// 401: something happened since the token was issued (continuous access evaluation).
    package static func challenge(_ challenge: ClaimsChallenge) -> GraphError {
        GraphError(
            status: 401, code: invalidTokenCode,
            message: "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                + "TokenIssuedBeforeRevocationTimestamp", challenge: challenge)
    }

    /// 403: the token is good, but not for this.
    package static let denied = GraphError(
        status: 403, code: "Authorization_RequestDenied", message: "Insufficient privileges to complete the operation.")

    /// 503: it is the server's fault.
    package static let unavailable = GraphError(
        status: 503, code: "ServiceUnavailable", message: "The service is not available.", retryAfter: 1)

    /// The body. `requestID` names the exchange, `clientRequestID` is the client's own name for it.
    package func json(now: Timestamp, requestID: String, clientRequestID: String) -> [UInt8] {
        JSONWriter.object { json in
            json.object("error") { error in
                error.field("code", code)
                error.field("message", message)
                if !details.isEmpty {
                    error.array("details") { list in
                        for detail in details {
                            list.objectElement { entry in
                                entry.field("code", detail.code)
                                entry.field("message", message)
                                entry.field("target", detail.target)
                            }
                        }
                    }
                }
                error.object("innerError") { inner in
                    inner.field("date", String(Substring(now.iso8601.utf8.prefix(19))))
                    inner.field("request-id", requestID)
                    inner.field("client-request-id", clientRequestID)
                }
            }
        }
    }
}
