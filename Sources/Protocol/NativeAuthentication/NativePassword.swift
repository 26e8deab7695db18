import Entra

/// The rules for new passwords, with the errors of the native authentication API.
enum NativePassword {
    /// Checks a new password against the rules. Throws AADSTS399246 with the violated rule as suberror. `current` is the current
    /// password.
    static func check(_ password: String, of username: String, current: String? = nil) throws(EntraError) {
        if let problem = PasswordRules.standard.problem(password, of: username, current: current) {
            throw EntraError(.passwordRejected, suberror: Suberror(rawValue: problem.rawValue))
        }
    }
}
