import Entra
import Formats

extension DirectoryBuilder {
    /// Returns the tenant's federated domains. An issuer belongs to one domain of one tenant.
    mutating func federatedDomains(of parts: TenantParts, _ issuers: inout UniqueNames) -> [FederatedDomain] {
        var names = UniqueNames()
        var result: [FederatedDomain] = []
        for draft in parts.draft.federatedDomains {
            guard let domain = verifiedDomain(draft, in: parts),
                names.claim(domain, "the federated domain", at: draft.place, &findings)
            else { continue }
            let issuer = draft.issuerUri?.value ?? "http://\(domain)/adfs/services/trust"
            guard issuers.claim(issuer, "the issuer", at: draft.issuerUri?.place ?? draft.place, &findings) else {
                continue
            }
            var federated = FederatedDomain(domain: domain, issuerUri: issuer)
            federated.signingCertificate = draft.signingCertificate
            federated.metadataExchangeUri = address(draft.metadataExchangeUri, of: draft)
            federated.activeSignInUri = address(draft.activeSignInUri, of: draft)
            federated.passiveSignInUri = address(draft.passiveSignInUri, of: draft)
            result.append(federated)
        }
        return result
    }

    private mutating func verifiedDomain(_ draft: FederatedDomainDraft, in parts: TenantParts) -> String? {
        guard let given = draft.domain else { return nil }
        guard parts.kind == .workforce else {
            findings.error(given.place, "only a workforce tenant can have federated domains")
            return nil
        }
        if let known = parts.domains.first(where: { $0.isExactlyIgnoringASCIICase(given.value) }) { return known }
        let hint = Suggestion.hint(for: given.value, among: parts.domains)
        findings.error(
            given.place, "this tenant has no domain \(given.value)", hint: hint ?? "add \(given.value) to domains")
        return nil
    }

    /// Returns the URL of an identity provider, or reports an error and returns nil. Only a provider with its own signing
    /// certificate has URLs.
    private mutating func address(_ given: Marked<String>?, of draft: FederatedDomainDraft) -> String? {
        guard let given else { return nil }
        guard draft.signingCertificate != nil else {
            findings.error(
                given.place, "signingCertificate is missing",
                hint:
                    "or leave out the provider's URLs: Understudy's stand-in identity provider then signs the users in")
            return nil
        }
        guard given.value.utf8.starts(with: "https://".utf8), given.value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            findings.error(given.place, "must be an https URL, not \"\(given.value)\"")
            return nil
        }
        return given.value
    }
}
