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

    private func rejection() -> String {
        do throws(StateFileProblem) {
            try StateFile(in: folder.path).close()
            return "opened"
        } catch {
            return error.reason
        }
    }

    @Test("A second process is rejected until the first closes the file")
    func rejectsSecondProcess() throws {
        let first = try StateFile(in: folder.path)
        #expect(rejection() == "\(folder.file): is in use by another process")
        first.close()
        #expect(rejection() == "opened")
    }

    @Test("A check whether the file is writable changes nothing and does not make the file grow")
    func checkForWritingLeavesFileUnchanged() throws {
        let file = try StateFile(in: folder.path)
        let log = folder.file + "-wal"
        let size = { try #require(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) }
        #expect(file.obstacle == nil)
        for _ in 0..<3_000 { #expect(file.obstacle == nil) }
        #expect(try size() < 8 << 20)
        file.close()
        #expect(file.obstacle == "\(folder.file): is closed")
        #expect(rejection() == "opened")
    }

    @Test("A closed file rejects changes as unavailable")
    func closedFileReportsUnavailable() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        file.close()
        #expect(throws: EntraError(.serviceUnavailable)) {
            try store.redeem(guid(1), until: time(10), now: time(0))
        }
        #expect(throws: EntraError(.serviceUnavailable)) { try store.record([], in: TenantID("t")) }
        #expect(store.grants(in: TenantID("t")).isEmpty)
    }

    @Test("Changes are rejected while the file is removed or replaced", arguments: [false, true])
    func rejectsChangesToRemovedOrReplacedFile(isReplaced: Bool) throws {
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

    @Test("Only the owner can read the file")
    func onlyOwnerCanReadFile() throws {
        try StateFile(in: folder.path).close()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A damaged file is reported and not changed", arguments: ["text", "head", "page", "byte"])
    func reportsDamagedFileAndKeepsIt(_ kind: String) throws {
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
        #expect(rejection().hasPrefix("\(folder.file): is damaged, and was not changed"))
        #expect([UInt8](try Data(contentsOf: url)) == bytes)
    }

    @Test(
        "Invalid content in a sound database is reported as damage",
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
    func reportsInvalidContentAsDamage(_ statement: String, _ reason: String) throws {
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

    @Test("A pipe in place of a file is rejected without waiting for it", arguments: ["", "-journal", "-wal"])
    func rejectsPipeWithoutOpening(_ suffix: String) throws {
        #expect(mkfifo(folder.file + suffix, 0o600) == 0)
        #expect(rejection() == "\(folder.file)\(suffix): is not a regular file, and was not changed")
    }

    @Test("Failures are reported once a report function is set")
    func reportsFailuresAfterRegistration() throws {
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

    @Test("The database of another program is rejected and not changed")
    func keepsDatabaseOfAnotherProgram() throws {
        let database = try Database(folder.file, .readWrite)
        try database.execute("CREATE TABLE notes (text TEXT)")
        #expect(rejection() == "\(folder.file): belongs to another program, and was not changed")
    }

    @Test("A later format version is rejected")
    func rejectsLaterFormatVersion() throws {
        let steps = Migrations.steps + ["CREATE TABLE later (x INTEGER)"]
        try StateFile(in: folder.path, steps: steps).close()
        #expect(rejection().contains("has format version \(steps.count), but this program supports versions up to"))
    }

    @Test("An invalid format version is reported as damage", arguments: [-1, Int64(Int32.min)])
    func reportsInvalidVersionAsDamage(_ version: Int64) throws {
        let file = try StateFile(in: folder.path)
        try file.use { database throws(DatabaseFailure) in try database.execute("PRAGMA user_version=\(version)") }
        file.close()
        #expect(rejection().hasPrefix("\(folder.file): is damaged, and was not changed"))
    }

    @Test("A file of version 1 is migrated with its content")
    func migratesVersionOneWithContent() throws {
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

    @Test("A file behind a link is opened in the folder of its target")
    func opensFileThroughLink() throws {
        let there = try TemporaryFolder()
        try StateFile(in: there.path).close()
        try FileManager.default.createSymbolicLink(atPath: folder.file, withDestinationPath: there.file)
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        #expect(!file.isNew && !file.isReadOnly)
        #expect(FileManager.default.fileExists(atPath: "\(there.file)-wal"))
        // A removed link does not change which file is written to.
        try FileManager.default.removeItem(atPath: folder.file)
        let store = try DurableStore(file, firstOrder: 1_000)
        try store.revoke(.everything, before: time(1))
    }

    @Test("A new file revokes everything issued before, but nothing issued afterwards")
    func newFileRevokesEverythingEarlierOnce() throws {
        let first = try StateFile(in: folder.path, ending: (time(7), 1_000))
        #expect(first.isNew)
        let store = try DurableStore(first, firstOrder: 1_000)
        let issued = store.nextOrder()
        #expect(store.revocation(of: [.everything], after: issued) == nil)
        // An earlier process that starts at the end of the one before is ahead of the clock.
        #expect(store.revocation(of: [.everything], after: 1_000 + 1_000 * LogicalClock.spread) == time(7))
        first.close()
        let second = try StateFile(in: folder.path, ending: (time(9), issued + 1 << 50))
        #expect(!second.isNew)
        #expect(try DurableStore(second, firstOrder: 2_000).revocation(of: [.everything], after: issued) == nil)
    }

    @Test("A second loss of the file revokes what was issued since the first, even with another start between them")
    func secondLossRevokesWhatWasIssuedBetween() throws {
        let second = 1_000 * LogicalClock.spread
        let begin = LogicalClock.first(at: time(7))
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

    @Test("A file that has lost its log is not treated as new")
    func fileWithoutLogIsNotNew() throws {
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        let other = try TemporaryFolder()
        defer { withExtendedLifetime(other) {} }
        try FileManager.default.copyItem(atPath: folder.file, toPath: other.file)
        let copy = try StateFile(in: other.path)
        #expect(!copy.isNew)
    }

    @Test("A failed migration step changes nothing")
    func failedMigrationChangesNothing() throws {
        try StateFile(in: folder.path).close()
        #expect(throws: StateFileProblem.self) {
            try StateFile(in: folder.path, steps: Migrations.steps + ["CREATE TABLE half (x); CREATE TABLE half (x)"])
        }
        let file = try StateFile(in: folder.path)
        let tables = try file.number("SELECT count(*) FROM sqlite_schema WHERE name = 'half'")
        #expect(tables == 0)
    }
}
