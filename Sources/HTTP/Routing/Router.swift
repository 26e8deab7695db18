import Formats

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

/// One row of a route table.
package struct Route<Handler> {
    /// The methods, or an empty list for every method. GET also matches HEAD, unless a row of the same pattern names HEAD.
    package let methods: [String]
    /// The pattern, separated by `/`. A segment is literal text (not percent-encoded), one `{capture}`, or a capture of one literal
    /// text, such as `{tenant=adfs}`.
    package let pattern: String
    package let handler: Handler

    package init(_ methods: [String], _ pattern: String, _ handler: Handler) {
        self.methods = methods
        self.pattern = pattern
        self.handler = handler
    }
}

extension Route: Sendable where Handler: Sendable {}

/// The reason why a route table is rejected. `description` is one line that names the pattern.
package enum RouteProblem: Error, Equatable, CustomStringConvertible {
    /// The pattern has no leading `/`, or it has a malformed or repeated capture.
    case malformed(pattern: String)
    /// Two rows handle the same method on the same paths.
    case ambiguous(pattern: String, method: String)

    package var description: String {
        switch self {
        case .malformed(let pattern): "route \(pattern) is malformed"
        case .ambiguous(let pattern, let method): "route \(pattern) is defined twice for \(method)"
        }
    }
}

/// The named segments of a path, percent-decoded, with their letter case as sent.
package struct Captures: Sendable, Equatable {
    /// The names and values, in the order of the path.
    package let pairs: [(name: String, value: String)]

    package init(_ pairs: [(name: String, value: String)] = []) {
        self.pairs = pairs
    }

    /// Returns the decoded segment of that capture, or nil if there is no such capture.
    package subscript(_ name: String) -> String? {
        pairs.first { $0.name.isExactly(name) }?.value
    }

    package static func == (left: Captures, right: Captures) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0.name.isExactly($1.name) && $0.value.isExactly($1.value) }
    }
}
