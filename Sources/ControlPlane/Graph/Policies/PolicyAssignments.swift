import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The operations that assign policies to applications and service principals. An object has at most one policy of each kind.
extension GraphOperation {
    private enum Side: String {
        case application = "/applications"
        case servicePrincipal = "/servicePrincipals"
    }

    private static let sides: [(side: Side, kinds: [DirectoryPolicy.Kind])] = [
        (.application, [.tokenLifetime, .tokenIssuance, .homeRealmDiscovery, .appManagement]),
        (
            .servicePrincipal,
            [.claimsMapping, .tokenLifetime, .tokenIssuance, .homeRealmDiscovery, .appManagement]
        ),
    ]

    static let policyAssignments: [GraphOperation] =
        sides.flatMap { side, kinds in kinds.flatMap { assignments(of: $0, to: side) } }
        + DirectoryPolicy.Kind.allCases.filter { kind in sides.contains { $0.kinds.contains(kind) } }.map(appliesTo)

    private static func assignments(of kind: DirectoryPolicy.Kind, to side: Side) -> [GraphOperation] {
        let path = "\(side.rawValue)/{id}/\(kind.rawValue)"
        let manage = side == .application ? GraphPermission.assignPolicies : .assignServicePrincipalPolicies
        return [
            GraphOperation("GET", path, .readPolicyAssignments) { (request) throws(GraphError) in
                let object = try object(side, request)
                let policies = request.tenant.policyTable.policies(kind).filter { $0.appliesTo.contains(object) }
                return try request.page(policies, .policy(kind))
            },
            GraphOperation("POST", "\(path)/$ref", manage) { (request) throws(GraphError) in
                let object = try object(side, request)
                let id = try request.reference()
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    guard var policy = edit.policy(kind, id) else { throw .notFound(id.description) }
                    guard !policy.appliesTo.contains(object) else { throw alreadyReferred("policies") }
                    guard !edit.policies(kind).contains(where: { $0.appliesTo.contains(object) }) else {
                        throw .policyConflict("policies")
                    }
                    policy.appliesTo.append(object)
                    let outcome = edit.update(policy)
                    try GraphError.check(outcome, key: id.description, conflict: "policies")
                }
                return GraphResponse.noContent
            },
            GraphOperation("DELETE", "\(path)/{policy}/$ref", manage) { (request) throws(GraphError) in
                let object = try object(side, request)
                let policy = try request.policy(kind, "policy")
                guard policy.appliesTo.contains(object) else { throw .notFound(policy.id.description) }
                try request.change(policy) { (changed, _) throws(GraphError) in
                    changed.appliesTo.removeAll { $0 == object }
                }
                return GraphResponse.noContent
            },
        ]
    }

    private static func object(_ side: Side, _ request: GraphRequest) throws(GraphError) -> ObjectID {
        switch side {
        case .application: try request.application().id
        case .servicePrincipal: try request.servicePrincipal().id
        }
    }

    /// Returns the operation that lists the objects to which a policy is assigned.
    private static func appliesTo(_ kind: DirectoryPolicy.Kind) -> GraphOperation {
        GraphOperation("GET", "/policies/\(kind.rawValue)/{id}/appliesTo", .readPolicyAssignments) {
            (request) throws(GraphError) in
            let objects = try request.policy(kind).appliesTo
            let principals = ServicePrincipals(request.tenant, request.services)
            return try request.page(
                objects.compactMap { request.tenant.application(object: $0) }, .application,
                objects.compactMap { principals.find($0) }, .servicePrincipal)
        }
    }
}
