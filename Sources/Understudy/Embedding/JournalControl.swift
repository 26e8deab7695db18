import ControlPlane
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import HTTP
import Protocol

/// The request journal: the requests to the server, with their responses and reasons. The journal keeps the most recent
/// entries, by default 2,048 entries and 8 MiB.
public struct JournalControl: Sendable {
    let control: ControlCalls

    /// Returns journal entries, oldest first.
    ///
    /// - Parameters:
    ///   - match: The entries to return; by default, all.
    ///   - limit: The largest number of entries, up to 500. With `since` in the match, these are the first entries after that
    ///     point; otherwise, the last entries.
    ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
    /// - Throws: ``ControlError`` of status 400 for an invalid match.
    public func entries(
        matching match: JournalMatch = JournalMatch(), limit: Int = 100, showsSecrets: Bool = false
    ) throws(ControlError) -> [JournalEntry] {
        let found = try call { (journal) throws(ProblemDocument) in
            try journal.entries(match.filter, limit: limit, showsSecrets: showsSecrets)
        }
        var entries: [JournalEntry] = []
        for entry in found { entries.append(try JournalEntry(JSON(entry.json), time: Date(entry.item.entry.time))) }
        return entries
    }

    /// Returns one journal entry.
    ///
    /// - Parameters:
    ///   - id: The number of the entry.
    ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
    /// - Throws: ``ControlError`` of status 404 if the journal has no such entry, or no longer has the entry.
    public func entry(_ id: Int, showsSecrets: Bool = false) throws(ControlError) -> JournalEntry {
        let entry = try call { (journal) throws(ProblemDocument) in
            try journal.entry(Int64(id), showsSecrets: showsSecrets)
        }
        return try JournalEntry(JSON(entry.json), time: Date(entry.item.entry.time))
    }

    /// Returns the number of matching entries.
    ///
    /// - Parameter match: The entries to count; by default, all.
    /// - Throws: ``ControlError`` of status 400 for an invalid match.
    public func count(matching match: JournalMatch = JournalMatch()) throws(ControlError) -> Int {
        try call { (journal) throws(ProblemDocument) in try journal.count(match.filter) }
    }

    /// Verifies that the expected number of requests matches. In a test, `try server.journal.verify(.exactly(1), matching: …)` is
    /// the assertion: the error describes the near misses and their differences.
    ///
    /// - Parameters:
    ///   - count: The expected number of requests.
    ///   - match: The requests.
    /// - Throws: ``ControlError`` of status 422 if the number differs, and 400 for an invalid match.
    public func verify(
        _ count: RequestCount = .atLeast(1), matching match: JournalMatch
    ) throws(ControlError) {
        _ = try call { (journal) throws(ProblemDocument) in
            try journal.verify(JournalVerification(match.filter, count.range))
        }
    }

    /// Verifies that there is a request for each match, in this order. Other requests may occur in between.
    ///
    /// - Parameter matches: One to 64 matches.
    /// - Throws: ``ControlError`` of status 422 if the verification fails, and 400 for an invalid match.
    public func verify(inOrder matches: [JournalMatch]) throws(ControlError) {
        _ = try call { (journal) throws(ProblemDocument) in
            try journal.verify(JournalVerification(order: matches.map(\.filter)))
        }
    }

    /// Removes journal entries.
    ///
    /// - Parameter match: The entries to remove; by default, all.
    /// - Returns: The number of removed entries.
    /// - Throws: ``ControlError`` of status 400 for an invalid match.
    @discardableResult
    public func clear(matching match: JournalMatch = JournalMatch()) throws(ControlError) -> Int {
        try call { (journal) throws(ProblemDocument) in try journal.delete(match.filter) }
    }

    /// Returns a stream of journal entries, from this call on.
    ///
    /// - Parameter match: The entries to return. With `since`, up to a hundred earlier entries come first.
    /// - Returns: A sequence that ends only if its consumer is canceled or falls 1,024 entries behind.
    /// - Throws: ``ControlError`` of status 503 if there are too many listeners, and 400 for an invalid match.
    public func stream(matching match: JournalMatch = JournalMatch()) throws(ControlError) -> RequestStream {
        let response = try call { (journal) throws(ProblemDocument) in try journal.stream(match.filter) }
        return RequestStream(try response.live.unwrapped("stream"))
    }

