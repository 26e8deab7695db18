import Wire

/// What a page shows, with no markup: flows decide, `Pages` draws.
package enum PageModel: Sendable, Equatable {
    case username(UsernamePage)
    case password(PasswordPage)
    case accountPicker(AccountPickerPage)
    case proofChoice(ProofChoicePage)
    case oneTimeCode(OneTimeCodePage)
    case proofRegistration(ProofRegistrationPage)
    case termsOfUse(TermsOfUsePage)
    case changePassword(ChangePasswordPage)
    case staySignedIn(StaySignedInPage)
    case consent(ConsentPage)
    case adminApproval(AdminApprovalPage)
    case deviceCode(DeviceCodePage)
    case deviceConfirmation(DeviceConfirmationPage)
    case deviceOutcome(DeviceOutcomePage)
    case error(ErrorPage)
    case formPost(FormPostPage)
    case code(CodePage)
    case signOutPicker(SignOutPickerPage)
    case signedOut(SignedOutPage)
    case nativeClient
    case userFlow(UserFlowPage)
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
    /// Sign-in with other providers.
    package let providers: [UserFlowPage.Button]

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, error: String?,
        offersSignUp: Bool = false, providers: [UserFlowPage.Button] = []
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.error = error
        self.offersSignUp = offersSignUp
        self.providers = providers
    }
}

/// Asks for the password of `username`. `error` is shown in `#passwordError`.
package struct PasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let tenantName: String?
    package let username: String
    package let error: String?
    /// Offer "Forgot your password?".
    package let offersReset: Bool

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, error: String?,
        offersReset: Bool = false
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.error = error
        self.offersReset = offersReset
    }
}

/// Lets the user choose among signed-in accounts: a tile each, and `#otherTile`.
package struct AccountPickerPage: Sendable, Equatable {
    /// One tile.
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

/// Asks which of several accounts to sign out of: a tile each.
package struct SignOutPickerPage: Sendable, Equatable {
    package let form: FormTarget
    package let accounts: [AccountPickerPage.Account]

    package init(form: FormTarget, accounts: [AccountPickerPage.Account]) {
        self.form = form
        self.accounts = accounts
    }
}

/// "You signed out": loads the applications' logout addresses, then goes on where there is somewhere to go.
package struct SignedOutPage: Sendable, Equatable {
    /// An address to load, unseen, and its origin, which alone may be framed.
    package struct Frame: Sendable, Equatable {
        package let address: String
        package let origin: Origin

        package init(address: String, origin: Origin) {
            self.address = address
            self.origin = origin
        }
    }

    /// Whose sign-in ended; nil where nobody was signed in.
    package let username: String?
    package let frames: [Frame]
    /// The application's registered address with the request's state.
    package let location: String?

    package init(username: String?, frames: [Frame], location: String?) {
        self.username = username
        self.frames = frames
        self.location = location
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
    /// One row with its checkbox.
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

/// "Need admin approval" (AADSTS90094): the user can only return to the application without consent, or ask an administrator
/// where the tenant takes requests (AADSTS90095).
package struct AdminApprovalPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String
    /// The error text, `AADSTS90094: …`.
    package let message: String
    /// nil where the tenant takes no requests.
    package let request: Request?

    /// Asking an administrator to consent.
    package enum Request: Sendable, Equatable {
        case offered
        case lacksReason
        case sent
    }

    package init(
        form: FormTarget, applicationName: String, username: String, message: String, request: Request? = nil
    ) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
        self.message = message
        self.request = request
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
    /// Whether the service cannot answer now, and the same request may succeed later.
    package let isTemporary: Bool

    package init(
        message: String, requestID: String, correlationID: String, timestamp: String, isTemporary: Bool = false
    ) {
        self.message = message
        self.requestID = requestID
        self.correlationID = correlationID
        self.timestamp = timestamp
        self.isTemporary = isTemporary
    }
}

/// A self-submitting form that carries a response to the application (response_mode=form_post).
package struct FormPostPage: Sendable, Equatable {
    /// Where the form goes to.
    package enum Purpose: Sendable {
        /// Back to the application.
        case response
        /// To an identity provider, or from there back to the sign-in.
        case signIn
    }

    /// The registered redirect URI, or the next step of the sign-in.
    package let action: String
    package let fields: [HiddenField]
    package let purpose: Purpose

    package init(action: String, fields: [HiddenField], purpose: Purpose = .response) {
        self.action = action
        self.fields = fields
        self.purpose = purpose
    }
}

/// Shows the response of a `urn:ietf:wg:oauth:2.0:oob` request; the title carries it too (`Success code=…`).
package struct CodePage: Sendable, Equatable {
    package let fields: [HiddenField]

    package init(fields: [HiddenField]) {
        self.fields = fields
    }
}
