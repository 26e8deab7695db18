import Entra

/// A federated domain as the file has it.
struct FederatedDomainDraft: Sendable {
    let place: ConfigurationPlace
    var domain: Marked<String>?
    var issuerUri: Marked<String>?
    var signingCertificate: [UInt8]?
    var metadataExchangeUri: Marked<String>?
    var activeSignInUri: Marked<String>?
    var passiveSignInUri: Marked<String>?
}
