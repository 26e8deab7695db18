package import Formats

/// The IDs of elements on the interactive pages. The IDs are fixed, because UI automation for the real pages finds elements by
/// them.
package enum ElementID {
    /// The heading of every page.
    package static let heading = "loginHeader"
    package static let form = "i0281"
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
    package static let otherProof = "signInAnotherWay"
    package static let proofsTitle = "idDiv_SAOTCS_Title"
    package static let oneTimeCodeTitle = "idDiv_SAOTCC_Title"
    package static let oneTimeCodeDescription = "idDiv_SAOTCC_Description"
    package static let oneTimeCodeError = "idSpan_SAOTCC_Error_OTC"
    /// The element around the link to the other ways to verify the identity.
    package static let havingTrouble = "idDiv_SAOTCS_HavingTrouble"
    package static let pushTitle = "idDiv_SAOTCAS_Title"
    package static let pushDescription = "idDiv_SAOTCAS_Description"
    /// The number that the user types into the Microsoft Authenticator app.
    package static let pushNumber = "idRichContext_DisplaySign"
    package static let pushDeniedTitle = "idDiv_SAASDS_Title"
    package static let pushDeniedDescription = "idDiv_SAASDS_Description"
    package static let resendDeniedPush = "idA_SAASDS_Resend"
    package static let pushExpiredTitle = "idDiv_SAASTO_Title"
    package static let pushExpiredDescription = "idDiv_SAASTO_Description"
    package static let resendExpiredPush = "idA_SAASTO_Resend"
    /// The text of the page for a passwordless sign-in with the Microsoft Authenticator app.
    package static let phoneDescription = "idDiv_RemoteNGC_PollingDescription"
    /// The number that the user types into the app for a passwordless sign-in.
    package static let phoneNumber = "idRemoteNGC_DisplaySign"
    /// The link to the password page, where the first credential is another one.
    package static let usePassword = "idA_PWD_SwitchToPassword"
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
    package static let tiles = "tilesHolder"
    package static let otherTile = "otherTile"
    package static let otherTileText = "otherTileText"
    /// The tiles of the page that asks for the kind of the account.
    package static let workTile = "aadTile"
    package static let workTileTitle = "aadTileTitle"
    package static let personalTile = "msaTile"
    package static let personalTileTitle = "msaTileTitle"
    package static let cannotAccessAccount = "cantAccessAccount"
    package static let signUp = "signup"
    package static let forgotPassword = "idA_PWD_ForgotPassword"
    /// The link in the error about a wrong password.
    package static let resetNow = "idA_IL_ForgotPassword0"
    /// The field for the code that a device shows.
    package static let userCode = "otc"
    package static let userCodeError = "otcError"
    /// The error message of a user-flow page.
    package static let userFlowError = "userFlowError"
    package static let staySignedInTitle = "kmsiTitle"
    package static let staySignedInReason = "KmsiDescription"
    /// The checkbox "Don't show this again" on the stay-signed-in page.
    package static let dontShowAgain = "KmsiCheckboxField"
    /// The message that the user is signed out.
    package static let signOutStatus = "SignOutStatusMessage"
    package static let signedOut = "login_workload_logo_text"
    /// The domain of the publisher on the consent page, which leads to facts about the application.
    package static let publisher = "appDomainLinkToAppInfo"
    /// The question whether the user is signing in to the application on the device.
    package static let confirmApplication = "appConfirmTitle"
    /// The outcome of a sign-in for a device.
    package static let message = "message"
    package static let moreInformation = "ProofUpDescription"
    package static let changePassword = "ChangePasswordDescription"
    /// The service's error about an input, for developers.
    package static let serviceError = "serviceError"
    /// Further elements around the AADSTS text of the error page.
    package static let errorText = "errorText"
    package static let serviceException = "service_exception_message"
    /// The users that a sign-in page offers to people.
    package static let testUsers = "understudyTestUsers"
    /// The AADSTS text of the error page.
    package static let exception = "exceptionMessageContainer"
}

