import Crypto
import Directory
import Entra
import Wire

/// A JWT by which a client authenticates with its certificate (RFC 7523 §3, OpenID Connect Core §9 `private_key_jwt`;
/// entra-protocol §3.7).
struct ClientAssertion {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// Longer assertions are not looked at.
    private static let maximumBytes = 16_384
    /// Seconds by which the clocks of client and server may differ.
    private static let clockSkew: Int64 = 300

    private let token: CompactJWS
    private let algorithm: SignatureAlgorithm
    private let header: JSONValue
    private let claims: JSONValue

    /// Takes the assertion apart. Throws AADSTS50027 for what is no JWT, an algorithm that is not taken, or a header that
    /// asks for something it would be wrong to ignore (`crit`, `b64`).
    init(_ text: String) throws(EntraError) {
        guard let token = CompactJWS(text, maximumBytes: ClientAssertion.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), header.object != nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { throw ClientAssertion.malformed("JWT format") }
        guard header["crit"] == nil, header["b64"] == nil else { throw ClientAssertion.malformed("JWT header") }
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw ClientAssertion.malformed("JWT algorithm")
        }
        self.token = token
        self.header = header
        self.claims = claims
        self.algorithm = algorithm
    }

    /// Checks key, signature, issuer, audience and time, in this order.
    ///
    /// Throws AADSTS5002723 when the header names no key, 700027 when the key is not the client's or the signature not the
    /// key's, 1000502 outside the certificate's validity, 700021, 700023 and 700024 for the claims.
    func verify(_ client: ResolvedClient, services: Services) throws(EntraError) {
        let certificate = try certificate(of: client.application, now: services.now)
        guard token.verifies(algorithm, certificate.key) else {
            throw EntraError(
                .clientAssertionSignature,
                [.reason: "The provided signature value did not match the expected signature value."])
        }
        for name in ["iss", "sub"] {
            guard let value = claims[name]?.string, ClientID(value) == client.application.clientID else {
                throw EntraError(.clientAssertionClientMismatch)
            }
        }
        guard let audience = claims["aud"]?.string, isAudience(audience, client, services) else {
            throw EntraError(.clientAssertionAudience)
        }
        try checkTime(services.now)
    }

    private static func malformed(_ reason: String) -> EntraError {
        EntraError(.malformedToken, [.reason: "\(reason)."], as: .invalidClient, status: 401)
    }

    // MARK: - Key

    /// The registered certificate that the header names. What else the header offers as a key (`jwk`, `jku`, `x5c`, `x5u`)
    /// is never trusted.
    private func certificate(of client: Application, now: Timestamp) throws(EntraError) -> ClientCertificate {
        guard let name = KeyName(header) else { throw EntraError(.clientAssertionWithoutKey) }
        for credential in client.keyCredentials {
            guard let der = credential.certificate, let certificate = try? ClientCertificate(der: der),
                name.names(certificate, credential)
            else { continue }
            let start = max(certificate.notBefore, credential.startDateTime ?? .distantPast)
            let end = min(certificate.notAfter, credential.endDateTime ?? .distantFuture)
            guard start <= now, now < end else { throw EntraError(.certificateOutsideValidity) }
            return certificate
        }
        throw EntraError(
            .clientAssertionSignature,
            [.reason: "The key was not found., Thumbprint of key used by client: '\(name.text)'"])
    }

    /// How a header names a key, the strongest way that it has.
    private enum KeyName {
        case sha256(String)
        case sha1(String)
        case id(String)

        init?(_ header: JSONValue) {
            if let value = header["x5t#S256"]?.string {
                self = .sha256(value)
            } else if let value = header["x5t"]?.string {
                self = .sha1(value)
            } else if let value = header["kid"]?.string {
                self = .id(value)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .sha256(let value), .sha1(let value), .id(let value): value
            }
        }

        /// Thumbprints are base64url, padded by some libraries; a `kid` is the credential's id or the SHA-1 in hexadecimal.
        func names(_ certificate: ClientCertificate, _ credential: KeyCredential) -> Bool {
            switch self {
            case .sha256(let value):
                Base64.decodeURL(value.utf8, padding: .tolerated) == certificate.sha256Thumbprint
            case .sha1(let value): Base64.decodeURL(value.utf8, padding: .tolerated) == certificate.sha1Thumbprint
            case .id(let value):
                credential.keyId?.isExactlyIgnoringASCIICase(value) == true
                    || ASCII.hex(certificate.sha1Thumbprint).isExactlyIgnoringASCIICase(value)
            }
        }
    }

    // MARK: - Claims

    /// The token endpoint of the tenant, v1 or v2, or its issuer, under the host asked or the one that documents name.
    private func isAudience(_ audience: String, _ client: ResolvedClient, _ services: Services) -> Bool {
        let tenants = [client.authority.segment] + (client.authority.tenant?.domains ?? [])
        let origins = [services.origin, services.origin.canonical]
        let accepted = origins.flatMap { origin in
            tenants.flatMap { tenant in
                ["/oauth2/v2.0/token", "/oauth2/token", "/v2.0"].map { "\(origin)/\(tenant)\($0)" }
                    + [origin.issuerV1(tenant)]
            }
        }
        return accepted.contains { $0.isExactlyIgnoringASCIICase(audience) }
    }

    private func checkTime(_ now: Timestamp) throws(EntraError) {
        guard let expiry = time("exp") else { throw ClientAssertion.malformed("The lifetime of the JWT is missing") }
        let start = time("nbf") ?? time("iat") ?? .distantPast
        let isEarly = now.adding(seconds: ClientAssertion.clockSkew) < start
        guard !isEarly, now < expiry.adding(seconds: ClientAssertion.clockSkew), start <= expiry else {
            throw EntraError(
                .clientAssertionOutsideValidity,
                [.currentTime: now.iso8601, .validFrom: start.iso8601, .validUntil: expiry.iso8601])
        }
    }

    /// A NumericDate; some libraries write it with a fraction. Nil for what is none.
    private func time(_ name: String) -> Timestamp? {
        switch claims[name] {
        case .integer(let seconds)?: Timestamp(seconds: seconds)
        case .number(let seconds)?: Int64(exactly: seconds.rounded(.down)).map { Timestamp(seconds: $0) }
        default: nil
        }
    }
}
