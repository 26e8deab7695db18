package import Wire

/// What a page shows, with no markup: flows decide, `Pages` draws.
package enum PageModel: Sendable, Equatable {
    case username(UsernamePage)
    case password(PasswordPage)
    case accountPicker(AccountPickerPage)
    case staySignedIn(StaySignedInPage)
    case consent(ConsentPage)
    case adminApproval(AdminApprovalPage)
    case error(ErrorPage)
    case formPost(FormPostPage)
    case code(CodePage)
    case nativeClient
}

/// Where a page's form posts, and the hidden fields it carries.
package struct FormTarget: Sendable, Equatable {
    /// Path and query on this origin, already encoded.
    package let action: String
    package let hidden: [HiddenField]

    package init(action: String, hidden: [HiddenField]) {
        self.action = action
        self.hidden = hidden
    }
}

/// A field that a page carries without showing it.
package typealias HiddenField = Form.Field

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
    /// The account tile chosen, by user name.
    package static let account = "account"
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
    /// Make a new account.
    package static let signUp = "signUp"
}

/// Values of `PageField.consent` that are not a list of scopes.
package enum ConsentAnswer {
    package static let accept = "accept"
    package static let decline = "decline"
    /// The consent page was shown, so its boxes count: what is granted are the `consentedScope` fields posted and the
    /// required permissions, whose boxes are disabled and never posted. A `PageAction.cancel` beside it declines all.
    package static let page = "page"
}

/// Asks for the user name. `error` is shown in `#usernameError`.
package struct UsernamePage: Sendable, Equatable {
    package let form: FormTarget
    /// The application the user is signing in to.
    package let applicationName: String
    package let tenantName: String?
    /// Prefilled from `login_hint` or the last attempt.
    package let username: String
    package let error: String?
    /// Offer "Create one!" (prompt=create or a sign-up user flow).
    package let offersSignUp: Bool

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, error: String?,
        offersSignUp: Bool = false
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.error = error
        self.offersSignUp = offersSignUp
    }
}

/// Asks for the password of `username`. `error` is shown in `#passwordError`.
package struct PasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let tenantName: String?
    package let username: String
    package let error: String?

    package init(form: FormTarget, applicationName: String, tenantName: String?, username: String, error: String?) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.error = error
    }
}

/// Lets the user choose among signed-in accounts: a tile each, and `#otherTile`.
package struct AccountPickerPage: Sendable, Equatable {
    package struct Account: Sendable, Equatable {
        package let username: String
        package let displayName: String

        package init(username: String, displayName: String) {
            self.username = username
            self.displayName = displayName
        }
    }

    package let form: FormTarget
    package let applicationName: String
    package let accounts: [Account]

    package init(form: FormTarget, applicationName: String, accounts: [Account]) {
        self.form = form
        self.applicationName = applicationName
        self.accounts = accounts
    }
}

/// "Stay signed in?" (AADSTS50140).
package struct StaySignedInPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String

    package init(form: FormTarget, username: String) {
        self.form = form
        self.username = username
    }
}

/// Asks the user to grant permissions, one checkbox each.
package struct ConsentPage: Sendable, Equatable {
    package struct Permission: Sendable, Equatable {
        /// The value of the checkbox: the scope as the client would name it.
        package let scope: String
        package let displayName: String
        package let description: String
        /// The API it belongs to.
        package let resourceName: String
        /// A permission that cannot be declined on its own (the OpenID Connect ones).
        package let isRequired: Bool

        package init(scope: String, displayName: String, description: String, resourceName: String, isRequired: Bool) {
            self.scope = scope
            self.displayName = displayName
            self.description = description
            self.resourceName = resourceName
            self.isRequired = isRequired
        }
    }

    package let form: FormTarget
    package let applicationName: String
    package let username: String
    package let permissions: [Permission]
    /// The user is an administrator and may consent for the whole tenant.
    package let offersOrganizationConsent: Bool
    /// Consent is for the whole tenant (prompt=admin_consent).
    package let isForOrganization: Bool

    package init(
        form: FormTarget, applicationName: String, username: String, permissions: [Permission],
        offersOrganizationConsent: Bool, isForOrganization: Bool
    ) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
        self.permissions = permissions
        self.offersOrganizationConsent = offersOrganizationConsent
        self.isForOrganization = isForOrganization
    }
}

/// "Need admin approval" (AADSTS90094): the user can only return to the application without consent.
package struct AdminApprovalPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String
    /// The error text, `AADSTS90094: …`.
    package let message: String

    package init(form: FormTarget, applicationName: String, username: String, message: String) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
        self.message = message
    }
}

/// "Sorry, but we're having trouble signing you in": the whole AADSTS text stands in `#exceptionMessageContainer`.
package struct ErrorPage: Sendable, Equatable {
    /// `AADSTS50011: The redirect URI …`, without the trace block.
    package let message: String
    package let requestID: String
    package let correlationID: String
    /// As `Timestamp.entraText`.
    package let timestamp: String

    package init(message: String, requestID: String, correlationID: String, timestamp: String) {
        self.message = message
        self.requestID = requestID
        self.correlationID = correlationID
        self.timestamp = timestamp
    }
}

/// A self-submitting form that carries a response to the application (response_mode=form_post).
package struct FormPostPage: Sendable, Equatable {
    /// The registered redirect URI.
    package let action: String
    package let fields: [HiddenField]

    package init(action: String, fields: [HiddenField]) {
        self.action = action
        self.fields = fields
    }
}

/// Shows the response of a `urn:ietf:wg:oauth:2.0:oob` request; the title carries it too (`Success code=…`).
package struct CodePage: Sendable, Equatable {
    package let fields: [HiddenField]

    package init(fields: [HiddenField]) {
        self.fields = fields
    }
}
