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
    /// The user name that a page is about.
    package static let displayName = "displayName"
    package static let otherTile = "otherTile"
    package static let signUp = "signup"
    /// What was wrong on a page of a user flow.
    package static let userFlowError = "userFlowError"
    /// "Don't ask again" on the stay-signed-in page.
    package static let dontShowAgain = "KmsiCheckboxField"
    /// The AADSTS text of the error page.
    package static let exception = "exceptionMessageContainer"
}
