package import Entra

extension TenantEdit {
    package func policy(_ kind: DirectoryPolicy.Kind, _ id: ObjectID) -> DirectoryPolicy? { policyTable[kind, id] }

    package func policies(_ kind: DirectoryPolicy.Kind) -> [DirectoryPolicy] { policyTable.policies(kind) }

    /// Adds a policy with an unused ID, if the tenant is not full.
    package mutating func add(_ policy: DirectoryPolicy) -> Outcome {
        guard policyTable[policy.kind, policy.id] == nil else { return .taken }
        return adding(.policy(policy.kind, policy.id, in: tenant.id)) {
            $0.policyTable = $0.policyTable.setting(policy)
        }
    }

    /// Replaces the policy with the same kind and ID. The only policy of a kind may be new.
    package mutating func update(_ policy: DirectoryPolicy) -> Outcome {
        guard policyTable[policy.kind, policy.id] != nil || policy.kind.onlyID != nil else { return .notFound }
        policyTable = policyTable.setting(policy)
        touched.insert(.policy(policy.kind, policy.id, in: tenant.id))
        return .done
    }

    package mutating func remove(_ kind: DirectoryPolicy.Kind, _ id: ObjectID) -> Outcome {
        guard policyTable[kind, id] != nil else { return .notFound }
        removing(.policy(kind, id, in: tenant.id)) { $0.policyTable = $0.policyTable.removing(kind, id) }
        return .done
    }
}

extension TenantEdit {
    package func conditionalAccessPolicy(_ id: ObjectID) -> ConditionalAccessPolicy? {
        conditionalAccessPolicies.first { $0.id == id }
    }

    package mutating func add(_ policy: ConditionalAccessPolicy) -> Outcome {
        guard conditionalAccessPolicy(policy.id) == nil else { return .taken }
        return adding(.conditionalAccessPolicy(policy.id, in: tenant.id)) {
            $0.conditionalAccessPolicies.append(policy)
        }
    }

    /// Replaces the policy with the same ID.
    package mutating func update(_ policy: ConditionalAccessPolicy) -> Outcome {
        guard let position = conditionalAccessPolicies.firstIndex(where: { $0.id == policy.id }) else {
            return .notFound
        }
        conditionalAccessPolicies[position] = policy
        touched.insert(.conditionalAccessPolicy(policy.id, in: tenant.id))
        return .done
    }

    package mutating func remove(conditionalAccessPolicy id: ObjectID) -> Outcome {
        guard conditionalAccessPolicy(id) != nil else { return .notFound }
        removing(.conditionalAccessPolicy(id, in: tenant.id)) {
            $0.conditionalAccessPolicies.removeAll { $0.id == id }
        }
        return .done
    }
}
