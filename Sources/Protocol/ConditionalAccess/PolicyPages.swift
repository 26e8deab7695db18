/// The page "Verify your identity", which offers to send a one-time code.
package struct ProofChoicePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The masked mail address or telephone number.
    package let recipient: String
    /// Whether the recipient is a telephone number.
    package let isTelephone: Bool

    package init(form: FormTarget, username: String, recipient: String, isTelephone: Bool) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.isTelephone = isTelephone
    }
}

/// The page "Enter code", for the second factor.
package struct OneTimeCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The masked recipient of the code, or nil if an authenticator app shows the code.
    package let recipient: String?
    package let error: String?

    package init(form: FormTarget, username: String, recipient: String?, error: String?) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.error = error
    }
}

/// The page "More information required", on which a user without a second factor registers one.
package struct ProofRegistrationPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The value of the last attempt.
    package let proof: String
    package let error: String?

    package init(form: FormTarget, username: String, proof: String, error: String?) {
        self.form = form
        self.username = username
        self.proof = proof
        self.error = error
    }
}

/// The page with terms of use to accept or decline.
package struct TermsOfUsePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    package let tenantName: String
    /// The name of the agreement.
    package let terms: String

    package init(form: FormTarget, username: String, tenantName: String, terms: String) {
        self.form = form
        self.username = username
        self.tenantName = tenantName
        self.terms = terms
    }
}

/// The page "Update your password".
package struct ChangePasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The reason for the change, in one sentence.
    package let reason: String
    package let error: String?

    package init(form: FormTarget, username: String, reason: String, error: String?) {
        self.form = form
        self.username = username
        self.reason = reason
        self.error = error
    }
}
