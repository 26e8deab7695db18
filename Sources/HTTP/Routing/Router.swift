import Wire

/// Finds the handler of a path: a trie by segment, built once from a table and immutable from then on.
///
/// Where a literal and a capture both fit, the literal wins; the capture is tried when the literal's branch has no row
/// for path and method.
package struct Router<Handler: Sendable>: Sendable {
    /// What a look-up came to.
    package enum Match: Sendable {
        case found(Handler, Captures)
        /// The path exists; the methods it takes, sorted, for `Allow`.
        case methodNotAllowed(allowed: [String])
        case notFound
        /// A broken percent escape, an encoded `/` or NUL, or text that is not UTF-8: nobody's path, 400.
        case malformedPath
    }

    /// Whether literal segments match whatever the case of ASCII letters, as Entra's do.
    package enum Letters: Sendable {
        case exact
        case folded
    }

    private var nodes: [RouteNode<Handler>] = [RouteNode()]
    private let letters: Letters

    /// Throws at the first row that is malformed or can never be told from another.
    package init(_ routes: [Route<Handler>], letters: Letters = .exact) throws(RouteProblem) {
        self.letters = letters
        for route in routes { try insert(route) }
    }

    /// Looks up a path as it stands in the request target, still percent-encoded.
    package func match(method: String, path: String) -> Match {
        guard let segments = PathSegments.parse(path) else { return .malformedPath }
        var search = Search(method: method, segments: segments)
        if let found = find(0, depth: 0, &search) { return found }
        guard !search.allowed.isEmpty else { return .notFound }
        return .methodNotAllowed(allowed: search.allowed.map(\.string).sorted())
    }

    private struct Search {
        let method: String
        let segments: [String]
        var captured: [String] = []
        var allowed: Set<ExactString> = []
    }

    private func find(_ node: Int, depth: Int, _ search: inout Search) -> Match? {
        guard depth < search.segments.count else {
            guard let row = nodes[node].row(for: search.method) else {
                search.allowed.formUnion(nodes[node].allowed)
                return nil
            }
            return .found(row.handler, Captures(Array(zip(row.names, search.captured).map { ($0, $1) })))
        }
        let segment = search.segments[depth]
        if let next = nodes[node].literal(segment, letters), let found = find(next, depth: depth + 1, &search) {
            return found
        }
        guard let next = nodes[node].capture, !segment.isEmpty else { return nil }
        search.captured.append(segment)
        let found = find(next, depth: depth + 1, &search)
        if found == nil { _ = search.captured.popLast() }
        return found
    }

    private mutating func insert(_ route: Route<Handler>) throws(RouteProblem) {
        guard route.pattern.utf8.first == UInt8(ascii: "/") else { throw .malformed(pattern: route.pattern) }
        var node = 0
        var names: [String] = []
        for segment in route.pattern.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            let text = String(Substring(segment))
            if text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) {
                guard let name = Router.captureName(text), !names.contains(where: { $0.isExactly(name) }) else {
                    throw .malformed(pattern: route.pattern)
                }
                names.append(name)
                node = child(of: node, \.capture)
            } else {
                node = child(of: node, literal: text)
            }
        }
        try nodes[node].add(route, names)
    }

    /// The name of `{name}`.
    private static func captureName(_ segment: String) -> String? {
        guard segment.utf8.first == UInt8(ascii: "{"), segment.utf8.last == UInt8(ascii: "}") else { return nil }
        let name = segment.utf8.dropFirst().dropLast()
        return !name.isEmpty && name.allSatisfy(ASCII.isLetter) ? String(Substring(name)) : nil
    }

    private mutating func child(of node: Int, _ slot: WritableKeyPath<RouteNode<Handler>, Int?>) -> Int {
        if let next = nodes[node][keyPath: slot] { return next }
        nodes[node][keyPath: slot] = nodes.count
        nodes.append(RouteNode())
        return nodes.count - 1
    }

    private mutating func child(of node: Int, literal: String) -> Int {
        if let next = nodes[node].literal(literal, letters) { return next }
        nodes[node].literals.append((literal, nodes.count))
        nodes.append(RouteNode())
        return nodes.count - 1
    }
}
