import Entra
import Formats
import Protocol

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
