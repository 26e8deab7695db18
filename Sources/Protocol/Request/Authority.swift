package import Directory
package import Entra
import Formats

/// The authority that the first path segment of a URL names, resolved against the directory.
package enum Authority: Sendable {
    /// Work and school accounts of any tenant, and personal accounts.
    case common
    /// Work and school accounts of any tenant.
    case organizations
    /// Personal accounts. `named` is false if the URL has the tenant's ID or a domain instead of the word `consumers`.
    case consumers(Tenant, named: Bool)
    case tenant(Tenant)
    /// A policy of a b2c tenant.
    case userFlow(Tenant, UserFlow)

    /// Resolves the segment. Throws AADSTS900023 if the segment cannot name a tenant, and AADSTS90002 if there is no such tenant.
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
            guard let tenant = directory.onPremises else {
                throw EntraError(
                    .tenantNotFound, [.tenant: segment],
                    detail: "The stand-in for AD FS responds if a tenant has a domain under federatedDomains without a "
                        + "signingCertificate.")
            }
            self = .tenant(tenant)
        case .malformed: throw EntraError(.malformedTenant, [.tenant: segment])
        }
    }

    /// Resolves an address. Throws the errors of `init(segment:directory:)`. On a customer tenant's own host, throws AADSTS90002
    /// unless the address names that tenant, or 500210 on an external tenant's host if the address names another tenant. Throws
    /// AADB2C90022 for an unknown policy.
    package init(_ address: AuthorityAddress, directory: Directory) throws(EntraError) {
        try self.init(segment: address.tenant, directory: directory)
        if let label = address.origin.tenantLabel {
            let kind: Tenant.Kind = address.origin.isB2C ? .b2c : .external
            guard let tenant, tenant.kind == kind, tenant.isReached(byLabel: label) else {
                throw tenant != nil && kind == .external
                    ? EntraError(.domainOfOtherTenant) : EntraError(.tenantNotFound, [.tenant: address.tenant])
            }
        }
        guard address.namesPolicy(of: tenant) else { return }
        guard let tenant, let policy = address.policy, let flow = tenant.policy(named: policy), tenant.kind == .b2c
        else { throw EntraError(AADB2C.policyNotFound, [.value: address.policy ?? "", .tenant: address.tenant]) }
        self = .userFlow(tenant, flow)
    }

    /// The tenant that the authority names, or nil for `common` and `organizations`.
    package var tenant: Tenant? {
        switch self {
        case .common, .organizations: nil
        case .consumers(let tenant, _), .tenant(let tenant), .userFlow(let tenant, _): tenant
        }
    }

    /// The policy, or nil if the authority names none.
    package var userFlow: UserFlow? {
        if case .userFlow(_, let flow) = self { flow } else { nil }
    }

    /// Whether the authority issues tokens of the tenant. `organizations` issues none for personal accounts
    /// (docs/reference/protocol.md#sign-in-audience).
    package func admits(_ tenant: Tenant) -> Bool {
        switch self {
        case .common: true
        case .organizations: tenant.kind != .consumers
        case .consumers(let addressed, _), .tenant(let addressed), .userFlow(let addressed, _):
            addressed.id == tenant.id
        }
    }

    /// The path segment of the authority in endpoint URLs: `common`, `organizations`, `consumers`, or the tenant ID.
    package var segment: String {
        switch self {
        case .common: "common"
        case .organizations: "organizations"
        case .consumers(_, named: true): "consumers"
        case .consumers(let tenant, named: false), .tenant(let tenant), .userFlow(let tenant, _):
            tenant.id.description
        }
    }

    /// The name of the tenant in an issuer: the tenant ID, or the placeholder `{tenantid}`.
    package var issuerTenant: String { tenant?.id.description ?? Origin.tenantPlaceholder }
}

extension Directory {
    /// Returns the tenant that owns the host, or nil for any other host.
    func tenant(ofHost origin: Origin) -> Tenant? {
        guard let label = origin.tenantLabel else { return nil }
        let kind: Tenant.Kind = origin.isB2C ? .b2c : .external
        return tenants.first { $0.kind == kind && $0.isReached(byLabel: label) }
    }
}

