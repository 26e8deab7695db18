import Entra
import Formats

extension DirectoryBuilder {
    /// Returns the tenant's federated domains. An issuer belongs to one domain of one tenant.
    mutating func federatedDomains(of parts: TenantParts, _ issuers: inout UniqueNames) -> [FederatedDomain] {
        var names = UniqueNames()
        var result: [FederatedDomain] = []
        for draft in parts.draft.federatedDomains {
            guard let domain = verifiedDomain(draft, in: parts),
                names.claim(domain, "the federated domain", at: draft.location, &findings)
            else { continue }
            let issuer = draft.issuerUri?.value ?? "http://\(domain)/adfs/services/trust"
            guard issuers.claim(issuer, "the issuer", at: draft.issuerUri?.location ?? draft.location, &findings) else {
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
        guard let domain = draft.domain else { return nil }
        guard parts.kind == .workforce else {
            findings.error(domain.location, "only a workforce tenant can have federated domains")
            return nil
        }
        if let known = parts.domains.first(where: { $0.isExactlyIgnoringASCIICase(domain.value) }) { return known }
        let hint = Suggestion.hint(for: domain.value, among: parts.domains)
        findings.error(
            domain.location, "this tenant has no domain \(domain.value)", hint: hint ?? "add \(domain.value) to domains"
        )
        return nil
    }

    /// Returns the URL of an identity provider, or reports an error and returns nil. Only a provider with its own signing
    /// certificate has URLs.
    private mutating func address(_ url: Marked<String>?, of draft: FederatedDomainDraft) -> String? {
        guard let url else { return nil }
        guard draft.signingCertificate != nil else {
            findings.error(
                url.location, "signingCertificate is missing",
                hint:
                    "or leave out the provider's URLs: Understudy's stand-in identity provider then signs the users in")
            return nil
        }
        guard url.value.utf8.starts(with: "https://".utf8), url.value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            findings.error(url.location, "must be an https URL, not \"\(url.value)\"")
            return nil
        }
        return url.value
    }
}

extension DirectoryBuilder {
    private static let largestFile = 1 << 20

    /// Returns the issuers of `federatedIssuers`, each with its keys or with the location from which the server fetches them.
    mutating func federatedIssuers() -> [FederatedIssuer] {
        var names = UniqueNames()
        return file.federatedIssuers.compactMap { draft in
            guard let issuer = draft.issuer,
                names.claim(issuer.value, "the issuer", at: issuer.location, &findings),
                let keys = keys(draft, of: issuer)
            else { return nil }
            return FederatedIssuer(issuer: issuer.value, keys: keys)
        }
    }

    private mutating func keys(_ draft: FederatedIssuerDraft, of issuer: Marked<String>) -> FederatedIssuer.Keys? {
        let isDiscovered = draft.discovery?.value == true
        let sources = [draft.jwks != nil, draft.jwksFile != nil, isDiscovered, draft.jwksUri != nil]
        guard sources.count(where: { $0 }) == 1 else {
            findings.error(
                draft.location, "must have exactly one source of keys, not \(sources.count(where: { $0 }))",
                hint: "set one of jwks, jwksFile, discovery: true, jwksUri")
            return nil
        }
        if !isDiscovered, let address = draft.address {
            findings.error(address.location, "has no effect without discovery: true")
        }
        if let jwks = draft.jwks { return configured(jwks.value, jwks.location) }
        if let file = draft.jwksFile {
            return read(file).flatMap { configured(JSONValue(parsing: $0) ?? .null, file.location) }
        }
        return fetched(draft, issuer)
    }

    private mutating func configured(_ document: JSONValue, _ location: ConfigurationLocation) -> FederatedIssuer.Keys?
    {
        guard let keys = JSONWebKeySet(document) else {
            findings.error(
                location, "contains no RSA signing key", hint: "a key set is {keys: [{kty: RSA, kid, n, e}]}")
            return nil
        }
        return .configured(keys)
    }

    private mutating func fetched(
        _ draft: FederatedIssuerDraft, _ issuer: Marked<String>
    ) -> FederatedIssuer.Keys? {
        let base = address(draft.jwksUri ?? draft.address ?? issuer)
        let authority = draft.certificateAuthority.flatMap { read($0) }.map(PEMCertificate.blocks)
        if let file = draft.certificateAuthority, let authority, PEMCertificate.first(in: authority) == nil {
            findings.error(file.location, "contains no PEM certificate")
        }
        guard let base else { return nil }
        let keyLocation = KeyLocation(
            issuer: issuer.value, base: base, keySet: draft.jwksUri == nil ? nil : base, authorityPEM: authority)
        if let externalReferences, !externalReferences.contains(keyLocation) {
            let location = (draft.jwksUri ?? draft.address)?.location ?? draft.discovery?.location ?? draft.location
            findings.error(
                location,
                "the control plane may not make the server fetch the keys of '\(issuer.value)' from \(base)",
                hint: ExternalReferences.hint)
            return nil
        }
        return .fetched(keyLocation)
    }

    private mutating func address(_ url: Marked<String>) -> WebAddress? {
        let address = WebAddress(url.value)
        if address == nil { findings.error(url.location, "must be an http or https URL, not \"\(url.value)\"") }
        return address
    }

    /// Returns the bytes of a file, or of a certificate that replaces the path. Reports a file that cannot be read.
    private mutating func read(_ file: Marked<String>) -> [UInt8]? {
        if file.value.utf8.starts(with: "-----BEGIN ".utf8) { return Array(file.value.utf8) }
        let path = FilePattern.path(file.value, in: FilePattern.folder(of: file.location.file))
        switch files.read(path, DirectoryBuilder.largestFile) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            findings.error(file.location, "\(path) cannot be read: \(failure.reason)")
            return nil
        }
    }
}
