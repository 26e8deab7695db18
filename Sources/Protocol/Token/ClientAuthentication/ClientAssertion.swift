import Crypto
import Directory
import Entra
import Formats
import Store

/// A JWT by which a client authenticates (RFC 7523 §3, OpenID Connect Core §9 `private_key_jwt`;
/// docs/reference/protocol.md#client-assertion, docs/reference/protocol.md#federated-identity-credential). The key of the client's
/// certificate signs the JWT, or another issuer that the registration trusts.
struct ClientAssertion {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The type of an assertion that only the holder of a key may use. The certificate of the TLS connection proves possession.
    static let boundType = "urn:ietf:params:oauth:client-assertion-type:jwt-pop"

    /// The maximum length of an assertion, in bytes. Longer assertions are rejected without parsing.
    private static let maximumBytes = 16_384
    /// The number of seconds by which the clocks of client and server may differ.
    static let clockSkew: Int64 = 300

    let token: CompactJWS
    let header: JSONValue
    let claims: JSONValue
    private let algorithmName: String

    /// Parses the assertion. Throws AADSTS50027 for text that is not a JWT, for a JWT without a signature algorithm, and for a
    /// header extension that the server must not ignore (`crit`, `b64`), and 5002727 for a JWT of another type.
    init(_ text: String) throws(EntraError) {
        guard let token = CompactJWS(text, maximumBytes: ClientAssertion.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), header.object != nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { throw ClientAssertion.malformed("The assertion is not a JWT of three parts with valid JSON") }
        guard header["crit"] == nil, header["b64"] == nil else {
            throw ClientAssertion.malformed("The header has the member crit or b64")
        }
        guard let algorithm = header["alg"]?.string, !algorithm.isExactlyIgnoringASCIICase("none") else {
            throw ClientAssertion.malformed("The header names no signature algorithm")
        }
        self.token = token
        self.header = header
        self.claims = claims
        algorithmName = algorithm
    }

    /// Checks the issuer, the audience and the lifetime of the assertion. Throws the errors of `verifyByCertificate` or
    /// `verifyByIssuer`. `certificate` is the DER of the client's TLS certificate if only the holder of that certificate may use
    /// the assertion. Then the key of the certificate must have signed the assertion, or `cnf` must name the certificate
    /// (RFC 8705 §3.1). Throws AADSTS500181 otherwise, and 5002727 for a header with another type than JWT.
    func verify(
        _ client: ResolvedClient, boundTo certificate: [UInt8]? = nil, services: Services
    ) throws(EntraError) {
        guard ClientAssertion.isJWT(header["typ"]) else { throw EntraError(.assertionHeaderType) }
        let thumbprint: [UInt8]?
        if let issuer {
            try verifyByIssuer(issuer, client, services)
            thumbprint = claims["cnf"]?["x5t#S256"]?.string.flatMap { Base64.decodeURL($0.utf8, padding: .tolerated) }
        } else {
            thumbprint = try verifyByCertificate(client, services).sha256Thumbprint
        }
        guard let certificate, thumbprint != Digest.sha256(certificate) else { return }
        throw EntraError(.tlsCertificateMismatch)
    }

    /// The issuer, or nil if the client itself is the issuer. A client ID is not a URL, and every issuer is a URL (OpenID Connect
    /// Core §2).
    var issuer: String? {
        guard let issuer = claims["iss"]?.string,
            issuer.utf8.starts(with: "https://".utf8) || issuer.utf8.starts(with: "http://".utf8)
        else { return nil }
        return issuer
    }

    /// The client that the assertion is about, or nil if another issuer made the assertion. The subject of such an assertion is a
    /// name at that issuer.
    var client: String? { issuer == nil ? claims["sub"]?.string : nil }

    /// Whether the service accepts an assertion with this `typ`, which the header may omit
    /// (docs/reference/protocol.md#assertion-type).
    static func isJWT(_ type: JSONValue?) -> Bool {
        guard let type else { return true }
        return ["JWT", "http://openid.net/specs/jwt/1.0"].contains {
            type.string?.isExactlyIgnoringASCIICase($0) == true
        }
    }

    static func malformed(_ reason: String) -> EntraError { EntraError(.malformedToken, detail: "\(reason).") }

