/// Finds the handler of a path: built once from a table and immutable from then on.
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

    private let trie: RouteTrie
    private let handlers: [Handler]

    /// Throws at the first row that is malformed or can never be told from another.
    package init(_ routes: [Route<Handler>], letters: PathLetters = .exact) throws(RouteProblem) {
        var trie = RouteTrie(letters)
        for (row, route) in routes.enumerated() { try trie.insert(row, route.methods, route.pattern) }
        self.trie = trie
        handlers = routes.map(\.handler)
    }

    /// Looks up a path as it stands in the request target, still percent-encoded.
    package func match(method: String, path: String) -> Match {
        switch trie.match(method: method, path: path) {
        case .found(let row, let captures): .found(handlers[row], captures)
        case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
        case .notFound: .notFound
        case .malformedPath: .malformedPath
        }
    }
}
