import Directory
import Entra
import Formats

/// The tenants that the network or the device of a client permits. A proxy adds the restrictions to requests as header fields
/// (docs/reference/protocol.md#tenant-restrictions).
package struct TenantRestrictions: Sendable {
    /// The domains and IDs of the permitted tenants (`Restrict-Access-To-Tenants`), or nil if there is no list.
    private let permitted: [String]?
    /// The value of `sec-Restrict-Tenant-Access-Policy`: `restrict-msa`, or the tenant and the policy of the organization.
    private let policy: String?

    /// Reads the header fields. Returns nil if the request has none of them.
    package init?(header: (String) -> String?) {
        let list = header("Restrict-Access-To-Tenants")
        policy = header("sec-Restrict-Tenant-Access-Policy")
        guard list != nil || policy != nil else { return nil }
        permitted = list.map { $0.pieces(separatedBy: ",").flatMap { $0.pieces(separatedBy: " ") } }
    }

    /// Throws AADSTS500021 for a tenant that the list does not contain, and for a personal account under `restrict-msa`. Throws
    /// AADSTS5000211 for another tenant than that of the policy. The list does not concern personal accounts.
    func check(_ tenant: Tenant) throws(EntraError) {
        let isPersonal = tenant.kind == .consumers
        if let policy, policy.isExactlyIgnoringASCIICase("restrict-msa") {
            if isPersonal { throw denied(.tenantAccessDenied, tenant) }
        } else if let policy, !isNamed(tenant, policy.upTo(":")) {
            throw denied(.tenantRestrictedByPolicy, tenant)
        }
        if let permitted, !isPersonal, !permitted.contains(where: { isNamed(tenant, $0) }) {
            throw denied(.tenantAccessDenied, tenant)
        }
    }

    private func isNamed(_ tenant: Tenant, _ name: String) -> Bool {
        tenant.id.description.isExactlyIgnoringASCIICase(name) || tenant.hasDomain(name)
    }

    private func denied(_ code: AADSTS, _ tenant: Tenant) -> EntraError {
        EntraError(code, [.tenant: tenant.displayName])
    }
}
