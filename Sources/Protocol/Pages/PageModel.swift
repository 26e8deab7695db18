package import Formats

/// The content of a page without markup. Flows create the content, and `Pages` renders it.
package enum PageModel: Sendable, Equatable {
    case username(UsernamePage)
    case password(PasswordPage)
    case accountPicker(AccountPickerPage)
    case accountKind(AccountKindPage)
    case proofChoice(ProofChoicePage)
    case oneTimeCode(OneTimeCodePage)
    case pushNotification(PushNotificationPage)
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
    case policySignIn(PolicySignInPage)
    case policyAttributes(PolicyAttributesPage)
    case externalID(ExternalIDPage)
}

extension PageModel {
    /// The problem of an input on a page of a user flow, or nil.
    var fieldProblem: FieldProblem? {
        switch self {
        case .userFlow(let page): page.problem
        case .externalID(let page): page.problem
        case .policySignIn(let page): page.problem?.problem
        case .policyAttributes(let page): page.problem?.problem
        default: nil
        }
    }
}

/// The target of a page's form, the hidden fields of the form, and the design of the page.
package struct FormTarget: Sendable, Equatable {
    /// The path and query on this origin, already encoded.
    package let action: String
    package let hidden: [HiddenField]
    package let design: PageDesign

    package init(action: String, hidden: [HiddenField], design: PageDesign = .work) {
        self.action = action
        self.hidden = hidden
        self.design = design
    }
}

/// A form field that a page does not show.
package typealias HiddenField = Form.Field
