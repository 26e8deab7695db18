import HTTP
import Wire

extension Understudy {
    /// What the server was asked, and what came of it. The journal keeps the last exchanges, 2,048 of them and 8 MiB
    /// unless told otherwise.
    public struct JournalControl: Sendable {
        let control: ControlPlane

        /// Exchanges, oldest first.
        ///
        /// - Parameters:
        ///   - match: Which ones; left out, all.
        ///   - limit: How many at most, up to 500: with `since` in the match the first ones behind it, else the last ones.
        ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
        /// - Throws: ``ControlError`` of status 400 for a match that cannot be.
        public func requests(
            _ match: JournalMatch = JournalMatch(), limit: Int = 100, showsSecrets: Bool = false
        ) throws(ControlError) -> [LoggedRequest] {
            var query = match.query
            query.append("limit", String(limit))
            if showsSecrets { query.append("secrets", "true") }
            let answer = try control.json(.control("GET", "requests", query: query))
            var requests: [LoggedRequest] = []
            for entry in try (answer["requests"]?.array).promised("requests") {
                requests.append(try LoggedRequest(entry))
            }
            return requests
        }

        /// One exchange.
        ///
        /// - Parameters:
        ///   - id: Its number.
        ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
        /// - Throws: ``ControlError`` of status 404 where there is none, or none any more.
        public func request(_ id: Int, showsSecrets: Bool = false) throws(ControlError) -> LoggedRequest {
            let query = Form(of: ["secrets": showsSecrets ? "true" : nil])
            return try LoggedRequest(control.json(.control("GET", "requests", String(id), query: query)))
        }

        /// How many exchanges match.
        ///
        /// - Parameter match: Which ones; left out, all.
        /// - Throws: ``ControlError`` of status 400 for a match that cannot be.
        public func count(_ match: JournalMatch = JournalMatch()) throws(ControlError) -> Int {
            let answer = try control.json(.control("POST", "requests", "count", body: ["match": match.json]))
            return try (answer["count"]?.integer).promised("count")
        }

        /// Says that so many exchanges match. In a test, `try server.journal.verify(…)` is the assertion: what it throws tells
        /// which request came closest and in what it differs.
        ///
        /// - Parameters:
        ///   - match: Which ones.
        ///   - times: How many there have to be.
        /// - Throws: ``ControlError`` of status 422 where it is not so, 400 for a match that cannot be.
        public func verify(_ match: JournalMatch, _ times: RequestCount = .atLeast(1)) throws(ControlError) {
            try control.json(
                .control("POST", "requests", "verify", body: ["match": match.json, "count": times.json]))
        }

        /// Says that there was an exchange for each match, in that order, others in between allowed.
        ///
        /// - Parameter matches: One to 64 of them.
        /// - Throws: ``ControlError`` of status 422 where it is not so, 400 for a match that cannot be.
        public func verify(order matches: [JournalMatch]) throws(ControlError) {
            try control.json(
                .control("POST", "requests", "verify", body: ["order": .array(matches.map(\.json))]))
        }

        /// Forgets exchanges.
        ///
        /// - Parameter match: Which ones; left out, all.
        /// - Returns: How many there were.
        /// - Throws: ``ControlError`` of status 400 for a match that cannot be.
        @discardableResult
        public func clear(_ match: JournalMatch = JournalMatch()) throws(ControlError) -> Int {
            let answer = try control.json(.control("DELETE", "requests", query: match.query))
            return try (answer["deleted"]?.integer).promised("deleted")
        }

        /// Exchanges as they happen, from this call on.
        ///
        /// - Parameter match: Which ones; with `since`, up to a hundred earlier ones come first.
        /// - Returns: A sequence without end, until its consumer is cancelled or falls 1,024 exchanges behind.
        /// - Throws: ``ControlError`` of status 503 where too many listen already, 400 for a match that cannot be.
        public func stream(_ match: JournalMatch = JournalMatch()) throws(ControlError) -> RequestStream {
            let response = try control.send(.control("GET", "requests", "stream", query: match.query))
            return RequestStream(try response.live.promised("stream"))
        }

