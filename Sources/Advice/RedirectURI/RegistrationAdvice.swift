package import Entra
import Wire

/// What MSAL for Apple devices makes of a redirect URI that is registered, for warnings about a configuration.
package enum RegistrationAdvice {
    /// nil when there is nothing to say: the URI is no Apple app's, or MSAL takes it.
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

    /// Whether the scheme can only be that of an app on an Apple device: not the web's, not Windows' or Android's, not
    /// out-of-band.
    private static func isApps(_ scheme: String, _ uri: URIText) -> Bool {
        let isOthers = ["urn", "ms-app", "ms-appx-web"].contains { $0.isExactlyIgnoringASCIICase(scheme) }
        let isAndroid = scheme == "msauth" && uri.host != "auth" && uri.host != "code"
        return !uri.isWeb && !isOthers && !isAndroid
    }
}
