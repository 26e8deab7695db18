/// The public members of a signing key as the JWKS document lists them, in Entra's order; there is no `alg`
/// (RFC 7517 §4).
package struct JWK: Sendable, Equatable {
    package let kty: String
    package let use: String
    package let kid: String
    /// Equal to `kid`: base64url of the SHA-1 of the certificate (RFC 7517 §4.8).
    package let x5t: String
    /// base64url of the modulus.
    package let n: String
    /// base64url of the exponent.
    package let e: String
    /// One certificate, standard base64 of its DER.
    package let x5c: [String]
}
