import Entra

extension Directory {
    /// Returns whether a password can sign the user in: the user's own password, or any password if the tenant of the account has
    /// the setting `passwords: any`.
    package func takesPassword(_ user: User) -> Bool {
        if user.hasPassword { return true }
        guard user.identityProvider == nil, !user.isPasswordless else { return false }
        return settings(tenant: tenant(user.home.tenantID), application: nil).passwords == .any
    }
}
