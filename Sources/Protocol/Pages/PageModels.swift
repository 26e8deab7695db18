package import Entra
import Formats

/// The content of a page without markup. Flows create the content, and `Pages` renders it.
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

/// The page that asks for the username. `error` is shown in `#usernameError`.
package struct UsernamePage: Sendable, Equatable {
    package let form: FormTarget
    /// The application that the user is signing in to.
    package let applicationName: String
    package let tenantName: String?
    /// The initial text, from `login_hint` or the last attempt.
    package let username: String
    package let error: String?
    /// Whether the page offers "Create one!" (`prompt=create` or a sign-up user flow).
    package let offersSignUp: Bool
    /// The buttons for sign-in with other providers.
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

/// The page that asks for the password of `username`. `error` is shown in `#passwordError`.
package struct PasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let tenantName: String?
    package let username: String
    package let error: String?
    /// Whether the page offers "Forgot your password?".
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

/// The page on which the user chooses among signed-in accounts: one tile each, and `#otherTile`.
package struct AccountPickerPage: Sendable, Equatable {
    /// The account of one tile.
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

/// The page that asks which of several accounts to sign out of: one tile each.
package struct SignOutPickerPage: Sendable, Equatable {
    package let form: FormTarget
    package let accounts: [AccountPickerPage.Account]

    package init(form: FormTarget, accounts: [AccountPickerPage.Account]) {
        self.form = form
        self.accounts = accounts
    }
}

/// The page "You signed out". The page loads the applications' logout addresses, then continues to `location` if there is one.
package struct SignedOutPage: Sendable, Equatable {
    /// An invisible frame: the address to load, and its origin, the only one that may be framed.
    package struct Frame: Sendable, Equatable {
        package let address: String
        package let origin: Origin

        package init(address: String, origin: Origin) {
            self.address = address
            self.origin = origin
        }
    }

    /// The user whose sign-in ended, or nil if no user was signed in.
    package let username: String?
    package let frames: [Frame]
    /// The application's registered address with the state of the request.
    package let location: String?

    package init(username: String?, frames: [Frame], location: String?) {
        self.username = username
        self.frames = frames
        self.location = location
    }
}

/// The page "Stay signed in?" (AADSTS50140).
package struct StaySignedInPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String

    package init(form: FormTarget, username: String) {
        self.form = form
        self.username = username
    }
}

/// The page that asks the user to grant permissions, with one checkbox each.
package struct ConsentPage: Sendable, Equatable {
    /// A row with its checkbox.
    package struct Permission: Sendable, Equatable {
        /// The value of the checkbox: the scope in the client's spelling.
        package let scope: String
        package let displayName: String
        package let description: String
        /// The name of the API that defines the permission.
        package let resourceName: String
        /// Whether the permission cannot be declined on its own, as the OpenID Connect scopes.
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
    /// Whether the user is an administrator, who may consent for the whole tenant.
    package let offersOrganizationConsent: Bool
    /// Whether the consent is for the whole tenant (`prompt=admin_consent`).
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

/// The page "Need admin approval" (AADSTS90094). The user can return to the application without consent, or ask an
/// administrator if the tenant accepts requests (AADSTS90095).
package struct AdminApprovalPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String
    /// The error text, `AADSTS90094: …`.
    package let message: String
    /// The state of the request to an administrator, or nil if the tenant accepts no requests.
    package let request: Request?

    /// The states of a request to an administrator.
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

/// The page "Sorry, but we're having trouble signing you in". The whole AADSTS text is in `#exceptionMessageContainer`.
package struct ErrorPage: Sendable, Equatable {
    /// The text `AADSTS50011: The redirect URI …`, without the trace block.
    package let message: String
    package let requestID: String
    package let correlationID: String
    /// The time, in the form of `Timestamp.entraText`.
    package let timestamp: String
    /// Whether the service is unavailable, and the same request may succeed later.
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

/// The self-submitting form that carries a response to the application (`response_mode=form_post`).
package struct FormPostPage: Sendable, Equatable {
    /// The destination of the form.
    package enum Purpose: Sendable {
        /// The form returns to the application.
        case response
        /// The form leads to an identity provider, or from there back to the sign-in.
        case signIn
    }

    /// The registered redirect URI, or the address of the next step of the sign-in.
    package let action: String
    package let fields: [HiddenField]
    package let purpose: Purpose

    package init(action: String, fields: [HiddenField], purpose: Purpose = .response) {
        self.action = action
        self.fields = fields
        self.purpose = purpose
    }
}

/// The page that shows the response of a `urn:ietf:wg:oauth:2.0:oob` request. The title carries the response too (`Success
/// code=…`).
package struct CodePage: Sendable, Equatable {
    package let fields: [HiddenField]

    package init(fields: [HiddenField]) {
        self.fields = fields
    }
}
