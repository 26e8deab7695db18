import Formats

/// Whether literal segments match with or without regard to the case of ASCII letters. Entra ignores the case.
package enum PathLetters: Sendable {
    case exact
    case folded
}

/// Finds the row of a route table with a trie of segments. The trie stores only the indices of rows.
struct RouteTrie: Sendable {
    private var nodes: [RouteNode] = [RouteNode()]
    private let letters: PathLetters

    init(_ letters: PathLetters) {
        self.letters = letters
    }

    func match(method: String, path: String) -> Router<Int>.Match {
        guard let segments = PathSegments(path) else { return .malformedPath }
        var search = Search(method: method, segments: segments)
        if let found = find(0, depth: 0, &search) { return found }
        guard !search.allowed.isEmpty else { return .notFound }
        return .methodNotAllowed(allowed: search.allowed.sorted().map(\.string))
    }

    private struct Search {
        let method: String
        let segments: PathSegments
        var allowed: Set<ByteString> = []
    }

    private func find(_ node: Int, depth: Int, _ search: inout Search) -> Router<Int>.Match? {
        guard depth < search.segments.count else {
            guard let entry = nodes[node].entry(for: search.method) else {
                search.allowed.formUnion(nodes[node].allowed)
                return nil
            }
            let pairs = entry.captures.map { (name: $0.name, value: search.segments.text($0.depth)) }
            return .found(entry.row, Captures(pairs))
        }
        if let next = literal(of: node, depth, search.segments), let found = find(next, depth: depth + 1, &search) {
            return found
        }
        guard let next = nodes[node].capture, !search.segments.isEmpty(depth) else { return nil }
        return find(next, depth: depth + 1, &search)
    }

    /// Returns the child node for a literal segment, or nil if there is none.
    private func literal(of node: Int, _ index: Int, _ segments: PathSegments) -> Int? {
        let literals = nodes[node].literals
        return literals.indices.first { segments.isSegment(index, literals[$0].text, letters) }.map {
            literals[$0].node
        }
    }

    // MARK: Building

    mutating func insert(_ row: Int, _ methods: [String], _ pattern: String) throws(RouteProblem) {
        guard pattern.utf8.first == UInt8(ascii: "/") else { throw .malformed(pattern: pattern) }
        var node = 0
        var captures: [RouteNode.Entry.Capture] = []
        let segments = pattern.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (depth, segment) in segments.enumerated() {
            let text = String(Substring(segment))
            if text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) {
                guard let (name, only) = RouteTrie.capture(text),
                    !captures.contains(where: { $0.name.isExactly(name) })
                else { throw .malformed(pattern: pattern) }
                captures.append(RouteNode.Entry.Capture(name: name, depth: depth))
                node = only.map { literal(of: node, $0) } ?? capture(of: node)
            } else {
                node = literal(of: node, text)
            }
        }
        try nodes[node].add(row, methods, pattern, captures)
    }

    /// Returns the name in `{name}` or `{name=text}`, with the only text that the capture matches, if any. Returns nil if the
    /// segment is malformed.
    private static func capture(_ segment: String) -> (name: String, only: String?)? {
        guard segment.utf8.first == UInt8(ascii: "{"), segment.utf8.last == UInt8(ascii: "}") else { return nil }
        let parts = String(Substring(segment.utf8.dropFirst().dropLast())).pieces(
            separatedBy: "=", keepingEmpty: true)
        guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(ASCII.isLetter), parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty })
        else { return nil }
        return (name, parts.count == 2 ? parts[1] : nil)
    }

    private mutating func capture(of node: Int) -> Int {
        if let next = nodes[node].capture { return next }
        nodes[node].capture = nodes.count
        nodes.append(RouteNode())
        return nodes.count - 1
    }

    private mutating func literal(of node: Int, _ segment: String) -> Int {
        let text = Array((letters == .folded ? segment.asciiLowercased : segment).utf8)
        if let next = nodes[node].literals.first(where: { $0.text == text }) { return next.node }
        nodes[node].literals.append((text, nodes.count))
        nodes.append(RouteNode())
        return nodes.count - 1
    }
}

/// A node in the trie of routes: the possible next segments, and the rows that end here.
struct RouteNode: Sendable {
    /// The row that handles a method at this node.
    struct Entry: Sendable {
        /// The method, or nil for every method.
        let method: String?
        /// The captures on the path to this node.
        let captures: [Capture]
        /// The index of the row in the table.
        let row: Int

