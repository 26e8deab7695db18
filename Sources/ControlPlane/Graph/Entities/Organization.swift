import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A verified domain of a tenant.
struct Domain: Sendable {
    let name: String
    let isDefault: Bool
    let isInitial: Bool
    let isFederated: Bool
}

extension Tenant {
    /// The verified domains. The default is the first domain of the organization's own, or else the initial domain.
    var verifiedDomains: [Domain] {
        let isOwn: (String) -> Bool = { !$0.asciiLowercased.hasExactSuffix(".onmicrosoft.com") }
        let initial = self.domains.first { !isOwn($0) } ?? self.domains.first ?? ""
        let standard = self.domains.first(where: isOwn) ?? initial
        return self.domains.map { name in
            Domain(
                name: name, isDefault: name.isExactly(standard), isInitial: name.isExactly(initial),
                isFederated: self.federatedDomains.contains { $0.domain.isExactlyIgnoringASCIICase(name) })
        }
    }
}

extension GraphType where Entity == Domain {
    static let domain = GraphType(
        "domain", set: "domains", id: { $0.name },
        [
            .derived("id", .text) { $0.name },
            .derived("authenticationType", .text) { $0.isFederated ? "Federated" : "Managed" },
            .derived("availabilityStatus", .text) { _ in nil as String? },
            .derived("isAdminManaged", .boolean) { _ in true },
            .derived("isDefault", .boolean) { $0.isDefault },
            .derived("isInitial", .boolean) { $0.isInitial },
            .derived("isRoot", .boolean) { _ in true },
            .derived("isVerified", .boolean) { _ in true },
            .derived("passwordNotificationWindowInDays", .integer(0...Int(Int32.max))) { _ in nil as Int? },
            .derived("passwordValidityPeriodInDays", .integer(0...Int(Int32.max))) { _ in Int(Int32.max) },
            .derived("state", .text) { _ in nil as String? },
            .derived("supportedServices", .list(.text)) {
                $0.isDefault ? ["Email", "OfficeCommunicationsOnline"] : []
            },
        ])
}

extension GraphType where Entity == Tenant {
    static let organization = GraphType(
        "organization", set: "organization", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id },
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .derived("assignedPlans", .list(.text)) { _ in [] },
            .derived("businessPhones", .list(.text)) { _ in [] },
            .derived("city", .text) { _ in nil as String? },
            .derived("country", .text) { _ in nil as String? },
            .derived("countryLetterCode", .text) { $0.countryLetterCode },
            .derived("createdDateTime", .dateTime) { _ in Timestamp(iso8601: "2015-01-01T00:00:00Z") },
            .derived("defaultUsageLocation", .text) { _ in nil as String? },
            .derived("displayName", .text) { $0.displayName },
            .derived("isMultipleDataLocationsForServicesEnabled", .boolean) { _ in nil as Bool? },
            .derived("marketingNotificationEmails", .list(.text)) { _ in [] },
            .derived("onPremisesLastSyncDateTime", .text) { _ in nil as String? },
            .derived("onPremisesSyncEnabled", .boolean) {
                $0.users.contains(where: \.isSyncedFromPremises) ? true : nil
            },
            .derived("partnerTenantType", .text) { _ in nil as String? },
            .derived("postalCode", .text) { _ in nil as String? },
            .derived("preferredLanguage", .text) { _ in nil as String? },
            .derived("privacyProfile", .text) { _ in nil as String? },
            .derived("provisionedPlans", .list(.text)) { _ in [] },
            .derived("securityComplianceNotificationMails", .list(.text)) { _ in [] },
            .derived("securityComplianceNotificationPhones", .list(.text)) { _ in [] },
            .derived("state", .text) { _ in nil as String? },
            .derived("street", .text) { _ in nil as String? },
            .derived("technicalNotificationMails", .list(.text)) { _ in [] },
            .derived("tenantType", .text) { $0.graphKind },
            .derived("verifiedDomains", .list(.verifiedDomain)) { $0.verifiedDomains },
        ])
}

extension Tenant {
    /// The value of `tenantType`.
    fileprivate var graphKind: String {
        switch kind {
        case .workforce, .consumers: "AAD"
        case .b2c: "AAD B2C"
        case .external: "CIAM"
        }
    }
}

extension GraphValue where Value == Domain {
    /// The complex type `verifiedDomain`, which is read-only.
    fileprivate static let verifiedDomain = GraphValue(.complex) { domain in
        .object([
            .init("capabilities", .string(domain.isDefault ? "Email, OfficeCommunicationsOnline" : "None")),
            .init("isDefault", .bool(domain.isDefault)), .init("isInitial", .bool(domain.isInitial)),
            .init("name", .string(domain.name)), .init("type", .string(domain.isFederated ? "Federated" : "Managed")),
        ])
    } _: { (_, path) throws(GraphError) in
        throw .invalidValue(path)
    }
}

extension GraphOperation {
    private static let organizations = GraphCollection<Tenant>(
        path: "/organization", type: .organization, all: { (request) throws(GraphError) in [request.tenant] },
        find: { (request) throws(GraphError) in
            guard TenantID(request.key().value) == request.tenant.id else { throw .notFound(request.key().value) }
            return request.tenant
        })

    private static let allDomains = GraphCollection<Domain>(
        path: "/domains", type: .domain, all: { (request) throws(GraphError) in request.tenant.verifiedDomains },
        find: { (request) throws(GraphError) in
            let name = request.key().value
            guard let domain = request.tenant.verifiedDomains.first(where: { $0.name.isExactlyIgnoringASCIICase(name) })
            else { throw .notFound(name) }
            return domain
        })

    static let organization: [GraphOperation] =
        organizations.reading(.readOrganization)
        + organizations.changing(.updateOrganization) { (request, tenant) throws(GraphError) in
            // The server stores no property that a request may change, so only the same values pass.
            var same = tenant
            try GraphType.organization.table.write(try request.members(), into: &same, .change)
        }
        + [
            GraphOperation("GET", "/organization/{id}/branding", .readOrganization) { (request) throws(GraphError) in
                throw .notFound("branding")
            }
        ]

    static let domains: [GraphOperation] =
        allDomains.reading(.readDomains)
        + [
            ("POST", "/domains"), ("PATCH", "/domains/{id}"), ("DELETE", "/domains/{id}"),
            ("POST", "/domains/{id}/verify"), ("POST", "/domains/{id}/promote"), ("POST", "/domains/{id}/forceDelete"),
        ].map { method, path in GraphOperation(method, path, .manageDomains, rejection: fixedDomains) }

    private static let fixedDomains = GraphError.badRequest(
        "The domains of a tenant are those of the configuration: add or remove a domain there, under domains.")
}
