import Directory

/// How a client proved itself (`appidacr`, `azpacr`).
enum ClientAuthenticationMethod: String, Sendable {
    case none = "0"
    case secret = "1"
    case certificate = "2"
}

extension Application {
    /// How it proves itself where nothing says which of its credentials it uses: by a secret where it has one. Another issuer's
    /// assertion counts as a certificate's.
    var usualAuthentication: ClientAuthenticationMethod {
        if !self.passwordCredentials.isEmpty { return .secret }
        let signs = self.keyCredentials.contains(where: \.authenticates) || !self.federatedIdentityCredentials.isEmpty
        return signs ? .certificate : .none
    }
}
