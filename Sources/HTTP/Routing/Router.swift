/// Finds the handler of a path. A router is built once from a table and is immutable.
///
/// A literal segment takes precedence over a capture. The capture is tried if the literal's branch has no row for path and method.
package struct Router<Handler: Sendable>: Sendable {
    /// The result of a lookup.
    package enum Match: Sendable {
        case found(Handler, Captures)
        /// The path exists for other methods, which are sorted for `Allow`.
        case methodNotAllowed(allowed: [String])
        case notFound
        /// The path has an invalid percent escape, an encoded `/` or NUL, or text that is not UTF-8. The response is 400.
        case malformedPath
    }

    private let trie: RouteTrie
    private let handlers: [Handler]

    /// Creates a router. Throws for the first row that is malformed or that duplicates another row.
    package init(_ routes: [Route<Handler>], letters: PathLetters = .exact) throws(RouteProblem) {
        var trie = RouteTrie(letters)
        for (row, route) in routes.enumerated() { try trie.insert(row, route.methods, route.pattern) }
        self.trie = trie
        handlers = routes.map(\.handler)
    }

    /// Returns the match for a path of a request target, still percent-encoded.
    package func match(method: String, path: String) -> Match {
        switch trie.match(method: method, path: path) {
        case .found(let row, let captures): .found(handlers[row], captures)
        case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
        case .notFound: .notFound
        case .malformedPath: .malformedPath
        }
    }
}
