import Entra
import Formats

// The exports of a tenant's objects: each is a draft, from which the table of keys writes the members.

extension UserDraft {
    /// Creates the draft of a user without guest accounts. A user with a password is not passwordless, because no configuration may
    /// combine both.
    init(of user: UserProperties) {
        self.init(user: user, location: .none)
        self.user.isPasswordless = user.isPasswordless && user.password == nil
        id = .exported(user.id)
        userPrincipalName = .exported(user.userPrincipalName)
        displayName = user.displayName
        groups = user.groups.map { .exported($0) }
        roles = user.directoryRoles.map { .exported($0) }
    }
}

extension Group {
    var exported: JSONValue {
        GroupDraft.value.export(GroupDraft(group: self, location: .none, id: .exported(id)))
    }
}

extension Device {
    func exported(_ live: LiveObjects) -> JSONValue {
        let owners = registeredOwners.filter { live.tenant.user($0) != nil }
        return DeviceDraft.value.export(
            DeviceDraft(
                device: self, location: .none, deviceId: .exported(deviceId), owners: owners.map { .exported($0) }))
    }
}

extension PermissionGrant {
    var exported: JSONValue {
        var draft = GrantDraft(
            location: .none, client: .exported(client), resource: .exported(resource), consentType: .allPrincipals,
            scope: .exported(scopes.joined(separator: " ")))
        if case .principal(let user) = consentType {
            draft.consentType = .principal
            draft.principal = .exported(user)
        }
        return GrantDraft.value.export(draft)
    }
}

extension AppRoleAssignment {
    var exported: JSONValue {
        let holder: Marked<String> =
            switch principal {
            case .user(let id), .group(let id): .exported(id)
            case .application(let id): .exported(id)
            }
        return AssignmentDraft.value.export(
            AssignmentDraft(
                location: .none, principal: holder, resource: .exported(resource), role: .exported(appRole)))
    }
}

extension ManagedIdentity {
    var exported: JSONValue {
        let hosts = ManagedIdentityHost.allCases.filter(self.hosts.contains)
        return ManagedIdentityDraft.value.export(
            ManagedIdentityDraft(
                location: .none, id: .exported(resourceID), name: name, kind: kind, clientID: .exported(clientID),
                principalID: .exported(principalID),
                hosts: hosts.count < ManagedIdentityHost.allCases.count ? hosts : nil))
    }
}

extension AuthenticationContext {
    var exported: JSONValue {
        AuthenticationContextDraft.value.export(
            AuthenticationContextDraft(context: self, location: .none, id: .exported(id)))
    }
}

extension FederatedDomain {
    var exported: JSONValue {
        FederatedDomainDraft.value.export(
            FederatedDomainDraft(
                location: .none, domain: .exported(domain), issuerUri: .exported(issuerUri),
                signingCertificate: signingCertificate,
                metadataExchangeUri: metadataExchangeUri.map { .exported($0) },
                activeSignInUri: activeSignInUri.map { .exported($0) },
                passiveSignInUri: passiveSignInUri.map { .exported($0) }))
    }
}

extension UserFlow {
    var exported: JSONValue {
        UserFlowDraft.value.export(
            UserFlowDraft(
                location: .none, id: .exported(id), kind: kind,
                attributes: attributes.map { Marked(value: $0, location: .none) },
                claims: claims.map { Marked(value: $0, location: .none) },
                identityProviders: identityProviders.map(\.name), credential: credential,
                resetsPassword: resetsPassword ? Marked(value: true, location: .none) : nil,
                applications: applications.map { Marked(value: $0.map { .exported($0) }, location: .none) }))
    }
}

extension FederatedIssuer {
    var exported: JSONValue {
        var draft = FederatedIssuerDraft(location: .none, issuer: .exported(issuer))
        switch keys {
        case .configured(let set): draft.jwks = Marked(value: set.document, location: .none)
        case .fetched(let location):
            if let address = location.keySet {
                draft.jwksUri = .exported(address)
            } else {
                draft.discovery = Marked(value: true, location: .none)
                if location.base != WebAddress(issuer) { draft.address = .exported(location.base) }
            }
            draft.certificateAuthority = location.authorityPEM.map { .exported(String(decoding: $0, as: UTF8.self)) }
        }
        return FederatedIssuerDraft.value.export(draft)
    }
}

extension MFAMethod {
    /// The method in the form of the configuration.
    var text: String {
        switch self {
        case .code(let text), .email(let text), .sms(let text): text
        case .authenticator(let secret): "totp:" + Base32.encode(secret)
        }
    }
}
