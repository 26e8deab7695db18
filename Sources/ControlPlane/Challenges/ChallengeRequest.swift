import Directory
package import Entra
package import Formats
package import Protocol

/// A request to `POST /_understudy/challenges`, which returns the claims challenge with which an API sends a client back for
/// another token (docs/reference/protocol.md#conditional-access).
package struct ChallengeRequest: Sendable {
    package let challenge: ClaimsChallenge
    /// The application ID of the API that sends the challenge.
    let clientID: String?

    /// Reads one of `{"acrs": "c1"}`, `{"nbf": 1790000000}`, `{"nbf": "now"}` and `{"policies": ["…"]}`, with an optional
    /// `clientId`. Throws a problem of status 400 for any other body.
    package init(parsing body: [UInt8], now: Timestamp) throws(ProblemDocument) {
        self = try ControlBody.read(body) { body in
            let context = body.optional("acrs", .authenticationContext).map(ClaimsChallenge.authenticationContext)
            let time = body.optional("nbf", .notBefore(now)).map(ClaimsChallenge.notBefore)
            let policies = body.optional("policies", .list(.nonEmptyText, atLeast: 1)).map(ClaimsChallenge.policies)
            let request = ChallengeRequest(
                challenge: context ?? time ?? policies ?? .notBefore(now.seconds),
                clientID: body.optional("clientId", .applicationID))
            if ["acrs", "nbf", "policies"].count(where: body.has) != 1, body.isSound {
                body.reject(
                    "Give exactly one of acrs (c1 to c99), nbf (seconds since 1970, or \"now\") "
                        + "and policies (a list of policy ids).")
            }
            return request
        }
    }

    /// Creates a request from values of a program. Throws a problem of status 400 for an invalid authentication context, an invalid
    /// application ID, and an empty list of policies.
    package init(checking challenge: ClaimsChallenge, clientID: String?) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            switch challenge {
            case .authenticationContext(let id): arguments.check("acrs", id, .authenticationContext)
            case .notBefore: break
            case .policies(let ids): arguments.check("policies", ids, .list(.nonEmptyText, atLeast: 1))
            }
            arguments.check("clientId", clientID, .applicationID)
        }
        self.init(challenge: challenge, clientID: clientID)
    }

    private init(challenge: ClaimsChallenge, clientID: String?) {
        self.challenge = challenge
        self.clientID = clientID
    }

    /// Returns the `WWW-Authenticate` header of the challenge.
    package func header(origin: Origin) -> String {
        ClaimsChallenge.header(challenge, origin: origin, clientID: clientID)
    }

    /// Returns the response body `{"wwwAuthenticate": …, "claims": {…}}`.
    package func answer(origin: Origin) -> [UInt8] {
        JSONWriter.object { json in
            json.field("wwwAuthenticate", header(origin: origin))
            json.field("claims", challenge.claims)
        }
    }
}

extension FieldKind where Value == Int64 {
    /// A time in seconds since 1970-01-01 UTC, or the word `now`.
    fileprivate static func notBefore(_ now: Timestamp) -> FieldKind {
        FieldKind("seconds since 1970, or \"now\"", placeholder: 0) { value in
            value.string?.isExactly("now") == true ? now.seconds : value.integer
        }
    }
}

extension FieldKind where Value == String {
    fileprivate static var authenticationContext: FieldKind {
        FieldKind(
            "the id of an authentication context, c1 to c99", placeholder: "", where: AuthenticationContext.isID,
            \.string)
    }

    /// An application ID. The value is copied into a header, so only ASCII letters, digits and hyphens are valid.
    fileprivate static var applicationID: FieldKind {
        FieldKind(
            "an application id of letters, digits and hyphens", placeholder: "",
            where: { text in
                !text.isEmpty && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D }
            }, \.string)
    }
}