    /// Waits until enough requests match, for requests that an app sends on its own schedule.
    ///
    /// - Parameters:
    ///   - match: The requests.
    ///   - count: The number of requests to wait for.
    ///   - time: The longest time to wait, by the machine's clock.
    /// - Returns: The matching entries, oldest first, at most 100: the last entries, or with `since` the first entries after
    ///   that point.
    /// - Throws: ``ControlError`` of status 422 if there are fewer requests when the time is over, as
    ///   ``verify(_:matching:)`` reports it, and 400 for an invalid match. `CancellationError` if the task is canceled.
    @discardableResult
    public func wait(
        for match: JournalMatch, count: Int = 1, within time: Duration = .seconds(5)
    ) async throws -> [JournalEntry] {
        let end = ContinuousClock.now + time
        while try self.count(matching: match) < count, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(5))
        }
        try verify(.atLeast(count), matching: match)
        return try entries(matching: match)
    }

    private func call<Result>(
        _ body: (JournalRequests) throws(ProblemDocument) -> Result
    ) throws(ControlError) -> Result {
        try control.call { (server) throws(ProblemDocument) in try body(server.journalRequests(server.directory)) }
    }
}

/// A match of journal entries, by their request, their outcome and their time. All conditions must hold.
public struct JournalMatch: Sendable, Hashable {
    /// The outcome of a request.
    public enum Outcome: Sendable, Hashable {
        /// The requested result, which may be a redirect to the application.
        case success
        /// A page that asks the user for something.
        case page
        /// Any error.
        case error
        /// An error with this code or OAuth name, such as `AADSTS50076` or `invalid_grant`.
        case failed(String)
        /// A response with this HTTP status.
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

    /// The start of a range in the journal.
    public enum Start: Sendable, Hashable {
        /// The range starts after the entry with this number.
        case id(Int)
        /// The range starts at this time of the server's clock.
        case time(Date)

        var start: JournalFilter.Start {
            switch self {
            case .id(let id): .entry(Int64(id))
            case .time(let date): .time(Timestamp(date))
            }
        }
    }

    /// The conditions for the request.
    public var request: RequestMatch
    /// The outcome, or nil for any outcome.
    public var outcome: Outcome?
    /// The start of the range, or nil for the first entry.
    public var since: Start?
    /// The number of the entry before which the range ends, or nil for the last entry.
    public var before: Int?

    /// Creates a match. A condition that is left out always holds.
    ///
    /// - Parameters:
    ///   - request: The conditions for the request.
    ///   - outcome: The outcome.
    ///   - since: The start of the range.
    ///   - before: The number of the entry before which the range ends.
    public init(
        _ request: RequestMatch = RequestMatch(), outcome: Outcome? = nil, since: Start? = nil, before: Int? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.since = since
        self.before = before
    }

    /// Creates a match of the requests to an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - clientID: The client ID of the application.
    ///   - tenant: The ID or domain of the tenant, or a word such as `common`.
    ///   - user: The ID or name of the user.
    ///   - grantType: The `grant_type`.
    ///   - scopes: The scopes, all of which the request must contain.
    ///   - outcome: The outcome.
    public init(
        endpoint: RequestedEndpoint, clientID: String? = nil, tenant: String? = nil, user: String? = nil,
        grantType: String? = nil, scopes: [String] = [], outcome: Outcome? = nil
    ) {
        self.init(
            RequestMatch(
                clientID: clientID, tenant: tenant, user: user, endpoint: endpoint, grantType: grantType,
                scopes: scopes), outcome: outcome)
    }

    /// The match in the form of the control plane.
    var filter: JournalFilter {
        var filter = JournalFilter()
        filter.match = request.exchange
        filter.outcome = outcome?.text
        filter.since = since?.start
        filter.before = before.map { Int64($0) }
        return filter
    }
}

/// An expected number of requests.
public enum RequestCount: Sendable, Hashable {
    /// Exactly this number of requests.
    case exactly(Int)
    /// This number of requests or more.
    case atLeast(Int)
    /// This number of requests or fewer.
    case atMost(Int)
    /// No request.
    public static let never = RequestCount.exactly(0)

    /// The range of the number. The control plane rejects a negative number.
    var range: ClosedRange<Int> {
        switch self {
        case .exactly(let count): count...count
        case .atLeast(let count): count...Int.max
        case .atMost(let count): min(0, count)...count
        }
    }
}
