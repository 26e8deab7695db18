import Entra
import Formats

extension ApplicationDraft {
    /// Creates the draft from which an application is exported. References to deleted objects are left out.
    init(of application: ApplicationProperties, _ live: LiveObjects) {
        self.init(location: .none)
        self.application = application
        appId = .exported(application.appId)
        objectID = .exported(application.id)
        displayName = application.displayName
        servicePrincipalID = application.servicePrincipalID.description
        sharesAppId = live.isRegisteredElsewhere(application.clientID)
        signInAudience = application.signInAudience
        identifierUris = application.identifierUris.map { .exported($0) }
        redirectURIs = application.redirectURIs.map { Marked(value: $0, location: .none) }
        passwords =
            application.passwordCredentials.map { PasswordDraft(of: $0) }
            + application.undisclosedPasswords.map { PasswordDraft(location: .none, description: $0) }
        certificates = application.keyCredentials.map { KeyCredentialDraft(credential: $0) }
        federatedCredentials = application.federatedIdentityCredentials.map { Marked(value: $0, location: .none) }
        scopes = application.oauth2PermissionScopes.map {
            PermissionDraft(permission: $0, location: .none, id: .exported($0.id), value: .exported($0.value))
        }
        roles = application.appRoles.map {
            PermissionDraft(
                permission: $0, location: .none, id: .exported($0.id),
                value: $0.value.isEmpty ? nil : .exported($0.value))
        }
        preAuthorized = application.preAuthorizedApplications.map { client in
            let scopes = client.delegatedPermissionIds.filter { id in
                application.oauth2PermissionScopes.contains { $0.id == id }
            }
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

extension PasswordDraft {
    fileprivate init(of credential: PasswordCredential) {
        location = .none
        secretText = credential.secretText
        description.keyId = credential.keyId
        description.displayName = credential.displayName
        description.startDateTime = credential.startDateTime
        description.endDateTime = credential.endDateTime
    }
}

extension Marked<String> {
    /// Returns the text of an exported value.
    static func exported(_ value: some CustomStringConvertible) -> Marked {
        Marked(value: value.description, location: .none)
    }
}
