package import Directory
package import Entra
import Synchronization
package import Wire

/// The keys of other issuers as last fetched. Decides when they are to be fetched, and that nobody fetches twice at a time;
/// the fetching itself is the caller's.
package final class IssuerKeyCache: Sendable {
    /// Why there are no keys. One sentence for a person.
    package struct Failure: Error, Sendable, Equatable {
        package let reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    /// Seconds after which keys are fetched again.
    package static let maximumAge: Int64 = 3_600
    /// Seconds between two attempts, so that neither unknown key ids nor an issuer that is down make a flood of requests.
    package static let minimumInterval: Int64 = 5
    /// Issuers remembered at once; a configuration has a handful. Those that nobody waits for give way.
    package static let capacity = 256
    /// Requests that wait for one fetch; beyond it they go on with the keys at hand.
    package static let maximumWaiting = 1_024

    private struct Entry {
        var keys: JSONWebKeySet?
        var failure: Failure?
        var fetched = Timestamp.distantPast
        var attempted = Timestamp.distantPast
        /// Not nil while a fetch is under way: what is to be called at its end.
        var waiting: [@Sendable () -> Void]?
    }

    private let entries = Mutex<[KeyLocation: Entry]>([:])

    package init() {}

    /// The keys at hand, however old; what went wrong when there are none.
    package func keys(at location: KeyLocation) -> Result<JSONWebKeySet, Failure> {
        entries.withLock { entries in
            guard let keys = entries[location]?.keys else {
                return .failure(
                    entries[location]?.failure
                        ?? Failure(reason: "The keys of '\(location.issuer)' are not available yet."))
            }
            return .success(keys)
        }
    }

    /// Whether a request that needs that key should wait for a fetch: the keys are old, or the key is not among them, and
    /// the last attempt is a while ago or still under way.
    package func wantsFetch(_ location: KeyLocation, keyID: String, now: Timestamp) -> Bool {
        entries.withLock { entries in
            guard let entry = entries[location] else { return true }
            let isOld = IssuerKeyCache.has(IssuerKeyCache.maximumAge, passedSince: entry.fetched, now)
            guard isOld || entry.keys?.key(id: keyID) == nil else { return false }
            return entry.waiting != nil
                || IssuerKeyCache.has(IssuerKeyCache.minimumInterval, passedSince: entry.attempted, now)
        }
    }

    /// A clock that was set back counts as time passed: what was fetched later than now is of another time line.
    private static func has(_ seconds: Int64, passedSince time: Timestamp, _ now: Timestamp) -> Bool {
        !(0..<seconds).contains(now.seconds(since: time))
    }

    /// Has `done` called when the fetch that is under way has ended; true when there is none and the caller is to fetch and
    /// then call `finish`.
    package func join(_ location: KeyLocation, now: Timestamp, done: @escaping @Sendable () -> Void) -> Bool {
        switch joined(location, now, done) {
        case .first: return true
        case .waits: return false
        case .full:
            done()
            return false
        }
    }

    private enum Joined {
        case first
        case waits
        case full
    }

    private func joined(
        _ location: KeyLocation, _ now: Timestamp, _ done: @escaping @Sendable () -> Void
    ) -> Joined {
        entries.withLock { entries in
            if let waiting = entries[location]?.waiting {
                guard waiting.count < IssuerKeyCache.maximumWaiting else { return .full }
                entries[location]?.waiting?.append(done)
                return .waits
            }
            if entries[location] == nil, entries.count >= IssuerKeyCache.capacity {
                entries = entries.filter { $0.value.waiting != nil }
                guard entries.count < IssuerKeyCache.capacity else { return .full }
            }
            var entry = entries[location] ?? Entry()
            entry.attempted = now
            entry.waiting = [done]
            entries[location] = entry
            return .first
        }
    }

    /// Ends a fetch. After a failure the keys of before stay in use.
    package func finish(_ location: KeyLocation, _ result: Result<JSONWebKeySet, Failure>, now: Timestamp) {
        let waiting = entries.withLock { entries in
            var entry = entries[location] ?? Entry()
            let waiting = entry.waiting ?? []
            entry.waiting = nil
            switch result {
            case .success(let keys):
                entry.keys = keys
                entry.failure = nil
                entry.fetched = now
            case .failure(let failure): entry.failure = failure
            }
            entries[location] = entry
            return waiting
        }
        for done in waiting { done() }
    }
}
