import Entra
import Formats

extension DirectoryBuilder {
    /// Returns the user flows of a customer tenant. A B2C tenant has any number of flows with B2C names. An external tenant has
    /// one flow, or one flow for each of several groups of applications.
    mutating func policies(of parts: TenantParts) -> [UserFlow] {
        var names = UniqueNames()
        var flows: [UserFlow] = []
        for draft in parts.draft.policies {
            reportKeysWithoutEffect(draft, in: parts)
            checkAttributes(draft)
            guard let name = draft.id, isAllowed(draft, name, in: parts, after: flows),
                names.claim(name.value, "the policy", at: name.location, &findings)
            else { continue }
            var flow = draft.userFlow(named: name.value)
            // An external tenant has only this kind of flow, and the name does not say the kind.
            if parts.kind == .external { flow.kind = .signUpOrSignIn }
            flows.append(flow)
        }
        return flows
    }

    /// Reports keys that have no effect in a tenant of the kind.
    private mutating func reportKeysWithoutEffect(_ draft: UserFlowDraft, in parts: TenantParts) {
        let keys: [(kind: Tenant.Kind, location: ConfigurationLocation?, hint: String)] = [
            (.b2c, draft.applications?.location, "every application of a b2c tenant can use each policy of the tenant"),
            (.external, draft.claims?.location, "only policies of b2c tenants have claims"),
            (.external, draft.usernameElement?.location, "the sign-in page of an external tenant has one id"),
        ]
        for key in keys where key.kind == parts.kind {
            if let location = key.location {
                findings.error(location, "has no effect in a tenant of kind \(parts.kind.rawValue)", hint: key.hint)
            }
        }
        if draft.credential == .emailOneTimeCode, let resets = draft.resetsPassword, resets.value {
            findings.error(resets.location, "has no effect with credential: emailOneTimeCode, which uses no passwords")
        }
    }

    /// Reports repeated attributes, and more attributes than the server can match against their patterns in reasonable time.
    private mutating func checkAttributes(_ draft: UserFlowDraft) {
        let attributes = draft.attributes ?? []
        let limit = UserFlow.maximumAttributes
        guard attributes.count <= limit else {
            findings.error(draft.location, "has \(attributes.count) attributes; at most \(limit) are allowed")
            return
        }
        var names = UniqueNames()
        // An earlier step reported the missing name.
        for attribute in attributes where !attribute.value.name.isEmpty {
            _ = names.claim(attribute.value.name, "the attribute", at: attribute.location, &findings)
        }
    }

    /// Warns about unknown applications in user flows. The applications must be resolved before. An unknown application does no
    /// harm but is probably a mistake.
    mutating func checkApplicationsOfUserFlows() {
        for index in tenants.indices where tenants[index].kind == .external {
            for name in tenants[index].draft.policies.flatMap({ $0.applications?.value ?? [] })
            where application(ClientID(name.value), visibleIn: index) == nil {
                findings.warning(
                    name.location, "no application \(name.value) is known in this tenant",
                    hint: "use the appId of an application of the tenant")
            }
        }
    }

    private mutating func isAllowed(
        _ draft: UserFlowDraft, _ name: Marked<String>, in parts: TenantParts, after flows: [UserFlow]
    ) -> Bool {
        switch parts.kind {
        case .b2c:
            let lower = name.value.asciiLowercased
            guard lower.hasExactPrefix("b2c_1_") || lower.hasExactPrefix("b2c_1a_"), lower.utf8.allSatisfy(isPolicyByte)
            else {
                findings.error(
                    name.location, "\"\(name.value)\" is not a policy name",
                    hint: "a policy name has the form B2C_1_name or B2C_1A_name")
                return false
            }
            guard draft.credential != .emailOneTimeCode else {
                findings.error(draft.location, "only an external tenant can use credential: emailOneTimeCode")
                return false
            }
            return true
        case .external:
            guard draft.kind ?? .signUpOrSignIn == .signUpOrSignIn else {
                findings.error(
                    name.location, "a policy of an external tenant must be of kind signUpOrSignIn",
                    hint: "leave out kind")
                return false
            }
            guard flows.isEmpty || (draft.applications != nil && flows.allSatisfy { $0.applications != nil }) else {
                findings.error(
                    name.location, "an external tenant can have several policies only if each lists its applications",
                    hint: "add applications: [appId, …] to each policy")
                return false
            }
            return true
        case .workforce, .consumers:
            findings.error(
                name.location, "only a b2c or external tenant can have policies",
                hint: "set kind: b2c or kind: external")
            return false
        }
    }

    /// Whether the byte is valid in a policy name: a letter, a digit, `_` or `-`. A dot would split the account IDs of clients
    /// (docs/reference/wire.md#accounts).
    private func isPolicyByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "_-".utf8.contains(byte)
    }
}
