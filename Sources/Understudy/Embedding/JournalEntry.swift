#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import HTTP
import Synchronization

/// A journal entry: a request, and the server's response.
public struct JournalEntry: Sendable, Hashable {
    /// The outcome of a request.
    public enum Outcome: String, Sendable {
        /// The requested result.
        case success
        /// A page that asks the user for something.
        case page
        /// An error.
        case error
    }

    /// The number of the entry, which is higher than the numbers of all earlier entries.
    public let id: Int
    /// The time of the request, by the server's clock.
    public let time: Date
    /// The endpoint of the request.
    public let endpoint: RequestedEndpoint?
    /// The HTTP method.
    public let method: String
    /// The URL as text, with masked secrets. A client may send a URL that is not valid.
    public let url: String
    /// The HTTP status of the response.
    public let status: Int
    /// The outcome of the request.
    public let outcome: Outcome
    /// The error, such as `AADSTS50126` or `invalid_grant`, or nil if there was none.
    public let error: String?
    /// The client ID of the application, or nil if the request names none.
    public let clientID: String?
    /// The ID of the tenant, or the path segment if it names no tenant.
    public let tenant: String?
    /// The name of the user, or the ID if the name is unknown.
    public let user: String?
    /// The `grant_type`.
    public let grantType: String?
    /// The requested scopes.
    public let scopes: [String]
    /// The `client-request-id`.
    public let clientRequestID: String?
    /// The page that was shown, or nil if there was none.
    public let page: String?
    /// The ID of the stub that created or changed the response.
    public let stub: String?
    /// The whole entry: `request` and `response` with headers and parameters, `decision` with the reasons for the response, and
    /// `v2` with the version 2 equivalent of a version 1 request.
    public let json: JSON

    /// Creates an entry from its document, in which secrets are masked. `time` is the exact time of the request, or nil for the
    /// time in the document, in whole seconds.
    init(_ json: JSON, time: Date? = nil) throws(ControlError) {
        id = try (json["id"]?.integer).unwrapped("id")
        self.time = try (time ?? json["time"]?.string.flatMap(Timestamp.init(iso8601:)).map { Date($0) }).unwrapped(
            "time")
        endpoint = json["endpoint"]?.string.flatMap(RequestedEndpoint.init(rawValue:))
        method = try (json["method"]?.string).unwrapped("method")
        url = try (json["url"]?.string).unwrapped("url")
        status = try (json["status"]?.integer).unwrapped("status")
        outcome = try (json["outcome"]?.string).flatMap(Outcome.init(rawValue:)).unwrapped("outcome")
        error = json["error"]?.string
        clientID = json["clientId"]?.string
        tenant = json["tenant"]?.string
        user = json["user"]?.string
        grantType = json["grantType"]?.string
        scopes = json["scope"]?.string?.pieces(separatedBy: " ") ?? []
        clientRequestID = json["clientRequestId"]?.string
        page = json["page"]?.string
        stub = json["script"]?.string
        self.json = json
    }
}

/// A stream of journal entries. Up to 1,024 entries wait until the consumer reads them.
public struct RequestStream: AsyncSequence, Sendable {
    /// The type of the elements.
    public typealias Element = JournalEntry
    /// The type of errors: a stream never throws.
    public typealias Failure = Never

    private let events: AsyncStream<@Sendable () -> [UInt8]>

    /// The largest number of entries that wait for a consumer. The stream ends for a consumer that falls further behind.
    static let maximumWaiting = 1_024

    init(_ body: LiveBody) {
        let (events, continuation) = AsyncStream.makeStream(
            of: (@Sendable () -> [UInt8]).self, bufferingPolicy: .bufferingOldest(RequestStream.maximumWaiting))
        continuation.onTermination = { _ in body.end() }
        body.begin(EventSink(events: continuation))
        self.events = events
    }

    /// The iterator of a stream.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: AsyncStream<@Sendable () -> [UInt8]>.Iterator
        fileprivate var waiting: ArraySlice<JournalEntry> = []

        /// Returns the next entry, or nil if the task was canceled or fell too far behind.
        public mutating func next() async -> JournalEntry? {
            await next(isolation: nil)
        }

        /// Returns the next entry, or nil if the task was canceled or fell too far behind.
        ///
        /// - Parameter actor: The actor on which the call runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> JournalEntry? {
            while waiting.isEmpty {
                guard let event = await events.next(isolation: actor) else { return nil }
                waiting = RequestStream.requests(in: event())[...]
            }
            return waiting.popFirst()
        }
    }

    /// Creates an iterator, which begins with the waiting entries since the creation of the stream.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// Returns the entries in server-sent events. Each entry is on one line that begins with `data: `.
    private static func requests(in text: [UInt8]) -> [JournalEntry] {
        text.split(separator: ASCII.lineFeed).compactMap { line in
            guard line.starts(with: "data: ".utf8) else { return nil }
            return JSONValue(parsing: Array(line.dropFirst(6))).flatMap { try? JournalEntry(JSON($0)) }
        }
    }
}

/// The sink for events, which wait until the consumer reads them. The stream ends for a consumer that falls too far behind.
private struct EventSink: LiveSink {
    let events: AsyncStream<@Sendable () -> [UInt8]>.Continuation

    func send(_ make: @escaping @Sendable () -> [UInt8]) {
        if case .dropped = events.yield(make) { events.finish() }
    }
}
