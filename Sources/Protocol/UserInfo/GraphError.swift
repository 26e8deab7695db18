package import Entra
package import Formats

/// An error in the form of Microsoft Graph: `{"error":{"code":…,"message":…,"innerError":{…}}}`.
package struct GraphError: Error, Sendable, Equatable {
    /// A single problem of an object: the kind of problem and the property.
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
    /// The claims that the client must request in a token before the client repeats the request.
    package let challenge: ClaimsChallenge?
    /// The number of seconds for `Retry-After`.
    package let retryAfter: Int64?
    /// The URL for `Location`, at which the client must begin again.
    package let location: String?

    package init(
        status: Int, code: String, message: String, details: [Detail] = [], challenge: ClaimsChallenge? = nil,
        retryAfter: Int64? = nil, location: String? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.challenge = challenge
        self.retryAfter = retryAfter
        self.location = location
    }

    /// Creates the error from an error of the catalog. A status such as 429 or 503 is kept, because the token is not the cause.
    /// Every other status becomes 401.
    package init(_ error: EntraError) {
        let row = GraphError.statuses.first { $0.statuses.contains(error.status) }
        self.init(
            status: row == nil ? 401 : error.status, code: row?.code ?? GraphError.invalidTokenCode,
            message: error.message, retryAfter: error.retryAfter)
    }

    private static let invalidTokenCode = "InvalidAuthenticationToken"

    /// The statuses that are kept, with the codes of Graph.
    private static let statuses: [(statuses: ClosedRange<Int>, code: String)] = [
        (403...403, "Authorization_RequestDenied"), (405...405, "Request_BadRequest"), (429...429, "TooManyRequests"),
        (500...502, "InternalServerError"), (503...503, "ServiceUnavailable"), (504...504, "GatewayTimeout"),
    ]

    /// Returns an error with status 401, for an access token that is missing or invalid.
    package static func invalidToken(_ message: String) -> GraphError {
        GraphError(status: 401, code: invalidTokenCode, message: message)
    }

    /// Returns an error with status 401, for a token that an event since the issue has ended (continuous access evaluation).
    package static func challenge(_ challenge: ClaimsChallenge) -> GraphError {
        GraphError(
            status: 401, code: invalidTokenCode,
            message: "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                + "TokenIssuedBeforeRevocationTimestamp", challenge: challenge)
    }

    /// The error with status 403, for a valid token without the required permission.
    package static let denied = GraphError(
        status: 403, code: "Authorization_RequestDenied", message: "Insufficient privileges to complete the operation.")

    /// The error with status 503, for a failure of the server.
    package static let unavailable = GraphError(
        status: 503, code: "ServiceUnavailable", message: "The service is not available.", retryAfter: 1)

    /// Returns the body as JSON. `requestID` is the server's ID of the request, and `clientRequestID` the client's ID.
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
