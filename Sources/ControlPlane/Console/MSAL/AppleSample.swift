import ClientTools
import Entra
import Formats
import Protocol

/// The sample for MSAL for iOS and macOS (docs/reference/wire.md#authorities).
enum AppleSample {
    private static let literal = StringLiteral.swift

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        let uri = target.redirectURI(.publicClient) { isApps($0) }
        let placeholder = "msauth.com.example.app://auth"
        let scheme = URIText(uri ?? placeholder).scheme ?? "msauth"
        let missing =
            "The application has no redirect URI of an Apple app. Register msauth.{bundle id}://auth as publicClient. "
            + "The code below uses the bundle ID com.example.app."
        return MSALView.Sample(
            title: "MSAL for iOS and macOS",
            blocks: [
                CodeBlock("Swift", code(target, uri ?? placeholder)),
                CodeBlock(
                    "Info.plist (iOS only)",
                    PlistSnippet.urlTypes(scheme) + "\n" + PlistSnippet.queriesSchemes(["msauthv2", "msauthv3"])),
                CodeBlock(
                    "Trust the CA, iOS simulator",
                    "\(target.fetchCertificate)\nxcrun simctl keychain booted add-root-cert understudy-ca.pem"),
                CodeBlock("Trust the CA, iOS device: open in Safari", "\(target.certificateAuthority).mobileconfig"),
                CodeBlock(
                    "Trust the CA, macOS",
                    """
                    \(target.fetchCertificate)
                    security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db understudy-ca.pem
                    """),
            ],
            notes: target.httpsNote + (uri == nil ? [missing] : []) + target.furtherScopesNote)
    }

    private static func code(_ target: MSALTarget, _ uri: String) -> String {
        """
        import MSAL

        let authority = try \(target.isB2C ? "MSALB2CAuthority" : "MSALAADAuthority")(
            url: URL(string: \(literal.quoted(target.authority)))!)
        let configuration = MSALPublicClientApplicationConfig(
            clientId: \(literal.quoted(target.clientID)),
            redirectUri: \(literal.quoted(uri)),
            authority: authority)
        // Without this, MSAL asks login.microsoftonline.com about the authority.
        configuration.knownAuthorities = [authority]
        let application = try MSALPublicClientApplication(configuration: configuration)

        let parameters = MSALInteractiveTokenParameters(
            scopes: [\(literal.quoted(target.scopes))],
            webviewParameters: MSALWebviewParameters(authPresentationViewController: viewController))
        let result = try await application.acquireToken(with: parameters)
        """
    }

    /// Whether a redirect URI has a custom scheme, which is neither `http(s)` nor Android's form with a signature hash.
    private static func isApps(_ uri: String) -> Bool {
        let text = URIText(uri)
        return text.scheme != nil && !text.isWeb && text.scheme != "msauth" && text.scheme != "urn"
    }
}
