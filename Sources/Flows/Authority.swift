package import Directory
package import Entra

/// Whom a URL's first path segment addresses, resolved against the directory.
package enum Authority: Sendable {
    /// Work and school accounts of any tenant, and personal accounts.
    case common
    /// Work and school accounts of any tenant.
    case organizations
    /// Personal accounts.
    case consumers(Tenant)
    case tenant(Tenant)

    /// Resolves the segment. Throws AADSTS900023 for what cannot name a tenant and AADSTS90002 for a tenant that is not there.
    package init(segment: String, directory: Directory) throws(EntraError) {
        switch TenantSegment.parse(segment) {
        case .common: self = .common
        case .organizations: self = .organizations
        case .consumers:
            guard let consumers = directory.consumers else { throw EntraError(.tenantNotFound, [.tenant: segment]) }
            self = .consumers(consumers)
        case .id, .domain:
            guard let tenant = directory.tenant(named: segment) else {
                throw EntraError(.tenantNotFound, [.tenant: segment])
            }
            self = tenant.kind == .consumers ? .consumers(tenant) : .tenant(tenant)
        case .malformed: throw EntraError(.malformedTenant, [.tenant: segment])
        }
    }

    /// The one tenant addressed, or nil for `common` and `organizations`.
    package var tenant: Tenant? {
        switch self {
        case .common, .organizations: nil
        case .consumers(let tenant), .tenant(let tenant): tenant
        }
    }

    /// How the authority is spelled in endpoint URLs: the word for the three special ones, else the tenant id.
    package var segment: String {
        switch self {
        case .common: "common"
        case .organizations: "organizations"
        case .consumers: "consumers"
        case .tenant(let tenant): tenant.id.description
        }
    }

    /// What names the tenant in an issuer: its id, or the literal placeholder.
    package var issuerTenant: String { tenant?.id.description ?? Origin.tenantPlaceholder }
}
