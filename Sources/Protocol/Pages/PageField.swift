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
    /// The chosen proof of the multi-factor page.
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
    /// The sealed state of the sign-in.
    package static let flowToken = "flowToken"
}

/// The values of `PageField.action`.
package enum PageAction {
    /// The action that leaves this step for the previous one.
    package static let back = "back"
    /// The action that gives up and returns to the application. On the consent page, the user grants nothing.
    package static let cancel = "cancel"
    /// The action that chooses another account.
    package static let other = "other"
    /// The action that sends another one-time code.
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
