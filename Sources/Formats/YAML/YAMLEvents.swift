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
        if text.count >= YAMLEventFeed.leastBytes, let feed = try? YAMLEventFeed(text) {
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
