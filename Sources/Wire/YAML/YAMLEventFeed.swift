import Dispatch
import Platform
import Synchronization

/// The events of a large text, read by libyaml on a thread of its own while the caller builds the tree: a configuration of
/// 100,000 applications spends a third of its loading there.
///
/// The reading thread is ahead by some batches at most, and ends with the text, at an error, or when nobody asks any more.
struct YAMLEventFeed: ~Copyable, YAMLEventSource {
    /// Bytes of a text from which on a second thread is worth its start.
    static let leastBytes = 256 * 1024

    private static let batchSize = 8_192
    private static let batchesAhead = 4

    /// Events in their order, and whether the text ends behind them, or why it cannot be read on.
    private struct Batch: Sendable {
        var events: [YAMLEvent] = []
        var failure: YAMLError?
    }

    /// Between the two threads.
    private final class Belt: Sendable {
        private struct State {
            var batches: [Batch] = []
            /// What has been read, to be filled anew: large lists are dear to allocate.
            var used: [[YAMLEvent]] = []
            var isAbandoned = false
        }

        private let state = Mutex(State())
        // Allowed (lock): no loop waits here, and `Synchronization` has nothing to wait with.
        private let filled = DispatchSemaphore(value: 0)
        // Allowed (lock): as of `filled`, the reading thread waits for the builder alone.
        private let room = DispatchSemaphore(value: 0)

        init() {
            // Not by the semaphore's own first value: one that is let go of with less than that ends the process.
            for _ in 0..<YAMLEventFeed.batchesAhead { room.signal() }
        }

        /// Answers with room for the next batch; nil when nobody asks any more.
        func put(_ batch: Batch) -> [YAMLEvent]? {
            room.wait()
            let next = state.withLock { state in
                state.batches.append(batch)
                return state.isAbandoned ? nil : state.used.popLast() ?? []
            }
            filled.signal()
            return next
        }

        /// The next batch, for one that has been read.
        func take(for used: [YAMLEvent]) -> Batch {
            filled.wait()
            let batch = state.withLock { state in
                state.used.append(used)
                // Allowed (remove-end): each signal stands for one batch that was put.
                return state.batches.removeFirst()
            }
            room.signal()
            return batch
        }

        func abandon() {
            state.withLock { $0.isAbandoned = true }
            room.signal()
        }
    }

    private let belt = Belt()
    private var batch = Batch()
    private var position = 0

    init(_ text: [UInt8]) throws(SystemThread.Failure) {
        try SystemThread { [belt] in
            text.withUnsafeBufferPointer { YAMLEventFeed.read($0, onto: belt) }
        }.detach()
    }

    deinit { belt.abandon() }

    mutating func next() throws(YAMLError) -> YAMLEvent {
        while position >= batch.events.count {
            if let failure = batch.failure { throw failure }
            batch.events.removeAll(keepingCapacity: true)
            batch = belt.take(for: batch.events)
            position = 0
        }
        defer { position += 1 }
        return batch.events[position]
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>, onto belt: Belt) {
        var batch = Batch()
        do throws(YAMLError) {
            var events = try YAMLEvents(text)
            while true {
                batch.events.reserveCapacity(batchSize)
                let event = try events.next()
                batch.events.append(event)
                if case .streamEnd = event.kind { throw YAMLError(message: "the text has ended", mark: event.mark) }
                guard batch.events.count >= batchSize else { continue }
                guard let room = belt.put(batch) else { return }
                batch = Batch(events: room)
            }
        } catch {
            batch.failure = error
        }
        _ = belt.put(batch)
    }
}
