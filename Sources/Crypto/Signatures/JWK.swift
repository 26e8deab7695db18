/// The public members of a signing key as the JWKS document lists them, in Entra's order; there is no `alg` (RFC 7517 §4).
package struct JWK: Sendable, Equatable {
    package let kty: String
    package let use: String
    package let kid: String
    /// The certificate thumbprint, which equals `kid`: the base64url of the SHA-1 hash of the certificate (RFC 7517 §4.8).
    package let x5t: String
    /// The modulus as base64url.
    package let n: String
    /// The exponent as base64url.
    package let e: String
    /// One certificate, as standard base64 of its DER.
    package let x5c: [String]
}
