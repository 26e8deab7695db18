import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves the policies with definitions and the named locations. All applications must be resolved before.
    mutating func resolveDirectoryPolicies() {
        for index in tenants.indices {
            for kind in DirectoryPolicy.Kind.allCases {
                var ids = UniqueNames()
                var assigned = UniqueNames()
                var defaults = UniqueNames()
                for draft in tenants[index].draft[policies: kind] {
                    var policy = draft.policy
                    policy.id = id(of: draft, in: index)
                    let location = draft.id?.location ?? draft.location
                    guard ids.claim(policy.id.description, "the policy id", at: location, &findings) else { continue }
                    policy.definition = draft.definition.map(\.value)
                    checkDefinition(policy, draft)
                    for name in draft.appliesTo {
                        guard let object = object(name, kind, in: index) else { continue }
                        let isFirst = assigned.claim(
                            object.description, "the assignment to", text: name.value, at: name.location, &findings)
                        if isFirst { policy.appliesTo.append(object) }
                    }
                    if policy.isOrganizationDefault, kind.hasDefault {
                        _ = defaults.claim("true", "isOrganizationDefault", at: draft.location, &findings)
                    }
                    tenants[index].directoryPolicies.append(policy)
                }
            }
        }
    }

    private func id(of draft: DirectoryPolicyDraft, in index: Int) -> ObjectID {
        if let only = draft.policy.kind.onlyID { return only }
        let derived = GUID(
            derivedFrom: draft.policy.kind.rawValue, tenants[index].id.description, draft.policy.displayName)
        return ObjectID(draft.id?.value ?? derived.description)
    }

    private mutating func checkDefinition(_ policy: DirectoryPolicy, _ draft: DirectoryPolicyDraft) {
        guard policy.rules == nil, let member = policy.kind.definitionMember else { return }
        findings.error(
            draft.definition.first?.location ?? draft.location, "the definition of the policy is not valid",
            hint: "write one text with a JSON object whose only member is \(member), as in Microsoft Graph")
    }

    /// Returns the object ID of an application or of a service principal. Without the object, a GUID stays, because service
    /// principals of other tenants' applications come and go.
    private mutating func object(
        _ name: Marked<String>, _ kind: DirectoryPolicy.Kind, in index: Int
    ) -> ObjectID? {
        let client = ClientID(name.value)
        if let position = position(of: client, in: index) {
            let application = tenants[index].applications[position]
            return kind == .appManagement ? application.id : application.servicePrincipalID
        }
        if application(client, visibleIn: index) != nil { return .servicePrincipal(of: client, in: tenants[index].id) }
        if GUID(name.value) == nil {
            findings.error(
                name.location, "this tenant has no application \(name.value)",
                hint: "use the object id or the appId of an application")
            return nil
        }
        return ObjectID(name.value)
    }
}
