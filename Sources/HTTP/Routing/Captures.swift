import Wire

/// The named segments of a path: letter case as sent, percent-decoded.
package struct Captures: Sendable, Equatable {
    /// In the order of the path.
    package let pairs: [(name: String, value: String)]

    package init(_ pairs: [(name: String, value: String)] = []) {
        self.pairs = pairs
    }

    /// The decoded segment of that capture.
    package subscript(_ name: String) -> String? {
        pairs.first { $0.name.isExactly(name) }?.value
    }

    package static func == (left: Captures, right: Captures) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0.name.isExactly($1.name) && $0.value.isExactly($1.value) }
    }
}
