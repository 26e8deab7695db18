import Wire

extension Understudy {
    /// Answers laid down for requests to come, consumed in order by the requests that match.
    public struct ScriptControl: Sendable {
        let control: ControlPlane

        /// Lays down answers for requests.
        ///
        /// - Parameters:
        ///   - responses: What the matching requests are answered with, one after the other; 1,000 at most.
        ///   - match: Which requests. It must name something, so that tests beside each other do not take each other's answers.
        ///   - repetition: How often the list is gone through.
        /// - Returns: The id by which the script is listed and taken back.
        /// - Throws: ``ControlError`` of status 400 for what cannot stand together, 507 where too many answers wait already.
        @discardableResult
        public func add(
            _ responses: ScriptedResponse..., for match: RequestMatch, repeating repetition: Repetition = .times(1)
        ) throws(ControlError) -> String {
            try lay(match.json, responses.map(\.json), repetition)
        }

        /// Lays down how the next TLS handshakes for a host go wrong.
        ///
        /// - Parameters:
        ///   - flaws: What goes wrong, one handshake after the other.
        ///   - host: The name that clients ask for.
        ///   - repetition: How often the list is gone through.
        /// - Returns: The id by which the script is listed and taken back.
        /// - Throws: ``ControlError`` of status 400 for what is no host, 507 where too many answers wait already.
        @discardableResult
        public func add(
            _ flaws: HandshakeFlaw..., forHost host: String, repeating repetition: Repetition = .times(1)
        ) throws(ControlError) -> String {
            try lay(["host": .string(host)], flaws.map { ["fault": .string($0.rawValue)] }, repetition)
        }

        /// What is laid down, spent scripts included.
        ///
        /// - Parameters:
        ///   - match: Only scripts whose own match names all of this.
        ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
        /// - Throws: ``ControlError`` of status 400 for a match that cannot be.
        public func list(
            _ match: RequestMatch = RequestMatch(), showsSecrets: Bool = false
        ) throws(ControlError) -> [Script] {
            var query = match.query
            if showsSecrets { query.append("secrets", "true") }
            let answer = try control.json(.control("GET", "responses", query: query))
            return try scripts(answer["responses"])
        }

        /// One script.
        ///
        /// - Parameters:
        ///   - id: As ``add(_:for:repeating:)`` gave it.
        ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
        /// - Throws: ``ControlError`` of status 404 where there is none of that id.
        public func script(_ id: String, showsSecrets: Bool = false) throws(ControlError) -> Script {
            let query = Form(of: ["id": id, "secrets": showsSecrets ? "true" : nil])
            let answer = try control.json(.control("GET", "responses", query: query))
            return try scripts(answer["responses"]).first.promised("responses")
        }

        /// Takes back what is laid down.
        ///
        /// - Parameter match: Only scripts whose own match names all of this; left out, all.
        /// - Returns: How many there were.
        /// - Throws: ``ControlError`` of status 400 for a match that cannot be.
        @discardableResult
        public func remove(_ match: RequestMatch = RequestMatch()) throws(ControlError) -> Int {
            try control.json(.control("DELETE", "responses", query: match.query))["removed"]?.integer.promised(
                "removed")
                ?? 0
        }

        /// Takes one script back.
        ///
        /// - Parameter id: As ``add(_:for:repeating:)`` gave it.
        /// - Throws: ``ControlError`` of status 404 where there is none of that id.
        public func remove(id: String) throws(ControlError) {
            try control.json(.control("DELETE", "responses", query: Form(of: ["id": id])))
        }

        /// What an API answers with to send its client back for another token (a claims challenge).
        ///
        /// - Parameters:
        ///   - demand: What the next token must have.
        ///   - clientID: The API's own id, for the header.
        /// - Throws: ``ControlError`` of status 400 for an authentication context that is none.
        public func challenge(_ demand: ChallengeDemand, clientID: String? = nil) throws(ControlError)
            -> ClaimsChallenge
        {
            var body = demand.members
            body["clientId"] = clientID.map { .string($0) }
            let answer = try control.json(.control("POST", "challenges", body: .object(body)))
            return ClaimsChallenge(
                wwwAuthenticate: try (answer["wwwAuthenticate"]?.string).promised("wwwAuthenticate"),
                claims: try answer["claims"].promised("claims"))
        }

        private func lay(
            _ match: JSON, _ responses: [JSON], _ repetition: Repetition
        ) throws(ControlError) -> String {
            let body: JSON = ["match": match, "responses": .array(responses), "times": repetition.json]
            return try (control.json(.control("POST", "responses", body: body))["id"]?.string).promised("id")
        }

        private func scripts(_ list: JSON?) throws(ControlError) -> [Script] {
            var scripts: [Script] = []
            for entry in try (list?.array).promised("responses") { scripts.append(try Script(entry)) }
            return scripts
        }
    }

    /// Answers laid down, and how much of them is left.
    public struct Script: Sendable, Hashable {
        /// By which it is taken back.
        public let id: String
        /// Which requests; empty for handshakes.
        public let match: RequestMatch
        /// For which host's handshakes; nil for requests.
        public let host: String?
        /// The answers in their order.
        public let responses: [ScriptedResponse]
        /// How often they are gone through.
        public let repetition: Repetition
        /// How many answers were given.
        public let consumed: Int
        /// How many answers are left; nil where there is no end.
        public let left: Int?

        init(_ json: JSON) throws(ControlError) {
            id = try (json["id"]?.string).promised("id")
            match = RequestMatch(json["match"] ?? .null)
            host = json["match"]?["host"]?.string
            responses = (json["responses"]?.array ?? []).map(ScriptedResponse.init)
            repetition = json["times"]?.integer.map(Repetition.times) ?? .always
            consumed = try (json["consumed"]?.integer).promised("consumed")
            left = json["left"]?.integer
        }
    }

    /// What an API demands of the next token.
    public enum ChallengeDemand: Sendable, Hashable {
        /// An authentication context, `c1` to `c99`.
        case authenticationContext(String)
        /// That it is issued after this moment.
        case issuedAfter(Instant)
        /// That it is issued from now on.
        case issuedFromNow
        /// That these policies are met.
        case policies([String])

        var members: [String: JSON] {
            switch self {
            case .authenticationContext(let id): ["acrs": .string(id)]
            case .issuedAfter(let instant): ["nbf": .integer(instant.secondsSince1970)]
            case .issuedFromNow: ["nbf": "now"]
            case .policies(let ids): ["policies": .list(ids)]
            }
        }
    }

    /// What an API answers with to send its client back for another token.
    public struct ClaimsChallenge: Sendable, Hashable {
        /// The value of the `WWW-Authenticate` header.
        public let wwwAuthenticate: String
        /// What is in it, and goes into the `claims` parameter of the next request.
        public let claims: JSON
    }
}
