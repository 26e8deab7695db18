import Directory
import Entra
import Formats
import Store
import Synchronization
import Testing

@Suite struct IssuerKeyCacheTests {
    private static let location = KeyLocation(
        issuer: "https://ci.test", base: WebAddress(origin: Origin(scheme: "https", host: "ci.test", port: nil)),
        keySet: nil, authorityPEM: nil)
    private let now = Timestamp(seconds: 1_790_000_000)

    private func keys(_ id: String) throws -> JSONWebKeySet {
        let entry = JSONValue.object(
            [("kty", "RSA"), ("kid", id), ("n", "AQID"), ("e", "AQAB")].map { .init($0.0, .string($0.1)) })
        return try #require(JSONWebKeySet(.object([.init("keys", .array([entry]))])))
    }

    private func load(
        _ cache: IssuerKeyCache, _ result: Result<JSONWebKeySet, IssuerKeyCache.Failure>, at time: Timestamp
    ) {
        #expect(cache.join(IssuerKeyCacheTests.location, now: time) {})
        cache.finish(IssuerKeyCacheTests.location, result, now: time)
    }

    private func needsFetch(_ cache: IssuerKeyCache, _ id: String, after seconds: Int64) -> Bool {
        cache.needsFetch(IssuerKeyCacheTests.location, keyID: id, now: now.adding(seconds: seconds))
    }

    @Test("Keys are fetched at first, when they are old, and after an interval for an unknown id")
    func fetchesMissingOldAndUnknownKeys() throws {
        let cache = IssuerKeyCache()
        #expect(needsFetch(cache, "a", after: 0))
        load(cache, .success(try keys("a")), at: now)
        #expect(!needsFetch(cache, "a", after: IssuerKeyCache.maximumAge - 1))
        #expect(needsFetch(cache, "a", after: IssuerKeyCache.maximumAge))
        #expect(!needsFetch(cache, "b", after: IssuerKeyCache.minimumInterval - 1))
        #expect(needsFetch(cache, "b", after: IssuerKeyCache.minimumInterval))
    }

    @Test("A failed fetch is reported, repeated after an interval and does not remove earlier keys")
    func keepsKeysAfterFailedFetch() throws {
        let cache = IssuerKeyCache()
        let failure = IssuerKeyCache.Failure(reason: "down")
        load(cache, .failure(failure), at: now)
        #expect(cache.keys(at: IssuerKeyCacheTests.location) == .failure(failure))
        #expect(!needsFetch(cache, "a", after: 1))
        #expect(needsFetch(cache, "a", after: IssuerKeyCache.minimumInterval))
        load(cache, .success(try keys("a")), at: now)
        load(cache, .failure(failure), at: now.adding(seconds: 10_000))
        #expect(cache.keys(at: IssuerKeyCacheTests.location) == .success(try keys("a")))
    }

    @Test("One of many concurrent requests fetches the keys, and all are notified")
    func fetchesOnceForConcurrentRequests() throws {
        let cache = IssuerKeyCache()
        let notified = Counter()
        let fetchers = (0..<100).filter { _ in
            cache.join(IssuerKeyCacheTests.location, now: now) { notified.count.wrappingAdd(1, ordering: .relaxed) }
        }
        #expect(fetchers == [0])
        #expect(needsFetch(cache, "a", after: 0))
        #expect(notified.count.load(ordering: .relaxed) == 0)
        cache.finish(IssuerKeyCacheTests.location, .success(try keys("a")), now: now)
        #expect(notified.count.load(ordering: .relaxed) == 100)
        #expect(!needsFetch(cache, "a", after: 0))
    }

    @Test("A clock that is set back does not keep keys forever")
    func fetchesAgainAfterClockIsSetBack() throws {
        let cache = IssuerKeyCache()
        load(cache, .success(try keys("a")), at: now.adding(seconds: 86_400))
        #expect(needsFetch(cache, "a", after: 0))
        load(cache, .failure(IssuerKeyCache.Failure(reason: "down")), at: now)
        #expect(!needsFetch(cache, "b", after: 1))
    }

    @Test("The number of waiting requests is limited, and the others are notified at once")
    func limitsWaitingRequests() {
        let cache = IssuerKeyCache()
        let notified = Counter()
        for _ in 0..<IssuerKeyCache.maximumWaiting + 10 {
            _ = cache.join(IssuerKeyCacheTests.location, now: now) { notified.count.wrappingAdd(1, ordering: .relaxed) }
        }
        #expect(notified.count.load(ordering: .relaxed) == 10)
        cache.finish(IssuerKeyCacheTests.location, .failure(IssuerKeyCache.Failure(reason: "down")), now: now)
        #expect(notified.count.load(ordering: .relaxed) == IssuerKeyCache.maximumWaiting + 10)
    }

    @Test("Issuers with different spellings of one character do not share keys")
    func comparesIssuersByBytes() {
        let base = WebAddress(origin: Origin(scheme: "https", host: "ci.test", port: nil))
        let locations = ["https://ci.test/\u{E9}", "https://ci.test/e\u{301}"].map {
            KeyLocation(issuer: $0, base: base, keySet: nil, authorityPEM: nil)
        }
        #expect(locations[0] != locations[1] && Set(locations).count == 2)
    }

    @Test("The number of issuers is limited, and only those without waiting requests are evicted")
    func evictsOnlyIssuersWithoutWaitingRequests() {
        func location(_ number: Int) -> KeyLocation {
            let origin = Origin(scheme: "https", host: "ci\(number).test", port: nil)
            return KeyLocation(
                issuer: "\(origin)", base: WebAddress(origin: origin), keySet: nil, authorityPEM: nil)
        }
        let cache = IssuerKeyCache()
        for number in 0..<IssuerKeyCache.capacity { #expect(cache.join(location(number), now: now) {}) }
        let notified = Counter()
        func joins() -> Bool {
            cache.join(location(-1), now: now) { notified.count.wrappingAdd(1, ordering: .relaxed) }
        }
        #expect(!joins() && notified.count.load(ordering: .relaxed) == 1, "Every issuer has a waiting request.")
        cache.finish(location(7), .failure(IssuerKeyCache.Failure(reason: "down")), now: now)
        #expect(joins() && notified.count.load(ordering: .relaxed) == 1)
        #expect(!cache.join(location(8), now: now) {}, "Its fetch is still in progress.")
        #expect(cache.needsFetch(location(7), keyID: "a", now: now), "The issuer was evicted.")
    }

    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }
}
