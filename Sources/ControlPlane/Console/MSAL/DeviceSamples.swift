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

/// The sample for MSAL for Android.
enum AndroidSample {
    private static let literal = StringLiteral.json

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        let uri = target.redirectURI(.publicClient) {
            $0.hasExactPrefix("msauth://") && !$0.hasExactPrefix("msauth://auth")
        }
        let missing =
            "The application has no redirect URI of an Android app. Register msauth://{package}/{signature hash} as "
            + "publicClient. The code below uses a placeholder."
        let port = target.origin.port ?? (target.origin.isSecure ? 443 : 80)
        return MSALView.Sample(
            title: "MSAL for Android",
            blocks: [
                CodeBlock(
                    "res/raw/auth_config.json", configuration(target, uri ?? "msauth://com.example.app/signature%3D")),
                CodeBlock(
                    "Kotlin",
                    """
                    val application = PublicClientApplication.createSingleAccountPublicClientApplication(
                        context, R.raw.auth_config)
                    """),
                CodeBlock(
                    "Forward localhost of the emulator to this machine", "adb reverse tcp:\(port) tcp:\(port)"),
                CodeBlock(
                    "Trust the CA",
                    "\(target.fetchCertificate)\ncp understudy-ca.pem app/src/debug/res/raw/understudy_ca.pem"),
                CodeBlock(
                    "app/src/debug/res/xml/network_security_config.xml, referenced by android:networkSecurityConfig",
                    """
                    <network-security-config>
                        <debug-overrides>
                            <trust-anchors>
                                <certificates src="@raw/understudy_ca" />
                            </trust-anchors>
                        </debug-overrides>
                    </network-security-config>
                    """),
            ],
            notes: target.httpsNote + (uri == nil ? [missing] : []) + [
                "The sign-in page opens in a browser, which does not read the app’s network security configuration. "
                    + "Install the CA on the device as well, or set authorization_user_agent to WEBVIEW as below."
            ])
    }

    private static func configuration(_ target: MSALTarget, _ uri: String) -> String {
        """
        {
          "client_id": \(literal.quoted(target.clientID)),
          "redirect_uri": \(literal.quoted(uri)),
          "authorization_user_agent": "WEBVIEW",
          "account_mode": "SINGLE",
          "authorities": [
            {
              "type": \(literal.quoted(target.isB2C ? "B2C" : "AAD")),
              "authority_url": \(literal.quoted(target.authority)),
              "default": true
            }
          ]
        }
        """
    }
}
