import Entra
import Formats
import Protocol

/// The sample for msal-browser for single-page applications, and for msal-node otherwise.
enum JavaScriptSample {
    private static let literal = StringLiteral.javaScript

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        let browser = target.redirectURI(.spa).map {
            CodeBlock("In the browser: msal-browser", self.browser(target, $0))
        }
        let hasServerPart = browser == nil || target.secret != nil
        let node = hasServerPart ? CodeBlock("In Node: msal-node", self.node(target)) : nil
        return MSALView.Sample(
            title: "MSAL for JavaScript",
            blocks: [browser, node].compactMap(\.self) + [
                CodeBlock(
                    "Trust the CA, Node",
                    "\(target.fetchCertificate)\nexport NODE_EXTRA_CA_CERTS=$PWD/understudy-ca.pem"),
                CodeBlock(
                    "Trust the CA, Chromium on Linux",
                    """
                    \(target.fetchCertificate)
                    certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n understudy -i understudy-ca.pem
                    """),
            ],
            notes: target.httpsNote
                + (browser == nil
                    ? ["msal-browser needs a redirect URI of the platform spa. The application has none."] : [])
                + (hasServerPart && target.isPublic ? target.loopbackNote : [])
                + (browser != nil || target.isPublic ? target.furtherScopesNote : []))
    }

    private static func browser(_ target: MSALTarget, _ uri: String) -> String {
        """
        import { PublicClientApplication } from "@azure/msal-browser";

        const application = new PublicClientApplication({
          auth: {
            clientId: \(literal.quoted(target.clientID)),
            authority: \(literal.quoted(target.authority)),
            knownAuthorities: [\(literal.quoted(target.origin.authority))], // with the port
            redirectUri: \(literal.quoted(uri)),
          },
        });
        await application.initialize();
        const result = await application.loginPopup({ scopes: [\(literal.quoted(target.scopes))] });
        """
    }

    private static func node(_ target: MSALTarget) -> String {
        let kind = target.isPublic ? "PublicClientApplication" : "ConfidentialClientApplication"
        let secret = target.secret.map { "\n    clientSecret: \(literal.quoted($0))," } ?? ""
        let call =
            target.isPublic
            ? """
            const result = await application.acquireTokenInteractive({
              scopes: [\(literal.quoted(target.scopes))],
              openBrowser: async (url) => console.log("Open " + url),
            });
            """
            : """
            const result = await application.acquireTokenByClientCredential({
              scopes: [\(literal.quoted(target.applicationScope))],
            });
            """
        return """
            import { \(kind) } from "@azure/msal-node";

            const application = new \(kind)({
              auth: {
                clientId: \(literal.quoted(target.clientID)),
                authority: \(literal.quoted(target.ownAuthority)),
                knownAuthorities: [\(literal.quoted(target.origin.authority))], // with the port\(secret)
              },
            });
            \(call)
            """
    }
}
