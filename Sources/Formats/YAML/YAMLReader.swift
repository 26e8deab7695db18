/// The limits of a document, which protect against texts that expand while they are read.
package struct YAMLLimits: Sendable {
    /// The maximum size of the text, in bytes. A directory of 100,000 applications and users fits.
    package var bytes = 256 << 20
    /// The maximum nesting depth of lists and mappings, after alias expansion.
    package var depth = 64
    /// The maximum number of values that all aliases add together.
    package var aliasedNodes = 100_000

    package init() {}
}

extension YAMLValue {
    /// Reads the only document of a YAML or JSON text and expands its aliases. An empty text is null.
    /// - Parameter body: processes the root of the document. `body` may run a second time; the result of the first run is then
    ///   discarded.
    package static func read<Outcome>(
        _ bytes: [UInt8], limits: YAMLLimits = YAMLLimits(), _ body: (YAMLValue) -> Outcome
    ) throws(YAMLError) -> Outcome {
        guard bytes.count <= limits.bytes else {
            throw YAMLError(message: "the file is larger than \(limits.bytes) bytes", mark: .start)
        }
        let bytes = try ByteOrderMark.removed(from: bytes)
        do throws(YAMLError) {
            return try YAMLReader(JSONSurrogates.joined(bytes), limits).document(body)
        } catch {
            // libyaml rejects some valid JSON, such as a name of more than 1,024 characters, so a failed text is read as JSON.
            guard let value = JSONReader.read(bytes, depthLimit: limits.depth) else { throw error }
            return body(YAMLValue(YAMLNode(value)))
        }
    }
}

/// The byte order mark, which some editors write to declare the encoding (YAML 1.2.2 §5.2).
private enum ByteOrderMark {
    static func removed(from text: [UInt8]) throws(YAMLError) -> [UInt8] {
        guard !text.starts(with: [0xFF, 0xFE]), !text.starts(with: [0xFE, 0xFF]) else {
            throw YAMLError(message: "the file is UTF-16; save it as UTF-8", mark: .start)
        }
        return text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    }
}

/// Reads a document value by value from its events and enforces the limits.
final class YAMLReader {
    /// The node that an alias stands for, and the size that its expansion adds.
    private struct Target {
        let node: YAMLNode
        let size: (count: Int, height: Int)
    }

    private var events: YAMLEvents
    private let limits: YAMLLimits
    private var anchors: [ByteString: Target] = [:]
    private var aliased = 0
    /// The number of lists and mappings that are open.
    private var level = 0
    private var names = NameSets()
    /// The error that ended the reading of the document.
    private var failure: YAMLError?

    init(_ text: [UInt8], _ limits: YAMLLimits) {
        events = YAMLEvents(text)
        self.limits = limits
    }

    func document<Outcome>(_ body: (YAMLValue) -> Outcome) throws(YAMLError) -> Outcome {
        guard case .document = try events.next().kind else {
            return body(YAMLValue(YAMLNode(.scalar(YAMLScalar(text: "", isPlain: true)), mark: .start)))
        }
        let root = try value(try events.next())
        let outcome = body(root)
        root.finish()
        if let failure { throw failure }
        _ = try events.next()
        let after = try events.next()
        guard case .streamEnd = after.kind else {
            throw YAMLError(message: "the file contains a second YAML document; only one is allowed", mark: after.mark)
        }
        return outcome
    }

    /// Whether the list or mapping whose parts are at this level is still open.
    func isOpen(_ level: Int) -> Bool { failure == nil && self.level >= level }

    /// Passes each element of the list whose parts are at this level to `body`.
    func elements(_ level: Int, _ body: (YAMLValue) -> Void) {
        while let event = part(at: level) {
            guard let element = attempt({ () throws(YAMLError) in try value(event) }) else { return }
            body(element)
            element.finish()
        }
    }

    /// Passes each member of the mapping whose parts are at this level to `body`.
    func members(_ level: Int, _ body: (String, YAMLMark, YAMLValue) -> Void) {
        var mapping = names.begin()
        defer { names.end(mapping) }
        while let event = part(at: level) {
            let member = attempt { () throws(YAMLError) in
                let name = try self.name(event)
                guard names.insert(name, &mapping) else {
                    throw YAMLError(message: "the key \"\(name)\" occurs twice in one mapping", mark: event.mark)
                }
                return (name: name, value: try value(try events.next()))
            }
            guard let member else { return }
            body(member.name, event.mark, member.value)
            member.value.finish()
        }
    }

    /// Returns the event that begins the next part, or nil if there are no more parts.
    private func part(at level: Int) -> YAMLEvent? {
        guard isOpen(level), let event = attempt({ () throws(YAMLError) in try events.next() }) else { return nil }
        guard case .end = event.kind else { return event }
        self.level -= 1
        return nil
    }

    private func attempt<Outcome>(_ work: () throws(YAMLError) -> Outcome) -> Outcome? {
        do throws(YAMLError) {
            return try work()
        } catch {
            failure = error
            return nil
        }
    }

