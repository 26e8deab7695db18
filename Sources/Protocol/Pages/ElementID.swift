/// The IDs of elements on the interactive pages. The IDs are fixed, because UI automation for the real pages finds elements by
/// them.
package enum ElementID {
    package static let username = "i0116"
    package static let usernameError = "usernameError"
    package static let password = "i0118"
    package static let passwordError = "passwordError"
    /// The button that proceeds: next, sign in, yes or accept.
    package static let primary = "idSIButton9"
    /// The button that goes back, declines or cancels.
    package static let back = "idBtn_Back"
    /// The message that only an administrator may grant the requested permissions.
    package static let adminApproval = "adminApprovalMessage"
    /// The list of proofs that a one-time code can be sent to.
    package static let proofs = "idDiv_SAOTCS_Proofs"
    package static let oneTimeCode = "idTxtBx_SAOTCC_OTC"
    /// The field for the one-time code that verifies a mail address in user flows.
    package static let mailedCode = "emailVerificationCode"
    package static let verifyCode = "idSubmit_SAOTCC_Continue"
    package static let resendCode = "idA_SAOTCC_Resend"
    package static let oneTimeCodeError = "idSpan_SAOTCC_Error_OTC"
    package static let newProof = "proofUpMethod"
    package static let newProofError = "proofUpMethodError"
    package static let acceptTerms = "btnAccept"
    package static let declineTerms = "btnDecline"
    package static let currentPassword = "currentPassword"
    package static let newPassword = "newPassword"
    package static let confirmNewPassword = "confirmNewPassword"
    /// The field for the reason why an administrator should consent.
    package static let justification = "justification"
    package static let justificationError = "justificationError"
    /// The username of the account that the page concerns.
    package static let displayName = "displayName"
    package static let otherTile = "otherTile"
    package static let signUp = "signup"
    package static let forgotPassword = "idA_PWD_ForgotPassword"
    /// The field for the code that a device shows.
    package static let userCode = "otc"
    package static let userCodeError = "otcError"
    /// The error message of a user-flow page.
    package static let userFlowError = "userFlowError"
    /// The checkbox "Don't ask again" on the stay-signed-in page.
    package static let dontShowAgain = "KmsiCheckboxField"
    /// The message that the user is signed out.
    package static let signOutStatus = "SignOutStatusMessage"
    /// The AADSTS text of the error page.
    package static let exception = "exceptionMessageContainer"
}
