/// Names of form fields on the interactive pages; UI automation for the real pages relies on the first ones.
package enum PageField {
    package static let username = "loginfmt"
    package static let password = "passwd"
    /// A `ConsentAnswer`, or a space-separated list of the scopes to grant.
    package static let consent = "consent"
    /// The accept button of the consent page, by the name it has on the real one.
    package static let acceptConsent = "ucaccept"
    /// A permission's checkbox on the consent page; its value is the scope as the client would name it.
    package static let consentedScope = "consentedScope"
    /// "Consent on behalf of your organization".
    package static let consentForOrganization = "consentForOrganization"
    /// `1`: the user wants to stay signed in; `0`: not.
    package static let staySignedIn = "LoginOptions"
    /// `true`: do not ask whether to stay signed in again.
    package static let dontShowAgain = "DontShowAgain"
    /// The code that a device shows.
    package static let userCode = "otc"
    /// The same, carried by the pages that follow: there a one-time code has the name that it is typed under.
    package static let enteredUserCode = "userCode"
    /// The user was asked, and is trying to sign in to the application on the device.
    package static let deviceConfirmation = "deviceConfirmation"
    /// The account tile chosen, by user name.
    package static let account = "account"
    /// The one-time code of the multi-factor page.
    package static let oneTimeCode = "otc"
    /// The proof chosen on the multi-factor page.
    package static let proof = "proof"
    /// The mail address or telephone number to be registered as a multi-factor method.
    package static let newProof = "newProof"
    /// `accept` or `decline`, beside `termsOfUseName`.
    package static let termsOfUse = "termsOfUse"
    /// Which terms of use were read.
    package static let termsOfUseName = "termsOfUseName"
    package static let currentPassword = "currentPassword"
    package static let newPassword = "newPassword"
    package static let confirmNewPassword = "confirmNewPassword"
    package static let repeatedPassword = "reenterPassword"
    /// Why an administrator should consent.
    package static let justification = "justification"
    /// An attribute of a user, by its Graph name.
    package static func attribute(_ name: String) -> String { attributePrefix + name }
    package static let attributePrefix = "attribute."
    /// A `PageAction`: the button pressed, when it is not the one that goes on.
    package static let action = "pageAction"
    /// Sealed state of the page flow.
    package static let flowToken = "flowToken"
}

/// Values of `PageField.action`.
package enum PageAction {
    /// Leave this step for the one before.
    package static let back = "back"
    /// Give up and return to the app; on the consent page, grant nothing.
    package static let cancel = "cancel"
    /// Use another account.
    package static let other = "other"
    /// Send another one-time code.
    package static let resend = "resend"
    /// Make a new account.
    package static let signUp = "signUp"
    package static let forgotPassword = "forgotPassword"
    /// Ask an administrator to consent.
    package static let requestConsent = "requestConsent"
    /// Send a one-time code, or another one.
    package static let sendCode = "sendCode"
    /// Sign in with the account of another provider, by its domain.
    package static func social(_ domain: String) -> String { "social:\(domain)" }
}

/// Values of `PageField.consent` that are not a list of scopes.
package enum ConsentAnswer {
    package static let accept = "accept"
    package static let decline = "decline"
    /// The consent page was shown, so its boxes count: what is granted are the `consentedScope` fields posted and the
    /// required permissions, whose boxes are disabled and never posted. A `PageAction.cancel` beside it declines all.
    package static let page = "page"
}
