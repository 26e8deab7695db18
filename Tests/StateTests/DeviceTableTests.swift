import Crypto
import Directory
import Entra
import Synchronization
import Testing
import Wire

@testable import State

private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(seconds: seconds)
}

private let random = SeededStream(seed: "devices", label: "user codes")

/// Started at 0, good for 900 seconds.
private func device(
    _ number: Int, code: UserCode = UserCode(random: random), authority: String = "common", claims: String? = nil,
    expiresAt: Int64 = 900
) -> DeviceAuthorization {
    DeviceAuthorization(
        id: guid(number), userCode: code, client: ClientID("aaaaaaaa-0000-4000-8000-000000000001"),
        authority: authority, endpoint: .v2, scope: "openid", resource: nil, claims: claims, expiresAt: expiresAt,
        interval: 5)
}

@Suite struct DeviceTableTests {
    private let table = DeviceTable(capacity: 100)

    @Test func aUserCodeFindsItsAuthorizationUntilSomebodyDecides() {
        let one = device(1)
        #expect(table.start(one, now: time(0)) == .started)
        #expect(table.enter(one.userCode, from: "a", now: time(899)) == .found(one))
        #expect(table.decide(one.id, .approved(grant()), now: time(899)) == .recorded)
        #expect(table.enter(one.userCode, from: "a", now: time(899)) == .used)
        #expect(table.decide(one.id, .declined, now: time(899)) == .decidedBefore)
        #expect(table.poll(one.id, now: time(899)) == .approved(one, grant()))
    }

