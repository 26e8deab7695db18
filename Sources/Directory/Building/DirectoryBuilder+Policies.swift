import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves the authentication contexts and Conditional Access policies. All objects that they name must be resolved before.
    mutating func resolvePolicies() {
        for index in tenants.indices {
            resolveContexts(in: index)
            var ids = UniqueNames()
            for draft in tenants[index].draft.conditionalAccessPolicies {
                var policy = draft.policy
                let derived = GUID(derivedFrom: "policy", tenants[index].id.description, policy.displayName)
                policy.id = ObjectID(draft.id?.value ?? derived.description)
                let location = draft.id?.location ?? draft.location
                guard ids.claim(policy.id.description, "the policy id", at: location, &findings) else { continue }
                policy.users.included = users(draft.included, in: index)
                policy.users.excluded = users(draft.excluded, in: index)
                policy.applications = selection(draft.included.applications, draft.excluded.applications, in: index)
                policy.clients = selection(draft.included.clients, draft.excluded.clients, in: index)
                if draft.included.clients.isEmpty { policy.clients.includesAll = true }
                policy.authenticationContexts = contexts(draft, in: index)
                complete(&policy, draft)
                checkLocations(of: policy, draft, in: index)
                tenants[index].conditionalAccessPolicies.append(policy)
            }
        }
    }

    private mutating func resolveContexts(in index: Int) {
        var ids = UniqueNames()
        for draft in tenants[index].draft.authenticationContexts {
            guard let id = draft.id else { continue }
            guard AuthenticationContext.isID(id.value) else {
                findings.error(
                    id.location, "\"\(id.value)\" is not the id of an authentication context", hint: "use c1 to c99")
                continue
            }
            guard ids.claim(id.value, "the authentication context", at: id.location, &findings) else { continue }
            var context = draft.context
            context.id = id.value
            tenants[index].authenticationContexts.append(context)
        }
    }

    private mutating func contexts(_ draft: PolicyDraft, in index: Int) -> Set<ByteString> {
        let known = tenants[index].authenticationContexts.map(\.id)
        for context in draft.contexts where !known.contains(where: { $0.isExactly(context.value) }) {
            findings.error(
                context.location, "this tenant has no authentication context \(context.value)",
                hint: "list it under authenticationContextClassReferences")
        }
        if let first = draft.contexts.first, !draft.included.applications.isEmpty {
            findings.error(
                first.location, "a policy applies to applications or to authentication contexts, not to both")
        }
        return Set(exactly: draft.contexts.map(\.value))
    }

    private mutating func users(_ names: PolicyDraft.References, in index: Int) -> PolicyUsers.Names {
        var result = PolicyUsers.Names()
        for name in names.users {
            switch name.value {
            case "All": result.all = true
            case "None": result.none = true
            case "GuestsOrExternalUsers": result.guests = true
            default:
                if let user = user(name.value, in: index) {
                    result.users.append(user)
                } else {
                    findings.error(
                        name.location, "this tenant has no user \(name.value)",
                        hint: "use an id, a user principal name, All, None or GuestsOrExternalUsers"
                    )
                }
            }
        }
        result.groups = groups(names.groups, in: index)
        result.roles = roles(names.roles, in: index)
        return result
    }

    private mutating func selection(
        _ included: [Marked<String>], _ excluded: [Marked<String>], in index: Int
    ) -> Selection<ClientID> {
        var selection = Selection<ClientID>()
        for name in included {
            switch name.value {
            case "All": selection.includesAll = true
            case "None": selection.listsNone = true
            default: if let id = client(name, in: index) { selection.included.append(id) }
            }
        }
        for name in excluded { if let id = client(name, in: index) { selection.excluded.append(id) } }
        return selection
    }

    private mutating func client(_ name: Marked<String>, in index: Int) -> ClientID? {
        if let group = ApplicationGroup.allCases.first(where: { $0.rawValue.isExactly(name.value) }) { return group.id }
        if let application = application(ClientID(name.value), visibleIn: index) { return application.clientID }
        findings.error(
            name.location, "no application \(name.value) is known in this tenant", hint: "use an appId or All")
        return nil
    }

    private mutating func checkLocations(
        of policy: ConditionalAccessPolicy, _ draft: PolicyDraft, in index: Int
    ) {
        for name in policy.locations.included + policy.locations.excluded where ObjectID.isNamedLocation(name) {
            let isKnown = tenants[index].directoryPolicies.contains {
                $0.kind == .namedLocation && $0.id == ObjectID(name)
            }
            guard !isKnown else { continue }
            findings.warning(
                draft.location, "this tenant has no named location \(name)", hint: "list it under namedLocations")
        }
    }

    private mutating func complete(_ policy: inout ConditionalAccessPolicy, _ draft: PolicyDraft) {
        if draft.frequencyIsEnabled {
            switch (draft.frequencyInterval, draft.frequencyValue) {
            case (.everyTime, _): policy.signInFrequency = .everyTime
            case (.timeBased, let value?):
                policy.signInFrequency = .within(Int64(value) * (draft.frequencyUnit == .days ? 86_400 : 3_600))
                policy.countsFrequencyInHours = draft.frequencyUnit != .days
            case (.timeBased, nil): break
            }
        }
        policy.grantOperator = draft.grantOperator ?? .or
        if draft.persistentBrowserIsEnabled { policy.persistentBrowser = draft.persistentBrowser }
        if policy.builtInControls.contains(.block), policy.builtInControls.count + policy.termsOfUse.count > 1 {
            findings.error(draft.location, "the grant control block cannot be combined with other grant controls")
        }
        if policy.builtInControls.contains(.passwordChange), policy.userRiskLevels.isEmpty {
            findings.error(draft.location, "the grant control passwordChange requires the condition userRiskLevels")
        }
        if policy.builtInControls.isEmpty, policy.termsOfUse.isEmpty, policy.signInFrequency == nil,
            policy.persistentBrowser == nil,
            (policy.other.grantControls + policy.other.sessionControls).allSatisfy({ $0.value == .null })
        {
            findings.error(draft.location, "the policy has no controls", hint: "add grantControls or sessionControls")
        }
    }
}
