import Dispatch
import Platform
import Synchronization

/// The events of a large text, read by libyaml on a thread of its own while the caller makes something of them: a configuration
/// of 100,000 applications spends half of its loading there.
///
/// The reading thread is ahead by some batches at most, and ends with the text, at an error, or when nobody asks any more.
final class YAMLEventFeed: YAMLEventSource {
    /// Bytes of a text from which on a second thread is worth its start.
    static let leastBytes = 256 * 1024

    private static let batchesAhead = 8

    /// Between the two threads.
    private final class Belt: Sendable {
        private struct State {
            var batches: [YAMLEventBatch] = []
            /// What has been read, to be filled anew.
            var used: [YAMLEventBatch] = []
            var isAbandoned = false
        }

        private let state = Mutex(State())
        // Allowed (lock): no loop waits here, and `Synchronization` has nothing to wait with.
        private let filled = DispatchSemaphore(value: 0)
        // Allowed (lock): as of `filled`, the reading thread waits for the caller alone.
        private let room = DispatchSemaphore(value: 0)

        init() {
            // Not by the semaphore's own first value: one that is let go of with less than that ends the process.
            for _ in 0..<YAMLEventFeed.batchesAhead { room.signal() }
        }

        /// Answers with room for the next batch; nil when nobody asks any more.
        func put(_ batch: YAMLEventBatch) -> YAMLEventBatch? {
            room.wait()
            let next = state.withLock { state in
                state.batches.append(batch)
                return state.isAbandoned ? nil : state.used.popLast() ?? YAMLEventBatch()
            }
            filled.signal()
            return next
        }

        /// The next batch, for one that has been read.
        func exchange(_ batch: inout YAMLEventBatch) {
            filled.wait()
            state.withLock { state in
                state.used.append(batch)
                // Allowed (remove-end): each signal stands for one batch that was put.
                batch = state.batches.removeFirst()
            }
            room.signal()
        }

        func abandon() {
            state.withLock { $0.isAbandoned = true }
            room.signal()
        }
    }

    private let belt = Belt()

    init(_ text: [UInt8]) throws(SystemThread.Failure) {
        _ = try SystemThread { [belt] in YAMLEventFeed.read(YAMLParser(text), onto: belt) }
    }

    deinit { belt.abandon() }

    func fill(_ batch: inout YAMLEventBatch) { belt.exchange(&batch) }

    private static func read(_ parser: YAMLParser, onto belt: Belt) {
        var room: YAMLEventBatch? = YAMLEventBatch()
        while var batch = room.take() {
            parser.fill(&batch)
            let isLast = batch.failure != nil
            room = belt.put(batch)
            if isLast { return }
        }
    }
}
