import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A request that the console sent on behalf of the application, in process and through the whole pipeline, with its response.
struct SignInCall: Sendable {
    let title: String
    let method: String
    let url: String
    /// The headers that the application would set itself.
    let headers: [Form.Field]
    /// The form of the request, or nil for a GET request.
    let form: Form?
    let status: Int
    let response: [UInt8]

    /// The response as JSON, or nil if the response is no JSON object.
    var json: JSONValue? { JSONValue(parsing: response).flatMap { $0.object == nil ? nil : $0 } }

    /// The request as a curl command, or nil if no command can send the request.
    func curl(isSecure: Bool) -> String? {
        var words = [isSecure ? "curl -k" : "curl"]
        let arguments: [(option: String, value: String)] =
            [("", url)] + headers.map { ("-H ", "\($0.name): \($0.value)") }
            + (form?.fields ?? []).map { ("--data-urlencode ", "\($0.name)=\($0.value)") }
        for (option, value) in arguments {
            guard let word = ShellWord.quoted(value) else { return nil }
            words.append(option + word)
        }
        return words.joined(separator: " \\\n  ")
    }
}

/// The tokens of a sign-in. The page keeps them in hidden fields, so that the server keeps none.
struct SignInTokens: Sendable {
    static let names = [Parameter.idToken, Parameter.accessToken, Parameter.refreshToken]

    /// The tokens by the names of the token response.
    let fields: [Form.Field]

    private init(fields: [Form.Field]) {
        self.fields = fields
    }

    /// Reads the tokens from the form of a page or from an authorization response.
    init(_ form: Form) {
        fields = SignInTokens.names.compactMap { name in
            form[name].flatMap { $0.isEmpty ? nil : Form.Field(name, $0) }
        }
    }

    subscript(_ name: String) -> String? { fields.first { $0.name.isExactly(name) }?.value }

    /// Returns the tokens with those of a token response, which replace older tokens.
    func merging(_ response: JSONValue?) -> SignInTokens {
        SignInTokens(
            fields: SignInTokens.names.compactMap { name in
                (response?[name]?.string ?? self[name]).map { Form.Field(name, $0) }
            })
    }
}

/// Sends the requests of an application: the token requests of its platform, and requests with its access token.
struct SignInCaller {
    let context: RequestContext
    let signIn: ConsoleSignIn
    let tenant: Tenant
    let application: Application

    private var redirectURI: String {
        signIn.parameters[Parameter.redirectURI] ?? application.redirectURIs.first?.uri.string ?? ""
    }

    /// The scopes of the authorization request.
    var scope: String { signIn.parameters[Parameter.scope] ?? "" }

    /// Redeems the authorization code.
    func redeem(_ code: String) -> SignInCall {
        var form = [
            Form.Field(Parameter.grantType, "authorization_code"), Form.Field(Parameter.code, code),
            Form.Field(Parameter.redirectURI, redirectURI), Form.Field(Parameter.scope, scope),
        ]
        if let verifier = signIn.verifier { form.append(Form.Field(Parameter.codeVerifier, verifier)) }
        return token("Redeem the code", form)
    }

    /// Redeems a refresh token for these scopes.
    func refresh(_ token: String, scope: String) -> SignInCall {
        self.token(
            "Refresh",
            [
                Form.Field(Parameter.grantType, Parameter.refreshToken), Form.Field(Parameter.refreshToken, token),
                Form.Field(Parameter.scope, scope),
            ])
    }

    /// The API for which the access token is, if the API is a registration of the tenant that has a secret.
    func middleTier(of accessToken: String) -> Application? {
        let jwt = TokenInspection(accessToken, TokenInspection.Expectation(), services: context.services)
        guard let audience = jwt.claims["aud"]?.string else { return nil }
        return tenant.ownApplications.first { api in
            !api.passwordCredentials.isEmpty
                && (api.clientID == ClientID(audience) || api.identifierUris.containsExactly(audience))
        }
    }

    /// Exchanges the access token, as the API for which the token is (on-behalf-of).
    func exchange(_ accessToken: String, as api: Application, scope: String) -> SignInCall {
        var form = Form([
            Form.Field(Parameter.clientID, api.appId),
            Form.Field(Parameter.clientSecret, api.passwordCredentials.first?.secretText ?? ""),
            Form.Field(Parameter.grantType, "urn:ietf:params:oauth:grant-type:jwt-bearer"),
            Form.Field(Parameter.assertion, accessToken), Form.Field(Parameter.requestedTokenUse, "on_behalf_of"),
        ])
        form.append(Parameter.scope, scope)
        return send("On behalf of the user, as \(api.displayName)", signIn.path("token"), [], form)
    }

    func userInfo(_ accessToken: String) -> SignInCall {
        let path = tenant.kind == .b2c ? "/\(signIn.authority)/openid/v2.0/userinfo" : "/oidc/userinfo"
        return send("UserInfo", path, [Form.Field("Authorization", "Bearer \(accessToken)")], nil)
    }

    func graphMe(_ accessToken: String) -> SignInCall {
        send("Microsoft Graph /me", "/v1.0/me", [Form.Field("Authorization", "Bearer \(accessToken)")], nil)
    }

    /// Sends a token request of the platform: a secret for web, the header `Origin` for a single-page application, and neither for
    /// a public client.
    private func token(_ title: String, _ fields: [Form.Field]) -> SignInCall {
        var form = Form([Form.Field(Parameter.clientID, application.appId)] + fields.filter { !$0.value.isEmpty })
        var headers: [Form.Field] = []
        switch signIn.platform(of: application) {
        case .web:
            if let secret = application.passwordCredentials.first?.secretText {
                form.append(Parameter.clientSecret, secret)
            }
        case .spa:
            let origin = Origin(of: redirectURI) ?? context.origin
            headers.append(Form.Field("Origin", origin.description))
        case .publicClient, nil: break
        }
        return send(title, signIn.path("token"), headers, form)
    }

    private func send(_ title: String, _ path: String, _ headers: [Form.Field], _ form: Form?) -> SignInCall {
        let authority = context.origin.authority
        var list = HeaderList([
            .init("Host", authority), .init(Parameter.clientRequestID, signIn.correlationID),
        ])
        if form != nil { list.append("Content-Type", "application/x-www-form-urlencoded") }
        for header in headers { list.append(header.name, header.value) }
        let method = form == nil ? "GET" : "POST"
        let request = HTTPRequest(
            method: method, path: path, headers: list, body: Array((form?.encoded ?? "").utf8), authority: authority)
        let peer = Peer(
            address: context.peer.address, isSecure: context.origin.isSecure, localPort: context.peer.localPort)
        let response = context.responder.respond(to: request, from: peer)
        return SignInCall(
            title: title, method: method, url: "\(context.origin)\(path)", headers: headers, form: form,
            status: response.status, response: response.body)
    }
}
