import Crypto
import Entra
import Wire

/// A JWT by which a client authenticates (RFC 7523 §3, OpenID Connect Core §9 `private_key_jwt`;
/// docs/reference/protocol.md#client-assertion, docs/reference/protocol.md#federated-identity-credential):
/// signed with its own certificate's key, or by another issuer that its registration trusts.
struct ClientAssertion {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// Of one that only the holder of a key may use, who proves it by the certificate of the TLS connection.
    static let boundType = "urn:ietf:params:oauth:client-assertion-type:jwt-pop"

    /// Longer assertions are not looked at.
    private static let maximumBytes = 16_384
    /// Seconds by which the clocks of client and server may differ.
    static let clockSkew: Int64 = 300

    let token: CompactJWS
    let header: JSONValue
    let claims: JSONValue
    private let algorithmName: String

    /// Takes the assertion apart. Throws AADSTS50027 for what is no JWT, one without a signature algorithm, or a header that
    /// asks for something it would be wrong to ignore (`crit`, `b64`).
    init(_ text: String) throws(EntraError) {
        guard let token = CompactJWS(text, maximumBytes: ClientAssertion.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), header.object != nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { throw ClientAssertion.malformed("JWT format") }
        guard header["crit"] == nil, header["b64"] == nil else { throw ClientAssertion.malformed("JWT header") }
        guard let algorithm = header["alg"]?.string, !algorithm.isExactlyIgnoringASCIICase("none") else {
            throw ClientAssertion.malformed("JWT algorithm")
        }
        self.token = token
        self.header = header
        self.claims = claims
        algorithmName = algorithm
    }

    /// Checks who made the assertion, for whom and when. Throws what the way in which it was made asks for, see
    /// `verifyByCertificate` and `verifyByIssuer`. `certificate`, in DER, is that of the client's TLS connection where only
    /// its holder may use the assertion: it has to be signed with the certificate's key, or name the certificate in `cnf`
    /// (RFC 8705 §3.1). Throws AADSTS700027 where it does neither.
    func verify(
        _ client: ResolvedClient, heldBy certificate: [UInt8]? = nil, services: Services
    ) throws(EntraError) {
        let holder: [UInt8]?
        if let issuer {
            try verifyByIssuer(issuer, client, services)
            holder = claims["cnf"]?["x5t#S256"]?.string.flatMap { Base64.decodeURL($0.utf8, padding: .tolerated) }
        } else {
            holder = try verifyByCertificate(client, services).sha256Thumbprint
        }
        guard let certificate, holder != Digest.sha256(certificate) else { return }
        throw EntraError(
            .clientAssertionSignature,
            [.reason: "The key does not match the certificate that the client presented in the TLS connection."])
    }

    /// The issuer, where it is another than the client itself. A client's id is no URL, and every issuer is one
    /// (OpenID Connect Core §2).
    var issuer: String? {
        guard let issuer = claims["iss"]?.string,
            issuer.utf8.starts(with: "https://".utf8) || issuer.utf8.starts(with: "http://".utf8)
        else { return nil }
        return issuer
    }

    static func malformed(_ reason: String) -> EntraError {
        EntraError(.malformedToken, [.reason: "\(reason)."])
    }

    /// The algorithm of the signature. Throws AADSTS5002738 for one that is not among those.
    func algorithm(among allowed: [SignatureAlgorithm]) throws(EntraError) -> SignatureAlgorithm {
        guard let algorithm = allowed.first(where: { $0.rawValue.isExactly(algorithmName) }) else {
            throw EntraError(
                .assertionAlgorithm,
                [.value: algorithmName, .expected: allowed.map(\.rawValue).joined(separator: ",")])
        }
        return algorithm
    }

    /// Throws AADSTS700027 unless the signature is the key's.
    func checkSignature(_ algorithm: SignatureAlgorithm, _ key: RSAPublicKey) throws(EntraError) {
        guard token.verifies(algorithm, key) else {
            throw EntraError(
                .clientAssertionSignature,
                [.reason: "The provided signature value did not match the expected signature value."])
        }
    }

    /// Throws AADSTS700024 outside the assertion's lifetime, the skew of clocks allowed for, and where a time is beyond all dates;
    /// 50027 without an end or with a time that is none (RFC 7519 §4.1).
    func checkTime(_ now: Timestamp) throws(EntraError) {
        guard let expiry else { throw ClientAssertion.malformed("The lifetime of the JWT is missing") }
        guard ["nbf", "iat"].allSatisfy({ claims[$0] == nil || time($0) != nil }) else {
            throw ClientAssertion.malformed("The lifetime of the JWT is not a number")
        }
        let starts = ["nbf", "iat"].compactMap(time)
        let start = starts.max() ?? .distantPast
        let areDates = (starts + [expiry]).allSatisfy { Timestamp.distantPast < $0 && $0 < .distantFuture }
        let isEarly = now.adding(seconds: ClientAssertion.clockSkew) < start
        guard areDates, !isEarly, now < expiry.adding(seconds: ClientAssertion.clockSkew), start <= expiry else {
            throw EntraError(
                .clientAssertionOutsideValidity,
                [.currentTime: now.iso8601, .validFrom: start.iso8601, .validUntil: expiry.iso8601])
        }
    }

    var expiry: Timestamp? { time("exp") }

    /// A NumericDate; some libraries write it with a fraction. Nil for what is none.
    private func time(_ name: String) -> Timestamp? {
        switch claims[name] {
        case .integer(let seconds)?: Timestamp(seconds: seconds)
        case .number(let seconds)?: Int64(exactly: seconds.rounded(.down)).map { Timestamp(seconds: $0) }
        default: nil
        }
    }
}
