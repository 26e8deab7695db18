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
