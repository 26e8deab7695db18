import Directory
import Entra
import Formats
@testable import Store
import Testing

@Suite struct HostTokenTests {
    private let now = Timestamp(seconds: 1_000_000)

    private let published = ["k", "l"]

    private func key(
        _ number: Int, tenant: String = "t", principal: String = "p", identity: String = "/vm"
    ) -> HostToken.Key {
        let identity = ManagedIdentity(
            resourceID: identity, name: "vm", kind: .systemAssigned, clientID: ClientID("c"),
            principalID: ObjectID(principal))
        return HostToken.Key(
            tenant: TenantID(tenant), identity: identity, host: "", resource: "r\(number)", issuer: "i")
    }

    private func token(_ name: String, at seconds: Int64 = 1_000_000, life: Int64 = 100) -> HostToken {
        HostToken(token: name, keyID: "k", issuedAt: seconds, expiresAt: seconds + life)
    }

    @Test func cachesTokenForHalfItsLifetime() {
        let store = MemoryStore()
        #expect(store.hostToken(key(1), now: now, published: published) == nil)
        #expect(store.keep(token("a"), for: key(1), now: now, published: published).token == "a")
        for (seconds, isKept) in [(0, true), (49, true), (50, false), (-1, false)] as [(Int64, Bool)] {
            #expect(
                (store.hostToken(key(1), now: now.adding(seconds: seconds), published: published) != nil) == isKept,
                "\(seconds)")
        }
        #expect(store.hostToken(key(2), now: now, published: published) == nil)
    }

    @Test("A token whose key is no longer published is replaced")
    func replacesTokenOfUnpublishedKey() {
        let store = MemoryStore()
        _ = store.keep(token("a"), for: key(1), now: now, published: published)
        #expect(store.hostToken(key(1), now: now, published: ["l"]) == nil)
        let next = HostToken(token: "b", keyID: "l", issuedAt: now.seconds, expiresAt: now.seconds + 100)
        #expect(store.keep(next, for: key(1), now: now, published: ["l"]).token == "b")
    }

    @Test("A cached token applies only to the unchanged identity")
    func tokenBelongsToUnchangedIdentity() {
        let store = MemoryStore()
        _ = store.keep(token("a"), for: key(1), now: now, published: published)
        #expect(store.hostToken(key(1, principal: "q"), now: now, published: published) == nil)
        #expect(store.hostToken(key(1, identity: "/other"), now: now, published: published) == nil)
    }

    @Test func keepsFirstOfTwoTokens() {
        let store = MemoryStore()
        _ = store.keep(token("a"), for: key(1), now: now, published: published)
        #expect(store.keep(token("b"), for: key(1), now: now, published: published).token == "a")
        let later = now.adding(seconds: 50)
        #expect(store.keep(token("b", at: later.seconds), for: key(1), now: later, published: published).token == "b")
    }

    @Test func limitsCachedTokens() {
        let store = MemoryStore()
        for number in 0..<(HostTokens.maximum + 10) {
            _ = store.keep(
                token("\(number)", life: 1_000 + Int64(number)), for: key(number), now: now, published: published)
        }
        let kept = (0..<(HostTokens.maximum + 10)).filter {
            store.hostToken(key($0), now: now, published: published) != nil
        }
        #expect(kept == Array(10..<(HostTokens.maximum + 10)), "those that expire first gave way")
    }

    @Test func resetRemovesCachedTokens() {
        let store = MemoryStore()
        _ = store.keep(token("a"), for: key(1), now: now, published: published)
        _ = store.keep(token("b"), for: key(1, tenant: "u"), now: now, published: published)
        store.reset(tenant: TenantID("t"), now: .distantPast)
        #expect(store.hostToken(key(1), now: now, published: published) == nil)
        #expect(store.hostToken(key(1, tenant: "u"), now: now, published: published) != nil)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.hostToken(key(1, tenant: "u"), now: now, published: published) == nil)
    }
}
