private let domain = "tenants[0].federatedDomains[0]"

private func federated(_ keys: String) -> String {
    tenant("federatedDomains:\n- domain: contoso.com\n" + keys.split(separator: "\n").map { "  \($0)\n" }.joined())
}

/// Rows with mistakes in federated domains.
extension BadConfiguration {
    static let federation: [BadConfiguration] = [
        .init("federated domain without domain", tenant("federatedDomains: [{}]"), 4, domain, "domain is missing"),
        .init(
            "federated domain of nobody", tenant("federatedDomains:\n- domain: contso.com"), 5, "\(domain).domain",
            "did you mean contoso.com?"),
        .init(
            "federated domain of an external tenant",
            tenant("kind: external\nfederatedDomains:\n- domain: contoso.com"), 6,
            "\(domain).domain", "only a workforce tenant"),
        .init(
            "federated domain twice", federated("issuerUri: a") + "  - domain: CONTOSO.com", 7,
            "tenants[0].federatedDomains[1]", "used twice"),
        .init("issuer a number", federated("issuerUri: 7"), 6, "\(domain).issuerUri", "in quotes"),
        .init(
            "certificate no DER", federated("signingCertificate: AAAA"), 6, "\(domain).signingCertificate",
            "a certificate in base64"),
        .init(
            "address of the stand-in", federated("activeSignInUri: 'https://sts.example/'"), 6,
            "\(domain).activeSignInUri", "signingCertificate is missing"),
        .init(
            "address without TLS", federated("signingCertificate: MAA=\nmetadataExchangeUri: 'http://sts.example/'"), 7,
            "\(domain).metadataExchangeUri", "must be an https URL, not"),
        .init(
            "issuer of two domains",
            federated("issuerUri: a").replacing("[contoso.com]", with: "[contoso.com, b.example]")
                + "  - {domain: b.example, issuerUri: A}", 7, "tenants[0].federatedDomains[1].issuerUri", "used twice"),
    ]
}
