import Crypto
package import Directory
package import Entra
import State
package import Wire

/// An access token of this server that came back to it, verified: signature, issuer and times are right. Whom it is for
/// (`isFor`) and what it allows (`scopes`) is the taker's to check; so is whether its user is still there (`user`).
package struct OwnAccessToken: Sendable {
    typealias Refusal = OwnToken.Refusal

    /// Whom a token speaks of.
    package enum Subject: Sendable, Equatable {
        case user(ObjectID)
        /// The client itself, by its service principal.
        case application(ObjectID)
    }

    package let claims: JSONValue
    package let tenant: Tenant
    let version: EndpointVersion
    let audience: String
    /// To whom it was issued.
    package let client: ClientID
    package let subject: Subject
    /// When it was issued: `iat` says five minutes less.
    let issuedAt: Timestamp
    /// The sign-in behind it; nil where it was issued under other sealing keys.
    private let origin: TokenOrigin?

    /// Permission names of `scp`; none in an application's own token.
    package var scopes: [String] { claims["scp"]?.string?.pieces(separatedBy: " ") ?? [] }

    init(_ text: String, services: Services) throws(Refusal) {
        let claims = try OwnToken.claims(of: text, services: services)
        guard let audience = claims["aud"]?.string, let issuer = claims["iss"]?.string, let id = claims["tid"]?.string,
            let object = claims["oid"]?.string, let pairwise = claims["sub"]?.string,
            let client = (claims["appid"] ?? claims["azp"])?.string, let issued = claims["iat"]?.integer
        else { throw .malformed }
        version = claims["ver"]?.string == "2.0" ? .v2 : .v1
        guard let tenant = services.directory.tenant(TenantID(id)),
            OwnToken.isIssuer(issuer, of: tenant.id, version)
        else { throw .issuer }
        try OwnToken.checkTimes(of: claims, now: services.now(in: tenant.id))
        self.claims = claims
        self.tenant = tenant
        self.audience = audience
        self.client = ClientID(client)
        subject = pairwise.isExactly(object) ? .application(ObjectID(object)) : .user(ObjectID(object))
        origin = claims["aio"]?.string.flatMap { TokenOrigin(sealed: $0, keys: services.keys.sealing) }
        issuedAt = Timestamp(seconds: issued).adding(seconds: TokenMinter.backdating)
    }

    /// Whether the token is for the application: `aud` is its id, or one of its App ID URIs in the exact spelling.
    package func isFor(_ application: Application) -> Bool {
        ClientID(audience) == application.clientID || application.isIdentified(by: audience)
    }

    /// Whether it lives for a day and is judged by what happens meanwhile (continuous access evaluation,
    /// docs/reference/protocol.md#conditional-access).
    private var isContinuouslyEvaluated: Bool {
        claims["xms_cc"]?.array?.contains { $0.string?.isExactly("CP1") ?? false } ?? false
    }

    /// The user the token speaks of, as the directory has the user now.
    ///
    /// Throws 401 for an application's own token, for a user who is gone or disabled, and where everything issued until then was
    /// revoked; for a continuously evaluated token also where the user chose another password since, or came to be at high risk,
    /// and with the challenge that has its client ask for a newer one.
    package func user(_ services: Services) throws(GraphError) -> User {
        guard case .user(let id) = subject else { throw .invalidToken("The access token is app-only and has no user.") }
        guard let user = tenant.user(id), user.accountEnabled else { throw ended(at: services.now) }
        let change = isContinuouslyEvaluated ? change(of: user, services) : nil
        let order = origin?.authentication.order ?? 0
        if let end = services.revocation(of: user.home, in: tenant.id, after: order) ?? change {
            throw ended(at: end)
        }
        return user
    }

    /// When the user changed in a way that ends continuously evaluated tokens alone. The directory does not tell since when a
    /// person is at risk, only that it was otherwise when the token was issued: then the event is of now.
    private func change(of user: User, _ services: Services) -> Timestamp? {
        guard let origin else { return nil }
        let isAtNewRisk = user.userRiskLevel == .high && !origin.isAtHighRisk
        return services.passwordChange(since: origin.authentication) ?? (isAtNewRisk ? services.now : nil)
    }

    private func ended(at time: Timestamp) -> GraphError {
        guard isContinuouslyEvaluated else {
            return .invalidToken(
                "The user of the access token was deleted or disabled, or the sessions of the user were revoked.")
        }
        return .challenge(.notBefore(time.seconds))
    }

    /// The sign-in that the token came from: what is issued on the strength of the token is issued for it. Of a token that
    /// was issued under other sealing keys only what its claims tell is known; without `sid` it gets a session of its own.
    func authentication(of user: User) -> Authentication {
        if let origin { return origin.authentication }
        let session =
            claims["sid"]?.string.flatMap { GUID($0) }
            ?? GUID(derivedFrom: "session", claims["uti"]?.string ?? "")
        return Authentication(
            home: user.home, time: claims["auth_time"]?.integer ?? issuedAt.seconds,
            methods: claims["amr"]?.array?.compactMap(\.string) ?? ["pwd"], sessionID: session, order: 0)
    }
}
