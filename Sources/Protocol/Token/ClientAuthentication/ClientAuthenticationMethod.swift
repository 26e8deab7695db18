import Directory

/// The method by which a client authenticated (`appidacr`, `azpacr`).
enum ClientAuthenticationMethod: String, Sendable {
    case none = "0"
    case secret = "1"
    case certificate = "2"
}

extension Application {
    /// The method that the application uses if nothing states which credential it uses: a secret if there is one. An assertion of
    /// another issuer counts as a certificate.
    var usualAuthentication: ClientAuthenticationMethod {
        if !self.passwordCredentials.isEmpty { return .secret }
        let signs = self.keyCredentials.contains(where: \.authenticates) || !self.federatedIdentityCredentials.isEmpty
        return signs ? .certificate : .none
    }
}
