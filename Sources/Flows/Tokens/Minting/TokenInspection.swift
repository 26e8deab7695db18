import Crypto
import Directory
package import Entra
package import Wire

/// What a token says, and every reason for which an API or a client should refuse it.
package struct TokenInspection: Sendable {
    /// What the asker expects of the token; nothing is checked of what is nil.
    package struct Expectation: Sendable {
        package var audience: String?
        package var issuer: String?
        package var nonce: String?
        package var scope: String?
        package var role: String?

        package init() {}
    }

    package struct Reason: Sendable, Equatable {
        /// What did not hold: `format`, `algorithm`, `key`, `signature`, `issuer`, `audience`, `time`, `nonce`, `scope`,
        /// `role`, `account`.
        package let check: String
        package let detail: String
    }

    package private(set) var header: JSONValue = .null
    package private(set) var claims: JSONValue = .null
    /// The tenant that the token names, where it is one of the server's.
    package private(set) var tenant: TenantID?
    /// By whose time it was judged.
    package private(set) var time: Timestamp
    package private(set) var reasons: [Reason] = []
    /// What is worth knowing and no reason to refuse.
    package private(set) var remarks: [String] = []

    private static let maximumBytes = 65_536

    package init(_ text: String, _ expectation: Expectation, services: Services) {
        time = services.now
        guard let token = CompactJWS(text, maximumBytes: TokenInspection.maximumBytes),
            let header = JSONValue(parsing: token.header), let claims = JSONValue(parsing: token.payload),
            header.object != nil, claims.object != nil
        else {
            refuse("format", TokenInspection.formatProblem(text))
            return
        }
        self.header = header
        self.claims = claims
        let tenant = OwnToken.tenant(of: claims, in: services.directory)
        self.tenant = tenant?.id
        if let tenant { time = services.now(in: tenant.id) }
        checkSignature(token, tenant, services)
        checkIssuer(tenant, expectation)
        checkAudience(expectation)
        checkTime()
        checkNonce(expectation)
        checkPermissions(expectation)
        checkAccount(tenant)
    }

    private mutating func refuse(_ check: String, _ detail: String) {
        reasons.append(Reason(check: check, detail: detail))
    }

    private static func formatProblem(_ text: String) -> String {
        let parts = text.utf8.count { $0 == UInt8(ascii: ".") } + 1
        if parts == 5 { return "It is encrypted (five parts); access tokens of this server are not." }
        if text.hasExactPrefix("1.A") {
            return "It is an authorization code or a refresh token: opaque to everyone but the server."
        }
        guard parts == 3 else { return "A JSON Web Token has three parts separated by dots; this has \(parts)." }
        return "Its parts are not base64url without padding of JSON objects."
    }

    private mutating func checkSignature(_ token: CompactJWS, _ tenant: Tenant?, _ services: Services) {
        let algorithm = header["alg"]?.string ?? ""
        guard algorithm.isExactly(SignatureAlgorithm.rs256.rawValue) else {
            let isNone = algorithm.isExactlyIgnoringASCIICase("none")
            return refuse(
                "algorithm",
                isNone ? "It is not signed (alg none)." : "alg is '\(algorithm)'; the server signs with RS256.")
        }
        guard let ring = try? services.signingKeys(of: tenant) else { return refuse("key", "The keys cannot be read.") }
        guard let id = header["kid"]?.string else { return refuse("key", "The header has no kid.") }
        guard let key = ring.key(id: id) else {
            return refuse("key", "No key \(id) is published for the tenant: unknown, dropped, or of another server.")
        }
        guard token.isSigned(header, by: key) else {
            return refuse("signature", "The signature is not that of key \(id) over this header and payload.")
        }
        if GraphNonce.signed(header) != nil {
            remarks.append(
                "It is for Microsoft Graph: the signature covers the nonce's hash, so that only Graph can check it.")
        }
        if !ring.current.id.isExactly(id) { remarks.append("Its key signs no more, and is still published.") }
    }

    private mutating func checkIssuer(_ tenant: Tenant?, _ expectation: Expectation) {
        guard let issuer = claims["iss"]?.string else { return refuse("issuer", "There is no iss.") }
        if let expected = expectation.issuer, !issuer.isExactly(expected) {
            refuse("issuer", "iss is '\(issuer)', not '\(expected)'.")
        }
        guard let tenant else {
            let id = claims["tid"]?.string
            return refuse(
                "issuer",
                id.map { "There is no tenant \($0)." } ?? "There is no tid, and iss is not that of a policy's tenant.")
        }
        let isVersion2 = claims["ver"]?.string?.isExactly("2.0") == true
        // The tenant of a policy's token was found by its issuer.
        guard !OwnToken.isOfPolicy(claims), !OwnToken.isIssuer(issuer, of: tenant.id, isVersion2 ? .v2 : .v1) else {
            return
        }
        let form = isVersion2 ? "…/\(tenant.id)/v2.0" : "…/\(tenant.id)/"
        refuse("issuer", "iss is '\(issuer)'; of a version \(isVersion2 ? "2" : "1") token it is \(form).")
    }

    private mutating func checkAudience(_ expectation: Expectation) {
        guard let audience = claims["aud"]?.string else { return refuse("audience", "There is no aud.") }
        guard let expected = expectation.audience, !audience.isExactly(expected) else { return }
        refuse("audience", "aud is '\(audience)', not '\(expected)': the token is for another API.")
    }

    private mutating func checkTime() {
        let now = time.seconds
        if let start = claims["nbf"]?.integer, now < start {
            refuse("time", "It is not valid before \(Timestamp(seconds: start).iso8601); it is \(time.iso8601).")
        }
        guard let end = claims["exp"]?.integer else { return refuse("time", "There is no exp.") }
        if end <= now {
            refuse("time", "It expired at \(Timestamp(seconds: end).iso8601); it is \(time.iso8601).")
        }
    }

    private mutating func checkNonce(_ expectation: Expectation) {
        guard let expected = expectation.nonce else { return }
        let nonce = claims["nonce"]?.string
        // Allowed (secret-comparison): the caller has both the token and what it expects.
        if nonce?.isExactly(expected) != true {
            refuse("nonce", nonce.map { "nonce is '\($0)', not '\(expected)'." } ?? "There is no nonce.")
        }
    }

    private mutating func checkPermissions(_ expectation: Expectation) {
        let scopes = claims["scp"]?.string?.pieces(separatedBy: " ") ?? []
        if let scope = expectation.scope, !scopes.contains(where: { $0.isExactly(scope) }) {
            refuse("scope", "scp is '\(scopes.joined(separator: " "))', without \(scope).")
        }
        let roles = claims["roles"]?.array?.compactMap(\.string) ?? []
        if let role = expectation.role, !roles.contains(where: { $0.isExactly(role) }) {
            refuse("role", "roles are '\(roles.joined(separator: " "))', without \(role).")
        }
    }

    private mutating func checkAccount(_ tenant: Tenant?) {
        guard let tenant, let object = userID else { return }
        guard let user = tenant.user(ObjectID(object)) else {
            return refuse("account", "The tenant has no user \(object).")
        }
        if !user.accountEnabled { refuse("account", "The account \(user.userPrincipalName) is disabled.") }
    }

    /// The user whom it speaks of, nil in an application's own. A policy has the object id in `sub`, and tells when the user
    /// signed in; elsewhere `sub` is another for each client, but in an application's own token.
    private var userID: String? {
        guard let subject = claims["sub"]?.string else { return nil }
        if OwnToken.isOfPolicy(claims) { return claims["auth_time"] == nil ? nil : subject }
        return claims["oid"]?.string.flatMap { $0.isExactly(subject) ? nil : $0 }
    }
}
