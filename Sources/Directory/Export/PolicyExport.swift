import Entra
import Formats

extension ConditionalAccessPolicy {
    /// Returns the policy in the form of Microsoft Graph. Sets are sorted by ID.
    func export(_ live: LiveObjects) -> JSONValue {
        .exported { entry in
            entry.set("id", id.description)
            entry.set("displayName", displayName)
            entry.set("state", state.rawValue)
            entry.set("conditions", conditions(live))
            entry.nested("grantControls") { controls in
                guard !builtInControls.isEmpty || !termsOfUse.isEmpty else { return }
                controls.set("operator", grantOperator.rawValue)
                controls.set("builtInControls", builtInControls.map { JSONValue.string($0.rawValue) })
                controls.set("termsOfUse", termsOfUse)
            }
            entry.nested("sessionControls", exportSession)
        }
    }

    private func conditions(_ live: LiveObjects) -> JSONValue {
        .exported { conditions in
            conditions.set(
                "users",
                .exported { entry in
                    live.names(users.included).export(to: &entry, "include", in: live.tenant)
                    live.names(users.excluded).export(to: &entry, "exclude", in: live.tenant)
                })
            conditions.set(
                "applications",
                .exported { entry in
                    live.selection(applications).export(to: &entry)
                    entry.set(
                        "includeAuthenticationContextClassReferences", authenticationContexts.sorted().map(\.string))
                })
            if !clients.isEveryone {
                conditions.set("clients", .exported { live.selection(clients).exportClients(to: &$0) })
            }
            conditions.set("clientAppTypes", .array(clientAppTypes.map { .string($0.rawValue) }))
            conditions.set("signInRiskLevels", signInRiskLevels.map { JSONValue.string($0.rawValue) })
            conditions.set("userRiskLevels", userRiskLevels.map { JSONValue.string($0.rawValue) })
        }
    }

    private func exportSession(to entry: inout ExportedObject) {
        switch signInFrequency {
        case .everyTime:
            entry.set("signInFrequency", .exported { $0.set("frequencyInterval", "everyTime") })
        case .within(let seconds):
            let inDays = seconds % 86_400 == 0
            entry.set(
                "signInFrequency",
                .exported {
                    $0.set("value", Int(seconds / (inDays ? 86_400 : 3_600)))
                    $0.set("type", inDays ? "days" : "hours")
                })
        case nil: break
        }
        if let mode = persistentBrowser {
            entry.set("persistentBrowser", .exported { $0.set("mode", mode.rawValue) })
        }
    }
}

extension PolicyUsers.Names {
    fileprivate func export(to entry: inout ExportedObject, _ verb: String, in tenant: Tenant) {
        let ordered = ids.sorted()
        let people = ordered.filter { tenant.group($0) == nil }.map(\.description)
        entry.set("\(verb)Users", (all ? ["All"] : []) + (guests ? ["GuestsOrExternalUsers"] : []) + people)
        entry.set("\(verb)Groups", ordered.filter { tenant.group($0) != nil })
        entry.set("\(verb)Roles", roles.sorted { $0.description.precedes($1.description) })
    }
}

extension Selection<ClientID> {
    fileprivate var isEveryone: Bool { includesAll && included.isEmpty && excluded.isEmpty }

    /// Exports the clients. A configuration without clients means all clients, so an empty selection is exported as `None`.
    fileprivate func exportClients(to entry: inout ExportedObject) {
        if !includesAll, included.isEmpty { entry.set("includeApplications", ["None"]) }
        export(to: &entry)
    }

    fileprivate func export(to entry: inout ExportedObject) {
        let named = included.sorted().map(\.description)
        entry.set("includeApplications", (includesAll ? ["All"] : []) + named)
        entry.set("excludeApplications", excluded.sorted())
    }
}
