import Crypto
import Formats

/// A decoded JSON Web Token.
struct Token: Sendable {
    let text: String
    let header: JSONValue
    let claims: JSONValue

    struct Unreadable: Error {}

    init(_ text: String?) throws {
        guard let text, let jws = CompactJWS(text, maximumBytes: 65_536), let header = JSONValue(parsing: jws.header),
            let claims = JSONValue(parsing: jws.payload)
        else { throw Unreadable() }
        self.text = text
        self.header = header
        self.claims = claims
    }

    subscript(_ claim: String) -> String? { claims[claim]?.string }

    func number(_ claim: String) -> Int64? { claims[claim]?.integer }

    func list(_ claim: String) -> [String]? { claims[claim]?.array?.compactMap(\.string) }

    var names: Set<String> { Set(claims.object?.map(\.name) ?? []) }

    /// Whether a key of the site's JWKS signed the token. Libraries check the same: by `kid`, with RS256.
    func isSigned(by site: Site, keys path: String = "/common/discovery/v2.0/keys") throws -> Bool {
        try isSigned(by: site, keys: path, text)
    }

    /// Whether the signature covers the header with its nonce hashed. Only Microsoft Graph validates tokens in this way.
    func isSignedForGraph(by site: Site) throws -> Bool {
        guard let nonce = header["nonce"]?.string, let members = header.object else { return false }
        let hashed = Base64.url(Digest.sha256(Array(nonce.utf8)))
        let order = ["typ", "nonce", "alg", "x5t", "kid"]
        let sent = order.compactMap { name in members.first { $0.name == name } }
        let signed = sent.map { $0.name == "nonce" ? JSONValue.Member("nonce", .string(hashed)) : $0 }
        let rest = text.drop { $0 != "." }
        return try isSigned(
            by: site, keys: "/common/discovery/v2.0/keys", Base64.url(JSONWriter.value(.object(signed))) + rest)
    }

    private func isSigned(by site: Site, keys path: String, _ text: String) throws -> Bool {
        guard let kid = header["kid"]?.string, header["alg"]?.string == "RS256",
            let key = try site.get(path).json?["keys"]?.array?.first(where: { $0["kid"]?.string == kid }),
            let modulus = key["n"]?.string.flatMap({ Base64.decodeURL($0.utf8) }),
            let exponent = key["e"]?.string.flatMap({ Base64.decodeURL($0.utf8) }),
            let jws = CompactJWS(text, maximumBytes: 65_536)
        else { return false }
        return jws.verifies(.rs256, try RSAPublicKey(modulus: modulus, exponent: exponent))
    }
}
