import Crypto
import Directory
import Entra
import Formats
import Protocol
import Store

/// The authorization request of the console as code for other clients: curl, and Microsoft's libraries.
struct SignInSamples {
    private let authority: String
    private let origin: Origin
    private let clientID: String
    private let secret: String?
    private let platform: ClientPlatform?
    private let redirectURI: String
    private let parameters: Form
    private let signIn: ConsoleSignIn
    private let isB2C: Bool

    /// `secure` is the origin for Microsoft's libraries, which require HTTPS.
    init(_ signIn: ConsoleSignIn, _ application: Application, in tenant: Tenant, secure: Origin) {
        self.signIn = signIn
        origin = secure
        authority = "\(secure)/\(signIn.authority)"
        clientID = application.appId
        platform = signIn.platform(of: application)
        secret = platform == .web ? application.passwordCredentials.first?.secretText : nil
        parameters = signIn.parameters
        redirectURI = parameters[Parameter.redirectURI] ?? application.redirectURIs.first?.uri.string ?? ""
        isB2C = tenant.kind == .b2c
    }

    var all: [CodeBlock] {
        [curl, python, platform == .spa ? javaScriptInBrowser : javaScriptInNode, dotNet]
    }

    /// The scopes without those that libraries add themselves and reject as input.
    private var scopes: [String] {
        (parameters[Parameter.scope] ?? "").pieces(separatedBy: " ").filter { OIDCScopes(name: $0) == nil }
    }

    private var prompt: String? { parameters[Parameter.prompt] }
    private var hint: String? { parameters[Parameter.loginHint] }

    // MARK: - curl

    private var curl: CodeBlock {
        var query = parameters
        if let verifier = signIn.verifier {
            query.append(Parameter.codeChallenge, Base64.url(Digest.sha256(Array(verifier.utf8))))
            query.append(Parameter.codeChallengeMethod, CodeChallenge.Method.s256.rawValue)
        }
        query.append(Parameter.state, "state-of-the-application")
        var fields = [
            (Parameter.clientID, clientID), (Parameter.grantType, "authorization_code"),
            (Parameter.redirectURI, redirectURI), (Parameter.scope, parameters[Parameter.scope] ?? ""),
        ]
        if let verifier = signIn.verifier { fields.append((Parameter.codeVerifier, verifier)) }
        if let secret { fields.append((Parameter.clientSecret, secret)) }
        let header =
            platform == .spa
            ? ["  -H \(SignInSamples.word("Origin: \(Origin(of: redirectURI)?.description ?? "")"))"] : []
        let form = fields.map { "  --data-urlencode \(SignInSamples.word("\($0.0)=\($0.1)"))" }
        let lines =
            ["curl -k \(SignInSamples.word("\(origin)\(signIn.path("token"))"))"] + header + form
            + ["  --data-urlencode code=\"$CODE\""]
        return CodeBlock(
            "curl",
            """
            # Open in a browser, and take the code from the address of the redirect:
            # \(origin)\(signIn.path("authorize"))?\(query.encoded)
            CODE=…
            \(lines.joined(separator: " \\\n"))
            """)
    }

    private static func word(_ text: String) -> String { ShellWord.quoted(text) ?? "''" }

    // MARK: - Libraries

    private var python: CodeBlock {
        let literal = StringLiteral.python
        let kind = secret == nil ? "PublicClientApplication" : "ConfidentialClientApplication"
        let credential = secret.map { "\n    client_credential=\(literal.quoted($0))," } ?? ""
        let further =
            (prompt.map { ", prompt=\(literal.quoted($0))" } ?? "")
            + (hint.map { ", login_hint=\(literal.quoted($0))" } ?? "")
        return CodeBlock(
            "MSAL for Python",
            """
            import msal

            application = msal.\(kind)(
                \(literal.quoted(clientID)),
                authority=\(literal.quoted(authority)),\(credential)
                instance_discovery=False,
                verify="understudy-ca.pem",
            )
            flow = application.initiate_auth_code_flow(
                [\(literal.quoted(scopes))], redirect_uri=\(literal.quoted(redirectURI))\(further))
            print("Open", flow["auth_uri"])
            # response: the parameters that the redirect URI received, as a dict
            result = application.acquire_token_by_auth_code_flow(flow, response)
            """)
    }

