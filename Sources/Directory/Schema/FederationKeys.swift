/// A federated domain in a file.
struct FederatedDomainDraft: Sendable {
    let location: ConfigurationLocation
    var domain: Marked<String>?
    var issuerUri: Marked<String>?
    var signingCertificate: [UInt8]?
    var metadataExchangeUri: Marked<String>?
    var activeSignInUri: Marked<String>?
    var passiveSignInUri: Marked<String>?
}

extension FederatedDomainDraft {
    static let keys = ObjectSpec<FederatedDomainDraft>(
        "federatedDomain",
        "A domain whose users sign in at another identity provider (Graph internalDomainFederation). "
            + "Without signingCertificate, Understudy's stand-in identity provider signs these users in.",
        unknownKeys: .ignored,
        keys: [
            .key("domain", \.domain, .marked(.nonEmptyText), "One of the tenant's domains.").required,
            .key(
                "issuerUri", \.issuerUri, .marked(.nonEmptyText),
                "The issuer of the provider's assertions. Default http://{domain}/adfs/services/trust."),
            .key(
                "signingCertificate", \.signingCertificate, .derCertificate,
                "The certificate that verifies the provider's assertions: RSA, DER in base64."),
            .key(
                "metadataExchangeUri", \.metadataExchangeUri, .marked(.nonEmptyText),
                "The URL of the provider's WS-MetadataExchange document."),
            .key(
                "activeSignInUri", \.activeSignInUri, .marked(.nonEmptyText),
                "The URL of the provider's WS-Trust endpoint."),
            .key(
                "passiveSignInUri", \.passiveSignInUri, .marked(.nonEmptyText),
                "The URL of the provider's WS-Federation sign-in page."),
        ])

    static let value = keys.value { FederatedDomainDraft(location: $0) }
}
