package import Entra

/// Says more about a registered redirect URI than whether Entra takes it, such as what the SDKs make of it. What it says
/// becomes a warning that names the place.
package struct RedirectURIAdviser: Sendable {
    /// A registration's entry with what decides about it.
    package struct Entry: Sendable {
        package let uri: RegisteredRedirectURI
        /// Spelled as in the configuration.
        package let appId: String
        package let audience: SignInAudience
        package let tenantKind: Tenant.Kind
    }

    /// One warning, said so that it follows "the redirect URI …".
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
