import Entra

struct UserFlowDraft: Sendable {
    let place: ConfigurationPlace
    var id: Marked<String>?
    var kind: UserFlow.Kind?
    var attributes: [Marked<UserAttribute>]?
    var claims: Marked<[UserFlowClaim]>?
    var identityProviders: [String] = []
    var credential: UserFlow.Credential?
    var resetsPassword: Marked<Bool>?
    var applications: Marked<[Marked<String>]>?

    /// Returns the user flow with the name. A missing kind follows from the name.
    func userFlow(named name: String) -> UserFlow {
        UserFlow(
            id: name, kind: kind ?? UserFlow.kind(ofName: name),
            attributes: attributes?.map(\.value) ?? [.displayName],
            claims: claims?.value, identityProviders: identityProviders.map(IdentityProvider.init),
            credential: credential ?? .password, resetsPassword: resetsPassword?.value ?? false,
            applications: applications?.value.map { ClientID($0.value) })
    }
}

/// An attribute of a user flow with its rules.
struct UserAttributeDraft: Sendable {
    var name = ""
    var isRequired = true
    var pattern: String?
}
