import Crypto
import Directory
import Entra
import Wire

/// Authenticates clients at the token endpoint (entra-protocol §3.2, §3.6).
enum ClientAuthentication {
    /// Which type of client the situation calls for.
    enum ClientType: Sendable {
        case confidential
        case publicClient
    }

    /// Checks what a client presents. Throws AADSTS700025 for a public client with a credential, `missing` for a
    /// confidential one without, 7000215 for a wrong secret, 7000222 for an expired one, and for an assertion what
    /// `ClientAssertion` throws.
    static func authenticate(
        _ client: ResolvedClient, as type: ClientType, with credentials: PresentedCredentials, services: Services,
        missing: AADSTS = .credentialMissing
    ) throws(EntraError) -> ClientAuthenticationMethod {
        switch type {
        case .publicClient:
            guard credentials.isEmpty else { throw EntraError(.publicClientWithCredential) }
            return .none
        case .confidential:
            guard !credentials.isEmpty else { throw EntraError(missing) }
            guard let assertion = credentials.assertion else {
                try checkSecret(client.application, credentials.secrets, services.now)
                return .secret
            }
            try checkType(credentials.assertionType)
            let statement = try ClientAssertion(assertion)
            try statement.verify(client, services: services)
            try AssertionReplay.check(statement, of: client, with: credentials, services: services)
            return .certificate
        }
    }

    private static func checkType(_ type: String?) throws(EntraError) {
        guard let type else { throw EntraError(.missingParameter, [.parameter: Parameter.clientAssertionType]) }
        guard type.isExactly(ClientAssertion.type) else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.clientAssertionType])
        }
    }

    /// What a client presents beside a code or token that cannot be read, so that its type is not known: a wrong secret is
    /// reported before the bad grant.
    static func authenticateBestEffort(
        _ client: Application, with credentials: PresentedCredentials, now: Timestamp
    ) throws(EntraError) {
        if !credentials.secrets.isEmpty, !client.passwordCredentials.isEmpty {
            try checkSecret(client, credentials.secrets, now)
        }
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
    /// has redirect URIs of public clients only (entra-protocol §3.2).
    static func typeWithoutRedirect(of application: Application) -> ClientType {
        if let isPublic = application.isFallbackPublicClient { return isPublic ? .publicClient : .confidential }
        let platforms = Set(application.redirectURIs.map(\.platform))
        return platforms == [.publicClient] ? .publicClient : .confidential
    }

    /// Browsers redeem only what was issued to a single-page application, and nobody else does (AADSTS9002326, 9002327).
    static func checkBrowser(_ platform: ClientPlatform?, _ request: TokenRequest) throws(EntraError) {
        switch (platform, request.browserOrigin) {
        case (.spa, nil): throw EntraError(.spaWithoutOrigin)
        case (.spa, .some), (_, nil): return
        case (_, .some(let origin)): throw EntraError(.crossOriginNotSPA, [.origin: origin])
        }
    }
}

extension PasswordCredential {
    fileprivate func isValid(at now: Timestamp) -> Bool {
        (startDateTime ?? .distantPast) <= now && now < (endDateTime ?? .distantFuture)
    }
}
