import Wire

/// The password of every user of the seed directory and of the starter configuration. The password is public: the server may
/// print it.
package enum SeedPassword {
    package static let text = "Understudy!1"
}

extension User {
    /// The user's password where it is the public one of the seed directory; nil for any other.
    package var publicPassword: String? {
        // Allowed (secret-comparison): the password that is compared with is public.
        guard hasPassword, let password = self.password, password.isExactly(SeedPassword.text) else { return nil }
        return password
    }
}
