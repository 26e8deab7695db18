/// One row of a route table.
package struct Route<Handler> {
    /// The methods, or an empty list for every method. GET also matches HEAD, unless a row of the same pattern names HEAD.
    package let methods: [String]
    /// The pattern, separated by `/`. A segment is literal text (not percent-encoded) or one `{capture}`.
    package let pattern: String
    package let handler: Handler

    package init(_ methods: [String], _ pattern: String, _ handler: Handler) {
        self.methods = methods
        self.pattern = pattern
        self.handler = handler
    }
}

extension Route: Sendable where Handler: Sendable {}
