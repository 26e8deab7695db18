import Crypto
import Directory
import Entra
import Formats

/// Authenticates clients at the token endpoint (docs/reference/protocol.md#client-types,
/// docs/reference/protocol.md#client-authentication-failures).
enum ClientAuthentication {
    /// The type of client that the situation requires.
    enum ClientType: Sendable {
        case confidential
        case publicClient
    }

    /// Checks the credentials of a client. The check uses an assertion up unless `isUse` is false, because the client must repeat
    /// the request.
    ///
    /// Throws AADSTS700025 for a public client with a credential, `missing` for a confidential client without a credential,
    /// 7000215 for a wrong secret, and 7000222 for an expired secret. Also throws the errors of `ClientAssertion` for an
    /// assertion, and the errors of `RegisteredCertificate` for the certificate of a TLS connection.
    static func authenticate(
        _ client: ResolvedClient, as type: ClientType, with credentials: ClientCredentials, services: Services,
        missing: AADSTS = .credentialMissing, isUse: Bool = true
    ) throws(EntraError) -> ClientAuthenticationMethod {
        switch type {
        case .publicClient:
            guard credentials.isEmpty else { throw EntraError(.publicClientWithCredential) }
            return .none
        case .confidential:
            guard !credentials.isEmpty else { throw EntraError(missing) }
            if let secret = credentials.secret {
                try checkSecret(client.application, secret, services.now)
                return .secret
            }
            if let assertion = credentials.assertion {
                let statement = try check(assertion, of: client, credentials, services)
                if isUse {
                    try AssertionReplay.check(statement, of: client, with: credentials, services: services)
                }
                return statement.issuer == nil ? .certificate : .federated
            } else if let certificate = credentials.certificate {
                try RegisteredCertificate.check(certificate, of: client.application, at: services.now)
            }
            return .certificate
        }
    }

    private static func check(
        _ assertion: String, of client: ResolvedClient, _ credentials: ClientCredentials, _ services: Services
    ) throws(EntraError) -> ClientAssertion {
        guard let type = credentials.assertionType else {
            throw EntraError(.missingParameter, [.parameter: Parameter.clientAssertionType])
        }
        guard type.isExactly(credentials.certificate == nil ? ClientAssertion.type : ClientAssertion.boundType) else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.clientAssertionType])
        }
        let statement = try ClientAssertion(assertion)
        try statement.verify(client, boundTo: credentials.certificate, services: services)
        return statement
    }

    /// Returns the error for a client that presents a code or token of another client. The error is about the client's
    /// credentials if they are invalid, and `failure` otherwise (docs/reference/protocol.md#token-rules).
    static func rejection(
        _ failure: EntraError, of client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) -> EntraError {
        do {
            try authenticateWithoutGrant(client, request, services, isUse: true)
            return failure
        } catch {
            return error
        }
    }

    /// Checks the client of a request that the client must repeat, before the grant of the request is examined.
    static func checkWithoutGrant(
        _ client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) {
        guard request.browserOrigin == nil else { return }
        try authenticateWithoutGrant(client, request, services, isUse: false)
    }

    /// Authenticates a client whose redirect URI is not known, so that the registration determines the client type. A client that
    /// may have either type need not present a credential, but a presented credential must be valid.
    private static func authenticateWithoutGrant(
        _ client: ResolvedClient, _ request: TokenRequest, _ services: Services, isUse: Bool
    ) throws(EntraError) {
        let application = client.application
        let types = Set(application.redirectURIs.map { ClientAuthentication.type(of: $0.platform) })
            .union([typeWithoutRedirect(of: application)])
        let isEmpty = request.credentials.isEmpty
        if !isEmpty { try checkBrowser(nil, request) }
        guard !isEmpty || types == [.confidential] else { return }
        _ = try authenticate(
            client, as: types == [.publicClient] ? .publicClient : .confidential, with: request.credentials,
            services: services, isUse: isUse)
    }

    /// Compares the presented secret with every secret of the client, each in constant time.
    private static func checkSecret(_ client: Application, _ secret: String, _ now: Timestamp) throws(EntraError) {
        let matching = client.passwordCredentials.filter { ConstantTime.equal(secret, $0.secretText) }
        guard !matching.isEmpty else { throw EntraError(.invalidClientSecret, [.clientID: client.appId]) }
        guard matching.contains(where: { $0.isValid(at: now) }) else {
            throw EntraError(.expiredClientSecret, [.clientID: client.appId])
        }
    }

    /// Returns the client type of a redirect URI's platform.
    static func type(of platform: ClientPlatform) -> ClientType {
        platform == .web ? .confidential : .publicClient
    }

    /// Returns the client type for a request without a redirect URI. The registration determines the type. If the registration
    /// leaves the type open, an application that has only redirect URIs of public clients is public
    /// (docs/reference/protocol.md#client-types).
    static func typeWithoutRedirect(of application: Application) -> ClientType {
        if let isPublic = application.isFallbackPublicClient { return isPublic ? .publicClient : .confidential }
        let platforms = Set(application.redirectURIs.map(\.platform))
        return platforms == [.publicClient] ? .publicClient : .confidential
    }

    /// Checks the `Origin` header against the platform. Browsers redeem only grants of single-page applications, and only browsers
    /// redeem those grants. A page presents no credential (AADSTS9002326, 9002327).
    static func checkBrowser(_ platform: ClientPlatform?, _ request: TokenRequest) throws(EntraError) {
        guard let origin = request.browserOrigin else {
            if platform == .spa { throw EntraError(.spaWithoutOrigin) }
            return
        }
        // An empty value is not an origin (RFC 6454 §7.1), and no browser sends one. The behavior of the service is not known.
        // Therefore an empty value helps no client: a page lacks its origin, and every other client counts as a page.
        guard platform != .spa || !origin.isEmpty else { throw EntraError(.spaWithoutOrigin) }
        guard platform == .spa, request.credentials.isEmpty else {
            throw EntraError(.crossOriginNotSPA, [.origin: origin])
        }
    }
}

/// The method by which a client authenticated.
enum ClientAuthenticationMethod: Sendable {
    case none
    case secret
    case certificate
    case federated

    /// The value of the claims `appidacr` and `azpacr`.
    var claim: String {
        switch self {
        case .none: "0"
        case .secret: "1"
        case .certificate, .federated: "2"
        }
    }
}

extension Application {
    /// The method that the application uses if nothing states which credential it uses: a secret if there is one. An assertion of
    /// another issuer counts as a certificate.
    var usualAuthentication: ClientAuthenticationMethod {
        if !self.passwordCredentials.isEmpty { return .secret }
        let signs = self.keyCredentials.contains(where: \.authenticates) || !self.federatedIdentityCredentials.isEmpty
        return signs ? .certificate : .none
    }
}
