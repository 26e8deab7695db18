import Crypto
import Entra
import Formats
import Platform
@testable import Store
import Synchronization
import TestTags
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

/// These tests cover a Redis server that responds but does not execute the command.
@Suite(.tags(.net), .enabled(if: RedisServer.program != nil, "there is no redis-server here"))
struct RedisRejectionTests {
    /// Returns whether the store is used again within five seconds.
    private func isUsedAgain(_ sharing: SharedState) -> Bool {
        waitUntil(within: .seconds(5)) { (try? sharing.replica.catchUp()) != nil }
    }

    @Test("A store whose policy evicts this server's keys is rejected, and the error contains the policy")
    func rejectsStoreThatEvictsItsKeys() throws {
        let server = try RedisServer(["--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"])
        let error = #expect(throws: EntraError.self) { try server.sharing().replica.catchUp() }
        #expect(error?.detail.contains("maxmemory-policy is allkeys-lru") == true)
    }

    @Test(
        "A store whose policy evicts none of this server's keys is accepted",
        arguments: [
            ["--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru"], ["--maxmemory-policy", "allkeys-lru"],
        ])
    func acceptsStoreThatEvictsNoKeys(_ arguments: [String]) throws {
        let server = try RedisServer(arguments)
        try server.sharing().replica.catchUp()
    }

