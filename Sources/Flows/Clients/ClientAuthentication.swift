import Crypto
import Directory
import Entra
import Wire

/// Authenticates clients at the token endpoint (docs/reference/protocol.md#client-types,
/// docs/reference/protocol.md#client-authentication-failures).
enum ClientAuthentication {
    /// Which type of client the situation calls for.
    enum ClientType: Sendable {
        case confidential
        case publicClient
    }

    /// Checks what a client presents; an assertion is used by it, unless the request is only to be repeated. Throws
    /// AADSTS700025 for a public client with a credential, `missing` for a confidential one without, 7000215 for a wrong
    /// secret, 7000222 for an expired one, for an assertion what `ClientAssertion` throws, and for the certificate of a TLS
    /// connection what `RegisteredCertificate` throws.
    static func authenticate(
        _ client: ResolvedClient, as type: ClientType, with credentials: PresentedCredentials, services: Services,
        missing: AADSTS = .credentialMissing, isUse: Bool = true
    ) throws(EntraError) -> ClientAuthenticationMethod {
        switch type {
        case .publicClient:
            guard credentials.isEmpty else { throw EntraError(.publicClientWithCredential) }
            return .none
        case .confidential:
            guard !credentials.isEmpty else { throw EntraError(missing) }
            if let assertion = credentials.assertion {
                let statement = try check(assertion, of: client, credentials, services)
                if isUse {
                    try AssertionReplay.check(statement, of: client, with: credentials, services: services)
                }
            } else if let certificate = credentials.certificate {
                try RegisteredCertificate.check(certificate, of: client.application, at: services.now)
            } else {
                try checkSecret(client.application, credentials.secrets, services.now)
                return .secret
            }
            return .certificate
        }
    }

    private static func check(
        _ assertion: String, of client: ResolvedClient, _ credentials: PresentedCredentials, _ services: Services
    ) throws(EntraError) -> ClientAssertion {
        guard let type = credentials.assertionType else {
            throw EntraError(.missingParameter, [.parameter: Parameter.clientAssertionType])
        }
        guard type.isExactly(credentials.certificate == nil ? ClientAssertion.type : ClientAssertion.boundType) else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.clientAssertionType])
        }
        let statement = try ClientAssertion(assertion)
        try statement.verify(client, heldBy: credentials.certificate, services: services)
        return statement
    }

    /// What a client is told that presents a code or token which cannot be read or is not its own: what is wrong with its
    /// credentials, and `failure` only if nothing is (docs/reference/protocol.md#token-rules).
    static func refusal(
        _ failure: EntraError, of client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) -> EntraError {
        do {
            try authenticateWithoutGrant(client, request, services, isUse: true)
            return failure
        } catch {
            return error
        }
    }

    /// Checks the client of a request that is to be repeated, before what it presents is looked at.
    static func checkWithoutGrant(
        _ client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) {
        guard request.browserOrigin == nil else { return }
        try authenticateWithoutGrant(client, request, services, isUse: false)
    }

    /// The registration stands in for the redirect URI that is not known. A client that may be of either type need not
    /// present anything, but what it presents has to be right.
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

    /// Compares with every secret of the client, each in constant time.
    private static func checkSecret(_ client: Application, _ readings: [String], _ now: Timestamp) throws(EntraError) {
        let matching = client.passwordCredentials.filter { credential in
            readings.reduce(false) { ConstantTime.equal($1, credential.secretText) || $0 }
        }
        guard !matching.isEmpty else { throw EntraError(.invalidClientSecret, [.clientID: client.appId]) }
        guard matching.contains(where: { $0.isValid(at: now) }) else {
            throw EntraError(.expiredClientSecret, [.clientID: client.appId])
        }
    }

    /// The client type of a redirect URI's platform.
    static func type(of platform: ClientPlatform) -> ClientType {
        platform == .web ? .confidential : .publicClient
    }

    /// The client type where no redirect URI was used: as registered; where that is left open, public for an application that
    /// has redirect URIs of public clients only (docs/reference/protocol.md#client-types).
    static func typeWithoutRedirect(of application: Application) -> ClientType {
        if let isPublic = application.isFallbackPublicClient { return isPublic ? .publicClient : .confidential }
        let platforms = Set(application.redirectURIs.map(\.platform))
        return platforms == [.publicClient] ? .publicClient : .confidential
    }

    /// Browsers redeem only what was issued to a single-page application, and nobody else does; a page has no credential
    /// (AADSTS9002326, 9002327).
    static func checkBrowser(_ platform: ClientPlatform?, _ request: TokenRequest) throws(EntraError) {
        guard let origin = request.browserOrigin else {
            if platform == .spa { throw EntraError(.spaWithoutOrigin) }
            return
        }
        // An empty value is no origin (RFC 6454 §7.1), and no browser sends one. What the service makes of it is not known, so it
        // does not help any client: a page lacks its origin, and every other client is taken for a page.
        guard platform != .spa || !origin.isEmpty else { throw EntraError(.spaWithoutOrigin) }
        guard platform == .spa, request.credentials.isEmpty else {
            throw EntraError(.crossOriginNotSPA, [.origin: origin])
        }
    }
}
