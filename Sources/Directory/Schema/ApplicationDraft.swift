import Entra

/// An application in a file: the properties of the model, and the values that are checked or resolved after every file is read.
struct ApplicationDraft: Sendable {
    var application = ApplicationProperties(appId: "", servicePrincipalID: ObjectID(""), displayName: "")
    let location: ConfigurationLocation
    /// Whether the draft is from a manifest file. Parts of an export that Understudy does not know cause a warning and not an
    /// error.
    var isExport = false
    var appId: Marked<String>?
    var objectID: Marked<String>?
    var displayName: String?
    var servicePrincipalID: String?
    /// Whether another tenant has an application with the same appId. This application is found only under its own tenant's
    /// authority.
    var sharesAppId = false
    var signInAudience: SignInAudience?
    var identifierUris: [Marked<String>] = []
    var redirectURIs: [Marked<RegisteredRedirectURI>] = []
    /// The redirect URIs of the older format, which have no platform. `isOlderPublicClient` determines the platform.
    var replyURLs: [Marked<String>] = []
    var isOlderPublicClient = false
    var passwords: [PasswordDraft] = []
    var certificates: [KeyCredentialDraft] = []
    var federatedCredentials: [Marked<FederatedIdentityCredential>] = []
    var extensions: [Marked<ExtensionProperty>] = []
    var scopes: [PermissionDraft<PermissionScope>] = []
    var roles: [PermissionDraft<AppRole>] = []
    var preAuthorized: [PreAuthorizedDraft] = []
    var required: [RequiredResourceDraft] = []
    /// The relations of a deleted service principal.
    var deletedRelations = DeletedRelations()

    init(location: ConfigurationLocation) {
        self.location = location
    }

    /// The redirect URIs with a platform, and those of the older format that are not among them.
    var allRedirectURIs: [Marked<RegisteredRedirectURI>] {
        guard !replyURLs.isEmpty else { return redirectURIs }
        let known = Set(redirectURIs.map(\.value.uri))
        let others = replyURLs.map {
            Marked(
                value: RegisteredRedirectURI(platform: isOlderPublicClient ? .publicClient : .web, uri: $0.value),
                location: $0.location)
        }
        return redirectURIs + others.filter { !known.contains($0.value.uri) }
    }
}

extension ApplicationDraft {
    /// Returns the location of the last entry of a property that is a list, or of the application for any other property.
    func location(ofLast property: String) -> ConfigurationLocation {
        let entry: ConfigurationLocation? =
            switch property {
            case "identifierUris": identifierUris.last?.location
            case "passwordCredentials": passwords.last?.location
            case "api.oauth2PermissionScopes": scopes.last?.location
            case "appRoles": roles.last?.location
            case "requiredResourceAccess": required.last?.location
            default: nil
            }
        return entry ?? location
    }
}

/// A secret, or the description of a secret in an export.
struct PasswordDraft: Sendable {
    let location: ConfigurationLocation
    var secretText: String?
    var description = RedactedPassword()
    var isOfServicePrincipal = false
}

/// A permission whose ID is optional.
struct PermissionDraft<Permission: Sendable>: Sendable {
    var permission: Permission
    let location: ConfigurationLocation
    var id: Marked<String>?
    var value: Marked<String>?
}

struct PreAuthorizedDraft: Sendable {
    var appId: String?
    var permissions: [Marked<String>] = []
}

struct RequiredResourceDraft: Sendable {
    let location: ConfigurationLocation
    var resource: Marked<String>?
    var access: [RequiredAccessDraft] = []
}

/// A permission of another API: by ID as in Graph, or by value.
struct RequiredAccessDraft: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case scope = "Scope"
        case role = "Role"
    }

    var id: Marked<String>?
    var kind = Kind.scope
}
