import Directory
import Entra
import Formats
import FoundationEssentials
import Platform
@testable import Store
import Synchronization
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

@Suite struct StateFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func refusal() -> String {
        do throws(StateFileProblem) {
            try StateFile(in: folder.path).close()
            return "opened"
        } catch {
            return error.reason
        }
    }

    @Test("two at a time are refused, one after the other is not")
    func lock() throws {
        let first = try StateFile(in: folder.path)
        #expect(refusal() == "\(folder.file): is in use by another process")
        first.close()
        #expect(refusal() == "opened")
    }

    @Test("Trying whether it can be written changes nothing, and does not make the file grow")
    func obstacle() throws {
        let file = try StateFile(in: folder.path)
        let log = folder.file + "-wal"
        let size = { try #require(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) }
        #expect(file.obstacle == nil)
        for _ in 0..<3_000 { #expect(file.obstacle == nil) }
        #expect(try size() < 8 << 20)
        file.close()
        #expect(file.obstacle == "\(folder.file): is closed")
        #expect(refusal() == "opened")
    }

    @Test("what is closed fails, and says so")
    func closed() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        file.close()
        #expect(throws: EntraError(.serviceUnavailable)) {
            try store.redeem(guid(1), until: time(10), now: time(0))
        }
        #expect(throws: EntraError(.serviceUnavailable)) { try store.record([], in: TenantID("t")) }
        #expect(store.grants(in: TenantID("t")).isEmpty)
    }

    @Test("nothing is kept in a file that is not in its place any more", arguments: [false, true])
    func removed(isReplaced: Bool) throws {
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        let store = try DurableStore(file, firstOrder: 0)
        let away = folder.file + ".away"
        try FileManager.default.moveItem(atPath: folder.file, toPath: away)
        if isReplaced { try FileManager.default.copyItem(atPath: away, toPath: folder.file) }
        do throws(EntraError) {
            #expect(
                file.obstacle?.hasPrefix("\(folder.file): was removed or replaced while the server was running") == true
            )
            _ = try store.redeem(guid(1), until: time(10), now: time(0))
            Issue.record("it was redeemed")
        } catch {
            #expect(error.detail.hasPrefix("\(folder.file): was removed or replaced while the server was running"))
        }
        if isReplaced { try FileManager.default.removeItem(atPath: folder.file) }
        try FileManager.default.moveItem(atPath: away, toPath: folder.file)
        #expect(try store.redeem(guid(1), until: time(10), now: time(0)) == .first)
    }

    @Test("only its owner reads it")
    func mode() throws {
        try StateFile(in: folder.path).close()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a damaged file is reported and left as it is", arguments: ["text", "head", "page", "byte"])
    func damage(_ kind: String) throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        for number in 0..<500 { _ = try store.redeem(guid(number), until: time(10), now: time(0)) }
        file.close()
        let url = URL(filePath: folder.file)
        var bytes = [UInt8](try Data(contentsOf: url))
        switch kind {
        case "text": bytes = Array("this is no database, but somebody's notes".utf8)
        case "byte": bytes = Array(bytes.prefix(1))
        case "head": bytes.replaceSubrange(0..<16, with: repeatElement(0, count: 16))
        default: bytes.replaceSubrange(8_192..<12_288, with: repeatElement(0x5A, count: 4_096))
        }
        try Data(bytes).write(to: url)
        #expect(refusal().hasPrefix("\(folder.file): is damaged, and was not changed"))
        #expect([UInt8](try Data(contentsOf: url)) == bytes)
    }

    @Test(
        "what nobody writes is damage, though the database is sound",
        arguments: [
            (
                "INSERT INTO document (kind, key, content) VALUES ('unheard', 'k', X'7B7D')",
                "the unknown kind 'unheard'"
            ),
            ("INSERT INTO document (kind, key, content) VALUES ('clock', 'k', X'7B')", "the clock 'k' is not JSON"),
            ("INSERT INTO revocation VALUES ('session', 'x', '', 1, 0, 1)", "the revocation of the session 'x'"),
            (
                "INSERT INTO role_assignment VALUES ('t', 'c', 'nobody', 'p', 'r', 'a')",
                "the role assignment of the nobody 'p'"
            ),
        ])
    func soundDamage(_ statement: String, _ reason: String) throws {
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        try file.use { database throws(DatabaseFailure) in try database.execute(statement) }
        do throws(EntraError) {
            _ = try DurableStore(file, firstOrder: 0)
            _ = try file.read(after: nil)
            Issue.record("it was read")
        } catch {
            #expect(error.detail.hasPrefix("\(folder.file): is damaged, and was not changed: "))
            #expect(error.detail.contains(reason))
        }
    }

    @Test("what is no file is refused, where opening it might wait for ever", arguments: ["", "-journal", "-wal"])
    func pipe(_ suffix: String) throws {
        #expect(mkfifo(folder.file + suffix, 0o600) == 0)
        #expect(refusal() == "\(folder.file)\(suffix): is not a regular file, and was not changed")
    }

    @Test("failures are told from when they are asked for")
    func reports() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        file.close()
        func fail() { _ = try? store.redeem(guid(1), until: time(10), now: time(0)) }
        fail()
        let lines = Lines()
        file.reportFailures { lines.add($0) }
        fail()
        #expect(lines.all == ["\(folder.file): is closed"])
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("another program's database is left alone")
    func foreign() throws {
        let database = try Database(folder.file, .readWrite)
        try database.execute("CREATE TABLE notes (text TEXT)")
        #expect(refusal() == "\(folder.file): belongs to another program, and was not changed")
    }

    @Test("a later version is refused")
    func later() throws {
        let steps = Migrations.steps + ["CREATE TABLE later (x INTEGER)"]
        try StateFile(in: folder.path, steps: steps).close()
        #expect(refusal().contains("has format version \(steps.count), but this program supports versions up to"))
    }

    @Test("a version that no program writes is damage", arguments: [-1, Int64(Int32.min)])
    func noVersion(_ version: Int64) throws {
        let file = try StateFile(in: folder.path)
        try file.use { database throws(DatabaseFailure) in try database.execute("PRAGMA user_version=\(version)") }
        file.close()
        #expect(refusal().hasPrefix("\(folder.file): is damaged, and was not changed"))
    }

    @Test("a file of version 1 is brought forward with what is in it")
    func migration() throws {
        let old = try StateFile(in: folder.path, steps: Array(Migrations.steps.prefix(1)))
        let store = try DurableStore(old, firstOrder: 5)
        #expect(try store.redeem(guid(1), until: time(10), now: time(0)) == .first)
        try store.revoke(.everything, before: time(3))
        old.close()
        let file = try StateFile(in: folder.path)
        let again = try DurableStore(file, firstOrder: 5)
        #expect(try again.redeem(guid(1), until: time(10), now: time(0)) == .again)
        #expect(again.revocation(of: .everything) == time(3))
        let version = try file.number("PRAGMA user_version")
        #expect(version == Int64(Migrations.steps.count))
        let documents = try file.number("SELECT count(*) FROM document")
        #expect(documents == 0)
    }

    @Test("a file behind a link is judged by what stands beside it there")
    func link() throws {
        let there = try TemporaryFolder()
        try StateFile(in: there.path).close()
        try FileManager.default.createSymbolicLink(atPath: folder.file, withDestinationPath: there.file)
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        #expect(!file.isNew && !file.isReadOnly)
        #expect(FileManager.default.fileExists(atPath: "\(there.file)-wal"))
        // Another link does not change which file is written to.
        try FileManager.default.removeItem(atPath: folder.file)
        let store = try DurableStore(file, firstOrder: 1_000)
        try store.revoke(.everything, before: time(1))
    }

    @Test("a new file ends what was issued before it, once; what is issued from then on is good")
    func beginning() throws {
        let first = try StateFile(in: folder.path, ending: (time(7), 1_000))
        #expect(first.isNew)
        let store = try DurableStore(first, firstOrder: 1_000)
        let issued = store.nextOrder()
        #expect(store.revocation(of: [.everything], after: issued) == nil)
        // An earlier process that began at the end of one before is ahead of the clock.
        #expect(store.revocation(of: [.everything], after: 1_000 + 1_000 * SharedOrder.spread) == time(7))
        first.close()
        let second = try StateFile(in: folder.path, ending: (time(9), issued + 1 << 50))
        #expect(!second.isNew)
        #expect(try DurableStore(second, firstOrder: 2_000).revocation(of: [.everything], after: issued) == nil)
    }

    @Test("what was issued between two losses ends with the second, though another start came between them")
    func lostTwice() throws {
        let second = 1_000 * SharedOrder.spread
        let begin = SharedOrder.first(at: time(7))
        var issued: Int64 = 0
        for (firstOrder, isNew) in [(begin, true), (begin + second / 10, false)] {
            let file = try StateFile(in: folder.path, ending: (time(7), firstOrder))
            #expect(file.isNew == isNew)
            let store = try DurableStore(file, firstOrder: firstOrder)
            issued = store.nextOrder()
            #expect(store.revocation(of: [.everything], after: issued) == nil)
            file.close()
        }
        try FileManager.default.removeItem(atPath: folder.file)
        let file = try StateFile(in: folder.path, ending: (time(8), begin + second))
        defer { file.close() }
        let store = try DurableStore(file, firstOrder: begin + second)
        #expect(store.revocation(of: [.everything], after: issued) == time(8))
        #expect(store.revocation(of: [.everything], after: store.nextOrder()) == nil)
    }

    @Test("a file that loses its log is not taken for a new one")
    func withoutLog() throws {
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        let other = try TemporaryFolder()
        defer { withExtendedLifetime(other) {} }
        try FileManager.default.copyItem(atPath: folder.file, toPath: other.file)
        let copy = try StateFile(in: other.path)
        #expect(!copy.isNew)
    }

    @Test("a step that fails changes nothing")
    func failedStep() throws {
        try StateFile(in: folder.path).close()
        #expect(throws: StateFileProblem.self) {
            try StateFile(in: folder.path, steps: Migrations.steps + ["CREATE TABLE half (x); CREATE TABLE half (x)"])
        }
        let file = try StateFile(in: folder.path)
        let tables = try file.number("SELECT count(*) FROM sqlite_schema WHERE name = 'half'")
        #expect(tables == 0)
    }
}
