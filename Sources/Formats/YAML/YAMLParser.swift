private import CYaml

/// The reason why a text is rejected, with its position.
package struct YAMLError: Error, Equatable {
    package let message: String
    package let mark: YAMLMark
}

/// libyaml's parser for one text.
final class YAMLParser: YAMLEventSource {
    /// The parser, or nil if libyaml could not allocate its memory.
    private let parser: UnsafeMutablePointer<yaml_parser_t>?
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        input = .allocate(capacity: text.count)
        _ = input.initialize(from: text)
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            self.parser = nil
            return
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        self.parser = parser
    }

    deinit {
        if let parser {
            yaml_parser_delete(parser)
            parser.deallocate()
        }
        input.deallocate()
    }

    func fill(_ batch: inout YAMLEventBatch) {
        batch.clear()
        guard let parser else {
            batch.failure = YAMLError(message: "not enough memory", mark: .start)
            return
        }
        while !batch.isFull, batch.failure == nil {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else {
                batch.failure = failure(of: parser.pointee)
                return
            }
            append(event, to: &batch)
            yaml_event_delete(&event)
        }
    }

    private func append(_ event: yaml_event_t, to batch: inout YAMLEventBatch) {
        let mark = YAMLMark(event.start_mark)
        switch event.type {
        case YAML_STREAM_START_EVENT: break
        case YAML_DOCUMENT_START_EVENT: batch.append(.document, mark)
        case YAML_DOCUMENT_END_EVENT, YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: batch.append(.end, mark)
        case YAML_ALIAS_EVENT: append(.alias, mark, event.data.alias.anchor, to: &batch)
        case YAML_SCALAR_EVENT:
            let data = event.data.scalar
            append(data.anchor, data.tag, mark, to: &batch)
            let kind: YAMLEventBatch.Kind = data.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted
            batch.append(kind, mark, UnsafeBufferPointer(start: data.value, count: data.length))
        case YAML_SEQUENCE_START_EVENT:
            append(event.data.sequence_start.anchor, event.data.sequence_start.tag, mark, to: &batch)
            batch.append(.sequence, mark)
        case YAML_MAPPING_START_EVENT:
            append(event.data.mapping_start.anchor, event.data.mapping_start.tag, mark, to: &batch)
            batch.append(.mapping, mark)
        default:
            batch.append(.streamEnd, mark)
            batch.failure = YAMLError(message: "unexpected end of the text", mark: mark)
        }
    }

    private func append(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?, _ mark: YAMLMark,
        to batch: inout YAMLEventBatch
    ) {
        if let anchor { append(.anchor, mark, anchor, to: &batch) }
        if let tag { append(.tag, mark, tag, to: &batch) }
    }

    /// Adds an entry with a NUL-terminated text.
    private func append(
        _ kind: YAMLEventBatch.Kind, _ mark: YAMLMark, _ text: UnsafeMutablePointer<yaml_char_t>,
        to batch: inout YAMLEventBatch
    ) {
        batch.append(kind, mark, UnsafeBufferPointer(start: text, count: strlen(text)))
    }

    private func failure(of state: yaml_parser_t) -> YAMLError {
        let problem = state.problem.map { String(cString: $0) } ?? "cannot be read"
        let context = state.context.map { String(cString: $0) + ": " } ?? ""
        // A reader error (invalid UTF-8, a control character) has a byte offset instead of a mark.
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
    /// Creates a mark from a mark of libyaml, which counts from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
    }
}
