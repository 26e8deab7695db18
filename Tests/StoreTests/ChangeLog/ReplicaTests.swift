import Entra
import Formats
import Store
import Synchronization
import TestChangeLog
import Testing

@Suite struct ReplicaTests {
    /// Stores stubs as a process would.
    private final class Notes: ChangeSubscriber {
        let kinds: [SharedDocument.Kind] = [.stub]
        let known = Mutex<[String: JSONValue]>([:])

        func canRead(_ document: SharedDocument) -> Bool { document.content?.integer != nil }

        func begin(with documents: [SharedDocument]) {
            known.withLock { $0 = [:] }
            follow(documents)
        }

        func follow(_ documents: [SharedDocument]) {
            known.withLock { known in
                for document in documents { known[document.key] = document.content }
            }
        }

        var all: [String: JSONValue] { known.withLock { $0 } }
    }

    private final class Reports: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Process {
        let notes = Notes()
        let reports = Reports()
        let replica: Replica

        init(_ changeLog: TestChangeLog) {
            replica = Replica(changeLog) { [reports] in reports.add($0) }
            replica.join(notes)
        }

        func put(_ key: String, _ content: JSONValue?) throws(EntraError) {
            try replica.write { () throws(EntraError) in
                ([SharedDocument(.stub, key, content), SharedDocument(.clock, key, content)], ())
            }
        }
    }

    private let changeLog = TestChangeLog(epoch: GUID(value: 1))

    @Test func processesConverge() throws {
        let (one, two) = (Process(changeLog), Process(changeLog))
        try one.put("a", .integer(1))
        try two.put("b", .integer(2))
        try one.put("c", .integer(3))
        try two.put("a", nil)
        try one.replica.catchUp()
        try two.replica.catchUp()
        #expect(one.notes.all == ["b": .integer(2), "c": .integer(3)])
        #expect(two.notes.all == one.notes.all)
        #expect(one.replica.offset == two.replica.offset)
    }

    @Test func repeatsDecisionOnNewerState() throws {
        let (one, two) = (Process(changeLog), Process(changeLog))
        try one.replica.catchUp()
        try two.put("count", .integer(7))
        var decisions = 0
        let seen = try one.replica.write { () throws(EntraError) in
            decisions += 1
            let known = one.notes.all["count"]?.integer ?? 0
            return ([SharedDocument(.stub, "count", .integer(known + 1))], known)
        }
        #expect(decisions == 2)
        #expect(seen == 7)
    }

    @Test func processFarBehindReadsEverything() throws {
        let (one, two) = (Process(changeLog), Process(changeLog))
        try one.put("a", .integer(1))
        try two.replica.catchUp()
        try one.put("a", nil)
        try one.put("b", .integer(2))
        changeLog.trim()
        try two.replica.catchUp()
        #expect(two.notes.all == ["b": .integer(2)])
    }

    @Test func lostLogIsReadFromStart() throws {
        let one = Process(changeLog)
        try one.put("a", .integer(1))
        changeLog.lose(GUID(value: 2))
        try one.replica.catchUp()
        #expect(one.notes.all.isEmpty)
        try one.put("b", .integer(2))
        #expect(one.notes.all == ["b": .integer(2)])
    }

    @Test(
        "A document that its subscriber cannot read is reported and ignored, at the first read and later",
        arguments: [false, true])
    func ignoresUnreadableDocument(isNew: Bool) throws {
        let (one, two) = (Process(changeLog), Process(changeLog))
        try one.put("a", .integer(1))
        try one.put("b", .integer(2))
        if isNew { try two.replica.catchUp() }
        let offset = try changeLog.read(after: nil).offset
        _ = try changeLog.write([SharedDocument(.stub, "a", .string("unreadable"))], after: offset)
        try two.replica.catchUp()
        #expect(two.notes.all == ["b": .integer(2)])
        #expect(two.reports.all == ["\(changeLog.name): the script 'a' cannot be read, and is ignored"])
        try two.put("a", .integer(3))
        try one.replica.catchUp()
        #expect(one.notes.all == ["a": .integer(3), "b": .integer(2)])
    }

    @Test(
        "An invalid consent document is reported and ignored",
        arguments: [
            (.grant, "{}"),
            (.grant, #"{"tenant":"t","client":"c","resource":"r","principal":"","scopes":["a",1]}"#),
            (.assignment, #""x""#), (.withdrawal, "[]"), (.revocation, "{}"),
            (
                .assignment,
                #"{"tenant":"t","client":"c","kind":"nobody","principal":"p","resource":"r","role":"a"}"#
            ),
        ] as [(SharedDocument.Kind, String)])
    func ignoresInvalidConsentDocument(_ kind: SharedDocument.Kind, _ text: String) throws {
        let reports = Reports()
        let records = SharedRecords()
        let replica = Replica(changeLog) { reports.add($0) }
        replica.join(records)
        let content = try #require(JSONValue(parsing: Array(text.utf8)))
        let offset = try changeLog.read(after: nil).offset
        _ = try changeLog.write([SharedDocument(kind, "x", content)], after: offset)
        try replica.catchUp()
        #expect(reports.all == ["\(changeLog.name): the \(kind.rawValue) 'x' cannot be read, and is ignored"])
        #expect(!records.canRead(SharedDocument(kind, "x", content)))
    }

    @Test func rejectsChangesWhileLogIsDown() throws {
        let one = Process(changeLog)
        try one.put("a", .integer(1))
        changeLog.isDown = true
        #expect(throws: EntraError.self) { try one.put("b", .integer(2)) }
        #expect(throws: EntraError.self) { try one.replica.catchUp() }
        changeLog.isDown = false
        try one.replica.catchUp()
        #expect(one.notes.all == ["a": .integer(1)])
    }
}
