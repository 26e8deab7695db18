import Entra

/// The rules for new passwords as the native authentication API tells them.
enum NativePassword {
    /// Throws AADSTS399246 with what is wrong as suberror. `current` is the password in force.
    static func check(_ password: String, of username: String, current: String? = nil) throws(EntraError) {
        if let problem = PasswordRules.standard.problem(password, of: username, current: current) {
            throw EntraError(.passwordRefused, suberror: Suberror(rawValue: problem.rawValue))
        }
    }
}
