import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import FoundationEssentials
@testable import Store
import Synchronization
import TestTags
import Testing
@testable import Understudy

/// These tests show that changes at run time are stored in a state file and restored at the next start.
@Suite struct StateRestorationTests {
    /// A data folder and the processes that use it one after another.
    private final class Folder {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "understudy-restoration-\(UUID().uuidString)"
        )
        .path()
        private var file: StateFile?
        let reports = Reports()

        deinit {
            file?.close()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Starts the next process, by default with the same keys as the one before.
        func start(keys: KeyMaterial? = nil) throws -> MockEntra {
            file?.close()
            let file = try StateFile(in: folder)
            self.file = file
            let mock = try MockEntra(
                directory: MockEntra.directory(Replication.configuration()), keys: keys,
                replica: Replica(file) { [reports] in reports.add($0) })
            try mock.server.restore()
            return mock
        }

        /// Writes a document to the state file without the server.
        func record(_ document: SharedDocument) throws {
            let file = try #require(self.file)
            _ = try file.write([document], after: file.read(after: nil).offset)
        }
    }

    private final class Reports: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test(
        "Each change is restored at the next start, and a reset reverts the change permanently", .tags(.slow),
        arguments: FleetTests.changes)
    func restoresChangeUntilReset(_ change: FleetTests.Change) throws {
        let site = Folder()
        let first = try site.start()
        let before = try SharedState(of: first)
        #expect((200...299).contains(try change.send(to: first).status))
        let changed = try SharedState(of: first)
        #expect(changed != before)
        for _ in 0..<2 { #expect(try SharedState(of: site.start()) == changed) }
        let last = try site.start()
        #expect(try last.site.control("POST", "reset").status == 204)
        #expect(try SharedState(of: site.start()) == before)
    }

    @Test("A rotated key is restored at the next start, and the old key is published until its grace period ends")
    func restoresRotatedKeys() throws {
        let site = Folder()
        let first = try site.start()
        let old = try #require(first.server.keys.ring(.workforce).current.id as String?)
        #expect(try first.site.control("POST", "keys/rotate", #"{"grace":"PT1H"}"#).status == 200)
        let new = try first.server.keys.ring(.workforce).current.id
        #expect(new != old)
        let second = try site.start()
        #expect(try second.server.keys.ring(.workforce).current.id == new)
        #expect(try second.server.keys.ring(.workforce).key(id: old) != nil)
        second.clock.advance(seconds: 3_601)
        #expect(try second.server.keys.ring(.workforce).key(id: old) == nil)
        #expect(try second.server.keys.ring(.external).key(id: new) == nil)
    }

    @Test(
        "A document that cannot be read is reported without secrets and ignored",
        arguments: [
            (.clock, "", #""noon""#), (.clock, Seed.contoso, #"{"offset":"PT1H"}"#),
            (.clock, "", #"{"offset":[1,0],"frozen":[1]}"#), (.message, "m", #"{"to":"a@x.example","code":"1234"}"#),
            (.keys, "workforce", "{}"), (.keys, "unheard", #""sealed""#), (.stub, "s", "[]"),
            (.change, "no object", "{}"), (.directory, "", "[]"),
        ] as [(SharedDocument.Kind, String, String)])
    func ignoresUnreadableDocument(_ kind: SharedDocument.Kind, _ key: String, _ text: String) throws {
        let content = try #require(JSONValue(parsing: Array(text.utf8)))
        let site = Folder()
        let before = try SharedState(of: site.start())
        try site.record(SharedDocument(kind, key, content))
        #expect(try SharedState(of: site.start()) == before)
        let path = "\(site.folder)/state.sqlite"
        #expect(site.reports.all == ["\(path): the \(kind.rawValue) '\(key)' cannot be read, and is ignored"])
    }

    @Test("Keys that another server sealed are ignored")
    func ignoresKeysSealedByAnotherServer() throws {
        let site = Folder()
        let first = try site.start()
        #expect(try first.site.control("POST", "keys/rotate").status == 200)
        let new = try first.server.keys.ring(.workforce).current.id
        let other = try site.start(keys: KeyMaterial.seeded("other"))
        #expect(try other.server.keys.ring(.workforce).key(id: new) == nil)
        #expect(try site.start().server.keys.ring(.workforce).current.id == new)
    }

    @Test(
        "A change and its revocation are written together, and a retry after a failure applies both",
        arguments: [
            #"{"accountEnabled":false}"#,
            #"{"passwordProfile":{"password":"Another!1","forceChangePasswordNextSignIn":false}}"#,
        ])
    func writesChangeAndRevocationTogether(_ change: String) throws {
        let site = Folder()
        defer { withExtendedLifetime(site) {} }
        let file = try StateFile(in: site.folder)
        defer { file.close() }
        let store = try DurableStore(file, firstOrder: 0)
        let mock = try MockEntra(
            directory: MockEntra.directory(Replication.configuration()), replica: Replica(file), store: store)
        try mock.server.restore()
        let issued = store.nextOrder()
        let person = User.Home(objectID: ObjectID(Replication.user), tenantID: TenantID(Seed.contoso))
        let patch = FleetTests.Change("PATCH", "/v1.0/users/\(Replication.user)", change)
        func execute(_ statement: String) throws {
            try file.use { database throws(DatabaseFailure) in try database.execute(statement) }
        }
        try execute("ALTER TABLE revocation RENAME TO away")
        #expect(try patch.send(to: mock).status == 503)
        try execute("ALTER TABLE away RENAME TO revocation")
        #expect(store.revocation(of: .user(person)) == nil)
        #expect(try patch.send(to: mock).status == 204)
        #expect(store.revocation(of: [.user(person)], after: issued) != nil)
    }

    @Test("Used stubs are restored in order at the next start")
    func restoresUsedStubsInOrder() throws {
        let site = Folder()
        let first = try site.start()
        for number in 0..<3 {
            try first.site.stub(#"{"endpoint":"token"}"#, #"{"error":\#([50076, 50079, 50053][number])}"#)
        }
        #expect(try first.site.daemonToken().code == 50076)
        let second = try site.start()
        #expect(try SharedState(of: second) == SharedState(of: first))
        #expect(try second.site.daemonToken().code == 50079)
        let shown = try site.start().site.get(Site.responses).value["responses"]?.array ?? []
        #expect(shown.map { $0["left"]?.integer } == [1, 0, 0])
    }
}
