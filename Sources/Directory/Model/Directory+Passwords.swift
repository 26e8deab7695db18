import Entra

extension Directory {
    /// Whether there is a password that signs the user in: one of the user's own, or any at all where `passwords: any` is set for
    /// the tenant where the account lives.
    package func takesPassword(_ user: User) -> Bool {
        if user.hasPassword { return true }
        guard user.identityProvider == nil, !user.isPasswordless else { return false }
        return settings(tenant: tenant(user.home.tenantID), application: nil).passwords == .any
    }
}
