private import CYaml

/// Why a text is not a YAML document that is taken here, and where.
package struct YAMLError: Error, Equatable {
    package let message: String
    package let mark: YAMLMark
}

/// One step of a YAML text as libyaml tells it, in Swift values.
struct YAMLEvent: Sendable {
    enum Kind: Sendable {
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
    /// A tag that stands in the text, in its long form.
    var tag: String?
}

/// The events of a text, one after the other.
protocol YAMLEventSource: ~Copyable {
    /// The next event; `.streamEnd` is the last one.
    mutating func next() throws(YAMLError) -> YAMLEvent
}

/// libyaml's parser over a buffer that outlives it.
struct YAMLEvents: ~Copyable, YAMLEventSource {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>

    init(_ input: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        self.input = input
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLError(message: "no memory to read it", mark: .start)
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    mutating func next() throws(YAMLError) -> YAMLEvent {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
            let converted = convert(event)
            yaml_event_delete(&event)
            if let converted { return converted }
        }
    }

    private func convert(_ event: yaml_event_t) -> YAMLEvent? {
        let mark = YAMLMark(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .document, mark: mark)
        case YAML_DOCUMENT_END_EVENT, YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            return YAMLEvent(kind: .end, mark: mark)
        case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias(text(event.data.alias.anchor) ?? ""), mark: mark)
        case YAML_SCALAR_EVENT:
            let data = event.data.scalar
            let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
            let scalar = YAMLScalar(
                // Allowed (lossy-text): libyaml has validated the document as UTF-8.
                text: String(decoding: bytes, as: UTF8.self), isPlain: data.style == YAML_PLAIN_SCALAR_STYLE)
            return YAMLEvent(kind: .scalar(scalar), mark: mark, anchor: text(data.anchor), tag: text(data.tag))
        case YAML_SEQUENCE_START_EVENT:
            let data = event.data.sequence_start
            return YAMLEvent(kind: .sequence, mark: mark, anchor: text(data.anchor), tag: text(data.tag))
        case YAML_MAPPING_START_EVENT:
            let data = event.data.mapping_start
            return YAMLEvent(kind: .mapping, mark: mark, anchor: text(data.anchor), tag: text(data.tag))
        case YAML_STREAM_START_EVENT: return nil
        default: return YAMLEvent(kind: .streamEnd, mark: mark)
        }
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(decodingCString: $0, as: UTF8.self) }
    }

    private func failure() -> YAMLError {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "cannot be read"
        let context = state.context.map { String(cString: $0) + ": " } ?? ""
        // A reader error (bad UTF-8, a control character) carries a byte offset in place of a mark.
        let mark = state.error == YAML_READER_ERROR ? self.mark(at: state.problem_offset) : YAMLMark(state.problem_mark)
        return YAMLError(message: "not valid YAML: \(context)\(problem)", mark: mark)
    }

    private func mark(at offset: Int) -> YAMLMark {
        let before = input.prefix(max(0, offset))
        let lines = before.count { $0 == ASCII.lineFeed }
        let column = before.reversed().prefix { $0 != ASCII.lineFeed }.count
        return YAMLMark(line: lines + 1, column: column + 1)
    }
}

extension YAMLMark {
    /// libyaml counts from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
    }
}
