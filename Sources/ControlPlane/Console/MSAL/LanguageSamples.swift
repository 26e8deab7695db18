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

/// The sample for MSAL for Python (docs/reference/wire.md#msal-python).
enum PythonSample {
    private static let literal = StringLiteral.python

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        MSALView.Sample(
            title: "MSAL for Python",
            blocks: [
                CodeBlock("Python", code(target)),
                CodeBlock("Download the CA for the verify parameter", target.fetchCertificate),
            ],
            notes: target.platformNotes + [
                "The environment variables REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE override verify. If one of them is set, "
                    + "unset the variable or set it to the path of the CA."
            ])
    }

    private static func code(_ target: MSALTarget) -> String {
        let kind = target.isPublic ? "PublicClientApplication" : "ConfidentialClientApplication"
        let secret = target.secret.map { "\n    client_credential=\(literal.quoted($0))," } ?? ""
        let call =
            target.isPublic
            ? "result = application.acquire_token_interactive(scopes=[\(literal.quoted(target.scopes))])"
            : "result = application.acquire_token_for_client(scopes=[\(literal.quoted(target.applicationScope))])"
        return """
            import msal

            application = msal.\(kind)(
                \(literal.quoted(target.clientID)),
                authority=\(literal.quoted(authority(target))),\(secret)
                instance_discovery=False,
                verify="understudy-ca.pem",
            )
            \(call)
            """
    }

    /// Returns the authority without the segment `tfp`, which msal does not support. The policy follows the tenant.
    private static func authority(_ target: MSALTarget) -> String {
        target.isB2C
            ? target.ownAuthority.replacingExactly("/tfp/", with: "/", atMost: 1) : target.ownAuthority
    }
}

/// The sample for MSAL.NET.
enum DotNetSample {
    private static let literal = StringLiteral.cSharp

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        MSALView.Sample(
            title: "MSAL.NET",
            blocks: [
                CodeBlock("C#", code(target)),
                CodeBlock(
                    "Trust the CA, Linux",
                    "\(target.fetchCertificate)\nexport SSL_CERT_FILE=$PWD/understudy-ca.pem"),
                CodeBlock(
                    "Trust the CA, Windows",
                    "\(target.fetchCertificate)\ncertutil -user -addstore Root understudy-ca.pem"),
                CodeBlock(
                    "Trust the CA, macOS",
                    """
                    \(target.fetchCertificate)
                    security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db understudy-ca.pem
                    """),
            ], notes: target.platformNotes)
    }

    private static func code(_ target: MSALTarget) -> String {
        let builder = target.isPublic ? "PublicClientApplicationBuilder" : "ConfidentialClientApplicationBuilder"
        let authority =
            target.isB2C
            ? ".WithB2CAuthority(\(literal.quoted(target.ownAuthority)))"
            : ".WithAuthority(\(literal.quoted(target.ownAuthority)), validateAuthority: false)"
        let redirect = target.isPublic ? "http://localhost" : target.redirectURI(.web) { $0.hasExactPrefix("http") }
        let lines = [
            "var application = \(builder)", "    .Create(\(literal.quoted(target.clientID)))", "    \(authority)",
            "    .WithInstanceDiscovery(false)", target.secret.map { "    .WithClientSecret(\(literal.quoted($0)))" },
            redirect.map { "    .WithRedirectUri(\(literal.quoted($0)))" }, "    .Build();",
            target.isPublic
                ? "var result = await application.AcquireTokenInteractive(new[] { \(literal.quoted(target.scopes)) }).ExecuteAsync();"
                : "var result = await application.AcquireTokenForClient(new[] { \(literal.quoted(target.applicationScope)) })"
                    + ".ExecuteAsync();",
        ]
        return "using Microsoft.Identity.Client;\n\n" + lines.compactMap(\.self).joined(separator: "\n")
    }
}

/// The sample for MSAL for Java.
enum JavaSample {
    private static let literal = StringLiteral.java

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        MSALView.Sample(
            title: "MSAL for Java",
            blocks: [
                CodeBlock("Java", target.isPublic ? publicClient(target) : confidentialClient(target)),
                CodeBlock(
                    "Trust the CA",
                    """
                    \(target.fetchCertificate)
                    keytool -importcert -noprompt -alias understudy -file understudy-ca.pem \\
                      -keystore understudy.p12 -storetype PKCS12 -storepass changeit
                    export JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=understudy.p12 \\
                      -Djavax.net.ssl.trustStorePassword=changeit"
                    """),
            ], notes: target.platformNotes)
    }

    private static func authority(_ target: MSALTarget) -> String {
        target.isB2C
            ? ".b2cAuthority(\(literal.quoted(target.ownAuthority + "/")))"
            : ".authority(\(literal.quoted(target.ownAuthority + "/")))\n    .validateAuthority(false)"
    }

    private static func publicClient(_ target: MSALTarget) -> String {
        """
        import com.microsoft.aad.msal4j.*;
        import java.net.URI;
        import java.util.Set;

        PublicClientApplication application = PublicClientApplication.builder(\(literal.quoted(target.clientID)))
            \(authority(target))
            .instanceDiscovery(false)
            .build();
        IAuthenticationResult result = application.acquireToken(
            InteractiveRequestParameters.builder(new URI("http://localhost"))
                .scopes(Set.of(\(literal.quoted(target.scopes))))
                .build()).get();
        """
    }

    private static func confidentialClient(_ target: MSALTarget) -> String {
        """
        import com.microsoft.aad.msal4j.*;
        import java.util.Set;

        ConfidentialClientApplication application = ConfidentialClientApplication.builder(
                \(literal.quoted(target.clientID)), ClientCredentialFactory.createFromSecret(\(literal.quoted(target.secret ?? ""))))
            \(authority(target))
            .instanceDiscovery(false)
            .build();
        IAuthenticationResult result = application.acquireToken(
            ClientCredentialParameters.builder(Set.of(\(literal.quoted(target.applicationScope)))).build()).get();
        """
    }
}