    /// Returns the value that begins with an event. A value with an anchor is read completely.
    private func value(_ event: YAMLEvent) throws(YAMLError) -> YAMLValue {
        let value: YAMLValue
        switch event.kind {
        case .scalar(let scalar): value = YAMLValue(YAMLNode(.scalar(try tagged(scalar, event)), mark: event.mark))
        case .alias(let name): return YAMLValue(try expand(name, at: event.mark))
        case .sequence: value = try collection(.sequence, event, tag: "seq")
        case .mapping: value = try collection(.mapping, event, tag: "map")
        case .document, .end, .streamEnd:
            throw YAMLError(message: "not valid YAML: a value is missing", mark: event.mark)
        }
        guard let anchor = event.anchor else { return value }
        let node = value.node
        if let failure { throw failure }
        anchors[anchor] = Target(node: node, size: node.size)
        return YAMLValue(node)
    }

    private func collection(_ kind: YAMLValue.Kind, _ event: YAMLEvent, tag: String) throws(YAMLError) -> YAMLValue {
        guard level < limits.depth else { throw tooDeep(event.mark) }
        if let explicit = event.tag, !explicit.isExactly("!"), !explicit.isExactly("tag:yaml.org,2002:\(tag)") {
            throw unknownTag(explicit, event.mark)
        }
        level += 1
        return YAMLValue(kind, at: event.mark, from: self, level: level)
    }

    private func name(_ event: YAMLEvent) throws(YAMLError) -> String {
        guard case .scalar(let scalar) = event.kind else {
            throw YAMLError(message: "a key must be plain or quoted text", mark: event.mark)
        }
        // YAML 1.2 removed merge keys. A merge key that was kept as a name would be ignored among the Graph properties.
        guard !(scalar.isPlain && scalar.text.isExactly("<<")) else {
            throw YAMLError(message: "merge keys (<<) are not supported", mark: event.mark)
        }
        if let anchor = event.anchor {
            anchors[anchor] = Target(node: YAMLNode(.scalar(scalar), mark: event.mark), size: (count: 1, height: 0))
        }
        return scalar.text
    }

    private func expand(_ name: String, at mark: YAMLMark) throws(YAMLError) -> YAMLNode {
        // An anchor is registered after its value is complete, so an alias cannot occur inside its own target.
        guard let target = anchors[name] else {
            throw YAMLError(message: "the alias *\(name) refers to an anchor that is not defined before it", mark: mark)
        }
        aliased += target.size.count
        guard aliased <= limits.aliasedNodes else {
            throw YAMLError(message: "aliases expand to more than \(limits.aliasedNodes) values", mark: mark)
        }
        guard level + target.size.height <= limits.depth else { throw tooDeep(mark) }
        return target.node
    }

    /// Returns the scalar, as text if its tag is `!` or `!!str`. Any other tag is rejected.
    private func tagged(_ scalar: YAMLScalar, _ event: YAMLEvent) throws(YAMLError) -> YAMLScalar {
        guard let tag = event.tag else { return scalar }
        switch tag {
        case "!", "tag:yaml.org,2002:str": return YAMLScalar(text: scalar.text, isPlain: false)
        default: throw unknownTag(tag, event.mark)
        }
    }

    private func tooDeep(_ mark: YAMLMark) -> YAMLError {
        YAMLError(message: "the values are nested more than \(limits.depth) levels deep", mark: mark)
    }

    private func unknownTag(_ tag: String, _ mark: YAMLMark) -> YAMLError {
        YAMLError(message: "the tag \(tag) is not supported", mark: mark)
    }
}

extension YAMLNode {
    /// The number of values in the node, including the node itself, and the height of its lists and mappings in levels.
    fileprivate var size: (count: Int, height: Int) {
        let parts: [YAMLNode] =
            switch content {
            case .scalar: []
            case .sequence(let nodes): nodes
            case .mapping(let members): members.map(\.value)
            }
        var size = (count: 1, height: 0)
        for part in parts {
            let inner = part.size
            size.count += inner.count
            size.height = max(size.height, inner.height + 1)
        }
        return size
    }
}

/// The names of all open mappings, from the outermost to the innermost. Nearly all mappings are small and are searched without
/// building a table.
private struct NameSets {
    struct Mapping {
        /// The index of the mapping's first name.
        fileprivate let start: Int
        fileprivate var table: Set<ByteString> = []
    }

    private static let small = 16
    private var names: [String] = []

    func begin() -> Mapping { Mapping(start: names.count) }

    mutating func end(_ mapping: Mapping) { names.removeSubrange(mapping.start...) }

    /// Adds a name. Returns false if the mapping already has that name.
    mutating func insert(_ name: String, _ mapping: inout Mapping) -> Bool {
        guard names.count - mapping.start >= NameSets.small else {
            // The loop uses positions: a slice would retain the array, and the next `append` would copy the array.
            for position in mapping.start..<names.count where names[position].isExactly(name) { return false }
            names.append(name)
            return true
        }
        if mapping.table.isEmpty { mapping.table = Set(names[mapping.start...].map { ByteString($0) }) }
        return mapping.table.insert(ByteString(name)).inserted
    }
}
