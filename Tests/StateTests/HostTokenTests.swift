import Entra
import Testing
import Wire

@testable import State

@Suite struct HostTokenTests {
    private let now = Timestamp(seconds: 1_000_000)

    private func key(_ number: Int, tenant: String = "t") -> HostToken.Key {
        HostToken.Key(tenant: TenantID(tenant), client: ClientID("c"), resource: "r\(number)", issuer: "i")
    }

    private func token(_ name: String, at seconds: Int64 = 1_000_000, life: Int64 = 100) -> HostToken {
        HostToken(token: name, issuedAt: seconds, expiresAt: seconds + life)
    }

    @Test func aTokenIsKeptForHalfItsLife() {
        let store = MemoryStore()
        #expect(store.hostToken(key(1), now: now) == nil)
        #expect(store.keep(token("a"), for: key(1), now: now).token == "a")
        for (seconds, isKept) in [(0, true), (49, true), (50, false), (-1, false)] as [(Int64, Bool)] {
            #expect((store.hostToken(key(1), now: now.adding(seconds: seconds)) != nil) == isKept, "\(seconds)")
        }
        #expect(store.hostToken(key(2), now: now) == nil)
    }

    @Test func theFirstOfTwoWins() {
        let store = MemoryStore()
        _ = store.keep(token("a"), for: key(1), now: now)
        #expect(store.keep(token("b"), for: key(1), now: now).token == "a")
        let later = now.adding(seconds: 50)
        #expect(store.keep(token("b", at: later.seconds), for: key(1), now: later).token == "b")
    }

    @Test func memoryIsBounded() {
        let store = MemoryStore()
        for number in 0..<(HostTokens.maximum + 10) {
            _ = store.keep(token("\(number)", life: 1_000 + Int64(number)), for: key(number), now: now)
        }
        let kept = (0..<(HostTokens.maximum + 10)).filter { store.hostToken(key($0), now: now) != nil }
        #expect(kept == Array(10..<(HostTokens.maximum + 10)), "those that expire first gave way")
    }

    @Test func aResetForgets() {
        let store = MemoryStore()
        _ = store.keep(token("a"), for: key(1), now: now)
        _ = store.keep(token("b"), for: key(1, tenant: "u"), now: now)
        store.reset(tenant: TenantID("t"), now: .distantPast)
        #expect(store.hostToken(key(1), now: now) == nil)
        #expect(store.hostToken(key(1, tenant: "u"), now: now) != nil)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.hostToken(key(1, tenant: "u"), now: now) == nil)
    }
}
