package import Entra
package import Wire

/// `POST /_understudy/challenges`: what an API would answer with to send a client back for another token (entra-protocol §10).
package enum ChallengeRequest {
    /// Reads `{"acrs": "c1"}`, `{"nbf": 1790000000}`, `{"nbf": "now"}` or `{"policies": ["…"]}`, each with an optional
    /// `clientId`, the API's own; answers `{"wwwAuthenticate": …, "claims": {…}}`. Throws a problem of status 400 for anything
    /// else.
    package static func answer(_ body: [UInt8], origin: Origin, now: Timestamp) throws(ProblemDocument) -> [UInt8] {
        guard let request = JSONValue(parsing: body), let members = request.object else {
            throw problem("The body is not a JSON object.")
        }
        let kinds = members.filter { !$0.name.isExactly("clientId") }
        guard let kind = kinds.first, kinds.count == 1, let challenge = challenge(kind, now) else {
            throw problem(
                "Give one of acrs (c1 to c99), nbf (seconds since 1970, or \"now\") and policies (a list of ids).")
        }
        let clientID = request["clientId"]?.string
        guard
            clientID.map({ id in id.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D } }) ?? true
        else { throw problem("clientId is not an application id.") }
        return JSONWriter.object { json in
            json.field("wwwAuthenticate", challenge.header(origin: origin, clientID: clientID))
            json.field("claims", challenge.claims)
        }
    }

    private static func challenge(_ member: JSONValue.Member, _ now: Timestamp) -> ClaimsChallenge? {
        switch (member.name, member.value) {
        case ("acrs", .string(let id)) where !id.isEmpty: .authenticationContext(id)
        case ("nbf", .integer(let time)): .notBefore(time)
        case ("nbf", .string("now")): .notBefore(now.seconds)
        case ("policies", .array(let values)):
            values.isEmpty || values.contains { $0.string == nil } ? nil : .policies(values.compactMap(\.string))
        default: nil
        }
    }

    private static func problem(_ detail: String) -> ProblemDocument {
        ProblemDocument(status: 400, title: "Not a challenge", detail: detail)
    }
}
