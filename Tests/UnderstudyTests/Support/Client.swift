import Crypto
import Entra
import Formats

/// A client application with its authorization and token requests.
struct Client: Sendable {
    var id: String
    var redirectURI: String
    var secret: String?
    /// The `Origin` header of the browser. Only single-page applications have one.
    var browserOrigin: String?

    static let mobile = Client(id: "aaaaaaaa-0000-4000-8000-000000000001", redirectURI: "http://localhost")
    static let spa = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000002", redirectURI: "http://localhost:3000/",
        browserOrigin: "http://localhost:3000")
    static let web = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000003", redirectURI: "http://localhost:5000/signin-oidc",
        secret: "understudy-web-secret")
    static let daemon = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000004", redirectURI: "", secret: "understudy-daemon-secret")

    /// The client of the external tenant.
    static let woodgrove = Client(
        id: "cccccccc-0000-4000-8000-000000000001", redirectURI: "msauth.com.woodgrove.app://auth")
    /// The client of the B2C tenant.
    static let adventureWorks = Client(
        id: "dddddddd-0000-4000-8000-000000000001", redirectURI: "http://localhost")

    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    /// The S256 challenge of `verifier`.
    static let challenge = Base64.url(Digest.sha256(verifier.utf8))

    /// Returns the parameters of an authorization request. Those of a single-page application include PKCE.
    func request(_ more: Parameters = [:]) -> Parameters {
        let base: Parameters = ["client_id": id, "response_type": "code", "redirect_uri": redirectURI, "state": "s1"]
        guard browserOrigin != nil else { return base.with(more) }
        return base.with(["code_challenge": Client.challenge, "code_challenge_method": "S256"]).with(more)
    }

    /// The parameters that authenticate the client in the body of a token request.
    var credentials: Parameters { ["client_id": id, "client_secret": secret] }

    func redemption(_ code: String, _ more: Parameters = [:]) -> Parameters {
        let base = credentials.with(["grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI])
        return base.with(browserOrigin == nil ? [:] : ["code_verifier": Client.verifier]).with(more)
    }

    func refresh(_ token: String, _ more: Parameters = [:]) -> Parameters {
        credentials.with(["grant_type": "refresh_token", "refresh_token": token]).with(more)
    }

    var headers: [(String, String)] { browserOrigin.map { [("Origin", $0)] } ?? [] }
}

/// The scopes that most tests request.
let usualScope = "openid profile offline_access api://orders/Orders.Read"

extension Site {
    /// Returns `/{tenant}/oauth2[/v2.0]/{endpoint}`.
    static func path(_ endpoint: String, _ tenant: String, _ version: EndpointVersion = .v2) -> String {
        "/\(tenant)/oauth2\(version == .v2 ? "/v2.0" : "")/\(endpoint)"
    }

    /// Signs in, consents and returns the response in one request, as a script does
    /// (docs/reference/interface.md#sign-in-and-consent-pages).
    func signIn(
        _ client: Client = .mobile, _ more: Parameters = ["scope": usualScope], as user: String = "alex@contoso.com",
        password: String = "Understudy!1", consent: String? = "accept", tenant: String = "common",
        _ version: EndpointVersion = .v2, headers: [(String, String)] = []
    ) throws -> TestResponse {
        try post(
            "\(Site.path("authorize", tenant, version))?\(client.request(more).encoded)",
            ["loginfmt": user, "passwd": password, "consent": consent], headers: headers)
    }

    /// Signs in by one request and returns the code.
    func code(
        _ client: Client = .mobile, _ more: Parameters = ["scope": usualScope], as user: String = "alex@contoso.com",
        consent: String? = "accept", tenant: String = "common", _ version: EndpointVersion = .v2
    ) throws -> String {
        let response = try signIn(client, more, as: user, consent: consent, tenant: tenant, version)
        guard let code = response.fields["code"] else { throw Unexpected(response) }
        return code
    }

    /// Sends a token request.
    func token(
        _ form: Parameters, tenant: String = "common", _ version: EndpointVersion = .v2,
        headers: [(String, String)] = []
    ) throws -> TestResponse {
        try post(Site.path("token", tenant, version), form, headers: headers)
    }

    /// Signs in, redeems the code and returns the successful token response.
    func tokens(
        _ client: Client = .mobile, _ more: Parameters = ["scope": usualScope], as user: String = "alex@contoso.com",
        redeeming redemption: Parameters = [:], tenant: String = "common", _ version: EndpointVersion = .v2
    ) throws -> TestResponse {
        let code = try code(client, more, as: user, tenant: tenant, version)
        let response = try token(
            client.redemption(code, redemption), tenant: tenant, version, headers: client.headers)
        guard response.status == 200 else { throw Unexpected(response) }
        return response
    }
}

/// The error that a helper throws for a response that it cannot use.
struct Unexpected: Error, CustomStringConvertible {
    let response: TestResponse

    init(_ response: TestResponse) {
        self.response = response
    }

    var description: String {
        "\(response.outcome) (\(response.status)): \(response.redirect?.location ?? response.text)"
    }
}
