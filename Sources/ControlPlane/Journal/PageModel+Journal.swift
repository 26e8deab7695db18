import Entra
import Protocol

extension PageModel {
    /// The name of the page in the journal.
    var name: String {
        switch self {
        case .username: "username"
        case .password: "password"
        case .accountPicker: "accountPicker"
        case .proofChoice: "proofChoice"
        case .oneTimeCode: "oneTimeCode"
        case .proofRegistration: "proofRegistration"
        case .termsOfUse: "termsOfUse"
        case .changePassword: "changePassword"
        case .staySignedIn: "staySignedIn"
        case .consent: "consent"
        case .adminApproval: "adminApproval"
        case .deviceCode: "deviceCode"
        case .deviceConfirmation: "deviceConfirmation"
        case .deviceOutcome: "deviceOutcome"
        case .error: "error"
        case .formPost: "formPost"
        case .code: "code"
        case .signOutPicker: "signOutPicker"
        case .signedOut: "signedOut"
        case .nativeClient: "nativeClient"
        case .userFlow: "userFlow"
        }
    }

    /// The user name on the page, or nil if the user is not known yet.
    var username: String? {
        let name: String? =
            switch self {
            case .username(let page): page.username
            case .password(let page): page.username
            case .proofChoice(let page): page.username
            case .oneTimeCode(let page): page.username
            case .proofRegistration(let page): page.username
            case .termsOfUse(let page): page.username
            case .changePassword(let page): page.username
            case .staySignedIn(let page): page.username
            case .consent(let page): page.username
            case .adminApproval(let page): page.username
            case .deviceConfirmation(let page): page.username
            case .signedOut(let page): page.username
            default: nil
            }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The error message on the page, or nil.
    var errorText: String? {
        switch self {
        case .username(let page): page.error
        case .password(let page): page.error
        case .oneTimeCode(let page): page.error
        case .proofRegistration(let page): page.error
        case .changePassword(let page): page.error
        case .adminApproval(let page): page.message
        case .deviceCode(let page): page.error
        case .error(let page): page.message
        case .userFlow(let page): page.error
        default: nil
        }
    }
}
