import Formats

/// The password of every user of the seed directory and of the starter configuration. The password is public, so the server may
/// print it.
package enum SeedPassword {
    package static let text = "Understudy!1"
}

extension User {
    /// The user's password if it is the public one of the seed directory, or nil for any other password.
    package var publicPassword: String? {
        // Allowed (secret-comparison): the password in the comparison is public.
        guard hasPassword, let password = self.password, password.isExactly(SeedPassword.text) else { return nil }
        return password
    }
}
