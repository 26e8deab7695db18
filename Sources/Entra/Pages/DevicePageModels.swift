/// Asks for the code that a device shows. `error` is shown in `#otcError`. The field always starts empty: whoever wants
/// someone else's sign-in must at least make them type.
package struct DeviceCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let error: String?

    package init(form: FormTarget, error: String?) {
        self.form = form
        self.error = error
    }
}

/// "Are you trying to sign in to …?", asked after the sign-in: a code may come from someone who wants this account.
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

/// What a sign-in for a device came to; the browser has nothing more to do.
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
