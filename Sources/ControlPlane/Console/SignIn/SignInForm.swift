import ClientTools
package import Crypto
package import Directory
import Entra
package import Formats
import Protocol
package import Store

/// The submitted form of "Try a sign-in", from which the console creates an authorization request.
package struct SignInForm: Sendable {
    /// The reason why the form leads to no request, in one sentence.
    package struct Rejection: Error, Sendable, Equatable {
        package let message: String
    }

    /// The maximum size of the request's parameters, in bytes. The parameters return in `state`, and both must fit into a URL.
    package static let maximumBytes = 3_072
    /// The parameters that the console sets itself.
    private static let reserved = [
        Parameter.state, Parameter.clientRequestID, Parameter.codeChallenge, Parameter.codeChallengeMethod,
    ]

    package let signIn: ConsoleSignIn

    /// Creates the request. Throws `Rejection` for an unknown application or authority, and for parameters that are malformed, too
    /// long, or set by the console. Every other mistake is left to the authorization endpoint.
    package init(
        _ form: Form, in directory: Directory, random: any RandomSource, now: Timestamp
    ) throws(Rejection) {
        guard let (tenant, application) = directory.ownRegistration(consoleName: form["app"] ?? "") else {
            throw Rejection(message: "No application of the directory has this client ID.")
        }
        let authorities = SignInChoices.authorities(of: application, in: tenant)
        let authority = form["authority"] ?? ""
        guard authorities.contains(where: { $0.value.isExactly(authority) }) else {
            throw Rejection(message: "The application’s tenant has no authority \(authority).")
        }
        let request = try SignInForm.parameters(form, clientID: application.appId).encoded
        guard request.utf8.count <= SignInForm.maximumBytes else {
            throw Rejection(
                message:
                    "The parameters have \(request.utf8.count) bytes: at most \(SignInForm.maximumBytes) are allowed.")
        }
        signIn = ConsoleSignIn(
            authority: authority, tenant: tenant.id, client: application.clientID, request: request,
            verifier: form["pkce"] == nil ? nil : Base64.url(random.bytes(32)),
            correlationID: random.guid().description, startedAt: now.seconds)
    }

    /// Returns the parameters in the order of the form, without empty values.
    private static func parameters(_ form: Form, clientID: String) throws(Rejection) -> Form {
        let checked = form.fields.filter { $0.name.isExactly(Parameter.scope) }.map(\.value)
        let scopes = (checked + [form["scopes"] ?? ""]).flatMap { $0.pieces(separatedBy: " ") }
        let named = [
            Parameter.responseType, Parameter.redirectURI, Parameter.responseMode, Parameter.nonce, Parameter.prompt,
            Parameter.loginHint,
        ]
        var parameters = Form([Form.Field(Parameter.clientID, clientID)])
        for name in named {
            if let value = form[name], !value.isEmpty { parameters.append(name, value) }
        }
        if !scopes.isEmpty { parameters.append(Parameter.scope, scopes.joined(separator: " ")) }
        guard let further = try? Form(parsing: (form["parameters"] ?? "").utf8) else {
            throw Rejection(message: "The further parameters are malformed: write name=value&name=value.")
        }
        if let field = further.fields.first(where: { reserved.containsExactly($0.name) }) {
            throw Rejection(message: "The console sets \(field.name) itself: remove the parameter.")
        }
        parameters.append(contentsOf: further)
        return parameters
    }
}

extension ConsoleSignIn {
    /// Returns the path and the query of the authorization request.
    package func authorizeTarget(sealing: SealingKeys) -> String {
        var query = parameters
        if let verifier {
            query.append(Parameter.codeChallenge, Base64.url(Digest.sha256(Array(verifier.utf8))))
            query.append(Parameter.codeChallengeMethod, CodeChallenge.Method.s256.rawValue)
        }
        query.append(Parameter.clientRequestID, correlationID)
        query.append(Parameter.state, sealed(with: sealing))
        return "\(path("authorize"))?\(query.encoded)"
    }

    /// Returns the path of an endpoint of the authority.
    package func path(_ endpoint: String) -> String {
        "/\(Form.pathEncoded(authority))/oauth2/v2.0/\(endpoint)"
    }

    /// The tenant and the registration of the client, or nil if one of them was deleted.
    func registration(in directory: Directory) -> (tenant: Tenant, application: Application)? {
        directory.tenant(tenant).flatMap { tenant in tenant.application(client).map { (tenant, $0) } }
    }

    /// Returns the platform of the redirect URI, which decides how the client authenticates, or nil if no entry matches.
    func platform(of application: Application) -> ClientPlatform? {
        guard let uri = parameters[Parameter.redirectURI] else { return application.redirectURIs.first?.platform }
        return RequestedRedirectURI(uri).flatMap {
            RedirectURIRules.target(
                $0, registered: application.redirectURIs, audience: application.signInAudience)
        }?.platform
    }
}

extension Form {
    /// Returns the path with each segment percent-encoded.
    fileprivate static func pathEncoded(_ path: String) -> String {
        path.pieces(separatedBy: "/").map { segment in
            var bytes: [UInt8] = []
            Percent.append(segment, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }.joined(separator: "/")
    }
}

/// The choices that the form offers for an application.
package enum SignInChoices {
    package typealias Option = (value: String, text: String)

    /// Returns the authorities at which users of the tenant sign in: the paths, and their names.
    package static func authorities(of application: Application, in tenant: Tenant) -> [Option] {
        let own = (value: tenant.id.description, text: "\(tenant.displayName) only")
        let shared = [
            ("common", "common: work, school and personal accounts"),
            ("organizations", "organizations: work and school accounts"), ("consumers", "consumers: personal accounts"),
        ].map { (value: $0.0, text: $0.1) }
        switch tenant.kind {
        case .workforce: return [own] + shared
        case .external: return [own]
        case .consumers: return shared
        case .b2c:
            return tenant.policies.filter(\.kind.hasPages).map {
                (value: "\(tenant.id)/\($0.id)", text: "user flow \($0.id)")
            }
        }
    }

    /// Returns the authority that fits the application's audience.
    static func usualAuthority(of application: Application, in tenant: Tenant, _ directory: Directory) -> String {
        let kind = AuthorityKind(of: application, in: tenant, of: directory).rawValue
        let offered = authorities(of: application, in: tenant)
        return (offered.first { $0.value.isExactly(kind) } ?? offered.first)?.value ?? ""
    }

    /// The values of `prompt` and their effects.
    static let prompts: [Option] = [
        ("", "not sent"), ("select_account", "select_account: choose the account"),
        ("login", "login: enter the password again"), ("consent", "consent: ask for consent again"),
        ("create", "create: sign up"), ("none", "none: show no page"),
    ]

    static var modes: [Option] {
        [("", "not sent")] + ResponseMode.allCases.map { ($0.rawValue, $0.rawValue) }
    }

    static var types: [Option] {
        ["code", "id_token", "code id_token", "token", "id_token token", "code token"].map { ($0, $0) }
    }
}
