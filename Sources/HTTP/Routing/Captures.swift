import Formats

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
