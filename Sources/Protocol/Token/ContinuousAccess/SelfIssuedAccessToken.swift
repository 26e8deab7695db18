import Crypto
package import Directory
package import Entra
package import Formats
import Store

/// A verified access token that this server issued and that a client sends back: signature, issuer and times are valid. The
/// recipient must check the audience (`isFor`), the permissions (`scopes`), and whether the user still exists (`user`).
package struct SelfIssuedAccessToken: Sendable {
    typealias Rejection = SelfIssuedToken.Rejection

    /// The subject of a token.
    package enum Subject: Sendable, Equatable {
        case user(ObjectID)
        /// The client itself, identified by its service principal.
        case application(ObjectID)
    }

    package let claims: JSONValue
    package let tenant: Tenant
    let version: EndpointVersion
    let audience: String
    /// The client to which the token was issued.
    package let client: ClientID
    package let subject: Subject
    /// The time at which the token was issued. The `iat` claim is five minutes earlier.
    let issuedAt: Timestamp
    /// The sign-in behind the token, or nil if other sealing keys sealed `aio`.
    private let origin: TokenOrigin?

    /// The permission names of `scp`, which are empty in an app-only token.
    package var scopes: [String] { claims["scp"]?.string?.pieces(separatedBy: " ") ?? [] }

    init(_ text: String, services: Services) throws(Rejection) {
        let claims = try SelfIssuedToken.claims(of: text, services: services)
        guard SelfIssuedToken.isOnPremises(claims) == services.isOnPremises else { throw .issuer }
        if services.isOnPremises {
            try self.init(onPremises: claims, services: services)
        } else {
            try self.init(ofEntra: claims, services: services)
        }
    }

    private init(ofEntra claims: JSONValue, services: Services) throws(Rejection) {
        guard let audience = claims["aud"]?.string, let issuer = claims["iss"]?.string, let id = claims["tid"]?.string,
            let object = claims["oid"]?.string, let pairwise = claims["sub"]?.string,
            let client = (claims["appid"] ?? claims["azp"])?.string, let issued = claims["iat"]?.integer
        else { throw .malformed }
        version = claims["ver"]?.string == "2.0" ? .v2 : .v1
        guard let tenant = services.directory.tenant(TenantID(id)),
            SelfIssuedToken.isIssuer(issuer, of: tenant.id, version)
        else { throw .issuer }
        try SelfIssuedToken.checkTimes(of: claims, now: services.now(in: tenant.id))
        self.claims = claims
        self.tenant = tenant
        self.audience = audience
        self.client = ClientID(client)
        subject = pairwise.isExactly(object) ? .application(ObjectID(object)) : .user(ObjectID(object))
        origin = claims["aio"]?.string.flatMap { TokenOrigin(sealed: $0, keys: services.keys.sealing) }
        issuedAt = Timestamp(seconds: issued).adding(seconds: TokenMinter.backdating)
    }

    /// Reads a token of the on-premises service, whose `jti` names the user (docs/reference/protocol.md#adfs-tokens). Only access
    /// tokens have such a `jti`; an application's own token has another one.
    private init(onPremises claims: JSONValue, services: Services) throws(Rejection) {
        guard let audience = claims["aud"]?.string, let client = claims["appid"]?.string, claims["jti"] != nil,
            let issued = claims["iat"]?.integer
        else { throw .malformed }
        guard let tenant = services.directory.onPremises else { throw .issuer }
        try SelfIssuedToken.checkTimes(of: claims, now: services.now(in: tenant.id))
        self.claims = claims
        self.tenant = tenant
        version = .v1
        self.audience = OnPremisesAudience.identifier(in: audience)
        self.client = ClientID(client)
        origin = claims["jti"]?.string.flatMap { TokenOrigin(sealed: $0, keys: services.keys.sealing) }
        subject =
            origin.map { .user($0.authentication.home.objectID) }
            ?? .application(.servicePrincipal(of: ClientID(client), in: tenant.id))
        issuedAt = Timestamp(seconds: issued)
    }

    /// Whether the token is for the application: `aud` is its ID, or one of its App ID URIs in the exact spelling.
    package func isFor(_ application: Application) -> Bool {
        ClientID(audience) == application.clientID || application.isIdentified(by: audience)
    }

    /// Whether the token is for Microsoft Graph, whose names include the origins of this server.
    package func isForGraph(_ services: Services) -> Bool {
        tenant.application(.microsoftGraph).map(isFor) == true
            || services.graph(atOwnOrigin: audience, in: tenant) != nil
    }

    /// Whether a password change or a new high risk also ends the token. Revocation ends every token
    /// (docs/reference/protocol.md#continuous-access-evaluation).
    private var isContinuouslyEvaluated: Bool {
        claims["xms_cc"]?.array?.contains { $0.string?.isExactly("CP1") ?? false } ?? false
    }

    /// Returns the token's user as currently in the directory.
    ///
    /// Throws an error with status 401 for an app-only token, for a user who is deleted or disabled, and if everything that was
    /// issued before was revoked. A continuously evaluated token is also invalid if the user has changed the password since the
    /// issue, or is newly at high risk. The error for such a token carries the claims challenge with which the client requests a
    /// newer token.
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

    /// Returns the time of a change to the user that ends continuously evaluated tokens only, or nil if there is none. The
    /// directory does not record since when a user is at high risk. If the user was not at high risk when the token was issued,
    /// the time is now.
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

    /// Returns the sign-in behind the token. Tokens that are issued on behalf of the user have the same sign-in. If other sealing
    /// keys sealed `aio`, the claims are the only source, and a token without `sid` gets a session of its own.
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

extension SelfIssuedAccessToken {
    /// Verifies the token of an `Authorization` header (RFC 6750 §2.1), which may be opaque. Throws an error with status 401 and
    /// the wording of Graph. A token that is bound to a key or a certificate is invalid too, because a bearer does not prove
    /// possession (RFC 7800; RFC 8705 §3).
    package init(bearer authorization: String?, services: Services) throws(GraphError) {
        guard let text = SelfIssuedToken.bearerToken(in: authorization) else {
            throw .invalidToken("Access token is empty.")
        }
        do {
            try self.init(OpaqueAccessToken.jwt(in: text, services.keys.sealing), services: services)
        } catch {
            switch error {
            case .malformed: throw .invalidToken("CompactToken parsing failed.")
            case .signature: throw .invalidToken("Access token validation failure. Invalid signature.")
            case .issuer: throw .invalidToken("Access token validation failure. Invalid issuer.")
            case .outsideValidity:
                throw .invalidToken("Lifetime validation failed, the token is expired or not valid yet.")
            }
        }
        guard claims["cnf"] == nil else {
            throw .invalidToken("Access token validation failure. The token is bound to a key.")
        }
    }
}
