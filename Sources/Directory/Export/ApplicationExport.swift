import Entra
import Formats
import HashTreeCollections

extension ApplicationDraft {
    /// Creates the draft from which an application is exported. References to deleted objects are left out.
    init(of application: ApplicationProperties, _ live: LiveObjects) {
        self.init(location: .none)
        self.application = application
        appId = .exported(application.appId)
        objectID = .exported(application.id)
        displayName = application.displayName
        servicePrincipalID = application.servicePrincipalID.description
        deletedRelations = live.tenant.bin.relations[application.servicePrincipalID] ?? DeletedRelations()
        sharesAppId = live.isRegisteredElsewhere(application.clientID)
        signInAudience = application.signInAudience
        identifierUris = application.identifierUris.map { .exported($0) }
        redirectURIs = application.redirectURIs.map { Marked(value: $0, location: .none) }
        passwords =
            application.passwordCredentials.map { PasswordDraft(of: $0) }
            + application.undisclosedPasswords.map { PasswordDraft(location: .none, description: $0) }
        certificates = application.keyCredentials.map { KeyCredentialDraft(credential: $0) }
        federatedCredentials = application.federatedIdentityCredentials.map { Marked(value: $0, location: .none) }
        extensions = application.extensionProperties.map { Marked(value: $0, location: .none) }
        scopes = application.oauth2PermissionScopes.map { PermissionDraft(of: $0) }
        roles = application.appRoles.map { PermissionDraft(of: $0) }
        preAuthorized = application.preAuthorizedApplications.map { client in
            let scopes = client.delegatedPermissionIds.filter { Application(application).scope($0) != nil }
            return PreAuthorizedDraft(appId: client.appId.description, permissions: scopes.map { .exported($0) })
        }
        required = application.requiredResourceAccess.compactMap(live.required).map { resource in
            RequiredResourceDraft(
                location: .none, resource: .exported(resource.resourceAppId),
                access: resource.scopes.map { RequiredAccessDraft(id: .exported($0), kind: .scope) }
                    + resource.roles.map { RequiredAccessDraft(id: .exported($0), kind: .role) })
        }
    }
}

extension ApplicationDraft {
    /// The draft of one of Microsoft's APIs without what the API has itself.
    var additions: ApplicationDraft {
        var draft = self
        draft.objectID = nil
        draft.displayName = nil
        draft.servicePrincipalID = nil
        draft.signInAudience = nil
        draft.identifierUris = []
        draft.scopes = application.addedScopes.map { PermissionDraft(of: $0) }
        draft.roles = application.addedRoles.map { PermissionDraft(of: $0) }
        return draft
    }
}

extension PermissionDraft<PermissionScope> {
    fileprivate init(of scope: PermissionScope) {
        self.init(permission: scope, location: .none, id: .exported(scope.id), value: .exported(scope.value))
    }
}

extension PermissionDraft<AppRole> {
    fileprivate init(of role: AppRole) {
        self.init(
            permission: role, location: .none, id: .exported(role.id),
            value: role.value.isEmpty ? nil : .exported(role.value))
    }
}

extension PasswordDraft {
    fileprivate init(of credential: PasswordCredential) {
        location = .none
        secretText = credential.secretText
        description.keyId = credential.keyId
        description.displayName = credential.displayName
        description.startDateTime = credential.startDateTime
        description.endDateTime = credential.endDateTime
        isOfServicePrincipal = credential.isOfServicePrincipal
    }
}

extension Marked<String> {
    /// Returns the text of an exported value.
    static func exported(_ value: some CustomStringConvertible) -> Marked {
        Marked(value: value.description, location: .none)
    }
}
