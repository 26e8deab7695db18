import Entra
import State
import Synchronization
import TestLedger
import Testing
import Wire

@Suite struct ReplicaTests {
    /// Keeps scripts as a process would.
    private final class Notes: LedgerFollower {
        let kinds: [SharedDocument.Kind] = [.script]
        let known = Mutex<[String: JSONValue]>([:])

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

    private struct Process {
        let notes = Notes()
        let replica: Replica

        init(_ ledger: TestLedger) {
            replica = Replica(ledger)
            replica.join(notes)
        }

        func put(_ key: String, _ content: JSONValue?) throws(EntraError) {
            try replica.write { () throws(EntraError) in
                ([SharedDocument(.script, key, content), SharedDocument(.clock, key, content)], ())
            }
        }
    }

    private let ledger = TestLedger(epoch: GUID(value: 1))

    @Test func everyProcessComesToTheSameState() throws {
        let (one, two) = (Process(ledger), Process(ledger))
        try one.put("a", .integer(1))
        try two.put("b", .integer(2))
        try one.put("c", .integer(3))
        try two.put("a", nil)
        try one.replica.catchUp()
        try two.replica.catchUp()
        #expect(one.notes.all == ["b": .integer(2), "c": .integer(3)])
        #expect(two.notes.all == one.notes.all)
        #expect(one.replica.place == two.replica.place)
    }

    @Test func whatWasDecidedOnAnOlderStateIsDecidedAgain() throws {
        let (one, two) = (Process(ledger), Process(ledger))
        try one.replica.catchUp()
        try two.put("count", .integer(7))
        var decisions = 0
        let seen = try one.replica.write { () throws(EntraError) in
            decisions += 1
            let known = one.notes.all["count"]?.integer ?? 0
            return ([SharedDocument(.script, "count", .integer(known + 1))], known)
        }
        #expect(decisions == 2)
        #expect(seen == 7)
    }

    @Test func whoIsTooFarBehindReadsEverything() throws {
        let (one, two) = (Process(ledger), Process(ledger))
        try one.put("a", .integer(1))
        try two.replica.catchUp()
        try one.put("a", nil)
        try one.put("b", .integer(2))
        ledger.trim()
        try two.replica.catchUp()
        #expect(two.notes.all == ["b": .integer(2)])
    }

    @Test func aLedgerThatLostItsMemoryIsReadAnew() throws {
        let one = Process(ledger)
        try one.put("a", .integer(1))
        ledger.lose(GUID(value: 2))
        try one.replica.catchUp()
        #expect(one.notes.all.isEmpty)
        try one.put("b", .integer(2))
        #expect(one.notes.all == ["b": .integer(2)])
    }

    @Test func nothingIsDoneWhereTheLedgerIsDown() throws {
        let one = Process(ledger)
        try one.put("a", .integer(1))
        ledger.isDown = true
        #expect(throws: EntraError.self) { try one.put("b", .integer(2)) }
        #expect(throws: EntraError.self) { try one.replica.catchUp() }
        ledger.isDown = false
        try one.replica.catchUp()
        #expect(one.notes.all == ["a": .integer(1)])
    }
}
