package import Directory
package import Entra

/// Whom a URL's first path segment addresses, resolved against the directory.
package enum Authority: Sendable {
    /// Work and school accounts of any tenant, and personal accounts.
    case common
    /// Work and school accounts of any tenant.
    case organizations
    /// Personal accounts; `named` is false where the tenant's id or a domain stands in the URL.
    case consumers(Tenant, named: Bool)
    case tenant(Tenant)

    /// Resolves the segment. Throws AADSTS900023 for what cannot name a tenant and AADSTS90002 for a tenant that is not there.
    package init(segment: String, directory: Directory) throws(EntraError) {
        switch TenantSegment.parse(segment) {
        case .common: self = .common
        case .organizations: self = .organizations
        case .consumers:
            guard let consumers = directory.consumers else { throw EntraError(.tenantNotFound, [.tenant: segment]) }
            self = .consumers(consumers, named: true)
        case .id, .domain:
            guard let tenant = directory.tenant(named: segment) else {
                throw EntraError(.tenantNotFound, [.tenant: segment])
            }
            self = tenant.kind == .consumers ? .consumers(tenant, named: false) : .tenant(tenant)
        case .adfs:
            guard let tenant = directory.onPremises else { throw EntraError(.tenantNotFound, [.tenant: segment]) }
            self = .tenant(tenant)
        case .malformed: throw EntraError(.malformedTenant, [.tenant: segment])
        }
    }

    /// The one tenant addressed, or nil for `common` and `organizations`.
    package var tenant: Tenant? {
        switch self {
        case .common, .organizations: nil
        case .consumers(let tenant, _), .tenant(let tenant): tenant
        }
    }

    /// Whether tokens of the tenant are issued here: `organizations` has none for personal accounts (entra-protocol §9).
    package func admits(_ tenant: Tenant) -> Bool {
        switch self {
        case .common: true
        case .organizations: tenant.kind != .consumers
        case .consumers(let addressed, _), .tenant(let addressed): addressed.id == tenant.id
        }
    }

    /// How the authority is spelled in endpoint URLs: the word for the three special ones, else the tenant id.
    package var segment: String {
        switch self {
        case .common: "common"
        case .organizations: "organizations"
        case .consumers(_, named: true): "consumers"
        case .consumers(let tenant, named: false), .tenant(let tenant): tenant.id.description
        }
    }

    /// What names the tenant in an issuer: its id, or the literal placeholder.
    package var issuerTenant: String { tenant?.id.description ?? Origin.tenantPlaceholder }
}
