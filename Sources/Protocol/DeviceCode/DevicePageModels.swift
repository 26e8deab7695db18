/// The page that asks for the code that a device shows. `error` is shown in `#otcError`. The field always starts empty, so that
/// an attacker must at least make the user type the code.
package struct DeviceCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let error: String?

    package init(form: FormTarget, error: String?) {
        self.form = form
        self.error = error
    }
}

/// The page "Are you trying to sign in to …?" after the sign-in. The page warns users whose code comes from an attacker.
package struct DeviceConfirmationPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String

    package init(form: FormTarget, applicationName: String, username: String) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
    }
}

/// The page that shows the result of a sign-in for a device. The browser has no further step.
package struct DeviceOutcomePage: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case approved
        case declined
    }

    package let applicationName: String
    package let outcome: Outcome

    package init(applicationName: String, outcome: Outcome) {
        self.applicationName = applicationName
        self.outcome = outcome
    }
}
