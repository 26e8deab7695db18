import Crypto
import Directory
import Entra
import Formats
import Platform
@testable import Store
import Synchronization
import TestTags
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

/// These tests cover what processes agree on through a shared Redis store, including its failures.
@Suite(.tags(.net), .enabled(if: RedisServer.program != nil, "there is no redis-server here")) struct RedisStoreTests {
    private func processes(_ server: RedisServer, _ count: Int = 3) throws -> [SharedState] {
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

    /// Fifty-one threads of three processes compete in several rounds. Returns the number of winners of each round.
    private func race(_ all: [SharedState], rounds: Int = 20, _ run: @escaping @Sendable (SharedStore, Int) -> Bool)
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

    @Test func redeemsEachIDOnceAcrossProcesses() throws {
        let server = try RedisServer()
        let winners = race(try processes(server)) { store, round in
            (try? store.redeem(guid(round), until: time(600), now: time(0))) == .first
        }
        #expect(winners == [Int](repeating: 1, count: 20))
    }

    @Test func decidesEachDeviceOnceAcrossProcesses() throws {
        let server = try RedisServer()
        let all = try processes(server)
        for number in 0..<20 { #expect(try all[0].store.startDevice(device(number), now: time(0)) == .started) }
        let winners = race(all) { store, round in
            (try? store.decideDevice(guid(round), .declined, now: time(1))) == .recorded
        }
        #expect(winners == [Int](repeating: 1, count: 20))
    }

    @Test func keepsConcurrentConsentsOfAllProcesses() throws {
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

    @Test func revocationAppliesToEarlierTokensOfAllProcesses() throws {
        let server = try RedisServer()
        let all = try processes(server)
        let user = RevocationSubject.user(home(1))
        let ongoing = all[1].store
        let before = ongoing.nextOrder()
        let own = all[0].store
        try own.revoke(user, before: time(5))
        #expect(own.revocation(of: [user], after: own.nextOrder()) == nil, "Issued after the process's own revocation.")
        try all[1].replica.catchUp()
        #expect(all[1].store.revocation(of: [user], after: before) == time(5))
        #expect(
            all[1].store.revocation(of: [user], after: ongoing.nextOrder()) == time(5),
            "A request that began before the revocation stays before it.")
        #expect(all[1].store.revocation(of: [user], after: all[1].store.nextOrder()) == nil)
        // Any number of tokens can be issued, and their orders stay below the next revocation.
        for _ in 0..<(1 << 20) + 10 { _ = ongoing.nextOrder() }
        #expect(all[1].store.revocation(of: [user], after: ongoing.nextOrder()) == time(5))
    }

    @Test(
        "A store that evicts a key by a later policy is treated as lost",
        arguments: RedisScript.Key.allCases.filter(\.isPermanent) + [.head])
    func treatsMissingKeyAsLoss(_ key: RedisScript.Key) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let issued = sharing.store.nextOrder()
        let epoch = try #require(sharing.replica.offset?.epoch)
        #expect(try sharing.store.redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(try sharing.store.startDevice(device(1), now: time(0)) == .started)
        #expect(try server.run([Array("UNLINK".utf8), key.bytes]) == .integer(1))
        // Whoever needs the missing key notices the loss: a new process if the change log owns the key, otherwise a process that
        // redeems an id.
        if [.documents, .numbers, .born, .floor].contains(key) {
            try server.sharing().replica.catchUp()
        } else {
            let event = CountedEvent.silentSignIns(guid(1), [1])
            _ = try? sharing.store.redeem(guid(1), until: time(600), now: time(0))
            _ = try? sharing.store.decideDevice(guid(1), .declined, now: time(1))
            _ = try? sharing.store.count(event, within: 600, renewing: false, now: time(0))
        }
        try sharing.replica.catchUp()
        #expect(sharing.replica.offset?.epoch != epoch)
        #expect(sharing.store.revocation(of: [.everything], after: issued) != nil)
        #expect(
            try sharing.store.redeem(guid(2), until: time(600), now: time(0)) == .first,
            "The new epoch accepts operations.")
    }

    @Test(
        "A new process on a store that has lost a key starts above the earlier numbers",
        arguments: [RedisScript.Key.redeemed, .documents, .floor])
    func newProcessStartsAboveLostNumbers(_ key: RedisScript.Key) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let offset = try #require(sharing.replica.offset)
        // The number is ahead of the store's clock, as if the clock was set back.
        let number = offset.number + 1_000_000
        try server.run("SET", "{understudy}:head", "\(offset.epoch) \(number)")
        #expect(try server.run([Array("DEL".utf8), key.bytes]) == .integer(1))
        let newProcess = try server.sharing()
        try newProcess.replica.catchUp()
        let start = try #require(newProcess.replica.offset)
        #expect(start.epoch != offset.epoch)
        #expect(start.number > number)
    }

    @Test("A full reset is not treated as a loss")
    func fullResetIsNoLoss() throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let epoch = sharing.replica.offset?.epoch
        try sharing.operations.reset(tenant: nil, in: try #require(epoch))
        #expect(try sharing.store.redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(try sharing.store.startDevice(device(1), now: time(0)) == .started)
        try sharing.replica.catchUp()
        #expect(sharing.replica.offset?.epoch == epoch)
    }

    @Test func lostStoreRevokesEverything() throws {
        let server = try RedisServer()
        let all = try processes(server)
        let ongoing = all[1].store
        let old = ongoing.nextOrder()
        #expect(try ongoing.redeem(guid(1), until: time(600), now: time(0)) == .first)
        try server.run("FLUSHALL")
        #expect(throws: EntraError.self) { try ongoing.redeem(guid(1), until: time(600), now: time(0)) }
        try all[2].replica.catchUp()
        #expect(throws: EntraError.self, "The decision was based on the earlier epoch.") {
            try ongoing.redeem(guid(1), until: time(600), now: time(0))
        }
        #expect(throws: EntraError.self) { try ongoing.revoke(.everything, before: time(1)) }
        #expect(all[1].failure == nil, "The store executes the commands.")
        for sharing in all {
            try sharing.replica.catchUp()
            #expect(sharing.store.revocation(of: [.everything], after: old) != nil)
            #expect(sharing.store.revocation(of: [.everything], after: sharing.store.nextOrder()) == nil)
        }
        #expect(Set(all.compactMap { $0.replica.offset?.epoch }).count == 1)
    }

    @Test(
        "A second loss revokes what was issued since the first, whichever process notices the loss first",
        arguments: [true, false])
    func secondLossRevokesWhatWasIssuedBetween(_ isNoticedOnConnecting: Bool) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        for _ in 0..<2 {
            let issued = sharing.store.nextOrder()
            let before = try #require(sharing.replica.offset?.number)
            try server.run("FLUSHALL")
            if isNoticedOnConnecting { try server.run("CLIENT", "KILL", "TYPE", "normal") }
            try sharing.replica.catchUp()
            #expect(sharing.store.revocation(of: [.everything], after: issued) != nil)
            #expect(sharing.store.revocation(of: [.everything], after: sharing.store.nextOrder()) == nil)
            let after = try #require(sharing.replica.offset?.number)
            #expect(after - before < 60_000, "The number stays close to the time.")
        }
    }

    @Test(
        "An earlier state of the store, of the same or an earlier epoch, is treated as a loss",
        arguments: [true, false], [true, false])
    func earlierStateOfStoreIsTreatedAsLoss(ofSameEpoch isSame: Bool, noticedOnConnecting: Bool) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        let epoch = try #require(sharing.replica.offset?.epoch)
        let earlier = isSame ? epoch : guid(77)
        try sharing.store.revoke(.session(guid(1)), before: time(1))
        let number = try #require(sharing.replica.offset?.number)
        try server.run("SET", "{understudy}:head", "\(earlier) \(number - 1)")
        if noticedOnConnecting { try server.run("CLIENT", "KILL", "TYPE", "normal") }
        try sharing.replica.catchUp()
        #expect(sharing.replica.offset.map { [epoch, earlier].contains($0.epoch) } == false)
        #expect((sharing.replica.offset?.number ?? 0) > number)
        #expect(sharing.store.revocation(of: .everything) != nil)
    }

    @Test func processFarBehindReadsEverything() throws {
        let server = try RedisServer()
        let all = try processes(server, 2)
        let many = ChangeLogScripts.maximumRemoved + 100
        _ = try all[0].replica.write { () throws(EntraError) in
            ((0..<many).map { SharedDocument(.stub, "\($0)", nil) }, ())
        }
        try all[0].store.revoke(.session(guid(1)), before: time(7))
        try all[1].replica.catchUp()
        #expect(all[1].store.revocation(of: .session(guid(1))) == time(7))
        #expect(try server.run("ZCARD", "{understudy}:gone") == .integer(Int64(ChangeLogScripts.maximumRemoved)))
    }

    @Test func newsEndTheWait() throws {
        let server = try RedisServer()
        let all = try processes(server, 2)
        let longest = Duration.seconds(60)
        try all[1].replica.awaitChanges(for: longest)
        let start = ContinuousClock.now
        Threads.run(2) { thread in
            if thread == 0 {
                try? all[0].store.revoke(.everything, before: time(1))
            } else {
                try? all[1].replica.awaitChanges(for: longest)
            }
        }
        #expect(ContinuousClock.now - start < longest / 2)
        let begin = MonotonicClock.milliseconds()
        try all[1].replica.awaitChanges(for: .milliseconds(50))
        #expect(MonotonicClock.milliseconds() - begin >= 45)
    }

    @Test func silentStoreFailsAfterTimeoutThenFast() throws {
        let server = try RedisServer()
        let sharing = try server.sharing("?timeout=200")
        try sharing.replica.catchUp()
        server.pause()
        let begin = MonotonicClock.milliseconds()
        #expect(throws: EntraError.self) { try sharing.replica.catchUp() }
        let first = MonotonicClock.milliseconds() - begin
        #expect(first >= 150)
        let later = MonotonicClock.milliseconds()
        let failures = Atomic(0)
        Threads.run(10) { _ in
            for _ in 0..<10 {
                do { try sharing.replica.catchUp() } catch { failures.wrappingAdd(1, ordering: .relaxed) }
            }
        }
        #expect(failures.load(ordering: .relaxed) == 100)
        #expect(MonotonicClock.milliseconds() - later < 5 * first, "Each thread fails ten times.")
        server.resume()
        #expect(waitUntil { (try? sharing.replica.catchUp()) != nil })
    }

    @Test func concurrentCommandsReceiveTheirOwnReplies() throws {
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
        // The store alone would show that there are fewer round trips than commands. Two clients show that all threads used one
        // connection.
        #expect(try server.run("CLIENT", "LIST", "TYPE", "normal")?.text?.split(separator: "\n").count == 2)
    }

    @Test func removesExpiredIDsAndDevices() throws {
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
        _ = try sharing.store.startDevice(device(9), now: time(900 + DeviceLimits.afterlife))
        #expect(try server.run("ZCARD", "{understudy}:devices") == .integer(1))
        #expect(try server.run("HLEN", "{understudy}:codes") == .integer(1))
    }
}
