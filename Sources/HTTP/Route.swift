/// One row of a route table.
package struct Route<Handler> {
    /// Empty for every method. GET answers HEAD too, unless a row of the same pattern names HEAD.
    package let methods: [String]
    /// `/`-separated; a segment is literal text (not percent-encoded) or one `{capture}`.
    package let pattern: String
    package let handler: Handler

    package init(_ methods: [String], _ pattern: String, _ handler: Handler) {
        self.methods = methods
        self.pattern = pattern
        self.handler = handler
    }
}

extension Route: Sendable where Handler: Sendable {}
<<<<<<< HEAD

/// The named segments of a path: letter case as sent, percent-decoded.
package struct Captures: Sendable, Equatable {
    private let pairs: [(name: String, value: String)]

    package init(_ pairs: [(name: String, value: String)] = []) {
        self.pairs = pairs
    }

    package subscript(_ name: String) -> String? {
        pairs.first { $0.name.isExactly(name) }?.value
    }

    package static func == (left: Captures, right: Captures) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0.name.isExactly($1.name) && $0.value.isExactly($1.value) }
    }
}

/// Why a route table was refused; `description` is one line that names the pattern.
package enum RouteProblem: Error, Equatable, CustomStringConvertible {
    /// No leading `/`, a broken or repeated capture.
    case malformed(pattern: String)
    /// Two rows that answer the same method on the same paths.
    case ambiguous(pattern: String, method: String)

    package var description: String {
        switch self {
        case .malformed(let pattern): "route \(pattern) is malformed"
        case .ambiguous(let pattern, let method): "route \(pattern) stands twice for \(method)"
        }
    }
}
=======
>>>>>>> transport
