/// Bounds of a document, against texts that grow while they are read.
package struct YAMLLimits: Sendable {
    /// Of the text; room for a directory of 100,000 applications and users.
    package var bytes = 256 << 20
    /// Of lists and mappings in each other, aliases expanded.
    package var depth = 64
    /// Values that aliases add, all together.
    package var aliasedNodes = 100_000

    package init() {}
}

extension YAMLNode {
    /// Reads the one document of a YAML or JSON text; an empty text is null. Aliases are replaced by what they name.
    package static func parse(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) -> YAMLNode {
        guard bytes.count <= limits.bytes else {
            throw YAMLError(message: "larger than \(limits.bytes) bytes", mark: .start)
        }
        do throws(YAMLError) {
            return try tree(bytes, limits)
        } catch {
            // What is JSON is taken even where libyaml does not read it: a name of more than 1,024 characters is none there.
            guard let value = JSONReader.read(bytes, depthLimit: limits.depth) else { throw error }
            return YAMLNode(value)
        }
    }

    private static func tree(_ bytes: [UInt8], _ limits: YAMLLimits) throws(YAMLError) -> YAMLNode {
        let text = JSONSurrogates.joined(bytes)
        if text.count >= YAMLEventFeed.leastBytes, let feed = try? YAMLEventFeed(text) {
            var reader = YAMLReader(feed, limits)
            return try reader.document()
        }
        return try text.withUnsafeBufferPointer { (buffer) throws(YAMLError) -> YAMLNode in
            var reader = YAMLReader(try YAMLEvents(buffer), limits)
            return try reader.document()
        }
    }
}

/// A node with what its expansion by an alias would add.
private struct Built {
    let node: YAMLNode
    var count = 1
    var height = 0
}

/// Builds the tree from events.
private struct YAMLReader<Events: YAMLEventSource & ~Copyable>: ~Copyable {
    /// Room that a mapping is given at first.
    private static var usualMembers: Int { 4 }

    private var events: Events
    private let limits: YAMLLimits
    private var anchors: [String: Built] = [:]
    private var aliased = 0

    init(_ events: consuming Events, _ limits: YAMLLimits) {
        self.events = events
        self.limits = limits
    }

    mutating func document() throws(YAMLError) -> YAMLNode {
        guard case .document = try events.next().kind else {
            return YAMLNode(.scalar(YAMLScalar(text: "", isPlain: true)), mark: .start)
        }
        let root = try build(try events.next(), depth: 0)
        _ = try events.next()
        let after = try events.next()
        guard case .streamEnd = after.kind else {
            throw YAMLError(message: "a second document; only one is read", mark: after.mark)
        }
        return root.node
    }

    private mutating func build(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> Built {
        let built: Built
        switch event.kind {
        case .scalar(let scalar):
            built = Built(node: YAMLNode(.scalar(try tagged(scalar, event)), mark: event.mark))
        case .alias(let name): return try expand(name, at: event.mark, depth: depth)
        case .sequence: built = try sequence(event, depth: depth)
        case .mapping: built = try mapping(event, depth: depth)
        case .document, .end, .streamEnd:
            throw YAMLError(message: "not valid YAML: a value is missing", mark: event.mark)
        }
        if let anchor = event.anchor { anchors[anchor] = built }
        return built
    }

    private mutating func sequence(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> Built {
        try checkCollection(event, tag: "seq", depth: depth)
        var nodes: [YAMLNode] = []
        var count = 1
        var height = 0
        while true {
            let next = try events.next()
            if case .end = next.kind { break }
            let element = try build(next, depth: depth + 1)
            nodes.append(element.node)
            count += element.count
            height = max(height, element.height + 1)
        }
        return Built(node: YAMLNode(.sequence(nodes), mark: event.mark), count: count, height: height)
    }

    private mutating func mapping(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> Built {
        try checkCollection(event, tag: "map", depth: depth)
        var members: [YAMLNode.Member] = []
        members.reserveCapacity(YAMLReader.usualMembers)
        var names = NameSet()
        var count = 1
        var height = 0
        while true {
            let next = try events.next()
            if case .end = next.kind { break }
            let name = try self.name(next)
            guard names.insert(name, after: members) else {
                throw YAMLError(message: "\"\(name)\" stands twice in one mapping", mark: next.mark)
            }
            let value = try build(try events.next(), depth: depth + 1)
            members.append(YAMLNode.Member(name: name, mark: next.mark, value: value.node))
            count += value.count
            height = max(height, value.height + 1)
        }
        return Built(node: YAMLNode(.mapping(members), mark: event.mark), count: count, height: height)
    }

    private mutating func name(_ event: YAMLEvent) throws(YAMLError) -> String {
        guard case .scalar(let scalar) = event.kind else {
            throw YAMLError(message: "a key must be plain or quoted text", mark: event.mark)
        }
        // Merge keys left the language with YAML 1.2. Kept as a name, one would be overlooked among Graph properties.
        guard !(scalar.isPlain && scalar.text.isExactly("<<")) else {
            throw YAMLError(message: "merge keys (<<) are not supported", mark: event.mark)
        }
        if let anchor = event.anchor {
            anchors[anchor] = Built(node: YAMLNode(.scalar(scalar), mark: event.mark))
        }
        return scalar.text
    }

    private mutating func expand(_ name: String, at mark: YAMLMark, depth: Int) throws(YAMLError) -> Built {
        // An anchor counts once its value is complete, so an alias cannot stand inside what it names.
        guard let target = anchors[name] else {
            throw YAMLError(message: "the alias *\(name) names no anchor before it", mark: mark)
        }
        aliased += target.count
        guard aliased <= limits.aliasedNodes else {
            throw YAMLError(message: "aliases expand to more than \(limits.aliasedNodes) values", mark: mark)
        }
        guard depth + target.height <= limits.depth else { throw tooDeep(mark) }
        return target
    }

    private func checkCollection(_ event: YAMLEvent, tag: String, depth: Int) throws(YAMLError) {
        guard depth < limits.depth else { throw tooDeep(event.mark) }
        guard let given = event.tag, !given.isExactly("!"), !given.isExactly("tag:yaml.org,2002:\(tag)") else { return }
        throw unknownTag(given, event.mark)
    }

    /// A scalar under `!` or `!!str` is text; no other tag has a use here.
    private func tagged(_ scalar: YAMLScalar, _ event: YAMLEvent) throws(YAMLError) -> YAMLScalar {
        guard let tag = event.tag else { return scalar }
        switch tag {
        case "!", "tag:yaml.org,2002:str": return YAMLScalar(text: scalar.text, isPlain: false)
        default: throw unknownTag(tag, event.mark)
        }
    }

    private func tooDeep(_ mark: YAMLMark) -> YAMLError {
        YAMLError(message: "more than \(limits.depth) levels deep", mark: mark)
    }

    private func unknownTag(_ tag: String, _ mark: YAMLMark) -> YAMLError {
        YAMLError(message: "the tag \(tag) is not supported", mark: mark)
    }
}

/// Names seen in one mapping. Small mappings, nearly all of them, are searched without building a table.
private struct NameSet {
    private static let small = 16
    private var table: Set<ExactString> = []

    /// False when `name` is already there; `members` are those inserted before.
    mutating func insert(_ name: String, after members: [YAMLNode.Member]) -> Bool {
        if members.count < NameSet.small { return !members.contains { $0.name.isExactly(name) } }
        if table.isEmpty { table = Set(members.map { ExactString($0.name) }) }
        return table.insert(ExactString(name)).inserted
    }
}
