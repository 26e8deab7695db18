import Entra

struct UserFlowDraft: Sendable {
    let place: ConfigurationPlace
    var id: Marked<String>?
    var kind: UserFlow.Kind?
    var attributes: [UserAttribute]?
    var claims: [UserFlowClaim]?
    var identityProviders: [String] = []
    var credential: UserFlow.Credential?
    var resetsPassword = false
    var applications: [String]?

    /// The flow of that name; what is left out follows from the name.
    func userFlow(named name: String) -> UserFlow {
        UserFlow(
            id: name, kind: kind ?? UserFlow.kind(ofName: name), attributes: attributes ?? [.displayName],
            claims: claims, identityProviders: identityProviders.map(IdentityProvider.init),
            credential: credential ?? .password, resetsPassword: resetsPassword,
            applications: applications?.map { ClientID($0) })
    }
}

/// An attribute with its rules.
struct UserAttributeDraft: Sendable {
    var name = ""
    var isRequired = true
    var pattern: String?
}
