import Entra
import Formats
import HashTreeCollections

// The drafts of objects, from which the tables of keys write an export.

extension UserDraft {
    /// Creates the draft of a user without guest accounts. A user with a password is not passwordless, because no configuration may
    /// combine both. A user without the app does not sign in by phone, for the same reason.
    init(of user: UserProperties) {
        self.init(user: user, location: .none)
        self.user.isPasswordless = user.isPasswordless && user.password == nil
        self.user.isPhoneSignInEnabled = user.signsInByPhone
        id = .exported(user.id)
        userPrincipalName = .exported(user.userPrincipalName)
        displayName = user.displayName
        groups = user.groups.map { .exported($0) }
        roles = user.directoryRoles.map { .exported($0) }
    }
}

extension GroupDraft {
    init(of group: Group, in tenant: Tenant) {
        self.init(
            group: group, location: .none, id: .exported(group.id),
            deletedMembers: group.deletedMembers.map { .exported($0) },
            deletedRelations: tenant.bin.relations[group.id] ?? DeletedRelations(),
            members: group.members.map { .exported($0) }, owners: group.owners.map { .exported($0) })
    }
}

extension DeviceDraft {
    init(of device: Device, in tenant: Tenant) {
        let owners = device.registeredOwners.filter { tenant.user($0) != nil }
        self.init(
            device: device, location: .none, deviceId: .exported(device.deviceId), id: .exported(device.id),
            owners: owners.map { .exported($0) })
    }
}

extension GrantDraft {
    init(of grant: PermissionGrant) {
        self.init(
            location: .none, client: .exported(grant.client), resource: .exported(grant.resource),
            consentType: .allPrincipals, scope: .exported(grant.scopes.joined(separator: " ")))
        if case .principal(let user) = grant.consentType {
            consentType = .principal
            principal = .exported(user)
        }
    }
}

extension AssignmentDraft {
    init(of assignment: AppRoleAssignment) {
        let holder: Marked<String> =
            switch assignment.principal {
            case .user(let id), .group(let id): .exported(id)
            case .application(let id): .exported(id)
            }
        self.init(
            location: .none, principal: holder, resource: .exported(assignment.resource),
            role: .exported(assignment.appRole))
    }
}

extension ManagedIdentityDraft {
    init(of identity: ManagedIdentity) {
        let hosts = ManagedIdentityHost.allCases.filter(identity.hosts.contains)
        self.init(
            location: .none, id: .exported(identity.resourceID), name: identity.name, kind: identity.kind,
            clientID: .exported(identity.clientID), principalID: .exported(identity.principalID),
            hosts: hosts.count < ManagedIdentityHost.allCases.count ? hosts : nil)
    }
}

extension AuthenticationContextDraft {
    init(of context: AuthenticationContext) {
        self.init(context: context, location: .none, id: .exported(context.id))
    }
}

extension FederatedDomainDraft {
    init(of domain: FederatedDomain) {
        self.init(
            location: .none, domain: .exported(domain.domain), issuerUri: .exported(domain.issuerUri),
            signingCertificate: domain.signingCertificate,
            metadataExchangeUri: domain.metadataExchangeUri.map { .exported($0) },
            activeSignInUri: domain.activeSignInUri.map { .exported($0) },
            passiveSignInUri: domain.passiveSignInUri.map { .exported($0) })
    }
}

extension UserFlowDraft {
    init(of flow: UserFlow) {
        self.init(
            location: .none, id: .exported(flow.id), kind: flow.kind,
            attributes: flow.attributes.map { Marked(value: $0, location: .none) },
            claims: flow.claims.map { Marked(value: $0, location: .none) },
            identityProviders: flow.identityProviders.map(\.name), credential: flow.credential,
            resetsPassword: flow.resetsPassword ? Marked(value: true, location: .none) : nil,
            usernameElement: flow.usernameElement.map { Marked(value: $0, location: .none) },
            applications: flow.applications.map { Marked(value: $0.map { .exported($0) }, location: .none) })
    }
}

extension FederatedIssuerDraft {
    init(of federated: FederatedIssuer) {
        self.init(location: .none, issuer: .exported(federated.issuer))
        switch federated.keys {
        case .configured(let set): jwks = Marked(value: set.document, location: .none)
        case .fetched(let location):
            if let keySet = location.keySet {
                jwksUri = .exported(keySet)
            } else {
                discovery = Marked(value: true, location: .none)
                if location.base != WebAddress(federated.issuer) { address = .exported(location.base) }
            }
            certificateAuthority = location.authorityPEM.map { .exported(String(decoding: $0, as: UTF8.self)) }
        }
    }
}

extension MFAMethod {
    /// The method in the form of the configuration.
    var text: String {
        switch self {
        case .code(let text), .email(let text), .sms(let text): text
        case .authenticator(let secret): "totp:" + Base32.encode(secret)
        case .push(let phone): phone.isEmpty ? "push" : "push:" + phone
        }
    }
}
