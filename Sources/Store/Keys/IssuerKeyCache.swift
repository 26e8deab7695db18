package import Directory
package import Entra
package import Formats
import Synchronization

/// A cache of other issuers' keys. The cache decides when keys are fetched and allows one fetch per issuer at a time; the
/// caller performs the fetch.
package final class IssuerKeyCache: Sendable {
    /// The reason why there are no keys, as one sentence for people.
    package struct Failure: Error, Sendable, Equatable {
        package let reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    /// The age after which keys are fetched again, in seconds.
    package static let maximumAge: Int64 = 3_600
    /// The minimum time between two attempts, in seconds. The limit prevents a flood of requests for unknown key IDs or for an
    /// issuer that is down.
    package static let minimumInterval: Int64 = 5
    /// The maximum number of cached issuers; a configuration has a handful. Beyond the maximum, issuers without a waiting
    /// request are evicted.
    package static let capacity = 256
    /// The maximum number of requests that wait for one fetch. Further requests proceed with the cached keys.
    package static let maximumWaiting = 1_024

    private struct Entry {
        var keys: JSONWebKeySet?
        var failure: Failure?
        var fetched = Timestamp.distantPast
        var attempted = Timestamp.distantPast
        /// The callbacks for the end of the current fetch, or nil if no fetch is running.
        var waiting: [@Sendable () -> Void]?
    }

    private let entries = Mutex<[KeyLocation: Entry]>([:])

    package init() {}

    /// Returns the cached keys, regardless of their age, or the failure if there are none.
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

    /// Whether a request that needs the key should wait for a fetch: the keys are old or lack the key, and a fetch is running
    /// or the last attempt is long enough ago.
    package func needsFetch(_ location: KeyLocation, keyID: String, now: Timestamp) -> Bool {
        entries.withLock { entries in
            guard let entry = entries[location] else { return true }
            let isOld = IssuerKeyCache.has(IssuerKeyCache.maximumAge, passedSince: entry.fetched, now)
            guard isOld || entry.keys?.key(id: keyID) == nil else { return false }
            return entry.waiting != nil
                || IssuerKeyCache.has(IssuerKeyCache.minimumInterval, passedSince: entry.attempted, now)
        }
    }

    /// Whether the time has passed. A clock that was set back also counts: keys with a later fetch time are from another
    /// timeline.
    private static func has(_ seconds: Int64, passedSince time: Timestamp, _ now: Timestamp) -> Bool {
        !(0..<seconds).contains(now.seconds(since: time))
    }

    /// Calls `done` when the current fetch ends. Returns true if no fetch was running; the caller must then fetch and call
    /// `finish`.
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

    /// Ends a fetch. After a failure, the previous keys stay in use.
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
