package import Entra
import Formats

/// An issuer whose tokens federated identity credentials may name, and the source of the keys that verify the tokens.
package struct FederatedIssuer: Sendable {
    package enum Keys: Sendable {
        /// The keys are in the configuration.
        case given(JSONWebKeySet)
        case fetched(KeyLocation)
    }

    /// The `iss` of the issuer's tokens, compared byte by byte.
    package let issuer: String
    package let keys: Keys

    package init(issuer: String, keys: Keys) {
        self.issuer = issuer
        self.keys = keys
    }
}

/// The location from which the server fetches an issuer's keys. The server sends requests to these URLs and to no others.
package struct KeyLocation: Sendable, Hashable {
    package var issuer: String { name.string }
    private let name: ByteString
    /// The URL above the discovery document: the issuer itself, or the URL at which this server reaches the issuer.
    package let base: WebAddress
    /// The URL of the key document, or nil if discovery finds the URL.
    package let keySet: WebAddress?
    /// The authorities that may sign the TLS certificate, in PEM, in place of the system's. Nil for the system's.
    package let authorityPEM: [UInt8]?

    package init(issuer: String, base: WebAddress, keySet: WebAddress?, authorityPEM: [UInt8]?) {
        name = ByteString(issuer)
        self.base = base
        self.keySet = keySet
        self.authorityPEM = authorityPEM
    }
}