        /// Waits until enough exchanges match, for what an app does on its own time.
        ///
        /// - Parameters:
        ///   - match: Which ones.
        ///   - count: How many.
        ///   - time: How long to wait at most, by the machine's clock.
        /// - Returns: Those that match, oldest first, 100 at most: the last ones, or with `since` the first ones behind it.
        /// - Throws: ``ControlError`` of status 422 where there are fewer when the time is over, as ``verify(_:_:)`` says it, 400
        ///   for a match that cannot be; `CancellationError` where the task is cancelled.
        @discardableResult
        public func wait(
            for match: JournalMatch, count: Int = 1, within time: Duration = .seconds(5)
        ) async throws -> [LoggedRequest] {
            let end = ContinuousClock.now + time
            while try self.count(match) < count, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
            try verify(match, .atLeast(count))
            return try requests(match)
        }
    }

    /// Which exchanges of the journal are meant: by their request, by how they ended, and by when they were.
    public struct JournalMatch: Sendable, Hashable {
        /// How an exchange ended.
        public enum Outcome: Sendable, Hashable {
            /// With what was asked for, be it a redirect to the application.
            case success
            /// With a page that asks the user for something.
            case page
            /// With any error.
            case error
            /// With an error of that code or OAuth name: `AADSTS50076`, `invalid_grant`.
            case failed(String)
            /// With that HTTP status.
            case status(Int)

            var text: String {
                switch self {
                case .success: "success"
                case .page: "page"
                case .error: "error"
                case .failed(let code): code
                case .status(let status): String(status)
                }
            }
        }

        /// Where in the journal to begin.
        public enum Start: Sendable, Hashable {
            /// Behind the exchange of that number.
            case id(Int)
            /// At that time, by the server's clock.
            case time(Instant)

            var text: String {
                switch self {
                case .id(let id): String(id)
                case .time(let instant): instant.description
                }
            }
        }

        /// The request.
        public var request: RequestMatch
        /// How it ended; nil for however.
        public var outcome: Outcome?
        /// Where to begin; nil for the first one.
        public var since: Start?
        /// The number of the exchange before which to end; nil for the last one.
        public var before: Int?

        /// What is left out may be anything.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - outcome: How it ended.
        ///   - since: Where to begin.
        ///   - before: The number of the exchange before which to end.
        public init(
            _ request: RequestMatch = RequestMatch(), outcome: Outcome? = nil, since: Start? = nil, before: Int? = nil
        ) {
            self.request = request
            self.outcome = outcome
            self.since = since
            self.before = before
        }

        /// The requests to an endpoint.
        ///
        /// - Parameters:
        ///   - endpoint: Where the request goes.
        ///   - clientID: The application.
        ///   - tenant: Id or domain of the tenant, or a word as `common`.
        ///   - user: Id or name of the user.
        ///   - grantType: The `grant_type`.
        ///   - scopes: Scopes that are all asked for.
        ///   - outcome: How it ended.
        public init(
            endpoint: RequestedEndpoint, clientID: String? = nil, tenant: String? = nil, user: String? = nil,
            grantType: String? = nil, scopes: [String] = [], outcome: Outcome? = nil
        ) {
            self.init(
                RequestMatch(
                    clientID: clientID, tenant: tenant, user: user, endpoint: endpoint, grantType: grantType,
                    scopes: scopes), outcome: outcome)
        }

        var query: Form {
            var form = request.query
            form.append(
                contentsOf: Form(of: [
                    "outcome": outcome?.text, "since": since?.text, "before": before.map { String($0) },
                ]))
            return form
        }

        var json: JSON {
            var members = request.json.object ?? [:]
            members["outcome"] = outcome.map { .string($0.text) }
            members["before"] = before.map { .integer(Int64($0)) }
            members["since"] =
                switch since {
                case .id(let id): .integer(Int64(id))
                case .time(let instant): JSON(instant)
                case nil: nil
                }
            return .object(members)
        }
    }

    /// How many exchanges there have to be.
    public enum RequestCount: Sendable, Hashable {
        /// So many, no more and no fewer.
        case exactly(Int)
        /// So many or more.
        case atLeast(Int)
        /// So many or fewer.
        case atMost(Int)
        /// None.
        public static let never = RequestCount.exactly(0)

        var json: JSON {
            switch self {
            case .exactly(let count): ["exactly": .integer(Int64(count))]
            case .atLeast(let count): ["atLeast": .integer(Int64(count))]
            case .atMost(let count): ["atMost": .integer(Int64(count))]
            }
        }
    }
}