    private var javaScriptInBrowser: CodeBlock {
        let literal = StringLiteral.javaScript
        return CodeBlock(
            "MSAL for JavaScript",
            """
            import { PublicClientApplication } from "@azure/msal-browser";

            const application = new PublicClientApplication({
              auth: {
                clientId: \(literal.quoted(clientID)),
                authority: \(literal.quoted(authority)),
                knownAuthorities: [\(literal.quoted(origin.authority))], // with the port
                redirectUri: \(literal.quoted(redirectURI)),
              },
            });
            await application.initialize();
            const result = await application.loginPopup({
              scopes: [\(literal.quoted(scopes))],\(options(literal, indent: "  "))
            });
            """)
    }

    private var javaScriptInNode: CodeBlock {
        let literal = StringLiteral.javaScript
        let kind = secret == nil ? "PublicClientApplication" : "ConfidentialClientApplication"
        let credential = secret.map { "\n    clientSecret: \(literal.quoted($0))," } ?? ""
        return CodeBlock(
            "MSAL for JavaScript",
            """
            import { \(kind) } from "@azure/msal-node";

            const application = new \(kind)({
              auth: {
                clientId: \(literal.quoted(clientID)),
                authority: \(literal.quoted(authority)),
                knownAuthorities: [\(literal.quoted(origin.authority))], // with the port\(credential)
              },
            });
            const request = {
              scopes: [\(literal.quoted(scopes))],
              redirectUri: \(literal.quoted(redirectURI)),\(options(literal, indent: "  "))
            };
            console.log("Open", await application.getAuthCodeUrl(request));
            // code: the parameter that the redirect URI received
            const result = await application.acquireTokenByCode({ ...request, code });
            """)
    }

    /// Returns the members `prompt` and `loginHint`, each on a line of its own.
    private func options(_ literal: StringLiteral, indent: String) -> String {
        (prompt.map { "\n\(indent)prompt: \(literal.quoted($0))," } ?? "")
            + (hint.map { "\n\(indent)loginHint: \(literal.quoted($0))," } ?? "")
    }

    private var dotNet: CodeBlock {
        let literal = StringLiteral.cSharp
        let own =
            isB2C
            ? ".WithB2CAuthority(\(literal.quoted("\(origin)/tfp/\(signIn.authority)")))"
            : ".WithAuthority(\(literal.quoted(authority)), validateAuthority: false)"
        let list = "new[] { \(literal.quoted(scopes)) }"
        let login = hint.map { "\n    .WithLoginHint(\(literal.quoted($0)))" } ?? ""
        let builder = secret == nil ? "PublicClientApplicationBuilder" : "ConfidentialClientApplicationBuilder"
        let secretLine = secret.map { "\n    .WithClientSecret(\(literal.quoted($0)))" } ?? ""
        let call =
            secret == nil
            ? "var result = await application.AcquireTokenInteractive(\(list))\(login)\n    .ExecuteAsync();"
            : """
            var url = await application.GetAuthorizationRequestUrl(\(list))\(login)
                .ExecuteAsync();
            // code: the parameter that the redirect URI received
            var result = await application.AcquireTokenByAuthorizationCode(\(list), code)
                .ExecuteAsync();
            """
        return CodeBlock(
            "MSAL.NET",
            """
            using Microsoft.Identity.Client;

            var application = \(builder)
                .Create(\(literal.quoted(clientID)))
                \(own)
                .WithInstanceDiscovery(false)\(secretLine)
                .WithRedirectUri(\(literal.quoted(redirectURI)))
                .Build();
            \(call)
            """)
    }
}
