import Entra
import Formats
package import Protocol

/// A request to `POST /_understudy/tokens/inspect`, which returns a token's content and the reasons to reject the token.
package struct InspectRequest: Sendable {
    var token: String
    var expectation: TokenInspection.Expectation

    /// Reads `{"token": …, "audience"?: …, "issuer"?: …, "nonce"?: …, "scope"?: …, "role"?: …}`. Throws a problem of status 400 for
    /// any other body.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body) { body in
            var expectation = TokenInspection.Expectation()
            let token = body.required("token", .nonEmptyText)
            expectation.audience = body.optional("audience", .nonEmptyText)
            expectation.issuer = body.optional("issuer", .nonEmptyText)
            expectation.nonce = body.optional("nonce", .nonEmptyText)
            expectation.scope = body.optional("scope", .nonEmptyText)
            expectation.role = body.optional("role", .nonEmptyText)
            return InspectRequest(token: token, expectation: expectation)
        }
    }

    /// Creates a request from values of a program. Throws a problem of status 400 for an empty text.
    package init(checking token: String, _ expectation: TokenInspection.Expectation) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            for (name, text) in [
                ("token", token), ("audience", expectation.audience), ("issuer", expectation.issuer),
                ("nonce", expectation.nonce), ("scope", expectation.scope), ("role", expectation.role),
            ] { arguments.check(name, text, .nonEmptyText) }
        }
        self.init(token: token, expectation: expectation)
    }

    private init(token: String, expectation: TokenInspection.Expectation) {
        self.token = token
        self.expectation = expectation
    }

    /// Inspects the token.
    package func inspection(services: Services) -> TokenInspection {
        TokenInspection(token, expectation, services: services)
    }

    /// Returns `{"valid": …, "time": …, "tenant": …, "header": {…}, "claims": {…}, "reasons": [{"check": …, "detail": …}],
    /// "remarks": […]}`.
    package func run(services: Services) -> [UInt8] {
        let inspection = inspection(services: services)
        return JSONWriter.object { json in
            json.field("valid", inspection.reasons.isEmpty)
            json.field("time", inspection.time.iso8601)
            if let tenant = inspection.tenant { json.field("tenant", tenant.description) } else { json.null("tenant") }
            json.field("header", inspection.header)
            json.field("claims", inspection.claims)
            json.array("reasons") { list in
                for reason in inspection.reasons {
                    list.objectElement { entry in
                        entry.field("check", reason.check)
                        entry.field("detail", reason.detail)
                    }
                }
            }
            json.field("remarks", inspection.remarks)
        }
    }
}
