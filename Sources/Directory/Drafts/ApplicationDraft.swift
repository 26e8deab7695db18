import Entra

/// An application as a file has it: the model's own properties, and what is checked or resolved once every file is read.
struct ApplicationDraft: Sendable {
    var application = Application(appId: "", servicePrincipalID: ObjectID(""), displayName: "")
    let place: ConfigurationPlace
    /// From a manifest file: what an export may hold beyond Understudy's knowledge gives a warning, not an error.
    var isExport = false
    var appId: Marked<String>?
    var objectID: Marked<String>?
    var displayName: String?
    var servicePrincipalID: String?
    /// Another tenant has the application of that appId; this one is found under this tenant's own authority.
    var sharesAppId = false
    var signInAudience: SignInAudience?
    var identifierUris: [Marked<String>] = []
    var redirectURIs: [Marked<RegisteredRedirectURI>] = []
    /// The older format's redirect URIs without a platform, and what says which that is.
    var replyURLs: [Marked<String>] = []
    var isOlderPublicClient = false
    var passwords: [PasswordDraft] = []
    var certificates: [KeyCredentialDraft] = []
    var federatedCredentials: [Marked<FederatedIdentityCredential>] = []
    var scopes: [PermissionDraft<PermissionScope>] = []
    var roles: [PermissionDraft<AppRole>] = []
    var preAuthorized: [PreAuthorizedDraft] = []
    var required: [RequiredResourceDraft] = []

    init(place: ConfigurationPlace) {
        self.place = place
    }

    /// Those with a platform, and of the older format's those that are not among them.
    var allRedirectURIs: [Marked<RegisteredRedirectURI>] {
        guard !replyURLs.isEmpty else { return redirectURIs }
        let known = Set(redirectURIs.map(\.value.uri))
        let others = replyURLs.map {
            Marked(
                value: RegisteredRedirectURI(platform: isOlderPublicClient ? .publicClient : .web, uri: $0.value),
                place: $0.place)
        }
        return redirectURIs + others.filter { !known.contains($0.value.uri) }
    }
}

/// A secret, or what an export tells of one.
struct PasswordDraft: Sendable {
    let place: ConfigurationPlace
    var secretText: String?
    var description = UndisclosedPassword()
}

/// A permission whose id may be left out.
struct PermissionDraft<Permission: Sendable>: Sendable {
    var permission: Permission
    let place: ConfigurationPlace
    var id: Marked<String>?
    var value: Marked<String>?
}

struct PreAuthorizedDraft: Sendable {
    var appId: String?
    var permissions: [Marked<String>] = []
}

struct RequiredResourceDraft: Sendable {
    let place: ConfigurationPlace
    var resource: Marked<String>?
    var access: [RequiredAccessDraft] = []
}

/// One permission of another API: by id as Graph has it, or by value.
struct RequiredAccessDraft: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case scope = "Scope"
        case role = "Role"
    }

    var id: Marked<String>?
    var kind = Kind.scope
}
