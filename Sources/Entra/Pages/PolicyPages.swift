/// "Verify your identity": offers to send a one-time code.
package struct ProofChoicePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// A masked mail address or telephone number.
    package let recipient: String
    /// It is a telephone number.
    package let isTelephone: Bool

    package init(form: FormTarget, username: String, recipient: String, isTelephone: Bool) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.isTelephone = isTelephone
    }
}

/// "Enter code": the second factor.
package struct OneTimeCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// Where the code was sent, masked; nil where an authenticator app shows it.
    package let recipient: String?
    package let error: String?

    package init(form: FormTarget, username: String, recipient: String?, error: String?) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.error = error
    }
}

/// "More information required": the user has no second factor yet and registers one.
package struct ProofRegistrationPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The last attempt.
    package let proof: String
    package let error: String?

    package init(form: FormTarget, username: String, proof: String, error: String?) {
        self.form = form
        self.username = username
        self.proof = proof
        self.error = error
    }
}

/// Terms of use to be accepted or declined.
package struct TermsOfUsePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    package let tenantName: String
    /// The agreement's name.
    package let terms: String

    package init(form: FormTarget, username: String, tenantName: String, terms: String) {
        self.form = form
        self.username = username
        self.tenantName = tenantName
        self.terms = terms
    }
}

/// "Update your password".
package struct ChangePasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// Why, in one sentence.
    package let reason: String
    package let error: String?

    package init(form: FormTarget, username: String, reason: String, error: String?) {
        self.form = form
        self.username = username
        self.reason = reason
        self.error = error
    }
}
