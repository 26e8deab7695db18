package import Entra

/// An adviser on registered redirect URIs that Entra accepts, for example on what the SDKs require. The advice becomes a warning
/// at the place of the URI.
package struct RedirectURIAdviser: Sendable {
    /// An entry of a registration, with the values on which the advice depends.
    package struct Entry: Sendable {
        package let uri: RegisteredRedirectURI
        /// The application's ID, spelled as in the configuration.
        package let appId: String
        package let audience: SignInAudience
        package let tenantKind: Tenant.Kind
    }

    /// A warning whose message continues the phrase "the redirect URI …".
    package struct Advice: Sendable {
        package let message: String
        package let hint: String?

        package init(_ message: String, hint: String?) {
            self.message = message
            self.hint = hint
        }
    }

    package let advice: @Sendable (Entry) -> Advice?

    package init(_ advice: @escaping @Sendable (Entry) -> Advice?) {
        self.advice = advice
    }
}