    @Test("A store that becomes a replica is reported, and used again after it is primary")
    func reportsReadOnlyReplicaUntilItIsPrimary() throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        try server.run("REPLICAOF", "127.0.0.1", "1")
        #expect(throws: EntraError.self) { try sharing.store.revoke(.everything, before: time(1)) }
        #expect(sharing.failure?.contains("READONLY") == true)
        waitUntil {
            // Its data may be outdated.
            #expect(throws: EntraError.self) { try sharing.replica.catchUp() }
            return sharing.failure?.contains("replica") == true
        }
        #expect(sharing.failure?.contains("replica") == true)
        try server.run("REPLICAOF", "NO", "ONE")
        #expect(isUsedAgain(sharing))
        try sharing.store.revoke(.everything, before: time(1))
        #expect(sharing.failure == nil)
    }

    @Test("A full store is reported until it accepts a change, and can be read meanwhile")
    func reportsFullStoreUntilItAcceptsChanges() throws {
        let server = try RedisServer()
        let lines = Mutex<[String]>([])
        let changeLog = RedisChangeLog(try server.options(), random: SystemRandom()) {
            time(1)
        } report: { line in
            lines.withLock { $0.append(line) }
        }
        let operations = RedisOperations(changeLog.client)
        let epoch = try changeLog.read(after: nil).offset.epoch
        #expect(try operations.redeem(guid(99), until: time(600), now: time(0), in: epoch) == .first)
        func redeem(_ number: Int) throws -> Redemption {
            try operations.redeem(guid(number), until: time(600), now: time(0), in: epoch)
        }
        try server.run("CONFIG", "SET", "maxmemory", "1")
        for number in 0..<3 {
            #expect(throws: EntraError.self) { try redeem(number) }
            #expect(try operations.isRedeemed(guid(number), in: epoch) == false)
            // An id that is redeemed already needs no change.
            #expect(try operations.redeem(guid(99), until: time(600), now: time(0), in: epoch) == .again)
            #expect(operations.failure?.contains("OOM") == true)
        }
        try server.run("CONFIG", "SET", "maxmemory", "0")
        #expect(try redeem(0) == .first)
        #expect(operations.failure == nil)
        #expect(
            lines.withLock { $0.map { $0.contains("OOM") } } == [true, false],
            "One report of the error, and one of the recovery.")
    }

    @Test("A store that is loading its data is not ready, whatever it reports of its log")
    func rejectsStoreThatIsLoading() throws {
        func keepsLog(_ loading: Int, _ isEnabled: Int) throws -> Bool {
            try ChangeLogStart.keepsLog("# Persistence\r\nloading:\(loading)\r\naof_enabled:\(isEnabled)\r\n")
        }
        #expect(try keepsLog(0, 1))
        #expect(try !keepsLog(0, 0))
        #expect(throws: RedisFailure("the store is still loading its data")) { try keepsLog(1, 0) }
        #expect(throws: RedisFailure("the store is still loading its data")) { try keepsLog(1, 1) }
    }

    @Test("A forbidden command is a failure, not a result")
    func reportsForbiddenCommandAsFailure() throws {
        let server = try RedisServer()
        let changeLog = RedisChangeLog(try server.options(), random: SystemRandom()) {
            time(1)
        } report: { _ in
        }
        let offset = try changeLog.read(after: nil).offset
        #expect(try changeLog.isLast(offset))
        try server.run("ACL", "SETUSER", "default", "-get")
        #expect(throws: EntraError.self) { try changeLog.isLast(offset) }
        #expect(changeLog.client.failure?.contains("NOPERM") == true)
    }

    @Test(
        "A rejected command is reported with its code until the store accepts a change",
        arguments: [
            (
                ["CONFIG", "SET", "min-replicas-to-write", "1"], ["CONFIG", "SET", "min-replicas-to-write", "0"],
                "NOREPLICAS"
            ),
            (["ACL", "SETUSER", "default", "-@write"], ["ACL", "SETUSER", "default", "+@write"], "ERR"),
            (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"], "OOM"),
        ])
    func reportsRejectedCommandUntilNextChange(_ begin: [String], _ end: [String], _ code: String) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        func redeem() throws -> Redemption { try sharing.store.redeem(guid(1), until: time(600), now: time(0)) }
        try server.run(begin)
        #expect(throws: EntraError.self) { try redeem() }
        #expect(sharing.failureCode == code)
        try server.run(end)
        #expect(try redeem() == .first)
        #expect(sharing.failure == nil && sharing.failureCode == nil)
    }

    @Test(
        "A revocation that cannot be read is reported as an invalid reply",
        arguments: [
            ("revocation x", "no JSON"), ("revocation x", "{}"), ("withdrawal x", "{}"),
            ("revocation x", #"{"kind":"nobody","subject":"x","tenant":"t","seconds":1,"nanoseconds":0,"order":1}"#),
        ])
    func reportsUnreadableRevocation(_ key: String, _ content: String) throws {
        let server = try RedisServer()
        let sharing = try server.sharing()
        try sharing.replica.catchUp()
        try sharing.store.revoke(.everything, before: time(1))
        let offset = try #require(sharing.replica.offset)
        try server.run("SET", "{understudy}:head", "\(offset.epoch) \(offset.number + 1)")
        try server.run("HSET", "{understudy}:documents", key, content)
        try server.run("ZADD", "{understudy}:numbers", "\(offset.number + 1)", key)
        #expect(throws: EntraError.self) { try sharing.replica.catchUp() }
        #expect(sharing.failure?.contains("the store's reply is not valid") == true)
    }

    @Test("The code of an error can be within a script's error")
    func findsErrorCodeWithinScriptError() {
        let within =
            "ERR Error running script (call to f_1): @user_script:3: -READONLY You can't write against a replica"
        #expect(RedisRejection(.error(within))?.endsConnection == true)
        #expect(RedisRejection(.error("MISCONF Redis is configured to save RDB snapshots"))?.endsConnection == false)
        #expect(RedisRejection(.error("STALE")) == nil)
        #expect(RedisRejection(.error("NOSCRIPT No matching script. Please use EVAL.")) == nil)
        #expect(RedisRejection(.error("NOREPLICAS Not enough good replicas to write."))?.failure.code == "NOREPLICAS")
        #expect(RedisRejection(.error(within))?.failure.code == "READONLY")
        #expect(RedisRejection(.error("TRYAGAIN Multiple keys request during rehashing"))?.endsConnection == false)
        #expect(RedisRejection(.error("ASK 1 127.0.0.1:1"))?.endsConnection == true)
        #expect(RedisRejection(.error("LOADING Redis is loading the dataset in memory"))?.endsConnection == true)
        #expect(RedisRejection(.error("BUSY Redis is busy running a script."))?.endsConnection == false)
        #expect(RedisRejection(.error("something new")) != nil, "Any unknown error is a rejection.")
        #expect(RedisRejection(.bytes(Array("READONLY".utf8))) == nil)
    }

    @Test("The connection for news waits for a slow store as long as the others do", .tags(.slow))
    func newsConnectionWaitsForSlowStore() throws {
        let server = try RedisServer()
        let sharing = try server.sharing("?timeout=1000")
        try sharing.replica.catchUp()
        try sharing.replica.awaitChanges(for: .milliseconds(50))
        server.pause()
        try sharing.replica.awaitChanges(for: .milliseconds(100))
        try sharing.replica.awaitChanges(for: .milliseconds(100))
        server.resume()
        try sharing.replica.awaitChanges(for: .milliseconds(100))
        server.pause()
        try sharing.replica.awaitChanges(for: .milliseconds(100))
        #expect(throws: EntraError.self) { try sharing.replica.awaitChanges(for: .seconds(5)) }
        server.resume()
    }
}
