package import Wire

/// Where a page's form posts, and the hidden fields it carries.
package struct FormTarget: Sendable, Equatable {
    /// Path and query on this origin, already encoded.
    package let action: String
    package let hidden: [HiddenField]

    package init(action: String, hidden: [HiddenField]) {
        self.action = action
        self.hidden = hidden
    }
}

/// A field that a page carries without showing it.
package typealias HiddenField = Form.Field
