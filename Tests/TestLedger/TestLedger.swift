package import Entra
package import Formats
import Platform
package import Store
import Synchronization

/// A ledger in memory, which can be told to fail, to forget what was written early, and to lose everything.
package final class TestLedger: SharedChangeLog {
    private struct State {
        var epoch: GUID
        var number: Int64 = 0
        var writes: [(number: Int64, document: SharedDocument)] = []
        var firstKnown: Int64 = 0
        var documents: [SharedDocument] = []
        var isDown = false
    }

    package let name = "the ledger of the test"
    private let state: Mutex<State>
    private let fuse: StoreFuse?

    /// Each write is a use of the fuse.
    package init(epoch: GUID, fuse: StoreFuse? = nil) {
        state = Mutex(State(epoch: epoch))
        self.fuse = fuse
    }

    /// Whether every verb fails.
    package var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Keeps the documents, but not how they came about.
    package func trim() {
        state.withLock { state in
            state.firstKnown = state.number
            state.writes = []
        }
    }

    /// Begins anew, empty.
    package func lose(_ epoch: GUID) { state.withLock { $0 = State(epoch: epoch) } }

    package func read(after place: LogOffset?) throws(EntraError) -> LogReading {
        try state.withLock { (state) throws(EntraError) in
            try TestLedger.check(state)
            return TestLedger.reading(after: place, state)
        }
    }

    package func isLast(_ place: LogOffset) throws(EntraError) -> Bool {
        try state.withLock { (state) throws(EntraError) in
            try TestLedger.check(state)
            return place == LogOffset(epoch: state.epoch, number: state.number)
        }
    }

    /// Looks from time to time.
    package func awaitChanges(after place: LogOffset, for time: Duration) throws(EntraError) {
        let end = ContinuousClock.now + time
        while try isLast(place), ContinuousClock.now < end { usleep(1_000) }
    }

    package func write(_ documents: [SharedDocument], after place: LogOffset) throws(EntraError) -> LogWrite {
        try fuse?.use()
        return try written(documents, after: place)
    }

    private func written(_ documents: [SharedDocument], after place: LogOffset) throws(EntraError) -> LogWrite {
        try state.withLock { (state) throws(EntraError) in
            try TestLedger.check(state)
            guard place == LogOffset(epoch: state.epoch, number: state.number) else {
                return .behind(TestLedger.reading(after: place, state))
            }
            state.number += 1
            for document in documents {
                state.writes.append((state.number, document))
                let known = state.documents.firstIndex { $0.kind == document.kind && $0.key == document.key }
                switch (known, document.content) {
                case (let known?, nil): state.documents.remove(at: known)
                case (let known?, _): state.documents[known] = document
                case (nil, nil): break
                case (nil, _): state.documents.append(document)
                }
            }
            return .written(LogOffset(epoch: state.epoch, number: state.number))
        }
    }

    private static func check(_ state: State) throws(EntraError) {
        if state.isDown { throw .storeUnavailable("the test says so") }
    }

    private static func reading(after place: LogOffset?, _ state: State) -> LogReading {
        let end = LogOffset(epoch: state.epoch, number: state.number)
        guard let place, place.epoch == state.epoch, place.number >= state.firstKnown else {
            return LogReading(isWhole: true, documents: state.documents, place: end)
        }
        return LogReading(
            isWhole: false, documents: state.writes.filter { $0.number > place.number }.map(\.document), place: end)
    }
}
