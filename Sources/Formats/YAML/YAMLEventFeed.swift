import Dispatch
import Platform
import Synchronization

/// The events of a large text, which libyaml parses on its own thread while the caller processes the events. Parsing takes half of
/// the loading time of a configuration of 100,000 applications.
///
/// The parsing thread is at most a few batches ahead of the caller. The thread ends at the end of the text, after an error, or when
/// the feed is released.
final class YAMLEventFeed: YAMLEventSource {
    /// The size of a text, in bytes, from which a second thread saves more time than it costs.
    static let leastBytes = 256 * 1024

    private static let batchesAhead = 8

    /// The bounded queue between the two threads.
    private final class BoundedQueue: Sendable {
        private struct State {
            var batches: [YAMLEventBatch] = []
            /// The batches that the caller has read, kept for reuse.
            var used: [YAMLEventBatch] = []
            var isAbandoned = false
        }

        private let state = Mutex(State())
        // Allowed (lock): no event loop waits here, and `Synchronization` has no type to wait on.
        private let filled = DispatchSemaphore(value: 0)
        // Allowed (lock): as for `filled`, the parsing thread waits only for the caller.
        private let room = DispatchSemaphore(value: 0)

        init() {
            // The semaphore starts at 0 and is raised here: a semaphore that is released with less than its initial value crashes
            // the process.
            for _ in 0..<YAMLEventFeed.batchesAhead { room.signal() }
        }

        /// Adds a batch and returns an empty one for the next events, or nil if the feed was released.
        func put(_ batch: YAMLEventBatch) -> YAMLEventBatch? {
            room.wait()
            let next = state.withLock { state in
                state.batches.append(batch)
                return state.isAbandoned ? nil : state.used.popLast() ?? YAMLEventBatch()
            }
            filled.signal()
            return next
        }

        /// Replaces a batch that the caller has read with the next one.
        func exchange(_ batch: inout YAMLEventBatch) {
            filled.wait()
            state.withLock { state in
                state.used.append(batch)
                // Allowed (remove-end): each signal stands for one batch in the queue.
                batch = state.batches.removeFirst()
            }
            room.signal()
        }

        func abandon() {
            state.withLock { $0.isAbandoned = true }
            room.signal()
        }
    }

    private let belt = BoundedQueue()

    init(_ text: [UInt8]) throws(SystemThread.Failure) {
        _ = try SystemThread { [belt] in YAMLEventFeed.read(YAMLParser(text), onto: belt) }
    }

    deinit { belt.abandon() }

    func fill(_ batch: inout YAMLEventBatch) { belt.exchange(&batch) }

    private static func read(_ parser: YAMLParser, onto belt: BoundedQueue) {
        var room: YAMLEventBatch? = YAMLEventBatch()
        while var batch = room.take() {
            parser.fill(&batch)
            let isLast = batch.failure != nil
            room = belt.put(batch)
            if isLast { return }
        }
    }
}
