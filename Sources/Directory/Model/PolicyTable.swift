package import Entra
import Formats

/// The policies of a tenant in their order, by ID, and by the object to which they are assigned.
package struct PolicyTable: Sendable {
    private struct Key: Hashable {
        let kind: DirectoryPolicy.Kind
        let object: ObjectID
    }

    package private(set) var all: [DirectoryPolicy]
    private var positions: [Key: Int] = [:]
    private var assigned: [Key: Int] = [:]
    private var defaults: [DirectoryPolicy.Kind: Int] = [:]

    package init(_ policies: [DirectoryPolicy] = []) {
        all = policies
        for (position, policy) in policies.enumerated() {
            PolicyTable.insertFirst(position, Key(kind: policy.kind, object: policy.id), into: &positions)
            for object in policy.appliesTo {
                PolicyTable.insertFirst(position, Key(kind: policy.kind, object: object), into: &assigned)
            }
            if policy.isOrganizationDefault { PolicyTable.insertFirst(position, policy.kind, into: &defaults) }
        }
    }

    private static func insertFirst<Name>(_ position: Int, _ name: Name, into table: inout [Name: Int]) {
        if table[name] == nil { table[name] = position }
    }

    package var isEmpty: Bool { all.isEmpty }

    package func policies(_ kind: DirectoryPolicy.Kind) -> [DirectoryPolicy] { all.filter { $0.kind == kind } }

    package subscript(_ kind: DirectoryPolicy.Kind, _ id: ObjectID) -> DirectoryPolicy? {
        positions[Key(kind: kind, object: id)].map { all[$0] }
    }

    /// Returns the policy of a kind that is assigned to an application or a service principal. An object has at most one.
    package func policy(_ kind: DirectoryPolicy.Kind, assignedTo object: ObjectID) -> DirectoryPolicy? {
        assigned[Key(kind: kind, object: object)].map { all[$0] }
    }

    /// Returns the policy of a kind that applies to every application of the tenant, or nil if there is none.
    package func standard(_ kind: DirectoryPolicy.Kind) -> DirectoryPolicy? {
        kind.hasDefault ? defaults[kind].map { all[$0] } : nil
    }

    /// Returns the table with a policy added, or put in the place of the policy with the same kind and ID.
    func setting(_ policy: DirectoryPolicy) -> PolicyTable {
        var policies = all
        if let position = positions[Key(kind: policy.kind, object: policy.id)] {
            policies[position] = policy
        } else {
            policies.append(policy)
        }
        return PolicyTable(policies)
    }

    func removing(_ kind: DirectoryPolicy.Kind, _ id: ObjectID) -> PolicyTable {
        PolicyTable(all.filter { $0.kind != kind || $0.id != id })
    }
}

extension Tenant {
    /// Returns the object ID of an application's service principal in this tenant.
    package func servicePrincipalID(of application: Application) -> ObjectID {
        let isOwn = self.application(application.clientID) != nil
        let isManaged = managedIdentities.contains { $0.clientID == application.clientID }
        return isOwn || isManaged
            ? application.servicePrincipalID : .servicePrincipal(of: application.clientID, in: id)
    }

    /// Returns the claims-mapping policy for tokens that an application reads: the policy that is assigned to its service
    /// principal, or else the policy of the registration in the configuration.
    package func claimsMappingPolicy(of application: Application) -> ClaimsMappingPolicy? {
        guard !policyTable.isEmpty,
            let policy = policyTable.policy(.claimsMapping, assignedTo: servicePrincipalID(of: application)),
            case .claimsMapping(let rules)? = policy.rules
        else { return application.claimsMappingPolicy }
        return rules
    }

    /// Returns the rules on the sign-in to an application: the policy of its service principal, or else the policy of the tenant.
    package func homeRealmDiscovery(of application: Application) -> HomeRealmDiscovery? {
        guard !policyTable.isEmpty else { return nil }
        let own = policyTable.policy(.homeRealmDiscovery, assignedTo: servicePrincipalID(of: application))
        guard case .homeRealmDiscovery(let rules)? = (own ?? policyTable.standard(.homeRealmDiscovery))?.rules
        else { return nil }
        return rules
    }

    /// Whether the tenant has security defaults, which exclude Conditional Access.
    package var hasSecurityDefaults: Bool {
        policyTable.policies(.securityDefaults).first?["isEnabled"]?.bool ?? false
    }
}

extension Directory {
    /// Returns the lifetime that a policy sets for tokens that an application reads, in seconds, or nil if no policy does. The
    /// policy of the service principal comes first, then the policy of the tenant, then the policy of the registration
    /// (docs/reference/protocol.md#token-lifetime-policy).
    package func tokenLifetime(of application: Application, in tenant: Tenant) -> Int64? {
        let table = tenant.policyTable
        let principal =
            table.isEmpty
            ? nil : table.policy(.tokenLifetime, assignedTo: tenant.servicePrincipalID(of: application))
        let home =
            tenant.application(application.clientID) == nil ? registration(of: application.clientID)?.tenant : tenant
        let policy =
            principal ?? table.standard(.tokenLifetime)
            ?? home.flatMap { $0.policyTable.policy(.tokenLifetime, assignedTo: application.id) }
        guard case .tokenLifetime(let seconds)? = policy?.rules else { return nil }
        return seconds
    }
}
