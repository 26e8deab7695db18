import Crypto
import Directory
import Entra
import Formats
import Platform
@testable import Store
import Synchronization
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

/// What processes agree on through a store, whatever befalls it.
@Suite(.enabled(if: RedisServer.program != nil)) struct RedisStoreTests {
    private func processes(_ server: RedisServer, _ count: Int = 3) throws -> [Sharing] {
        let all = try (0..<count).map { _ in try server.sharing() }
        for sharing in all { try sharing.replica.catchUp() }
        return all
    }

    private func device(_ number: Int) -> DeviceAuthorization {
        DeviceAuthorization(
            id: guid(number), userCode: UserCode(random: SeededStream(seed: "race", label: "\(number)")),
            client: ClientID(guid(1).description), authority: "common", endpoint: .v2, scope: nil, resource: nil,
            claims: nil, expiresAt: 900, interval: 5)
    }

    /// Fifty threads of three processes run for each of several prizes; each prize has one winner.
    private func race(_ all: [Sharing], rounds: Int = 20, _ run: @escaping @Sendable (SharedStore, Int) -> Bool)
        -> [Int]
    {
        let winners = Mutex([Int](repeating: 0, count: rounds))
        Threads.run(51) { thread in
            for round in 0..<rounds where run(all[thread % all.count].store, round) {
                winners.withLock { $0[round] += 1 }
            }
        }
        return winners.withLock { $0 }
    }

    @Test func oneOfFiftyRacersRedeemsEachValue() throws {
        let server = try RedisServer()
        let winners = race(try processes(server)) { store, round in
            (try? store.redeem(guid(round), until: time(600), now: time(0))) == .first
        }
        #expect(winners == [Int](repeating: 1, count: 20))
    }

    @Test func oneOfFiftyRacersDecidesAboutEachDevice() throws {
        let server = try RedisServer()
        let all = try processes(server)
        for number in 0..<20 { #expect(try all[0].store.startDevice(device(number), now: time(0)) == .started) }
        let winners = race(all) { store, round in
            (try? store.decideDevice(guid(round), .declined, now: time(1))) == .recorded
        }
        #expect(winners == [Int](repeating: 1, count: 20))
    }

    @Test func concurrentConsentsAreAllKept() throws {
        let server = try RedisServer()
        let all = try processes(server)
        let tenant = TenantID("t"), client = ClientID("c")
        Threads.run(12) { thread in
            let consent = PermissionGrant(
                client: client, resource: ClientID("r"), consentType: .allPrincipals, scopes: ["s\(thread)"])
            try? all[thread % 3].store.record([consent], in: tenant)
        }
        for sharing in all {
            try sharing.replica.catchUp()
            #expect(Set(sharing.store.grants(in: tenant).flatMap(\.scopes)) == Set((0..<12).map { "s\($0)" }))
        }
    }

    @Test func aRevocationDividesWhatIsIssuedAnywhere() throws {
        let server = try RedisServer()
        let all = try processes(server)
        let user = RevocationSubject.user(home(1))
        let underWay = all[1].store
        let before = underWay.nextOrder()
        let own = all[0].store
        try own.revoke(user, before: time(5))
        #expect(own.revocation(of: [user], after: own.nextOrder()) == nil, "issued behind one's own revocation")
        try all[1].replica.catchUp()
        #expect(all[1].store.revocation(of: [user], after: before) == time(5))
        #expect(
            all[1].store.revocation(of: [user], after: underWay.nextOrder()) == time(5),
            "a request that began before stays before")
        #expect(all[1].store.revocation(of: [user], after: all[1].store.nextOrder()) == nil)
        // However much is issued, it stays before the next revocation.
        for _ in 0..<(1 << 20) + 10 { _ = underWay.nextOrder() }
        #expect(all[1].store.revocation(of: [user], after: underWay.nextOrder()) == time(5))
    }

    @Test(
        "a store that drops some of what it has, by a policy that it was given later, has lost its memory",
        arguments: RedisScript.Key.allCases.filter(\.isAlwaysThere) + [.head])
    func dropped(_ key: RedisScript.Key) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let issued = sharing.store.nextOrder()
        let epoch = try #require(sharing.replica.place?.epoch)
        #expect(try sharing.store.redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(try sharing.store.startDevice(device(1), now: time(0)) == .started)
        #expect(try server.run([Array("UNLINK".utf8), key.bytes]) == .integer(1))
        // Whoever needs what is missing finds that out: who comes anew, of the ledger's own, or who asks for a mark.
        if [.documents, .numbers, .born, .floor].contains(key) {
            try server.sharing().replica.catchUp()
        } else {
            let event = CountedEvent.silentSignIns(guid(1), [1])
            _ = try? sharing.store.redeem(guid(1), until: time(600), now: time(0))
            _ = try? sharing.store.decideDevice(guid(1), .declined, now: time(1))
            _ = try? sharing.store.count(event, within: 600, renewing: false, now: time(0))
        }
        try sharing.replica.catchUp()
        #expect(sharing.replica.place?.epoch != epoch)
        #expect(sharing.store.revocation(of: [.everything], after: issued) != nil)
        #expect(try sharing.store.redeem(guid(2), until: time(600), now: time(0)) == .first, "it goes on")
    }

    @Test(
        "who comes to a store that has dropped something begins above what that had",
        arguments: [RedisScript.Key.redeemed, .documents, .floor])
    func droppedBeforeOneCame(_ key: RedisScript.Key) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let place = try #require(sharing.replica.place)
        // Ahead of the store's clock, as one that was set back finds it.
        let number = place.number + 1_000_000
        try server.run("SET", "{understudy}:head", "\(place.epoch) \(number)")
        #expect(try server.run([Array("DEL".utf8), key.bytes]) == .integer(1))
        let newcomer = try server.sharing()
        try newcomer.replica.catchUp()
        let begun = try #require(newcomer.replica.place)
        #expect(begun.epoch != place.epoch)
        #expect(begun.number > number)
    }

    @Test("nothing is missing after all of it was reset")
    func resetIsNoLoss() throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let epoch = sharing.replica.place?.epoch
        try sharing.verbs.reset(tenant: nil, in: try #require(epoch))
        #expect(try sharing.store.redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(try sharing.store.startDevice(device(1), now: time(0)) == .started)
        try sharing.replica.catchUp()
        #expect(sharing.replica.place?.epoch == epoch)
    }

    @Test func aStoreThatLostItsMemoryRevokesEverything() throws {
        let server = try RedisServer()
        let all = try processes(server)
        let underWay = all[1].store
        let old = underWay.nextOrder()
        #expect(try underWay.redeem(guid(1), until: time(600), now: time(0)) == .first)
        try server.run("FLUSHALL")
        #expect(throws: EntraError.self) { try underWay.redeem(guid(1), until: time(600), now: time(0)) }
        try all[2].replica.catchUp()
        #expect(throws: EntraError.self, "it was found good by what the store knew before") {
            try underWay.redeem(guid(1), until: time(600), now: time(0))
        }
        #expect(throws: EntraError.self) { try underWay.revoke(.everything, before: time(1)) }
        #expect(all[1].failure == nil, "the store does what it is asked")
        for sharing in all {
            try sharing.replica.catchUp()
            #expect(sharing.store.revocation(of: [.everything], after: old) != nil)
            #expect(sharing.store.revocation(of: [.everything], after: sharing.store.nextOrder()) == nil)
        }
        #expect(Set(all.compactMap { $0.replica.place?.epoch }).count == 1)
    }

    @Test(
        "what was issued between two losses is revoked by the second, whoever notices it first",
        arguments: [true, false])
    func lossAfterLoss(_ isNoticedOnConnecting: Bool) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        for _ in 0..<2 {
            let issued = sharing.store.nextOrder()
            let before = try #require(sharing.replica.place?.number)
            try server.run("FLUSHALL")
            if isNoticedOnConnecting { try server.run("CLIENT", "KILL", "TYPE", "normal") }
            try sharing.replica.catchUp()
            #expect(sharing.store.revocation(of: [.everything], after: issued) != nil)
            #expect(sharing.store.revocation(of: [.everything], after: sharing.store.nextOrder()) == nil)
            let after = try #require(sharing.replica.place?.number)
            #expect(after - before < 60_000, "not far above the time")
        }
    }

    @Test(
        "an earlier state of the store is not gone on with, of the same memory or of the one before",
        arguments: [true, false], [true, false])
    func earlierState(ofSameEpoch isSame: Bool, noticedOnConnecting: Bool) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let epoch = try #require(sharing.replica.place?.epoch)
        let earlier = isSame ? epoch : guid(77)
        try sharing.store.revoke(.session(guid(1)), before: time(1))
        let number = try #require(sharing.replica.place?.number)
        try server.run("SET", "{understudy}:head", "\(earlier) \(number - 1)")
        if noticedOnConnecting { try server.run("CLIENT", "KILL", "TYPE", "normal") }
        try sharing.replica.catchUp()
        #expect(sharing.replica.place.map { [epoch, earlier].contains($0.epoch) } == false)
        #expect((sharing.replica.place?.number ?? 0) > number)
        #expect(sharing.store.revocation(of: .everything) != nil)
    }

    @Test func whoIsTooFarBehindReadsEverything() throws {
        let server = try RedisServer()
        let all = try processes(server, 2)
        let many = LedgerScripts.maximumGone + 100
        _ = try all[0].replica.write { () throws(EntraError) in
            ((0..<many).map { SharedDocument(.script, "\($0)", nil) }, ())
        }
        try all[0].store.revoke(.session(guid(1)), before: time(7))
        try all[1].replica.catchUp()
        #expect(all[1].store.revocation(of: .session(guid(1))) == time(7))
        #expect(try server.run("ZCARD", "{understudy}:gone") == .integer(Int64(LedgerScripts.maximumGone)))
    }

    @Test func newsArriveWellWithinASecond() throws {
        let server = try RedisServer()
        let all = try processes(server, 2)
        try all[1].replica.awaitNews(for: .seconds(5))
        let heard = Atomic(0)
        // Before the threads start: either of them may be late.
        let start = MonotonicClock.milliseconds()
        Threads.run(2) { thread in
            if thread == 0 {
                usleep(100_000)
                try? all[0].store.revoke(.everything, before: time(1))
            } else {
                try? all[1].replica.awaitNews(for: .seconds(5))
                heard.store(MonotonicClock.milliseconds() - start, ordering: .relaxed)
            }
        }
        #expect((90...900).contains(heard.load(ordering: .relaxed)))
        let begin = MonotonicClock.milliseconds()
        try all[1].replica.awaitNews(for: .milliseconds(50))
        #expect((45...1_000).contains(MonotonicClock.milliseconds() - begin))
    }

    @Test func aSilentStoreFailsInTimeAndThenFast() throws {
        let server = try RedisServer()
        let sharing = try server.sharing("?timeout=200")
        try sharing.replica.catchUp()
        server.pause()
        let begin = MonotonicClock.milliseconds()
        #expect(throws: EntraError.self) { try sharing.replica.catchUp() }
        #expect((150...1_500).contains(MonotonicClock.milliseconds() - begin))
        let later = MonotonicClock.milliseconds()
        let failures = Atomic(0)
        Threads.run(10) { _ in
            do { try sharing.replica.catchUp() } catch { failures.wrappingAdd(1, ordering: .relaxed) }
        }
        #expect(failures.load(ordering: .relaxed) == 10)
        #expect(MonotonicClock.milliseconds() - later < 1_500)
        server.resume()
        var isBack = false
        for _ in 0..<100 where !isBack {
            usleep(50_000)
            isBack = (try? sharing.replica.catchUp()) != nil
        }
        #expect(isBack)
    }

    @Test func commandsOfManyThreadsFindTheirOwnReplies() throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let wrong = Atomic(0)
        Threads.run(16) { thread in
            for round in 0..<200 {
                let event = CountedEvent.silentSignIns(guid(thread), [UInt8(truncatingIfNeeded: thread)])
                let count = try? sharing.store.count(event, within: 600, renewing: false, now: time(0))
                if count?.count != round + 1 { wrong.wrappingAdd(1, ordering: .relaxed) }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
        // Fewer trips than commands would show in the store alone; that it was one connection shows here.
        #expect(try server.run("CLIENT", "LIST", "TYPE", "normal")?.text?.split(separator: "\n").count == 2)
    }

    @Test func marksAndDevicesAreBounded() throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        for number in 0..<40 {
            #expect(
                try sharing.store.redeem(guid(number), until: time(Int64(number)), now: time(Int64(number) - 1))
                    == .first)
        }
        #expect(try server.run("ZCARD", "{understudy}:redeemed")?.integer ?? 99 <= 5)
        for number in 0..<5 { _ = try sharing.store.startDevice(device(number), now: time(0)) }
        _ = try sharing.store.startDevice(device(9), now: time(900 + DeviceTable.afterlife))
        #expect(try server.run("ZCARD", "{understudy}:devices") == .integer(1))
        #expect(try server.run("HLEN", "{understudy}:codes") == .integer(1))
    }
}