/// The names of form fields on the interactive pages. UI automation for the real pages relies on the first ones.
package enum PageField {
    package static let username = "loginfmt"
    package static let password = "passwd"
    /// The decision on the consent page: a `ConsentAnswer`, or a space-separated list of the scopes to grant.
    package static let consent = "consent"
    /// The accept button of the consent page, with the name from the real page.
    package static let acceptConsent = "ucaccept"
    /// The checkbox of a permission on the consent page. The value is the scope in the client's spelling.
    package static let consentedScope = "consentedScope"
    /// The checkbox "Consent on behalf of your organization".
    package static let consentForOrganization = "consentForOrganization"
    /// Whether the user wants to stay signed in: `1` or `0`.
    package static let staySignedIn = "LoginOptions"
    /// Whether the user asked not to see the stay-signed-in page again: `true`.
    package static let dontShowAgain = "DontShowAgain"
    /// The code that a device shows, as the user enters it.
    package static let userCode = "otc"
    /// The code that a device shows, on the pages that follow. On those pages, `otc` is the name of a one-time code.
    package static let enteredUserCode = "userCode"
    /// The user's confirmation of the sign-in to the application on the device.
    package static let deviceConfirmation = "deviceConfirmation"
    /// The username of the chosen account tile.
    package static let account = "account"
    /// The one-time code of the multi-factor page.
    package static let oneTimeCode = "otc"
    /// The chosen proof of the multi-factor page: the position of the user's method, counted from 1.
    package static let proof = "proof"
    /// The mail address or telephone number to register as a multi-factor method.
    package static let newProof = "newProof"
    /// The answer to terms of use, `accept` or `decline`, together with `termsOfUseName`.
    package static let termsOfUse = "termsOfUse"
    /// The name of the terms of use that the user read.
    package static let termsOfUseName = "termsOfUseName"
    package static let currentPassword = "currentPassword"
    package static let newPassword = "newPassword"
    package static let confirmNewPassword = "confirmNewPassword"
    package static let repeatedPassword = "reenterPassword"
    /// The reason why an administrator should consent.
    package static let justification = "justification"
    /// Returns the field name of a user attribute with the given Graph name.
    package static func attribute(_ name: String) -> String { attributePrefix + name }
    package static let attributePrefix = "attribute."
    /// The pressed button, if it is not the primary one: a `PageAction`.
    package static let action = "pageAction"
    /// Returns the field name of a button whose value is its label. The name contains the `PageAction`.
    package static func action(_ action: String) -> String { actionPrefix + action }
    package static let actionPrefix = "pageAction."
    /// Returns the `PageAction` of the pressed button, or nil for the primary button.
    package static func action(in body: Form) -> String? {
        body[action] ?? body.fields.lazy.compactMap { $0.name.dropping(prefix: actionPrefix) }.first
    }
    /// The sealed state of the sign-in.
    package static let flowToken = "flowToken"
}

/// The values of `PageField.action`.
package enum PageAction {
    /// The action that leaves this step for the previous one.
    package static let back = "back"
    /// The action that gives up and returns to the application. On the consent page, the user grants nothing.
    package static let cancel = "cancel"
    /// The action that answers No on the page "Stay signed in?".
    package static let notStaySignedIn = "notStaySignedIn"
    /// The action that leads from a code to the other ways to verify the identity.
    package static let otherProof = "otherProof"
    /// The action that chooses another account.
    package static let other = "other"
    /// The actions that choose between a work account and a personal account with the same username.
    package static let workAccount = "workAccount"
    package static let personalAccount = "personalAccount"
    /// The action that leads from another credential to the password.
    package static let usePassword = "usePassword"
    /// The action that sends another one-time code or another push notification.
    package static let resend = "resend"
    /// The action that creates an account.
    package static let signUp = "signUp"
    package static let forgotPassword = "forgotPassword"
    /// The action that asks an administrator to consent.
    package static let requestConsent = "requestConsent"
    /// The action that sends a one-time code, or another one.
    package static let sendCode = "sendCode"
    /// Returns the action that signs in with an account of another provider, named by its domain.
    package static func social(_ domain: String) -> String { "social:\(domain)" }
}

/// The values of `PageField.consent` that are not lists of scopes.
package enum ConsentAnswer {
    package static let accept = "accept"
    package static let decline = "decline"
    /// The answer of the consent page itself, so that the page's checkboxes count. The granted scopes are the posted
    /// `consentedScope` fields and the required permissions, whose checkboxes are disabled and never posted. A
    /// `PageAction.cancel` in the same form declines all.
    package static let page = "page"
}
