package import Entra
import Wire

/// An issuer whose tokens federated identity credentials may name, and where the keys that verify them come from.
package struct FederatedIssuer: Sendable {
    package enum Keys: Sendable {
        /// They stand in the configuration.
        case given(JSONWebKeySet)
        case fetched(KeyLocation)
    }

    /// The `iss` of its tokens, byte for byte.
    package let issuer: String
    package let keys: Keys

    package init(issuer: String, keys: Keys) {
        self.issuer = issuer
        self.keys = keys
    }
}

/// Where an issuer's keys are fetched from. The server sends requests to these addresses and to no other.
package struct KeyLocation: Sendable, Hashable {
    package var issuer: String { name.string }
    private let name: ExactString
    /// The issuer itself, or where it is reached from here; its discovery document lies below.
    package let base: WebAddress
    /// The key document, where it is not looked up by discovery.
    package let keySet: WebAddress?
    /// PEM of the authorities that may sign its TLS certificate, in place of the system's.
    package let authorityPEM: [UInt8]?

    package init(issuer: String, base: WebAddress, keySet: WebAddress?, authorityPEM: [UInt8]?) {
        name = ExactString(issuer)
        self.base = base
        self.keySet = keySet
        self.authorityPEM = authorityPEM
    }
}
