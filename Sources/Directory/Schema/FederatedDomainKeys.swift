extension FederatedDomainDraft {
    static let keys = ObjectSpec<FederatedDomainDraft>(
        "federatedDomain",
        "A domain whose users another identity provider signs in (Graph internalDomainFederation). "
            + "Without signingCertificate, Understudy's own stand-in is that provider.",
        unknownKeys: .ignored,
        keys: [
            .key("domain", \.domain, .marked(.nonEmptyText), "One of the tenant's domains.").required,
            .key(
                "issuerUri", \.issuerUri, .marked(.nonEmptyText),
                "The issuer of the provider's assertions. http://{domain}/adfs/services/trust when left out."),
            .key(
                "signingCertificate", \.signingCertificate, .derCertificate,
                "The certificate that verifies its assertions: RSA, DER in base64."),
            .key(
                "metadataExchangeUri", \.metadataExchangeUri, .marked(.nonEmptyText),
                "Where the provider's WS-MetadataExchange document is."),
            .key(
                "activeSignInUri", \.activeSignInUri, .marked(.nonEmptyText), "The provider's WS-Trust endpoint."),
            .key(
                "passiveSignInUri", \.passiveSignInUri, .marked(.nonEmptyText),
                "The provider's WS-Federation sign-in page."),
        ])
}