    /// Returns the algorithm of the signature. Throws AADSTS5002738 if the algorithm is not allowed.
    func algorithm(among allowed: [SignatureAlgorithm]) throws(EntraError) -> SignatureAlgorithm {
        guard let algorithm = allowed.first(where: { $0.rawValue.isExactly(algorithmName) }) else {
            throw EntraError(
                .assertionAlgorithm,
                [.value: algorithmName, .expected: allowed.map(\.rawValue).joined(separator: ",")])
        }
        return algorithm
    }

    /// Throws AADSTS700027 unless the key made the signature.
    func checkSignature(_ algorithm: SignatureAlgorithm, _ key: RSAPublicKey) throws(EntraError) {
        guard token.verifies(algorithm, key) else {
            throw EntraError(
                .clientAssertionSignature,
                [.reason: "The provided signature value did not match the expected signature value."])
        }
    }

    /// Checks the lifetime of the assertion, with tolerance for clock skew. Throws AADSTS700024 outside the lifetime and for a
    /// time that no date can represent. Throws 50027 if `exp` is missing or a time is not a number (RFC 7519 §4.1).
    func checkTime(_ now: Timestamp) throws(EntraError) {
        guard let expiry else { throw ClientAssertion.malformed("The lifetime of the JWT is missing") }
        guard ["nbf", "iat"].allSatisfy({ claims[$0] == nil || time($0) != nil }) else {
            throw ClientAssertion.malformed("The lifetime of the JWT is not a number")
        }
        let starts = ["nbf", "iat"].compactMap(time)
        let start = starts.max() ?? .distantPast
        let areDates = (starts + [expiry]).allSatisfy { Timestamp.distantPast < $0 && $0 < .distantFuture }
        let isNotYetValid = now.adding(seconds: ClientAssertion.clockSkew) < start
        guard areDates, !isNotYetValid, now < expiry.adding(seconds: ClientAssertion.clockSkew), start <= expiry else {
            throw EntraError(
                .clientAssertionOutsideValidity,
                [.currentTime: now.iso8601, .validFrom: start.iso8601, .validUntil: expiry.iso8601])
        }
    }

    var expiry: Timestamp? { time("exp") }

    /// Returns a NumericDate claim, or nil if the claim is not a number. Some libraries write a fraction.
    private func time(_ name: String) -> Timestamp? {
        switch claims[name] {
        case .integer(let seconds)?: Timestamp(seconds: seconds)
        case .number(let seconds)?: Int64(exactly: seconds.rounded(.down)).map { Timestamp(seconds: $0) }
        default: nil
        }
    }
}

/// Detects the reuse of client assertions that a certificate signed (RFC 7523 §3 `jti`; setting `clientAssertionReplay`).
///
/// Client libraries send one assertion with every request of some minutes. Therefore the check rejects only an identical request
/// with the same assertion, unless the setting is stricter. Two cases never count as reuse by default: on-behalf-of requests,
/// because an API that is called twice with one token makes the same request twice, and assertions of other issuers, because
/// workloads read them from a file repeatedly.
enum AssertionReplay {
    /// Checks that the assertion is used for the first time, and remembers the use until the assertion expires. The caller must
    /// have validated the rest of the assertion before. Throws AADSTS70002 for a second use.
    static func check(
        _ assertion: ClientAssertion, of client: ResolvedClient, with credentials: ClientCredentials,
        services: Services
    ) throws(EntraError) {
        guard assertion.issuer == nil, let expiry = assertion.expiry else { return }
        let settings = services.settings(of: client)
        let isOnBehalf = credentials.form[Parameter.requestedTokenUse] != nil
        switch settings.clientAssertionReplay {
        case .reject: guard !isOnBehalf else { return }
        case .singleUse: break
        case .allow: return
        }
        // An assertion without an ID is identified by its signed bytes.
        let name = assertion.claims["jti"]?.string.map { Array($0.utf8) } ?? assertion.token.signingInput
        let parts = [
            Array("client assertion".utf8), Array(client.application.clientID.description.utf8), name,
            settings.clientAssertionReplay == .reject ? Array(credentials.form.encoded.utf8) : [],
        ]
        let use = GUID(version4From: Digest.sha256(parts.flatMap(Digest.sha256)))
        let end = expiry.adding(seconds: ClientAssertion.clockSkew)
        guard try services.isFirstUse(use, until: end) else {
            throw EntraError(.credentialValidation, [.reason: "The client assertion has been used before."])
        }
    }
}
