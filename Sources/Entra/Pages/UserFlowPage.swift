/// A step of a user flow: fields to fill and buttons to press. One model for signing up, signing in, editing a profile and
/// resetting a password, since they differ in nothing else.
package struct UserFlowPage: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        /// How the browser takes the value in.
        package enum Input: String, Sendable {
            case text
            case email
            case password
            /// Digits of a one-time code.
            case code
        }

        package let name: String
        package let id: String
        package let label: String
        package let input: Input
        package let value: String
        /// As HTML's `autocomplete`.
        package let autocomplete: String
        /// Shown, and not to be changed.
        package let isFixed: Bool

        package init(
            name: String, id: String, label: String, input: Input, value: String = "", autocomplete: String = "off",
            isFixed: Bool = false
        ) {
            self.name = name
            self.id = id
            self.label = label
            self.input = input
            self.value = value
            self.autocomplete = autocomplete
            self.isFixed = isFixed
        }
    }

    /// A button; the first one of a page goes on.
    package struct Button: Sendable, Equatable {
        package enum Look: Sendable {
            case primary
            case secondary
            case link
        }

        package let id: String
        package let label: String
        /// The `PageAction` posted; nil for the button that goes on.
        package let action: String?
        package let look: Look

        package init(id: String, label: String, action: String? = nil, look: Look) {
            self.id = id
            self.label = label
            self.action = action
            self.look = look
        }
    }

    package let form: FormTarget
    package let title: String
    package let applicationName: String
    package let tenantName: String
    /// What has happened so far, such as a code that was sent.
    package let notice: String?
    package let error: String?
    package let fields: [Field]
    package let buttons: [Button]

    package init(
        form: FormTarget, title: String, applicationName: String, tenantName: String, notice: String? = nil,
        error: String? = nil, fields: [Field], buttons: [Button]
    ) {
        self.form = form
        self.title = title
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.notice = notice
        self.error = error
        self.fields = fields
        self.buttons = buttons
    }
}
