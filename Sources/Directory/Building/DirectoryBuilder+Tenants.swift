import Entra
import Formats

extension DirectoryBuilder {
    static let personalDomains = ["outlook.com", "hotmail.com", "live.com"]

    /// Resolves the IDs, domains and kinds of tenants, and adds the tenant of personal accounts if the file does not have it.
    mutating func resolveTenants() {
        var ids = UniqueNames()
        var domains = UniqueNames()
        var subdomains = UniqueNames()
        var issuers = UniqueNames()
        for draft in file.tenants {
            guard let id = id(of: draft, &ids) else { continue }
            var parts = TenantParts(draft, id: id, kind: kind(of: draft, id))
            if id == .consumers { parts.domains = claimPersonalDomains(draft.location, &domains) }
            parts.domains += resolveDomains(draft.domains, &domains)
            parts.subdomain = subdomain(of: parts, &subdomains)
            parts.policies = policies(of: parts)
            parts.federatedDomains = federatedDomains(of: parts, &issuers)
            tenants.append(parts)
        }
        file.tenants = []
        if !tenants.contains(where: { $0.id == .consumers }) {
            let location = ConfigurationLocation(file: "built-in")
            var parts = TenantParts(TenantDraft(location: location), id: .consumers, kind: .consumers)
            parts.domains = DirectoryBuilder.personalDomains
            for domain in parts.domains where domains.contains(domain) { rejectPersonalDomain(domain) }
            tenants.append(parts)
        }
        for index in tenants.indices where tenants[index].id == .consumers {
            tenants[index].draft.displayName = tenants[index].draft.displayName ?? "Personal accounts"
        }
        for (index, tenant) in tenants.enumerated() {
            for name in tenant.domains + [tenant.id.description] {
                tenantsByName[ByteString(name.asciiLowercased)] = index
            }
        }
    }

    private mutating func id(of draft: TenantDraft, _ ids: inout UniqueNames) -> TenantID? {
        guard let id = draft.id else { return nil }
        var text = id.value
        if text.isExactlyIgnoringASCIICase("consumers") { text = TenantID.consumers.description }
        if GUID(text) == nil {
            findings.error(
                id.location, "\"\(text)\" is not a GUID",
                hint: "use a GUID, or consumers for the tenant of personal accounts")
        }
        guard ids.claim(text, "the tenant id", at: id.location, &findings) else { return nil }
        return TenantID(text)
    }

    private mutating func kind(of draft: TenantDraft, _ id: TenantID) -> Tenant.Kind {
        if id == .consumers {
            if let kind = draft.kind {
                findings.error(
                    kind.location, "the tenant of personal accounts must not have a kind", hint: "leave out kind")
            }
            return .consumers
        }
        switch draft.kind?.value ?? .workforce {
        case .workforce: return .workforce
        case .external: return .external
        case .b2c: return .b2c
        }
    }

    private mutating func claimPersonalDomains(_ location: ConfigurationLocation, _ domains: inout UniqueNames)
        -> [String]
    {
        DirectoryBuilder.personalDomains.filter { domains.claim($0, "the domain", at: location, &findings) }
    }

    private mutating func rejectPersonalDomain(_ domain: String) {
        for tenant in tenants {
            for marked in tenant.draft.domains where marked.value.isExactlyIgnoringASCIICase(domain) {
                findings.error(marked.location, "the domain \(domain) belongs to the tenant of personal accounts")
            }
        }
    }

    private mutating func resolveDomains(_ names: [Marked<String>], _ domains: inout UniqueNames) -> [String] {
        var result: [String] = []
        for domain in names {
            guard DomainName.isValid(domain.value) else {
                findings.error(domain.location, "\"\(domain.value)\" is not a domain name", hint: "such as contoso.com")
                continue
            }
            if domains.claim(domain.value, "the domain", at: domain.location, &findings) { result.append(domain.value) }
        }
        return result
    }

    private mutating func subdomain(of parts: TenantParts, _ subdomains: inout UniqueNames) -> String? {
        let hasHost = parts.kind == .external || parts.kind == .b2c
        guard let subdomain = parts.draft.subdomain else {
            let initial = parts.domains.first { $0.asciiLowercased.hasExactSuffix(".onmicrosoft.com") }
            guard hasHost, let label = initial?.utf8.prefix(while: { $0 != UInt8(ascii: ".") }) else { return nil }
            return String(label)
        }
        guard hasHost else {
            findings.error(subdomain.location, "only an external or b2c tenant can have a subdomain")
            return nil
        }
        guard DomainName.isLabel(subdomain.value.utf8) else {
            findings.error(subdomain.location, "\"\(subdomain.value)\" is not a host label", hint: "such as contoso")
            return nil
        }
        return subdomains.claim(subdomain.value, "the subdomain", at: subdomain.location, &findings)
            ? subdomain.value : nil
    }
}
