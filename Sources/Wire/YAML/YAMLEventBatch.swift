/// Some events of a text in their order, packed so that another thread may have made them: their texts stand in one array.
struct YAMLEventBatch: Sendable {
    /// How many events a batch has, unless it is the last one.
    static let size = 4_096

    enum Kind: Sendable {
        case document
        /// A scalar without quotes, which may be a number, a boolean or null.
        case plain
        case quoted
        case alias
        case sequence
        case mapping
        /// The end of a sequence, mapping or document.
        case end
        case streamEnd
        /// Of the event that follows. A tag stands in its long form.
        case anchor
        case tag
    }

    struct Entry: Sendable {
        let kind: Kind
        let mark: YAMLMark
        /// Where its text stands in `texts`: a scalar's, or the name of an alias, anchor or tag.
        let text: Range<Int>
    }

    private(set) var entries: [Entry] = []
    private var texts: [UInt8] = []
    /// Why nothing comes after this batch; the end of the text is a reason, too.
    var failure: YAMLError?

    var isFull: Bool { entries.count >= YAMLEventBatch.size }

    /// UTF-8, as libyaml has validated it.
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

    /// Empties it; the room stays, for large lists are dear to allocate.
    mutating func clear() {
        entries.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        failure = nil
    }
}

/// Where batches of events come from.
protocol YAMLEventSource: AnyObject {
    /// Puts the next events in place of those of a batch that has been read. After one with a failure there are no others.
    func fill(_ batch: inout YAMLEventBatch)
}
