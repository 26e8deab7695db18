import Formats
import Protocol

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