    @Test func aDeclinedAuthorizationStaysDeclined() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        #expect(table.decide(one.id, .declined, now: time(1)) == .recorded)
        #expect(table.decide(one.id, .approved(grant()), now: time(1)) == .decidedBefore)
        #expect(table.poll(one.id, now: time(2)) == .declined)
    }

    @Test func twoAuthorizationsNeverShareAUserCode() {
        let one = device(1)
        #expect(table.start(one, now: time(0)) == .started)
        #expect(table.start(device(2, code: one.userCode), now: time(0)) == .userCodeTaken)
        #expect(table.enter(one.userCode, from: "a", now: time(0)) == .found(one))
        #expect(table.poll(guid(2), now: time(0)) == .expired)
    }

    @Test func nothingIsGoodOnceItHasExpired() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        #expect(table.enter(one.userCode, from: "a", now: time(900)) == .expired)
        #expect(table.decide(one.id, .approved(grant()), now: time(900)) == .expired)
        #expect(table.poll(one.id, now: time(900)) == .expired)
    }

    @Test func anExpiredUserCodeIsKnownAsSuchForAWhile() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        _ = table.start(device(2, expiresAt: 5_000), now: time(1_799))
        #expect(table.enter(one.userCode, from: "a", now: time(1_799)) == .expired)
        _ = table.start(device(3, expiresAt: 5_000), now: time(1_800))
        #expect(table.enter(one.userCode, from: "a", now: time(1_800)) == .unknown)
    }

    /// Every row: when the polls come, and what they find.
    @Test(
        arguments: [
            ([0, 5, 10, 15], [.pending, .pending, .pending, .pending]),
            // One second early is forgiven, two are not.
            ([0, 4, 8], [.pending, .pending, .pending]),
            ([0, 3], [.pending, .tooSoon]),
            // The interval is 10 after one poll too many, then 15.
            ([0, 0, 8], [.pending, .tooSoon, .tooSoon]),
            ([0, 0, 9], [.pending, .tooSoon, .pending]),
            ([0, 0, 1, 14, 28], [.pending, .tooSoon, .tooSoon, .tooSoon, .tooSoon]),
            ([0, 0, 1, 15, 29], [.pending, .tooSoon, .tooSoon, .pending, .pending]),
            // A clock that is set back punishes nobody.
            ([100, 50, 55], [.pending, .pending, .pending]),
        ] as [([Int64], [DevicePoll])])
    func pollsMustKeepTheirDistance(times: [Int64], outcomes: [DevicePoll]) {
        let one = device(1)
        _ = table.start(one, now: time(0))
        #expect(times.map { table.poll(one.id, now: time($0)) } == outcomes)
    }

    @Test func anAnswerIsNeverTooSoon() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        for _ in 0..<20 { _ = table.poll(one.id, now: time(0)) }
        _ = table.decide(one.id, .declined, now: time(0))
        #expect(table.poll(one.id, now: time(0)) == .declined)
    }

    @Test func theOldestGivesWay() {
        let devices = (0..<150).map { device($0) }
        for one in devices { #expect(table.start(one, now: time(0)) == .started) }
        for (number, one) in devices.enumerated() {
            let isHeld = number >= 50
            #expect(table.poll(one.id, now: time(1)) == (isHeld ? .pending : .expired), "device \(number)")
        }
        #expect(table.enter(devices[149].userCode, from: "a", now: time(1)) == .found(devices[149]))
        #expect(table.enter(devices[0].userCode, from: "a", now: time(1)) == .unknown)
    }

    /// Each asks with a claims parameter as long as a form may be, so that there is room for 512.
    @Test func whatClientsSendIsBoundedInBytes() {
        let table = DeviceTable(capacity: 10_000)
        let claims = String(repeating: "x", count: 65_536 - "openid".utf8.count)
        let devices = (0..<600).map { device($0, claims: claims) }
        for one in devices { #expect(table.start(one, now: time(0)) == .started) }
        let pending = devices.count { table.poll($0.id, now: time(1)) == .pending }
        #expect(pending == 512)
        #expect(table.poll(guid(599), now: time(1)) != .expired)
        // What is gone leaves its room to others.
        table.removeAll(of: "common")
        let more = (600..<1_100).map { device($0, claims: claims) }
        for one in more { _ = table.start(one, now: time(0)) }
        #expect(more.allSatisfy { table.poll($0.id, now: time(1)) == .pending })
    }

    /// Through a table with room for 100, of which no more than 10 are good at a time.
    @Test func expiredAuthorizationsTakeNoRoom() {
        var lost = 0
        for number in 0..<20_000 {
            let now = Int64(number) * 100
            let one = device(number, expiresAt: now + 900)
            _ = table.start(one, now: time(now))
            if table.poll(one.id, now: time(now + 899)) != .pending { lost += 1 }
        }
        #expect(lost == 0)
    }

    @Test func aResetForgetsWhatATenantWasAskedFor() throws {
        let store = MemoryStore()
        let mine = device(1, authority: "11111111-0000-4000-8000-000000000001")
        let other = device(2)
        for one in [mine, other] { _ = store.startDevice(one, now: time(0)) }
        store.reset(tenant: TenantID("11111111-0000-4000-8000-000000000001"), now: .distantPast)
        #expect(store.pollDevice(mine.id, now: time(0)) == .expired)
        #expect(try store.enterUserCode(mine.userCode, from: "a", now: time(0)) == .unknown)
        #expect(store.pollDevice(other.id, now: time(0)) == .pending)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.pollDevice(other.id, now: time(0)) == .expired)
    }

    @Test func oneOfSixtyFourThreadsDecides() {
        let store = MemoryStore()
        let recorded = Mutex([Int](repeating: 0, count: 100))
        for round in 0..<100 { _ = store.startDevice(device(round), now: time(0)) }
        Threads.run(64) { thread in
            for round in 0..<100 {
                let decision: DeviceDecision = thread % 2 == 0 ? .declined : .approved(grant())
                if store.decideDevice(guid(round), decision, now: time(0)) == .recorded {
                    recorded.withLock { $0[round] += 1 }
                }
            }
        }
        #expect(recorded.withLock { $0 } == [Int](repeating: 1, count: 100))
    }

    @Test func oneOfSixtyFourThreadsRedeemsAnApprovedAuthorization() {
        let store = MemoryStore()
        let winners = Mutex([Int](repeating: 0, count: 100))
        for round in 0..<100 {
            _ = store.startDevice(device(round), now: time(0))
            _ = store.decideDevice(guid(round), .approved(grant()), now: time(0))
        }
        Threads.run(64) { _ in
            for round in 0..<100 {
                guard case .approved(let one, _) = store.pollDevice(guid(round), now: time(0)) else {
                    Issue.record("it is approved")
                    return
                }
                if store.redeem(one.id, until: time(900), now: time(0)) == .first {
                    winners.withLock { $0[round] += 1 }
                }
            }
        }
        #expect(winners.withLock { $0 } == [Int](repeating: 1, count: 100))
    }
}

@Suite struct UserCodeTriesTests {
    private let table = DeviceTable(capacity: 100)

    private func guess(_ address: String = "a", _ seconds: Int64 = 0) -> UserCodeEntry {
        table.enter(UserCode(random: random), from: address, now: time(seconds))
    }

    @Test func tenWrongCodesCloseTheDoorToTheRightOne() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        for _ in 0..<10 { #expect(guess() == .unknown) }
        #expect(table.enter(one.userCode, from: "a", now: time(0)) == .blocked)
        #expect(table.enter(one.userCode, from: "b", now: time(0)) == .found(one))
    }

    @Test func oneTryComesBackEachMinute() {
        for _ in 0..<10 { #expect(guess() == .unknown) }
        #expect(guess("a", 59) == .blocked)
        #expect(guess("a", 60) == .unknown)
        #expect(guess("a", 61) == .blocked)
        for _ in 0..<10 { #expect(guess("a", 2_000) == .unknown) }
        #expect(guess("a", 2_000) == .blocked)
    }

    @Test func rightCodesCostNothing() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        for _ in 0..<100 { #expect(table.enter(one.userCode, from: "a", now: time(0)) == .found(one)) }
    }

    @Test func noNumberOfAddressesMakesGuessingFree() {
        for address in 0..<UserCodeTries.capacity { #expect(guess("\(address)") == .unknown) }
        #expect(guess("one more") == .blocked)
        #expect(guess("0") == .unknown)
        #expect(guess("one more", 60) == .unknown)
    }
}
