import Crypto
import Directory
import Entra
import State
import Wire

/// An access token of this server that came back to it, verified: signature, issuer and times are right. Whom it is for
/// (`isFor`) and what it allows (`scopes`) is the taker's to check; so is whether its user is still there (`user`).
struct OwnAccessToken: Sendable {
    /// Why a text is not a token that could be taken.
    enum Refusal: Error, Equatable {
        /// No JSON Web Token, or not an access token: an id_token has no client.
        case malformed
        /// Not signed by a key of this server.
        case signature
        /// Of a tenant that is not here.
        case issuer
        case outsideValidity(from: Timestamp, until: Timestamp)
    }

    /// Whom a token speaks of.
    enum Subject: Sendable, Equatable {
        case user(ObjectID)
        /// The client itself, by its service principal.
        case application(ObjectID)
    }

    /// Longer tokens are not looked at.
    private static let maximumBytes = 32_768

    let claims: JSONValue
    let tenant: Tenant
    let version: EndpointVersion
    let audience: String
    /// To whom it was issued.
    let client: ClientID
    let subject: Subject
    /// When it was issued: `iat` says five minutes less.
    let issuedAt: Timestamp
    /// The sign-in behind it; nil where it was issued under other sealing keys.
    private let origin: TokenOrigin?

    /// Permission names of `scp`; none in an application's own token.
    var scopes: [String] { claims["scp"]?.string?.split(separator: " ").map(String.init) ?? [] }

    init(_ text: String, services: Services) throws(Refusal) {
        guard let token = CompactJWS(text, maximumBytes: OwnAccessToken.maximumBytes),
            let header = JSONValue(parsing: token.header), header["alg"]?.string == SignatureAlgorithm.rs256.rawValue,
            header["crit"] == nil, header["b64"] == nil,
            let claims = JSONValue(parsing: token.payload)
        else { throw .malformed }
        guard let key = header["kid"]?.string.flatMap(services.keys.signing.key(id:)),
            OwnAccessToken.isSigned(token, header, by: key)
        else { throw .signature }
        guard let audience = claims["aud"]?.string, let issuer = claims["iss"]?.string, let id = claims["tid"]?.string,
            let object = claims["oid"]?.string, let pairwise = claims["sub"]?.string,
            let client = (claims["appid"] ?? claims["azp"])?.string, let start = claims["nbf"]?.integer,
            let end = claims["exp"]?.integer, let issued = claims["iat"]?.integer
        else { throw .malformed }
        version = claims["ver"]?.string == "2.0" ? .v2 : .v1
        guard let tenant = services.directory.tenant(TenantID(id)),
            OwnAccessToken.isIssuer(issuer, of: tenant.id, version)
        else { throw .issuer }
        guard start <= services.now.seconds, services.now.seconds < end else {
            throw .outsideValidity(from: Timestamp(seconds: start), until: Timestamp(seconds: end))
        }
        self.claims = claims
        self.tenant = tenant
        self.audience = audience
        self.client = ClientID(client)
        subject = pairwise.isExactly(object) ? .application(ObjectID(object)) : .user(ObjectID(object))
        origin = claims["aio"]?.string.flatMap { TokenOrigin(sealed: $0, keys: services.keys.sealing) }
        issuedAt = Timestamp(seconds: issued).adding(seconds: TokenMinter.backdating)
    }

    /// Whether the token is for the application: `aud` is its id, or one of its App ID URIs in the exact spelling.
    func isFor(_ application: Application) -> Bool {
        ClientID(audience) == application.clientID || application.identifierUris.contains { $0.isExactly(audience) }
    }

    /// The user the token speaks of, as the directory has the user now: nil for an application's own token, for a user who
    /// is gone or disabled, and where everything issued until then was revoked.
    func user(_ services: Services) -> User? {
        guard case .user(let id) = subject, let user = tenant.user(id), user.accountEnabled else { return nil }
        if let revoked = services.store.revocation(of: .user(user.home)), issuedAt.seconds < revoked.seconds {
            return nil
        }
        return user
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
            methods: claims["amr"]?.array?.compactMap(\.string) ?? ["pwd"], sessionID: session)
    }

    /// Tokens for Microsoft Graph are signed over their header with the nonce hashed (`TokenMinter.HeaderForm.graph`).
    private static func isSigned(_ token: CompactJWS, _ header: JSONValue, by key: SigningKey) -> Bool {
        guard let members = header.object, let nonce = header["nonce"]?.string else {
            return token.verifies(.rs256, key.publicKey)
        }
        let hashed = JSONValue.string(TokenMinter.signedNonce(nonce))
        let signed = members.map { $0.name.isExactly("nonce") ? JSONValue.Member("nonce", hashed) : $0 }
        return token.verifies(.rs256, key.publicKey, header: JSONWriter.value(.object(signed)))
    }

    /// The server has many names, so the issuer's host may be another than that of this request; the signature has shown
    /// that it is the server's own.
    private static func isIssuer(_ issuer: String, of tenant: TenantID, _ version: EndpointVersion) -> Bool {
        issuer.hasSuffix(version == .v2 ? "/\(tenant)/v2.0" : "/\(tenant)/")
    }
}
