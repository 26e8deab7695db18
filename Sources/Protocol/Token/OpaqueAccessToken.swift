package import Crypto
package import Store

/// An access token that no client and no other API can read: the service encrypts the tokens of personal accounts for Microsoft
/// Graph (docs/reference/protocol.md#opaque-access-tokens). The content is the signed JWT that other accounts get.
package struct OpaqueAccessToken: SealedValue, Equatable {
    package static let kind = "opaque access token"
    package static let prefix = "EwB"

    let jwt: String

    init(jwt: String) {
        self.jwt = jwt
    }

    package func write(to writer: inout RecordWriter) { writer.write(jwt) }

    package init?(from reader: inout RecordReader) {
        guard let jwt = reader.string() else { return nil }
        self.init(jwt: jwt)
    }

    /// Returns the JWT in an opaque token of this server, and any other text unchanged.
    package static func jwt(in text: String, _ keys: SealingKeys) -> String {
        OpaqueAccessToken(sealed: text, keys: keys)?.jwt ?? text
    }
}
