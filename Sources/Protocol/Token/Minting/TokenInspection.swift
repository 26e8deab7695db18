import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The content of a token, and every reason for an API or a client to reject the token.
package struct TokenInspection: Sendable {
    /// The values that the caller expects. A nil value is not checked.
    package struct Expectation: Sendable {
        package var audience: String?
        package var issuer: String?
        package var nonce: String?
        package var scope: String?
        package var role: String?

        package init() {}
    }

    package struct Reason: Sendable, Equatable {
        /// The check that failed: `format`, `algorithm`, `key`, `signature`, `issuer`, `audience`, `time`, `nonce`, `scope`, `role`
        /// or `account`.
        package let check: String
        package let detail: String
    }

    package private(set) var header: JSONValue = .null
    package private(set) var claims: JSONValue = .null
    /// The tenant of this server that the token names, or nil.
    package private(set) var tenant: TenantID?
    /// The time used for the checks: the time of the tenant's clock, or the server's time without a tenant.
    package private(set) var time: Timestamp
    package private(set) var reasons: [Reason] = []
    /// The observations that are not a reason to reject the token.
    package private(set) var remarks: [String] = []

    private static let maximumBytes = 65_536

    package init(_ text: String, _ expectation: Expectation, services: Services) {
        time = services.now
        let jwt = OpaqueAccessToken.jwt(in: text, services.keys.sealing)
        if !jwt.isExactly(text) {
            remarks.append("The token is encrypted, as for every personal account: only Microsoft Graph can read it.")
        }
        guard let token = CompactJWS(jwt, maximumBytes: TokenInspection.maximumBytes),
            let header = JSONValue(parsing: token.header), let claims = JSONValue(parsing: token.payload),
            header.object != nil, claims.object != nil
        else {
            reject("format", TokenInspection.formatProblem(text))
            return
        }
        self.header = header
        self.claims = claims
        let tenant = SelfIssuedToken.tenant(of: claims, in: services.directory)
        self.tenant = tenant?.id
        if let tenant { time = services.now(in: tenant.id) }
        checkSignature(token, tenant, services)
        checkIssuer(tenant, expectation)
        checkAudience(expectation)
        checkTime()
        checkNonce(expectation)
        checkPermissions(expectation)
        checkAccount(tenant, services.directory)
        noteRevocation(services)
    }

    /// Remarks that the sign-in behind the token was revoked. Only an API with continuous access evaluation learns of that.
    private mutating func noteRevocation(_ services: Services) {
        guard let origin = claims["aio"]?.string.flatMap({ TokenOrigin(sealed: $0, keys: services.keys.sealing) }),
            let time = services.revocation(of: origin.authentication)
        else { return }
        remarks.append(
            "The sign-in was revoked at \(time.iso8601). Microsoft Graph and APIs with continuous access evaluation reject "
                + "the token; other APIs accept the token until the token expires.")
    }

    private mutating func reject(_ check: String, _ detail: String) {
        reasons.append(Reason(check: check, detail: detail))
    }

    private static func formatProblem(_ text: String) -> String {
        let parts = text.utf8.count { $0 == UInt8(ascii: ".") } + 1
        if parts == 5 {
            return "The token is encrypted (five parts); this server does not issue encrypted access tokens."
        }
        if text.hasExactPrefix("1.A") {
            return "The value is an authorization code or a refresh token, which only the server can read."
        }
        guard parts == 3 else { return "The token has \(parts) parts separated by dots; a JSON Web Token has three." }
        return "Header and payload must be JSON objects in base64url without padding."
    }

    private mutating func checkSignature(_ token: CompactJWS, _ tenant: Tenant?, _ services: Services) {
        let algorithm = header["alg"]?.string ?? ""
        guard algorithm.isExactly(SignatureAlgorithm.rs256.rawValue) else {
            let isNone = algorithm.isExactlyIgnoringASCIICase("none")
            return reject(
                "algorithm",
                isNone ? "The token is not signed (alg none)." : "alg is '\(algorithm)'; the server signs with RS256.")
        }
        guard let ring = try? services.signingKeys(of: tenant) else {
            return reject("key", "The server cannot read its signing keys.")
        }
        guard let id = header["kid"]?.string else { return reject("key", "The header has no kid.") }
        guard let key = ring.key(id: id) else {
            return reject(
                "key",
                "The tenant publishes no key \(id): the key is unknown, was removed, or belongs to another server.")
        }
        guard token.isSigned(header, by: key) else {
            return reject("signature", "The signature does not match key \(id) and this header and payload.")
        }
        if GraphNonce.signed(header) != nil {
            remarks.append(
                "The token is for Microsoft Graph: the signature covers a hash of the nonce, so only Graph can verify it."
            )
        }
        if !ring.current.id.isExactly(id) {
            remarks.append("The key no longer signs new tokens but is still published.")
        }
    }

    private mutating func checkIssuer(_ tenant: Tenant?, _ expectation: Expectation) {
        guard let issuer = claims["iss"]?.string else { return reject("issuer", "The token has no iss.") }
        if let expected = expectation.issuer, !issuer.isExactly(expected) {
            reject("issuer", "iss is '\(issuer)', not '\(expected)'.")
        }
        guard let tenant else {
            let id = claims["tid"]?.string
            return reject(
                "issuer",
                id.map { "The directory has no tenant \($0)." }
                    ?? "The token has no tid, and iss is not the issuer of a policy.")
        }
        let isVersion2 = claims["ver"]?.string?.isExactly("2.0") == true
        // The tenant of a token of a user flow, or of the on-premises service, was found by the issuer.
        guard !SelfIssuedToken.isOfPolicy(claims), !SelfIssuedToken.isOnPremises(claims),
            !SelfIssuedToken.isIssuer(issuer, of: tenant.id, isVersion2 ? .v2 : .v1)
        else {
            return
        }
        let form = isVersion2 ? "…/\(tenant.id)/v2.0" : "…/\(tenant.id)/"
        reject("issuer", "iss is '\(issuer)'; in a version \(isVersion2 ? "2" : "1") token, iss must be \(form).")
    }

    private mutating func checkAudience(_ expectation: Expectation) {
        guard let audience = claims["aud"]?.string else { return reject("audience", "The token has no aud.") }
        guard let expected = expectation.audience, !audience.isExactly(expected) else { return }
        reject("audience", "aud is '\(audience)', not '\(expected)': the token is for another API.")
    }

    private mutating func checkTime() {
        let now = time.seconds
        if let start = claims["nbf"]?.integer, now < start {
            reject(
                "time",
                "The token is not valid before \(Timestamp(seconds: start).iso8601); the time is \(time.iso8601).")
        }
        guard let end = claims["exp"]?.integer else { return reject("time", "The token has no exp.") }
        if end <= now {
            reject("time", "The token expired at \(Timestamp(seconds: end).iso8601); the time is \(time.iso8601).")
        }
    }

    private mutating func checkNonce(_ expectation: Expectation) {
        guard let expected = expectation.nonce else { return }
        let nonce = claims["nonce"]?.string
        // Allowed (secret-comparison): the caller has both the token and the expected value.
        if nonce?.isExactly(expected) != true {
            reject("nonce", nonce.map { "nonce is '\($0)', not '\(expected)'." } ?? "The token has no nonce.")
        }
    }

    private mutating func checkPermissions(_ expectation: Expectation) {
        let scopes = claims["scp"]?.string?.pieces(separatedBy: " ") ?? []
        if let scope = expectation.scope, !scopes.contains(where: { $0.isExactly(scope) }) {
            reject("scope", "scp is '\(scopes.joined(separator: " "))', without \(scope).")
        }
        let roles = claims["roles"]?.array?.compactMap(\.string) ?? []
        if let role = expectation.role, !roles.contains(where: { $0.isExactly(role) }) {
            reject("role", "roles are '\(roles.joined(separator: " "))', without \(role).")
        }
    }

    private mutating func checkAccount(_ tenant: Tenant?, _ directory: Directory) {
        guard let tenant, let object = userID(directory) else { return }
        guard let user = tenant.user(ObjectID(object)) else {
            return reject("account", "The tenant has no user \(object).")
        }
        if !user.accountEnabled { reject("account", "The account \(user.userPrincipalName) is disabled.") }
    }

    /// Returns the object ID of the token's user, or nil in an application's own token. A user flow's token has the object ID in
    /// `sub`. In other tokens `sub` is pairwise, and equals `oid` only in an application's own token.
    private func userID(_ directory: Directory) -> String? {
        guard let subject = claims["sub"]?.string else { return nil }
        if SelfIssuedToken.isOfPolicy(claims) {
            return SelfIssuedToken.isOfApplication(claims, in: directory) ? nil : subject
        }
        return claims["oid"]?.string.flatMap { $0.isExactly(subject) ? nil : $0 }
    }
}
