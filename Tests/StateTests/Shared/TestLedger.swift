import Entra
import Glibc
import State
import Synchronization
import Wire

/// A ledger in memory, which can be told to fail, to forget what was written early, and to lose everything.
final class TestLedger: Ledger {
    private struct State {
        var epoch: GUID
        var number: Int64 = 0
        var writes: [(number: Int64, document: SharedDocument)] = []
        var firstKnown: Int64 = 0
        var documents: [SharedDocument] = []
        var isDown = false
    }

    private let state: Mutex<State>

    init(epoch: GUID) {
        state = Mutex(State(epoch: epoch))
    }

    /// Whether every verb fails.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Keeps the documents, but not how they came about.
    func trim() {
        state.withLock { state in
            state.firstKnown = state.number
            state.writes = []
        }
    }

    /// Begins anew, empty.
    func lose(_ epoch: GUID) { state.withLock { $0 = State(epoch: epoch) } }

    func isLast(_ place: LedgerPlace) throws(EntraError) -> Bool {
        try state.withLock { (state) throws(EntraError) in
            try TestLedger.check(state)
            return place == LedgerPlace(epoch: state.epoch, number: state.number)
        }
    }

    /// Looks from time to time.
    func awaitNews(after place: LedgerPlace, for time: Duration) throws(EntraError) {
        let end = ContinuousClock.now + time
        while try isLast(place), ContinuousClock.now < end { usleep(1_000) }
    }

    func read(after place: LedgerPlace?) throws(EntraError) -> LedgerReading {
        try state.withLock { (state) throws(EntraError) in
            try TestLedger.check(state)
            return TestLedger.reading(after: place, state)
        }
    }

    func write(_ documents: [SharedDocument], after place: LedgerPlace) throws(EntraError) -> LedgerWrite {
        try state.withLock { (state) throws(EntraError) in
            try TestLedger.check(state)
            guard place == LedgerPlace(epoch: state.epoch, number: state.number) else {
                return .behind(TestLedger.reading(after: place, state))
            }
            state.number += 1
            for document in documents {
                state.writes.append((state.number, document))
                state.documents.removeAll { $0.kind == document.kind && $0.key == document.key }
                if document.content != nil { state.documents.append(document) }
            }
            return .written(LedgerPlace(epoch: state.epoch, number: state.number))
        }
    }

    private static func check(_ state: State) throws(EntraError) {
        if state.isDown { throw .storeUnavailable("the test says so") }
    }

    private static func reading(after place: LedgerPlace?, _ state: State) -> LedgerReading {
        let end = LedgerPlace(epoch: state.epoch, number: state.number)
        guard let place, place.epoch == state.epoch, place.number >= state.firstKnown else {
            return LedgerReading(isWhole: true, documents: state.documents, place: end)
        }
        return LedgerReading(
            isWhole: false, documents: state.writes.filter { $0.number > place.number }.map(\.document), place: end)
    }
}