extension AuthorityAddress {
    /// Whether the address must name a policy. An address of a path form must, and so must any address on a b2c host. The query
    /// parameter `p` names a policy in a b2c tenant only.
    fileprivate func namesPolicy(of tenant: Tenant?) -> Bool {
        policyLocation != .query || origin.isB2C || (policy != nil && tenant?.kind == .b2c)
    }
}

extension Tenant {
    /// Whether `{label}.ciamlogin.com` or `{label}.b2clogin.com` is this tenant's host. The label is the tenant's subdomain or ID.
    fileprivate func isReached(byLabel label: String) -> Bool {
        [subdomain, id.description].contains { $0?.isExactlyIgnoringASCIICase(label) ?? false }
    }
}

/// The authority as a URL names it: the tenant segment, the host, which may be a tenant's own, and the policy of a b2c tenant in
/// one of three locations (docs/reference/protocol.md#b2c-and-ciam-urls).
package struct AuthorityAddress: Sendable {
    /// The location of the policy in the URL.
    package enum PolicyLocation: Sendable {
        /// `/{tenant}/{policy}/…`
        case path
        /// `/tfp/{tenant}/{policy}/…`
        case prefixedPath
        /// `/{tenant}/…?p={policy}`
        case query
    }

    package static let policyParameter = "p"
    package static let prefix = "tfp"

    /// The decoded tenant segment of the path.
    package let tenant: String
    /// The policy as the client sent it, or nil if the URL names none.
    package let policy: String?
    package let policyLocation: PolicyLocation
    package let origin: Origin

    package init(tenant: String, policy: String? = nil, policyLocation: PolicyLocation = .path, origin: Origin) {
        self.tenant = tenant
        self.policy = policy
        self.policyLocation = policyLocation
        self.origin = origin
    }

    /// Returns the path of an endpoint of this authority, percent-encoded and without a query.
    package func path(_ endpoint: String) -> String {
        let segments =
            switch (policyLocation, policy) {
            case (.path, let policy?): [tenant, policy]
            case (.prefixedPath, let policy?): [AuthorityAddress.prefix, tenant, policy]
            case (.query, _), (_, nil): [tenant]
            }
        return "/" + segments.map { Percent.encode($0) + "/" }.joined() + endpoint
    }

    /// Returns the URL of an endpoint in the form of the discovery document: the path in lower case, and the policy in the location
    /// that the client uses.
    func url(_ endpoint: String) -> String {
        let url = "\(origin)\(path("").asciiLowercased)\(endpoint)"
        guard policyLocation == .query, let policy else { return url }
        return "\(url)?\(AuthorityAddress.policyParameter)=\(Percent.encode(policy.asciiLowercased))"
    }
}

extension Tenant {
    /// Throws AADSTS90038 if the request uses the name of another cloud than the tenant's, or AADSTS900382 if the request has the
    /// credentials of a confidential client.
    func checkCloud(_ origin: Origin, isConfidential: Bool = false) throws(EntraError) {
        guard let cloud, let reached = origin.cloud, cloud != reached else { return }
        guard !isConfidential else { throw EntraError(.crossCloudConfidentialClient) }
        throw EntraError(.tenantInOtherCloud, [.tenant: displayName])
    }
}

extension Origin {
    /// Returns the cloud of a tenant: the configured cloud, or else the cloud under whose name the server is addressed.
    package func cloud(of tenant: Tenant?) -> Cloud { tenant?.cloud ?? cloud ?? .global }
}

extension Authority {
    /// Throws AADSTS90027 for version 1 at the authority of personal accounts (docs/reference/protocol.md#sign-in-audience), and
    /// AADB2C90022 at a b2c policy, which has version 2 only.
    package func checkVersion(_ endpoint: EndpointVersion) throws(EntraError) {
        if case .userFlow(let tenant, let flow) = self, endpoint == .v1 {
            throw EntraError(AADB2C.policyNotFound, [.value: flow.id, .tenant: tenant.displayName])
        }
        if case .consumers = self, endpoint == .v1 { throw EntraError(.tokensFromPersonalTenantUnsupported) }
    }
}
