import Entra
import Formats

extension DirectoryBuilder {
    mutating func completeSecrets(_ application: inout Application, _ draft: ApplicationDraft) {
        for password in draft.passwords {
            guard let secret = password.secretText else {
                application.undisclosedPasswords.append(password.description)
                continue
            }
            var credential = PasswordCredential(secretText: secret)
            credential.keyId =
                password.description.keyId
                ?? credentialID(of: application, "secret", application.passwordCredentials.count)
            credential.displayName = password.description.displayName
            credential.startDateTime = password.description.startDateTime
            credential.endDateTime = password.description.endDateTime
            credential.isOfServicePrincipal = password.isOfServicePrincipal
            application.passwordCredentials.append(credential)
        }
    }

    /// Returns the derived ID of a credential for which the file has no ID.
    private func credentialID(of application: Application, _ kind: String, _ position: Int) -> String {
        GUID(derivedFrom: kind, application.id.description, String(position)).description
    }

    mutating func completeCertificates(_ application: inout Application, _ draft: ApplicationDraft) {
        for (position, entry) in draft.certificates.enumerated() {
            var credential = credential(entry)
            credential.keyId = credential.keyId ?? credentialID(of: application, "certificate", position)
            application.keyCredentials.append(credential)
        }
    }

    private mutating func credential(_ draft: KeyCredentialDraft) -> KeyCredential {
        var credential = draft.credential
        if let file = draft.certificateFile { credential.certificate = certificate(in: file) }
        return credential
    }

    /// Returns the first certificate of a PEM file in DER, or reports an error and returns nil. The path is relative to the file
    /// that names it.
    mutating func certificate(in file: Marked<String>) -> [UInt8]? {
        let path = FilePattern.path(file.value, in: FilePattern.folder(of: file.location.file))
        switch files.read(path, 1 << 20) {
        case .failure(let failure): findings.error(file.location, "\(path) cannot be read: \(failure.reason)")
        case .success(let bytes):
            if let certificate = PEMCertificate.first(in: bytes) { return certificate }
            findings.error(file.location, "\(path) contains no PEM certificate")
        }
        return nil
    }

    mutating func federatedCredentials(_ draft: ApplicationDraft) -> [FederatedIdentityCredential] {
        let limit = ApplicationRules.maximumFederatedCredentials
        guard draft.federatedCredentials.count <= limit else {
            let count = draft.federatedCredentials.count
            findings.error(draft.location, "has \(count) federated identity credentials; at most \(limit) are allowed")
            return []
        }
        var known: [FederatedIdentityCredential] = []
        for marked in draft.federatedCredentials {
            let credential = marked.value
            if let problem = ApplicationRules.problem(
                of: credential, admitsIssuer: ApplicationRules.isIssuerAllowedInFile)
            {
                findings.error(marked.location, "\(problem.property) is not valid: \(problem.message)")
            } else if let conflict = ApplicationRules.conflict(of: credential, among: known) {
                findings.error(marked.location, conflict.message)
            } else if let missing = credential.claimsMatchingExpression?.missingComparison(at: credential.issuer) {
                findings.warning(
                    marked.location, "claimsMatchingExpression \(missing)",
                    hint: "the service keeps such a credential from before July 2026 and creates no new one")
            }
            known.append(credential)
        }
        return known
    }

    mutating func scopes(_ draft: ApplicationDraft, _ owner: PermissionOwner) -> [PermissionScope] {
        var ids = UniqueNames()
        var values = UniqueNames()
        let limit = ApplicationRules.maximumScopeLength(owner.audience)
        return draft.scopes.compactMap { draft in
            guard let value = draft.value else {
                findings.error(draft.location, "value is missing")
                return nil
            }
            check(value, limit, &values)
            var scope = draft.permission
            scope.value = value.value
            scope.id = owner.id("scope", value.value)
            if let id = draft.id {
                _ = ids.claim(id.value, "the permission id", at: id.location, &findings)
                scope.id = PermissionID(id.value)
            }
            return scope
        }
    }

    /// Returns the app roles. A role may have no value: enterprise applications have such a role, which only gives access.
    mutating func roles(_ draft: ApplicationDraft, _ owner: PermissionOwner) -> [AppRole] {
        var ids = UniqueNames()
        var values = UniqueNames()
        return draft.roles.compactMap { draft in
            guard draft.value != nil || draft.id != nil else {
                findings.error(draft.location, "value is missing")
                return nil
            }
            var role = draft.permission
            if let value = draft.value {
                check(value, ApplicationRules.maximumRoleLength, &values)
                role.value = value.value
                role.id = owner.id("role", value.value)
                if role.displayName.isEmpty { role.displayName = value.value }
            }
            if let id = draft.id {
                _ = ids.claim(id.value, "the permission id", at: id.location, &findings)
                role.id = PermissionID(id.value)
            }
            return role
        }
    }

    private mutating func check(_ value: Marked<String>, _ limit: Int, _ values: inout UniqueNames) {
        if let problem = ApplicationRules.problem(ofPermission: value.value, limit) {
            findings.error(value.location, problem)
        } else {
            _ = values.claim(value.value, "the permission", at: value.location, &findings)
        }
    }
}

extension DirectoryBuilder {
    /// Warns about a client that must authenticate and has no usable credential. The token endpoint would reject each request of
    /// the client.
    mutating func adviseOnCredentials(_ application: Application, at location: ConfigurationLocation) {
        guard application.mustAuthenticate, !application.canAuthenticate else { return }
        let message =
            application.undisclosedPasswords.isEmpty
            ? "has no client secret, certificate or federated credential, so the token endpoint rejects its requests"
            : "has only secrets without secretText, which exports leave out, so the token endpoint rejects its requests"
        findings.warning(
            location, message,
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

/// Functions that read certificates from PEM text (RFC 7468).
package enum PEMCertificate {
    /// Returns the PEM blocks of the text without the text around them, which may be anything. The blocks are written into an
    /// export.
    static func blocks(in text: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        var isInside = false
        for line in text.split(whereSeparator: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            isInside = isInside || line.starts(with: "-----BEGIN ".utf8)
            if isInside { blocks += line + [ASCII.lineFeed] }
            if line.starts(with: "-----END ".utf8) { isInside = false }
        }
        return blocks
    }

    /// Returns the first certificate in the text in DER, or nil. Keys and other text are ignored.
    package static func first(in text: [UInt8]) -> [UInt8]? {
        var body: [UInt8]?
        for line in text.split(whereSeparator: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            if line.starts(with: "-----BEGIN CERTIFICATE-----".utf8) {
                body = []
            } else if line.starts(with: "-----END CERTIFICATE-----".utf8), let body {
                let der = Base64.decodeStandard(body)
                return der?.first == 0x30 ? der : nil
            } else {
                body?.append(contentsOf: line.filter { $0 > ASCII.space })
            }
        }
        return nil
    }
}
