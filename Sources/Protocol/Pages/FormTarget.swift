package import Formats

/// The target of a page's form, and the hidden fields of the form.
package struct FormTarget: Sendable, Equatable {
    /// The path and query on this origin, already encoded.
    package let action: String
    package let hidden: [HiddenField]

    package init(action: String, hidden: [HiddenField]) {
        self.action = action
        self.hidden = hidden
    }
}

/// A form field that a page does not show.
package typealias HiddenField = Form.Field
