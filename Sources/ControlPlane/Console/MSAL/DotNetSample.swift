import Entra
import Formats
import Protocol

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
