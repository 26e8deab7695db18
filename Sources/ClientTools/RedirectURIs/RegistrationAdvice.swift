package import Entra
import Formats

/// The advice on a registered redirect URI from the rules of MSAL for Apple devices, for warnings about a configuration.
package enum RegistrationAdvice {
    /// Returns a warning, or nil if the URI does not belong to an Apple app or MSAL accepts the URI.
    package static func warning(
        on entry: RegisteredRedirectURI, clientID: String, authority: AuthorityKind
    ) -> (message: String, hint: String?)? {
        let uri = URIText(entry.uri.string)
        guard entry.platform == .publicClient, let scheme = uri.scheme, isApps(scheme, uri) else { return nil }
        var question = RedirectURIQuestion(uri: uri.text)
        question.clientID = clientID
        question.authority = authority
        question.bundleID = BundleID.guessed(from: uri.text)
        let verdict = RedirectURILinter.verdict(question, by: .msal2)
        guard !verdict.isAccepted, !BrokerFormat(question).isForCertificates else { return nil }
        return ("is rejected by MSAL for iOS and macOS: \(verdict.reason)", verdict.suggestion.map { "use \($0)" })
    }

    /// Returns whether the scheme can only belong to an app on an Apple device. Schemes of the web, of Windows, of Android and of
    /// out-of-band redirects do not.
    private static func isApps(_ scheme: String, _ uri: URIText) -> Bool {
        let isOthers = ["urn", "ms-app", "ms-appx-web"].contains { $0.isExactlyIgnoringASCIICase(scheme) }
        let isAndroid = scheme == "msauth" && uri.host != "auth" && uri.host != "code"
        return !uri.isWeb && !isOthers && !isAndroid
    }
}
