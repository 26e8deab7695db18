import Formats

extension Understudy {
    /// The stubs: prepared responses that matching requests consume in order.
    public struct ScriptControl: Sendable {
        let control: ControlPlane

        /// Adds a stub for requests.
        ///
        /// - Parameters:
        ///   - responses: The responses to matching requests in order, at most 1,000.
        ///   - match: The requests. The match must have a condition, so that concurrent tests do not consume each other's
        ///     responses.
        ///   - repetition: How often the stub goes through the list.
        /// - Returns: The ID of the stub, for listing and removing the stub.
        /// - Throws: ``ControlError`` of status 400 for invalid combinations, and 507 if there are too many stubs.
        @discardableResult
        public func add(
            _ responses: ScriptedResponse..., for match: RequestMatch, repeating repetition: Repetition = .times(1)
        ) throws(ControlError) -> String {
            try lay(match.json, responses.map(\.json), repetition)
        }

        /// Adds a stub for the next TLS handshakes with a host name.
        ///
        /// - Parameters:
        ///   - flaws: The faults of the handshakes in order.
        ///   - host: The host name that clients request.
        ///   - repetition: How often the stub goes through the list.
        /// - Returns: The ID of the stub, for listing and removing the stub.
        /// - Throws: ``ControlError`` of status 400 for an invalid host name, and 507 if there are too many stubs.
        @discardableResult
        public func add(
            _ flaws: HandshakeFlaw..., forHost host: String, repeating repetition: Repetition = .times(1)
        ) throws(ControlError) -> String {
            try lay(["host": .string(host)], flaws.map { ["fault": .string($0.rawValue)] }, repetition)
        }

        /// Returns the stubs, including spent stubs.
        ///
        /// - Parameters:
        ///   - match: The conditions that the match of a returned stub must contain.
        ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
        /// - Throws: ``ControlError`` of status 400 for an invalid match.
        public func list(
            _ match: RequestMatch = RequestMatch(), showsSecrets: Bool = false
        ) throws(ControlError) -> [Script] {
            var query = match.query
            if showsSecrets { query.append("secrets", "true") }
            let answer = try control.json(.control("GET", "responses", query: query))
            return try scripts(answer["responses"])
        }

        /// Returns one stub.
        ///
        /// - Parameters:
        ///   - id: The ID that ``add(_:for:repeating:)`` returned.
        ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
        /// - Throws: ``ControlError`` of status 404 if there is no stub with this ID.
        public func script(_ id: String, showsSecrets: Bool = false) throws(ControlError) -> Script {
            let query = Form(of: ["id": id, "secrets": showsSecrets ? "true" : nil])
            let answer = try control.json(.control("GET", "responses", query: query))
            return try scripts(answer["responses"]).first.promised("responses")
        }

        /// Removes stubs.
        ///
        /// - Parameter match: The conditions that the match of a removed stub must contain; by default, all stubs are removed.
        /// - Returns: The number of removed stubs.
        /// - Throws: ``ControlError`` of status 400 for an invalid match.
        @discardableResult
        public func remove(_ match: RequestMatch = RequestMatch()) throws(ControlError) -> Int {
            try control.json(.control("DELETE", "responses", query: match.query))["removed"]?.integer.promised(
                "removed")
                ?? 0
        }

        /// Removes one stub.
        ///
        /// - Parameter id: The ID that ``add(_:for:repeating:)`` returned.
        /// - Throws: ``ControlError`` of status 404 if there is no stub with this ID.
        public func remove(id: String) throws(ControlError) {
            try control.json(.control("DELETE", "responses", query: Form(of: ["id": id])))
        }

        /// Returns the claims challenge with which an API sends its client back for another token.
        ///
        /// - Parameters:
        ///   - demand: The requirement for the next token.
        ///   - clientID: The API's own client ID, for the header.
        /// - Throws: ``ControlError`` of status 400 for an invalid authentication context.
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

    /// A stub: its responses, and the number of responses left.
    public struct Script: Sendable, Hashable {
        /// The ID for removing the stub.
        public let id: String
        /// The requests that the stub matches. The match is empty for a stub for handshakes.
        public let match: RequestMatch
        /// The host name of the handshakes, or nil for a stub for requests.
        public let host: String?
        /// The responses in order.
        public let responses: [ScriptedResponse]
        /// The number of times that the stub goes through the list.
        public let repetition: Repetition
        /// The number of responses used so far.
        public let consumed: Int
        /// The number of responses left, or nil if the stub has no limit.
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

    /// The requirement of an API for the next token.
    public enum ChallengeDemand: Sendable, Hashable {
        /// The token has an authentication context, `c1` to `c99`.
        case authenticationContext(String)
        /// The token is issued after this time.
        case issuedAfter(Instant)
        /// The token is issued from now on.
        case issuedFromNow
        /// The token meets these policies.
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

    /// A claims challenge, with which an API sends its client back for another token.
    public struct ClaimsChallenge: Sendable, Hashable {
        /// The value of the `WWW-Authenticate` header.
        public let wwwAuthenticate: String
        /// The claims in the header, for the `claims` parameter of the next request.
        public let claims: JSON
    }
}
