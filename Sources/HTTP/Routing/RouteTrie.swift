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
        /// The indices of the captured segments.
        var captured: [Int] = []
        var allowed: Set<ByteString> = []
    }

    private func find(_ node: Int, depth: Int, _ search: inout Search) -> Router<Int>.Match? {
        guard depth < search.segments.count else {
            guard let answer = nodes[node].answer(to: search.method) else {
                search.allowed.formUnion(nodes[node].allowed)
                return nil
            }
            let pairs = zip(answer.names, search.captured).map { (name: $0, value: search.segments.text($1)) }
            return .found(answer.row, Captures(pairs))
        }
        if let next = literal(of: node, depth, search.segments), let found = find(next, depth: depth + 1, &search) {
            return found
        }
        guard let next = nodes[node].capture, !search.segments.isEmpty(depth) else { return nil }
        search.captured.append(depth)
        let found = find(next, depth: depth + 1, &search)
        if found == nil { _ = search.captured.popLast() }
        return found
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
        var names: [String] = []
        for segment in pattern.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let text = String(Substring(segment))
            if text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) {
                guard let name = RouteTrie.captureName(text), !names.contains(where: { $0.isExactly(name) }) else {
                    throw .malformed(pattern: pattern)
                }
                names.append(name)
                node = capture(of: node)
            } else {
                node = literal(of: node, text)
            }
        }
        try nodes[node].add(row, methods, pattern, names)
    }

    /// Returns the name in `{name}`, or nil if the segment is malformed.
    private static func captureName(_ segment: String) -> String? {
        guard segment.utf8.first == UInt8(ascii: "{"), segment.utf8.last == UInt8(ascii: "}") else { return nil }
        let name = segment.utf8.dropFirst().dropLast()
        return !name.isEmpty && name.allSatisfy(ASCII.isLetter) ? String(Substring(name)) : nil
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
