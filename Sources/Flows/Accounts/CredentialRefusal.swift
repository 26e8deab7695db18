import Entra

/// Why a password is not accepted. It is what a check found, and so a value: the errors that a check throws are failures of the
/// store, and nobody has to catch those to learn what the person did wrong.
enum CredentialRefusal: Sendable {
    /// There can be no password here.
    case absent
    /// Too many wrong ones came before.
    case lockedOut
    case wrong

    private var code: AADSTS {
        switch self {
        case .absent: .passwordAbsent
        case .lockedOut: .accountLocked
        case .wrong: .wrongPassword
        }
    }

    /// For a client.
    var error: EntraError { EntraError(code) }

    /// For a page.
    var formError: FormError { FormError(code) }
}
