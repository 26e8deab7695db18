import HTTP
import Synchronization
import Wire

extension Understudy {
    /// An exchange of the journal: a request, and what came of it.
    public struct LoggedRequest: Sendable, Hashable {
        /// How it ended, in a word.
        public enum Outcome: String, Sendable {
            /// With what was asked for.
            case success
            /// With a page that asks the user for something.
            case page
            /// With an error.
            case error
        }

        /// Its number, higher than those of all earlier ones.
        public let id: Int
        /// When it came, by the server's clock.
        public let time: Instant
        /// Where it went.
        public let endpoint: RequestedEndpoint?
        /// The HTTP method.
        public let method: String
        /// The URL, secrets masked.
        public let url: String
        /// The HTTP status of the answer.
        public let status: Int
        /// How it ended.
        public let outcome: Outcome
        /// The error that it ended with, `AADSTS50126` or `invalid_grant`; nil for none.
        public let error: String?
        /// The application; nil where the request names none.
        public let clientID: String?
        /// The tenant's id, or the word of the path that is none.
        public let tenant: String?
        /// The user's name, or id where the name is not known.
        public let user: String?
        /// The `grant_type`.
        public let grantType: String?
        /// The scopes asked for.
        public let scopes: [String]
        /// The `client-request-id`.
        public let clientRequestID: String?
        /// The page that was shown.
        public let page: String?
        /// The id of the script that made the answer or spoiled it.
        public let script: String?
        /// All that the journal tells: `request` and `response` with headers and parameters, `decision` with why it was answered
        /// so, `v2` with what a request of version 1 is in version 2.
        public let json: JSON

        init(_ json: JSON) throws(ControlError) {
            id = try (json["id"]?.integer).promised("id")
            time = try (json["time"]?.instant).promised("time")
            endpoint = json["endpoint"]?.string.flatMap(RequestedEndpoint.init(rawValue:))
            method = try (json["method"]?.string).promised("method")
            url = try (json["url"]?.string).promised("url")
            status = try (json["status"]?.integer).promised("status")
            outcome = try (json["outcome"]?.string).flatMap(Outcome.init(rawValue:)).promised("outcome")
            error = json["error"]?.string
            clientID = json["clientId"]?.string
            tenant = json["tenant"]?.string
            user = json["user"]?.string
            grantType = json["grantType"]?.string
            scopes = json["scope"]?.string?.pieces(separatedBy: " ") ?? []
            clientRequestID = json["clientRequestId"]?.string
            page = json["page"]?.string
            script = json["script"]?.string
            self.json = json
        }
    }

    /// Exchanges as they happen. Events wait until they are asked for, 1,024 of them at most.
    public struct RequestStream: AsyncSequence, Sendable {
        /// What comes.
        public typealias Element = LoggedRequest
        /// Nothing goes wrong.
        public typealias Failure = Never

        private let events: AsyncStream<@Sendable () -> [UInt8]>

        /// Events that wait for a consumer at most; who falls further behind hears no more.
        static let maximumWaiting = 1_024

        init(_ body: LiveBody) {
            let (events, continuation) = AsyncStream.makeStream(
                of: (@Sendable () -> [UInt8]).self, bufferingPolicy: .bufferingOldest(RequestStream.maximumWaiting))
            continuation.onTermination = { _ in body.end() }
            body.begin(EventSink(events: continuation))
            self.events = events
        }

        /// Where a consumer stands.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var events: AsyncStream<@Sendable () -> [UInt8]>.Iterator
            fileprivate var waiting: ArraySlice<LoggedRequest> = []

            /// The next exchange; nil where the task is cancelled or fell too far behind.
            public mutating func next() async -> LoggedRequest? {
                await next(isolation: nil)
            }

            /// The next exchange; nil where the task is cancelled or fell too far behind.
            ///
            /// - Parameter actor: The actor that asks.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> LoggedRequest? {
                while waiting.isEmpty {
                    guard let event = await events.next(isolation: actor) else { return nil }
                    waiting = RequestStream.requests(in: event())[...]
                }
                return waiting.popFirst()
            }
        }

        /// Begins with what has come since the stream was made and was not yet taken.
        public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

        /// The exchanges of server-sent events, each on one line that begins with `data: `.
        private static func requests(in text: [UInt8]) -> [LoggedRequest] {
            text.split(separator: ASCII.lineFeed).compactMap { line in
                guard line.starts(with: "data: ".utf8) else { return nil }
                return JSONValue(parsing: Array(line.dropFirst(6))).flatMap { try? LoggedRequest(JSON($0)) }
            }
        }
    }
}

/// Where events go until somebody asks for them; who falls too far behind hears no more.
private struct EventSink: LiveSink {
    let events: AsyncStream<@Sendable () -> [UInt8]>.Continuation

    func send(_ make: @escaping @Sendable () -> [UInt8]) {
        if case .dropped = events.yield(make) { events.finish() }
    }
}
