import Entra

extension DirectoryBuilder {
    /// Warns about a client that must authenticate and has no usable credential. The token endpoint would reject each request of
    /// the client.
    mutating func adviseOnCredentials(_ application: Application, at place: ConfigurationPlace) {
        guard application.mustAuthenticate, !application.canAuthenticate else { return }
        let message =
            application.undisclosedPasswords.isEmpty
            ? "has no client secret, certificate or federated credential, so the token endpoint rejects its requests"
            : "has only secrets without secretText, which exports leave out, so the token endpoint rejects its requests"
        findings.warning(
            place, message,
            hint:
                "add clientSecrets: {\(application.appId): SECRET}, or isFallbackPublicClient: true for a public client"
        )
    }
}

extension Application {
    /// Whether the application requests tokens as a confidential client: a server application that redeems codes, or a daemon
    /// with application permissions.
    fileprivate var mustAuthenticate: Bool {
        guard self.isFallbackPublicClient != true else { return false }
        let platforms = Set(self.redirectURIs.map(\.platform))
        if platforms.contains(.web) { return !self.enableIdTokenIssuance && !self.enableAccessTokenIssuance }
        return platforms.isEmpty && self.requiredResourceAccess.contains { !$0.roles.isEmpty }
    }

    fileprivate var canAuthenticate: Bool {
        !self.passwordCredentials.isEmpty || self.keyCredentials.contains { $0.certificate != nil }
            || !self.federatedIdentityCredentials.isEmpty
    }
}
