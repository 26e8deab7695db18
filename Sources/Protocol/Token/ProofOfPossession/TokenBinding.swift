import Crypto
import Entra
import Formats
import Store

/// The kind of access token that a request selects by `token_type` (docs/reference/protocol.md#token-rules,
/// docs/reference/protocol.md#token-header).
enum TokenBinding: Sendable {
    /// A token that any holder can use.
    case bearer
    /// A token whose holder signs each use with the key that the `cnf` claim names (RFC 7800).
    case proofOfPossession(type: String, confirmation: JSONValue)
    /// A token whose holder presents the certificate with that SHA-256 thumbprint in each TLS connection (RFC 8705 §3).
    case certificate(thumbprint: [UInt8])
    /// An OpenSSH certificate of the key instead of a JWT.
    case sshCertificate(SSHKey)

    /// A SAML assertion instead of a JWT, for an API that accepts nothing else (on-behalf-of with `requested_token_type`).
    case saml(SAMLAssertion.Version)

    /// An SSH key to be certified.
    struct SSHKey: Sendable {
        /// The key as sent: an RSA key in JWK form.
        let key: RSAPublicNumbers
        let keyID: String
    }

    /// Reads the parameters of the request. Throws AADSTS900144 if the key is missing. Throws 90100 for an unreadable key, for an
    /// unknown type, for any type except bearer at a b2c policy, and for a certificate binding if the host requests no
    /// certificate. Throws 392200 if the host requests a certificate and the client sent none.
    init(_ request: TokenRequest) throws(EntraError) {
        guard let type = request[Parameter.tokenType] else {
            self = .bearer
            return
        }
        let kind = type.asciiLowercased
        guard request.authority.userFlow == nil || kind == "bearer" else { throw TokenBinding.unknownType }
        switch kind {
        case "bearer": self = .bearer
        case "pop":
            let text = try request.required(Parameter.requestConfirmation)
            guard let confirmation = TokenBinding.confirmation(text) else { throw TokenBinding.unreadableKey }
            self = .proofOfPossession(type: type, confirmation: confirmation)
        case "mtls_pop":
            guard let certificate = try request.credentials.tlsClient.presentedCertificate() else {
                throw TokenBinding.unknownType
            }
            self = .certificate(thumbprint: Digest.sha256(certificate))
        case "ssh-cert":
            let text = try request.required(Parameter.requestConfirmation)
            let keyID = try request.required(Parameter.keyID)
            guard let jwk = JSONValue(parsing: Array(text.utf8)), let key = RSAPublicNumbers(jwk),
                keyID.utf8.count <= TokenBinding.maximumKeyID
            else { throw TokenBinding.unreadableKey }
            self = .sshCertificate(SSHKey(key: key, keyID: keyID))
        default: throw TokenBinding.unknownType
        }
    }

    /// Reads the parameters of an on-behalf-of request. Throws AADSTS90100 for a `requested_token_type` that is not a SAML type.
    init(onBehalfOf request: TokenRequest) throws(EntraError) {
        guard let type = request[Parameter.requestedTokenType] else {
            try self.init(request)
            return
        }
        guard let version = TokenBinding.samlTypes.first(where: { $0.name.isExactly(type) })?.version else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.requestedTokenType])
        }
        self = .saml(version)
    }

    /// The names of RFC 8693 §3.
    private static let samlTypes: [(name: String, version: SAMLAssertion.Version)] = [
        ("urn:ietf:params:oauth:token-type:saml1", .saml11), ("urn:ietf:params:oauth:token-type:saml2", .saml2),
    ]

    /// The `issued_token_type` of the response.
    var issuedTokenType: String? {
        guard case .saml(let version) = self else { return nil }
        return TokenBinding.samlTypes.first { $0.version == version }?.name
    }

    private static let unknownType = EntraError(.invalidParameter, [.parameter: Parameter.tokenType])
    private static let unreadableKey = EntraError(.invalidParameter, [.parameter: Parameter.requestConfirmation])

    /// The maximum length of a key's name, in bytes.
    private static let maximumKeyID = 512

    /// The `token_type` of the response. The type of a proof of possession has the spelling of the request.
    var tokenType: String {
        switch self {
        case .bearer, .saml: "Bearer"
        case .proofOfPossession(let type, _): type
        case .certificate: "mtls_pop"
        case .sshCertificate: "ssh-cert"
        }
    }

    /// The `cnf` claim.
    var confirmation: JSONValue? {
        switch self {
        case .proofOfPossession(_, let confirmation): confirmation
        case .certificate(let thumbprint):
            .object([JSONValue.Member("x5t#S256", .string(Base64.url(thumbprint)))])
        case .bearer, .sshCertificate, .saml: nil
        }
    }

    /// Parses `req_cnf`: base64url of JSON with a `kid`, or with a `jwk` whose thumbprint becomes the `kid` (RFC 7638).
    private static func confirmation(_ text: String) -> JSONValue? {
        guard let json = Base64.decodeURL(text.utf8, padding: .tolerated), let value = JSONValue(parsing: json),
            let kid = value["kid"]?.string ?? value["jwk"].flatMap(thumbprint),
            (1...maximumKeyID).contains(kid.utf8.count)
        else { return nil }
        var members = [JSONValue.Member("kid", .string(kid))]
        // The member `xms_ksl` states where the key is stored: `sw` or `hw`.
        if let store = value["xms_ksl"]?.string, store.utf8.count <= 16 {
            members.append(JSONValue.Member("xms_ksl", .string(store)))
        }
        return .object(members)
    }

    /// Returns the base64url of the SHA-256 over the members that define the key, in the order of their names. Returns nil for a
    /// JWK that is not a public key of RSA or of an elliptic curve.
    private static func thumbprint(_ jwk: JSONValue) -> String? {
        let names: [String]
        switch jwk["kty"]?.string {
        case "RSA": names = ["e", "kty", "n"]
        case "EC": names = ["crv", "kty", "x", "y"]
        default: return nil
        }
        let members = names.compactMap { name in jwk[name]?.string.map { JSONValue.Member(name, .string($0)) } }
        guard members.count == names.count, jwk["d"] == nil else { return nil }
        return Base64.url(Digest.sha256(JSONWriter.value(.object(members))))
    }
}

extension RSAPublicNumbers {
    /// Reads a JWK (RFC 7518 §6.3.1). Returns nil for another type of key, a private key, or a key that is out of bounds.
    fileprivate init?(_ jwk: JSONValue) {
        guard jwk["kty"]?.string == "RSA", jwk["d"] == nil,
            let modulus = jwk["n"]?.string.flatMap({ Base64.decodeURL($0.utf8, padding: .tolerated) }),
            let exponent = jwk["e"]?.string.flatMap({ Base64.decodeURL($0.utf8, padding: .tolerated) })
        else { return nil }
        self.init(modulus: modulus, exponent: exponent)
    }
}

/// The grant `srv_challenge`, which returns a nonce for a request that the client will sign (docs/reference/wire.md#server-nonce).
/// The request names no client, and the response grants nothing.
extension ServerNonce {
    static let grantType = "srv_challenge"

    static func response(_ services: Services) -> [UInt8] {
        JSONWriter.object { $0.field("Nonce", new(services).sealed(with: services.keys.sealing)) }
    }

    static func new(_ services: Services) -> ServerNonce {
        ServerNonce(id: services.random.guid(), expiresAt: services.now.seconds + lifetime)
    }
}
