import Crypto
import Directory
import Entra
import Formats
@testable import Store
import Synchronization
import TestTags
import Testing

private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(seconds: seconds)
}

private let random = SeededStream(seed: "devices", label: "user codes")

/// Returns an authorization that starts at 0 and is valid for 900 seconds by default.
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

    @Test func userCodeFindsAuthorizationUntilDecision() {
        let one = device(1)
        #expect(table.start(one, now: time(0)) == .started)
        #expect(enter(one.userCode, table, 899) == .found(one))
        #expect(table.decide(one.id, .approved(grant()), now: time(899)) == .recorded)
        #expect(enter(one.userCode, table, 899) == .used)
        #expect(table.decide(one.id, .declined, now: time(899)) == .decidedBefore)
        #expect(table.poll(one.id, now: time(899)) == .approved(one, grant()))
    }

    @Test func declinedAuthorizationStaysDeclined() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        #expect(table.decide(one.id, .declined, now: time(1)) == .recorded)
        #expect(table.decide(one.id, .approved(grant()), now: time(1)) == .decidedBefore)
        #expect(table.poll(one.id, now: time(2)) == .declined)
    }

    @Test func rejectsUserCodeInUse() {
        let one = device(1)
        #expect(table.start(one, now: time(0)) == .started)
        #expect(table.start(device(2, code: one.userCode), now: time(0)) == .userCodeTaken)
        #expect(enter(one.userCode, table, 0) == .found(one))
        #expect(table.poll(guid(2), now: time(0)) == .expired)
    }

    @Test func rejectsExpiredAuthorization() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        #expect(enter(one.userCode, table, 900) == .expired)
        #expect(table.decide(one.id, .approved(grant()), now: time(900)) == .expired)
        #expect(table.poll(one.id, now: time(900)) == .expired)
    }

    @Test func reportsExpiredUserCodeForAWhile() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        _ = table.start(device(2, expiresAt: 5_000), now: time(1_799))
        #expect(enter(one.userCode, table, from: "a", 1_799) == .expired)
        _ = table.start(device(3, expiresAt: 5_000), now: time(1_800))
        #expect(enter(one.userCode, table, from: "a", 1_800) == .unknown)
    }

    /// Each row contains the times of the polls and their results.
    @Test(
        arguments: [
            ([0, 5, 10, 15], [.pending, .pending, .pending, .pending]),
            // A poll that is one second early is accepted, one that is two seconds early is not.
            ([0, 4, 8], [.pending, .pending, .pending]),
            ([0, 3], [.pending, .tooSoon]),
            // The interval is 10 seconds after one early poll, then 15.
            ([0, 0, 8], [.pending, .tooSoon, .tooSoon]),
            ([0, 0, 9], [.pending, .tooSoon, .pending]),
            ([0, 0, 1, 14, 28], [.pending, .tooSoon, .tooSoon, .tooSoon, .tooSoon]),
            ([0, 0, 1, 15, 29], [.pending, .tooSoon, .tooSoon, .pending, .pending]),
            // A clock that is set back has no effect on polls.
            ([100, 50, 55], [.pending, .pending, .pending]),
        ] as [([Int64], [DevicePoll])])
    func slowsDownAfterEarlyPoll(times: [Int64], outcomes: [DevicePoll]) {
        let one = device(1)
        _ = table.start(one, now: time(0))
        #expect(times.map { table.poll(one.id, now: time($0)) } == outcomes)
    }

    @Test func returnsDecisionDespiteEarlyPolls() {
        let one = device(1)
        _ = table.start(one, now: time(0))
        for _ in 0..<20 { _ = table.poll(one.id, now: time(0)) }
        _ = table.decide(one.id, .declined, now: time(0))
        #expect(table.poll(one.id, now: time(0)) == .declined)
    }

    @Test func evictsOldestAuthorization() {
        let devices = (0..<150).map { device($0) }
        for one in devices { #expect(table.start(one, now: time(0)) == .started) }
        for (number, one) in devices.enumerated() {
            let isPending = number >= 50
            #expect(table.poll(one.id, now: time(1)) == (isPending ? .pending : .expired), "device \(number)")
        }
        #expect(enter(devices[149].userCode, table) == .found(devices[149]))
        #expect(enter(devices[0].userCode, table) == .unknown)
    }

    /// Each authorization has a claims parameter of the maximum length, so that 512 of them fit.
    @Test func limitsBytesOfAuthorizations() {
        let table = DeviceTable(capacity: 10_000)
        let claims = String(repeating: "x", count: 65_536 - "openid".utf8.count)
        let devices = (0..<600).map { device($0, claims: claims) }
        for one in devices { #expect(table.start(one, now: time(0)) == .started) }
        let pending = devices.count { table.poll($0.id, now: time(1)) == .pending }
        #expect(pending == 512)
        #expect(table.poll(guid(599), now: time(1)) != .expired)
        // Removed authorizations release their space.
        table.removeAll(of: nil)
        let more = (600..<1_100).map { device($0, claims: claims) }
        for one in more { _ = table.start(one, now: time(0)) }
        #expect(more.allSatisfy { table.poll($0.id, now: time(1)) == .pending })
    }

    /// The table has space for 100 authorizations, of which at most 10 are valid at a time.
    @Test(.tags(.slow)) func expiredAuthorizationsTakeNoSpace() {
        var lost = 0
        for number in 0..<20_000 {
            let now = Int64(number) * 100
            let one = device(number, expiresAt: now + 900)
            _ = table.start(one, now: time(now))
            if table.poll(one.id, now: time(now + 899)) != .pending { lost += 1 }
        }
        #expect(lost == 0)
    }

    @Test func resetRemovesAuthorizationsOfTenant() throws {
        let store = MemoryStore()
        let own = device(1, authority: "11111111-0000-4000-8000-000000000001")
        let other = device(2)
        for one in [own, other] { _ = store.startDevice(one, now: time(0)) }
        store.reset(tenant: TenantID("11111111-0000-4000-8000-000000000001"), now: .distantPast)
        #expect(store.pollDevice(own.id, now: time(0)) == .expired)
        #expect(try store.enterUserCode(own.userCode, from: "a", now: time(0)) == .unknown)
        #expect(store.pollDevice(other.id, now: time(0)) == .pending)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.pollDevice(other.id, now: time(0)) == .expired)
    }

    @Test func recordsOnlyFirstConcurrentDecision() {
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

    @Test func redeemsApprovedAuthorizationOnceConcurrently() {
        let store = MemoryStore()
        let winners = Mutex([Int](repeating: 0, count: 100))
        for round in 0..<100 {
            _ = store.startDevice(device(round), now: time(0))
            _ = store.decideDevice(guid(round), .approved(grant()), now: time(0))
        }
        Threads.run(64) { _ in
            for round in 0..<100 {
                guard case .approved(let one, _) = store.pollDevice(guid(round), now: time(0)) else {
                    Issue.record("The authorization is not approved.")
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

private func enter(
    _ code: UserCode, _ table: DeviceTable, at tenant: TenantID? = nil, from address: String = "a",
    _ seconds: Int64 = 1,
    clock: ((TenantID?) -> Timestamp)? = nil
) -> UserCodeEntry {
    let clock = clock ?? { _ in time(seconds) }
    let source = UserCodeAttempts.Source(tenant, address)
    return table.enter(code, at: source, now: clock(tenant), serverNow: clock(nil)).entry(clock: clock)
}

@Suite struct UserCodeAttemptsTests {
    private let table = DeviceTable(capacity: 100)
    private let one = TenantID("11111111-0000-4000-8000-000000000001")
    private let two = TenantID("22222222-0000-4000-8000-000000000002")

    private func guess(
        _ address: String = "a", _ seconds: Int64 = 0, at tenant: TenantID? = nil,
        clock: ((TenantID?) -> Timestamp)? = nil
    ) -> UserCodeEntry {
        enter(UserCode(random: random), table, at: tenant, from: address, seconds, clock: clock)
    }

    private func start(_ number: Int, of tenant: TenantID? = nil) -> DeviceAuthorization {
        let device = device(number, authority: tenant?.description ?? "common", expiresAt: 1_000_000_000)
        _ = table.start(device, now: time(0))
        return device
    }

    @Test func blocksAddressAfterTenWrongCodes() {
        let one = start(1)
        for _ in 0..<10 { #expect(guess() == .unknown) }
        #expect(guess() == .blocked)
        #expect(enter(one.userCode, table, 0) == .blocked)
        #expect(enter(one.userCode, table, from: "b", 0) == .found(one))
    }

    @Test func restoresOneTryEachMinute() {
        for _ in 0..<10 { #expect(guess() == .unknown) }
        #expect(guess("a", 59) == .blocked)
        #expect(guess("a", 60) == .unknown)
        #expect(guess("a", 61) == .blocked)
        for _ in 0..<10 { #expect(guess("a", 2_000) == .unknown) }
        #expect(guess("a", 2_000) == .blocked)
    }

    @Test func correctCodesUseNoTries() {
        let one = start(1)
        for _ in 0..<100 { #expect(enter(one.userCode, table, 0) == .found(one)) }
    }

    @Test("Wrong codes count for the page's tenant only, and a correct code is subject to its own tenant's count")
    func wrongCodesOfOneTenantBlockNoOther() {
        let (own, other, common) = (start(1, of: one), start(2, of: two), start(3))
        for _ in 0..<10 { #expect(guess(at: one) == .unknown) }
        #expect(guess(at: one) == .blocked)
        for page in [one, nil] { #expect(enter(own.userCode, table, at: page, 0) == .blocked) }
        for page in [two, nil] { #expect(enter(other.userCode, table, at: page, 0) == .found(other)) }
        #expect(enter(common.userCode, table, 0) == .found(common))
        #expect(guess(at: two) == .unknown)
        #expect(guess() == .unknown)
    }

    @Test("Wrong codes on the page of all tenants block no code of a tenant")
    func wrongCodesOnSharedPageBlockNoTenant() {
        let (own, common) = (start(1, of: one), start(2))
        for _ in 0..<100 { _ = guess() }
        #expect(guess() == .blocked)
        #expect(enter(common.userCode, table, 0) == .blocked)
        for page in [one, nil] { #expect(enter(own.userCode, table, at: page, 0) == .found(own)) }
    }

    @Test("A tenant's page accepts only its own codes and counts others as wrong")
    func tenantPageRejectsCodesOfOtherTenants() {
        let (other, common) = (start(1, of: two), start(2))
        for code in [other.userCode, common.userCode] { #expect(enter(code, table, at: one, 0) == .unknown) }
        for _ in 0..<8 { #expect(guess(at: one) == .unknown) }
        #expect(guess(at: one) == .blocked)
    }

    @Test("A tenant's tries are restored by its own clock")
    func restoresTriesByTenantClock() {
        let own = start(1, of: one)
        for _ in 0..<10 { _ = guess(at: one) }
        for _ in 0..<10 { _ = guess(at: two) }
        let clock = { (tenant: TenantID?) in time(tenant == self.one ? 7_200 : 0) }
        #expect(enter(own.userCode, table, at: one, clock: clock) == .found(own))
        #expect(guess(at: one, clock: clock) == .unknown)
        #expect(guess(at: two, clock: clock) == .blocked)
    }

    @Test("A reset of a tenant clears its own count only")
    func resetClearsTriesOfTenant() {
        let (own, other) = (start(1, of: one), start(2, of: two))
        for tenant in [one, two, nil] { for _ in 0..<11 { _ = guess(at: tenant) } }
        table.removeAll(of: one)
        #expect(guess(at: one) == .unknown)
        #expect(enter(own.userCode, table, at: one, 0) == .unknown, "The reset removed the code.")
        #expect(enter(other.userCode, table, at: two, 0) == .blocked)
        #expect(guess() == .blocked)
        table.removeAll(of: nil)
        #expect(guess(at: two) == .unknown)
        #expect(guess() == .unknown)
    }

    /// There are 2^42 codes, so 1,024 tries succeed with a probability of 2^-32.
    @Test func limitsTriesPerAddressAcrossTenants() {
        let own = start(1, of: one)
        for number in 0..<UserCodeAttempts.ceiling {
            #expect(guess(at: number.isMultiple(of: 2) ? two : nil) != .found(own))
        }
        #expect(enter(own.userCode, table, 0) == .blocked)
        #expect(enter(own.userCode, table, from: "b", 0) == .found(own))
        #expect(enter(own.userCode, table, 60) == .found(own))
        #expect(guess("a", 60, at: one) == .unknown)
        #expect(enter(own.userCode, table, 60) == .blocked)
    }

    @Test func blocksNewAddressesAtCapacity() {
        for address in 0..<UserCodeAttempts.capacity { #expect(guess("\(address)") == .unknown) }
        #expect(guess("one more") == .blocked)
        #expect(guess("0") == .unknown)
        #expect(guess("one more", 60) == .unknown)
    }

    @Test func limitsRememberedSources() {
        var tries = UserCodeAttemptTable()
        func wrong(_ number: Int) -> UserCodeLookup {
            let source = UserCodeAttempts.Source(TenantID("tenant \(number)"), "a")
            return tries.lookUp(nil, at: source, now: time(0), serverNow: time(0))
        }
        for number in 0..<Int(UserCodeAttempts.ceiling) { #expect(wrong(number) == .unknown) }
        #expect(wrong(0) == .blocked, "The count of the address remains.")
        for number in 0..<UserCodeAttempts.capacity + 100 {
            let source = UserCodeAttempts.Source(TenantID("tenant \(number)"), "\(number / 1_000)")
            #expect(tries.lookUp(nil, at: source, now: time(0), serverNow: time(0)) == .unknown)
        }
        #expect(
            tries.sourceCount <= UserCodeAttempts.capacity && tries.sourceCount >= UserCodeAttempts.capacity * 7 / 8)
    }
}
