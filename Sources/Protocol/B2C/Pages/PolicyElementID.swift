import Formats

/// The IDs of elements on the pages of B2C policies, as on the service's pages.
extension ElementID {
    /// The frame of every page. The attribute `data-name` has the kind of page.
    package static let policyPage = "api"
    /// The form of the sign-in page.
    package static let localAccountForm = "localAccountForm"
    /// The form of the pages for sign-up, password reset and profile editing.
    package static let attributeForm = "attributeVerification"
    package static let localPassword = "password"
    package static let next = "next"
    package static let cancel = "cancel"
    package static let createAccount = "createAccount"
    package static let resetPassword = "forgotPassword"
    /// The button that finishes the page.
    package static let goOn = "continue"
    package static let attributes = "attributeList"
    package static let email = "email"
    /// The list item around the field for the code.
    package static let codeEntry = "emailVerificationControl_code"
    package static let verificationControl = "emailVerificationControl"
    package static let verificationSuccess = "emailVerificationControl_success_message"
    package static let verificationError = "emailVerificationControl_error_message"
    package static let sendCode = "emailVerificationControl_but_send_code"
    package static let verifyAddress = "emailVerificationControl_but_verify_code"
    package static let sendNewCode = "emailVerificationControl_but_send_new_code"
    package static let changeAddress = "emailVerificationControl_but_change_claims"
    /// The field for the code in custom policies. In user flows the ID is `mailedCode`.
    package static let verificationCode = "verificationCode"
    package static let reenterPassword = "reenterPassword"
    package static let passwordEntryMismatch = "passwordEntryMismatch"
    package static let requiredFieldMissing = "requiredFieldMissing"
    package static let fieldIncorrect = "fieldIncorrect"
    package static let claimVerificationServerError = "claimVerificationServerError"
}

extension PageAction {
    /// The action that checks the code for a mail address, on the page of a B2C policy.
    package static let verifyCode = "verifyCode"
    /// The action that discards a verified mail address, on the page of a B2C policy.
    package static let changeAddress = "changeAddress"
    /// The action that finishes the page of a B2C policy. The address must be verified before.
    package static let goOn = "continue"

    /// The actions that a link of the sign-in page of a B2C policy may have.
    private static let linked = [signUp, forgotPassword]

    /// Separates the action of a link from the parameters of the authorization request. Returns nil for the query of another
    /// request.
    static func link(in query: Form) -> (action: String, request: Form)? {
        guard let action = query[PageField.action], linked.contains(where: { $0.isExactly(action) }) else { return nil }
        return (action, Form(query.fields.filter { !$0.name.isExactly(PageField.action) }))
    }
}

extension FormTarget {
    /// Returns the address of a link that repeats the authorization request of the form, and continues with the action.
    func link(_ action: String) -> String {
        let query = Form(hidden + [HiddenField(PageField.action, action)]).encoded
        return self.action + (self.action.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }
}
