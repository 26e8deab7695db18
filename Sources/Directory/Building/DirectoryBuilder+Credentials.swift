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
            application.passwordCredentials.append(credential)
        }
        if let problem = ApplicationRules.problem(ofSecrets: draft.passwords.count, application.signInAudience),
            let last = draft.passwords.last
        {
            findings.error(last.place, problem)
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
        let path = FilePattern.path(file.value, in: FilePattern.folder(of: file.place.file))
        switch files.read(path, 1 << 20) {
        case .failure(let failure): findings.error(file.place, "\(path) cannot be read: \(failure.reason)")
        case .success(let bytes):
            if let certificate = PEMCertificate.first(in: bytes) { return certificate }
            findings.error(file.place, "\(path) contains no PEM certificate")
        }
        return nil
    }

    mutating func federatedCredentials(_ draft: ApplicationDraft) -> [FederatedIdentityCredential] {
        let limit = ApplicationRules.maximumFederatedCredentials
        guard draft.federatedCredentials.count <= limit else {
            let count = draft.federatedCredentials.count
            findings.error(draft.place, "has \(count) federated identity credentials; at most \(limit) are allowed")
            return []
        }
        var known: [FederatedIdentityCredential] = []
        for marked in draft.federatedCredentials {
            let credential = marked.value
            // An earlier step reported the missing member.
            guard ![credential.name, credential.issuer, credential.subject].containsExactly("") else { continue }
            if let problem = ApplicationRules.problem(of: credential, admitsIssuer: ApplicationRules.isIssuerOfFile) {
                findings.error(marked.place, "\(problem.property) is not valid: \(problem.message)")
            } else if let conflict = ApplicationRules.conflict(of: credential, among: known) {
                findings.error(marked.place, conflict)
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
                findings.error(draft.place, "value is missing")
                return nil
            }
            check(value, limit, &values)
            var scope = draft.permission
            scope.value = value.value
            scope.id = owner.id("scope", value.value)
            if let id = draft.id {
                _ = ids.claim(id.value, "the permission id", at: id.place, &findings)
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
                findings.error(draft.place, "value is missing")
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
                _ = ids.claim(id.value, "the permission id", at: id.place, &findings)
                role.id = PermissionID(id.value)
            }
            return role
        }
    }

    private mutating func check(_ value: Marked<String>, _ limit: Int, _ values: inout UniqueNames) {
        if let problem = ApplicationRules.problem(ofPermission: value.value, limit) {
            findings.error(value.place, problem)
        } else {
            _ = values.claim(value.value, "the permission", at: value.place, &findings)
        }
    }
}