        /// The name of a capture, and the index of its segment.
        struct Capture: Sendable {
            let name: String
            let depth: Int
        }
    }

    var literals: [(text: [UInt8], node: Int)] = []
    var capture: Int?
    private var entries: [Entry] = []

    func entry(for method: String) -> Entry? {
        entries.first { $0.method?.isExactly(method) ?? true }
            ?? (method.isExactly("HEAD") ? entries.first { $0.method?.isExactly("GET") ?? false } : nil)
    }

    /// The methods of this node, with HEAD if there is GET.
    var allowed: Set<ByteString> {
        var methods = Set(entries.compactMap { entry in entry.method.map { ByteString($0) } })
        if methods.contains(ByteString("GET")) { methods.insert("HEAD") }
        return methods
    }

    mutating func add(
        _ row: Int, _ methods: [String], _ pattern: String, _ captures: [Entry.Capture]
    ) throws(RouteProblem) {
        for method in methods.isEmpty ? [nil] : methods.map(Optional.some) {
            let isTaken = entries.contains { entry in
                guard let method, let taken = entry.method else { return true }
                return taken.isExactly(method)
            }
            guard !isTaken else { throw .ambiguous(pattern: pattern, method: method ?? "every method") }
            entries.append(Entry(method: method, captures: captures, row: row))
        }
    }
}

/// A path, split at `/` and then decoded. The split comes first, so that an escape cannot create a segment.
struct PathSegments {
    /// The decoded segments, one after another.
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    /// Splits a path into the segments after the leading `/`; the path `*` has the segment `*`. Returns nil for an invalid escape,
    /// for an encoded `/` or NUL, and for a segment whose escapes are not valid UTF-8 on their own: a character cannot continue
    /// after a `/`.
    ///
    /// Empty segments between others are skipped, as Entra does: client libraries request
    /// `/common//v2.0/.well-known/openid-configuration`. An empty last segment is kept, so `/a/` differs from `/a`.
    init?(_ path: String) {
        guard path.withBytes({ split($0) }) else { return nil }
    }

    var count: Int { ranges.count }

    func isEmpty(_ index: Int) -> Bool { ranges[index].isEmpty }

    // Allowed (lossy-text): a path is UTF-8, and every segment with an escape was validated.
    func text(_ index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

    /// Whether the segment equals `text`. With `.folded`, `text` must be in lower case.
    func isSegment(_ index: Int, _ text: [UInt8], _ letters: PathLetters) -> Bool {
        let range = ranges[index]
        guard range.count == text.count else { return false }
        for (position, byte) in zip(range, text) {
            let own = bytes[position]
            guard own == byte || letters == .folded && ASCII.lowercased(own) == byte else { return false }
        }
        return true
    }

    private mutating func split(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.reserveCapacity(path.count)
        ranges.reserveCapacity(8)
        var start = 0
        var isEscaped = false
        var index = path.first == UInt8(ascii: "/") ? 1 : 0
        while true {
            let end =
                ByteWord.firstIndex(in: path, from: index) { word in
                    word.equal(to: UInt8(ascii: "/")) | word.equal(to: UInt8(ascii: "%"))
                } ?? path.count
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: path[index..<end]))
            if end < path.count, path[end] == UInt8(ascii: "%") {
                guard let byte = PathSegments.escaped(path[(end + 1)...]) else { return false }
                bytes.append(byte)
                isEscaped = true
                index = end + 3
                continue
            }
            guard !isEscaped || String(utf8: bytes[start...]) != nil else { return false }
            isEscaped = false
            guard end < path.count else { break }
            if bytes.count > start { ranges.append(start..<bytes.count) }
            start = bytes.count
            index = end + 1
        }
        ranges.append(start..<bytes.count)
        return true
    }

    /// Returns the byte that two hexadecimal digits encode, or nil if they are not digits or encode NUL or `/`.
    private static func escaped(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
        var digits = digits
        guard let high = digits.popFirst().flatMap(ASCII.hexValue), let low = digits.popFirst().flatMap(ASCII.hexValue)
        else { return nil }
        let byte = high << 4 | low
        return byte == 0 || byte == UInt8(ascii: "/") ? nil : byte
    }
}
