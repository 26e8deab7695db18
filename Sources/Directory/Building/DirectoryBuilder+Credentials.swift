import Entra
import Wire

extension DirectoryBuilder {
    mutating func completeSecrets(_ application: inout Application, _ draft: ApplicationDraft) {
        for password in draft.passwords {
            guard let secret = password.secretText else {
                application.undisclosedPasswords.append(password.description)
                continue
            }
            var credential = PasswordCredential(secretText: secret)
            credential.keyId = password.description.keyId
            credential.displayName = password.description.displayName
            credential.startDateTime = password.description.startDateTime
            credential.endDateTime = password.description.endDateTime
            application.passwordCredentials.append(credential)
        }
        if application.signInAudience.admitsPersonalAccounts, draft.passwords.count > 2,
            let third = draft.passwords.last
        {
            findings.error(third.place, "at most 2 secrets are allowed when personal accounts are admitted")
        }
    }

    mutating func credential(_ draft: KeyCredentialDraft) -> KeyCredential {
        var credential = draft.credential
        if let file = draft.certificateFile { credential.certificate = certificate(in: file) }
        return credential
    }

    /// DER of the first certificate of a PEM file, whose path is relative to the file that names it.
    mutating func certificate(in file: Marked<String>) -> [UInt8]? {
        let path = FilePattern.path(file.value, in: FilePattern.folder(of: file.place.file))
        switch files.read(path, 1 << 20) {
        case .failure(let failure): findings.error(file.place, "\(path) cannot be read: \(failure.reason)")
        case .success(let bytes):
            if let certificate = PEMCertificate.first(in: bytes) { return certificate }
            findings.error(file.place, "\(path) holds no certificate in PEM form")
        }
        return nil
    }

    mutating func scopes(_ draft: ApplicationDraft, _ owner: PermissionOwner) -> [PermissionScope] {
        var ids = UniqueNames()
        var values = UniqueNames()
        let limit = owner.application.signInAudience.admitsPersonalAccounts ? 40 : 120
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

    /// A role may have no value: enterprise applications have such a one, which only gives access.
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
                check(value, 120, &values)
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
        if value.value.utf8.count > limit {
            findings.error(value.place, "longer than \(limit) characters")
        } else if !value.value.utf8.allSatisfy({ $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: "/") }) {
            findings.error(value.place, "a permission's value has no space, slash or non-ASCII character")
        } else {
            _ = values.claim(value.value, "the permission", at: value.place, &findings)
        }
    }
}
