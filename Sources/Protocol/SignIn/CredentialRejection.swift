import Entra

/// The reason why a password is rejected. The reason is a value and not an error, because a check throws only failures of the
/// store. A caller need not catch those failures to learn the reason.
enum CredentialRejection: Sendable {
    /// The user cannot have a password here.
    case absent
    /// Too many wrong attempts preceded this one.
    case lockedOut
    case wrong

    private var code: AADSTS {
        switch self {
        case .absent: .passwordAbsent
        case .lockedOut: .accountLocked
        case .wrong: .wrongPassword
        }
    }

    /// The error for a client.
    var error: EntraError { EntraError(code) }

    /// The error for a page.
    var formError: FormError { FormError(code) }
}
