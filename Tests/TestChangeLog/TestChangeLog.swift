package import Entra
package import Formats
package import Store
import Synchronization
import TestTags

/// A change log in memory, which a test can make fail, forget early writes, and lose everything.
package final class TestChangeLog: SharedChangeLog {
    private struct State {
        var epoch: GUID
        var number: Int64 = 0
        var writes: [(number: Int64, document: SharedDocument)] = []
        var firstKnown: Int64 = 0
        var documents: [SharedDocument] = []
        var isDown = false
        var failureCount = 0
    }

    package let name = "the change log of the test"
    private let state: Mutex<State>
    private let fuse: StoreFuse?

    /// Creates an empty change log. Each write is a use of the fuse.
    package init(epoch: GUID, fuse: StoreFuse? = nil) {
        state = Mutex(State(epoch: epoch))
        self.fuse = fuse
    }

    /// Whether every operation fails.
    package var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// The number of operations that failed because the change log was down.
    package var failureCount: Int { state.withLock { $0.failureCount } }

    /// Keeps the documents, and forgets the writes that created them.
    package func trim() {
        state.withLock { state in
            state.firstKnown = state.number
            state.writes = []
        }
    }

    /// Loses everything, and starts a new epoch.
    package func lose(_ epoch: GUID) { state.withLock { $0 = State(epoch: epoch) } }

    package func read(after offset: LogOffset?) throws(EntraError) -> LogReading {
        try state.withLock { (state) throws(EntraError) in
            try TestChangeLog.check(&state)
            return TestChangeLog.reading(after: offset, state)
        }
    }

    package func isLast(_ offset: LogOffset) throws(EntraError) -> Bool {
        try state.withLock { (state) throws(EntraError) in
            try TestChangeLog.check(&state)
            return offset == LogOffset(epoch: state.epoch, number: state.number)
        }
    }

    package func awaitChanges(after offset: LogOffset, for time: Duration) throws(EntraError) {
        try waitUntil(within: time) { () throws(EntraError) in try !isLast(offset) }
    }

    package func write(_ documents: [SharedDocument], after offset: LogOffset) throws(EntraError) -> LogWrite {
        try fuse?.use()
        return try append(documents, after: offset)
    }

    private func append(_ documents: [SharedDocument], after offset: LogOffset) throws(EntraError) -> LogWrite {
        try state.withLock { (state) throws(EntraError) in
            try TestChangeLog.check(&state)
            guard offset == LogOffset(epoch: state.epoch, number: state.number) else {
                return .behind(TestChangeLog.reading(after: offset, state))
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

    private static func check(_ state: inout State) throws(EntraError) {
        guard state.isDown else { return }
        state.failureCount += 1
        throw .storeUnavailable("a simulated failure")
    }

    private static func reading(after offset: LogOffset?, _ state: State) -> LogReading {
        let end = LogOffset(epoch: state.epoch, number: state.number)
        guard let offset, offset.epoch == state.epoch, offset.number >= state.firstKnown else {
            return LogReading(isWhole: true, documents: state.documents, offset: end)
        }
        return LogReading(
            isWhole: false, documents: state.writes.filter { $0.number > offset.number }.map(\.document), offset: end)
    }
}
