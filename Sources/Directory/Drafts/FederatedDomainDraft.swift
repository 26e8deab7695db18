import Entra

/// A federated domain in a file.
struct FederatedDomainDraft: Sendable {
    let place: ConfigurationPlace
    var domain: Marked<String>?
    var issuerUri: Marked<String>?
    var signingCertificate: [UInt8]?
    var metadataExchangeUri: Marked<String>?
    var activeSignInUri: Marked<String>?
    var passiveSignInUri: Marked<String>?
}
