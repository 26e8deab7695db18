/// Ids of elements on the interactive pages. UI automation written for the real pages finds them by these, so they are
/// fixed.
package enum ElementID {
    package static let username = "i0116"
    package static let usernameError = "usernameError"
    package static let password = "i0118"
    package static let passwordError = "passwordError"
    /// Goes on: next, sign in, yes, accept.
    package static let primary = "idSIButton9"
    /// Goes back, declines or cancels.
    package static let back = "idBtn_Back"
    /// That only an administrator may grant what is asked for.
    package static let adminApproval = "adminApprovalMessage"
    /// The proofs that a one-time code can be sent to.
    package static let proofs = "idDiv_SAOTCS_Proofs"
    package static let oneTimeCode = "idTxtBx_SAOTCC_OTC"
    /// The one-time code that proves a mail address on the pages of user flows.
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
    /// Why an administrator should consent.
    package static let justification = "justification"
    package static let justificationError = "justificationError"
    /// The user name that a page is about.
    package static let displayName = "displayName"
    package static let otherTile = "otherTile"
    package static let signUp = "signup"
    package static let forgotPassword = "idA_PWD_ForgotPassword"
    /// The code that a device shows.
    package static let userCode = "otc"
    package static let userCodeError = "otcError"
    /// What was wrong on a page of a user flow.
    package static let userFlowError = "userFlowError"
    /// "Don't ask again" on the stay-signed-in page.
    package static let dontShowAgain = "KmsiCheckboxField"
    /// Says that the user is signed out.
    package static let signOutStatus = "SignOutStatusMessage"
    /// The AADSTS text of the error page.
    package static let exception = "exceptionMessageContainer"
}
