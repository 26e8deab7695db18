import Dispatch
import Platform
import Synchronization

/// One parser event of a YAML text.
struct YAMLEvent {
    enum Kind {
        case document
        case scalar(YAMLScalar)
        case alias(String)
        case sequence
        case mapping
        /// The end of a sequence, mapping or document.
        case end
        case streamEnd
    }

    let kind: Kind
    let mark: YAMLMark
    var anchor: String?
    /// The explicit tag in its long form, or nil if the text has no tag.
    var tag: String?
}

/// The events of a text, in order.
struct YAMLEvents {
    private let source: any YAMLEventSource
    private var batch = YAMLEventBatch()
    private var position = 0

    init(_ text: [UInt8]) {
        if text.count >= YAMLEventFeed.minimumBytes, let feed = try? YAMLEventFeed(text) {
            source = feed
        } else {
            source = YAMLParser(text)
        }
    }

    /// Returns the next event. The last event is `.streamEnd`.
    mutating func next() throws(YAMLError) -> YAMLEvent {
        var anchor: String?
        var tag: String?
        while true {
            let entry = try nextEntry()
            let kind: YAMLEvent.Kind
            switch entry.kind {
            case .anchor:
                anchor = batch.text(of: entry)
                continue
            case .tag:
                tag = batch.text(of: entry)
                continue
            case .plain: kind = .scalar(YAMLScalar(text: batch.text(of: entry), isPlain: true))
            case .quoted: kind = .scalar(YAMLScalar(text: batch.text(of: entry), isPlain: false))
            case .alias: kind = .alias(batch.text(of: entry))
            case .document: kind = .document
            case .sequence: kind = .sequence
            case .mapping: kind = .mapping
            case .end: kind = .end
            case .streamEnd: kind = .streamEnd
            }
            return YAMLEvent(kind: kind, mark: entry.mark, anchor: anchor, tag: tag)
        }
    }

    private mutating func nextEntry() throws(YAMLError) -> YAMLEventBatch.Entry {
        while position >= batch.entries.count {
            if let failure = batch.failure { throw failure }
            source.fill(&batch)
            position = 0
        }
        defer { position += 1 }
        return batch.entries[position]
    }
}

/// A batch of consecutive events, packed so that another thread can produce them: all texts share one array.
struct YAMLEventBatch: Sendable {
    /// The number of events in each batch except the last one.
    static let size = 4_096

    enum Kind: Sendable {
        case document
        /// An unquoted scalar, which may be a number, a boolean or null.
        case plain
        case quoted
        case alias
        case sequence
        case mapping
        /// The end of a sequence, mapping or document.
        case end
        case streamEnd
        /// The anchor of the event that follows. A `tag` entry, which also precedes its event, has the long form of the tag.
        case anchor
        case tag
    }

    struct Entry: Sendable {
        let kind: Kind
        let mark: YAMLMark
        /// The range of the entry's text in `texts`: the text of a scalar, or the name of an alias, anchor or tag.
        let text: Range<Int>
    }

    private(set) var entries: [Entry] = []
    private var texts: [UInt8] = []
    /// The reason why no batch follows this one. The end of the text counts as a reason.
    var failure: YAMLError?

    var isFull: Bool { entries.count >= YAMLEventBatch.size }

    /// Adds an entry. The text is UTF-8, which libyaml has validated.
    mutating func append(
        _ kind: Kind, _ mark: YAMLMark, _ text: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
    ) {
        let start = texts.count
        texts.append(contentsOf: text)
        entries.append(Entry(kind: kind, mark: mark, text: start..<texts.count))
    }

    func text(of entry: Entry) -> String {
        // Allowed (lossy-text): libyaml has validated the document as UTF-8.
        String(decoding: texts[entry.text], as: UTF8.self)
    }

    /// Removes all entries but keeps the memory, because large arrays are expensive to allocate.
    mutating func clear() {
        entries.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        failure = nil
    }
}

/// A source of event batches.
protocol YAMLEventSource: AnyObject {
    /// Replaces the entries of a batch with the next ones. No batch follows a batch with a failure.
    func fill(_ batch: inout YAMLEventBatch)
}

/// The events of a large text, which libyaml parses on its own thread while the caller processes the events. A configuration of
/// 100,000 applications and 100,000 users was loaded in 2.39 s, and in 3.19 s without the thread (medians of five alternate runs on
/// two cores).
///
/// The parsing thread is at most a few batches ahead of the caller. The thread ends at the end of the text, after an error, or when
/// the feed is released.
final class YAMLEventFeed: YAMLEventSource {
    /// The size of a text, in bytes, from which a second thread saves more time than it costs.
    static let minimumBytes = 256 * 1024

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
        private let freeSlots = DispatchSemaphore(value: 0)

        init() {
            // The semaphore starts at 0 and is raised here: a semaphore that is released with less than its initial value crashes
            // the process.
            for _ in 0..<YAMLEventFeed.batchesAhead { freeSlots.signal() }
        }

        /// Adds a batch and returns an empty one for the next events, or nil if the feed was released.
        func enqueue(_ batch: YAMLEventBatch) -> YAMLEventBatch? {
            freeSlots.wait()
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
            freeSlots.signal()
        }

        func abandon() {
            state.withLock { $0.isAbandoned = true }
            freeSlots.signal()
        }
    }

    private let queue = BoundedQueue()

    init(_ text: [UInt8]) throws(SystemThread.Failure) {
        _ = try SystemThread { [queue] in YAMLEventFeed.read(YAMLParser(text), into: queue) }
    }

    deinit { queue.abandon() }

    func fill(_ batch: inout YAMLEventBatch) { queue.exchange(&batch) }

    private static func read(_ parser: YAMLParser, into queue: BoundedQueue) {
        var next: YAMLEventBatch? = YAMLEventBatch()
        while var batch = next.take() {
            parser.fill(&batch)
            let isLast = batch.failure != nil
            next = queue.enqueue(batch)
            if isLast { return }
        }
    }
}
