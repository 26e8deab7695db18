import Entra
import Formats

extension PolicyDraft {
    /// Creates the draft from which a policy is exported. References to deleted objects are left out, and sets are sorted by ID.
    init(of policy: ConditionalAccessPolicy, _ live: LiveObjects) {
        self.init(policy: policy, location: .none, id: .exported(policy.id))
        included = References(of: live.names(policy.users.included))
        excluded = References(of: live.names(policy.users.excluded))
        let applications = live.selection(policy.applications)
        included.applications = applications.exportedIncluded
        excluded.applications = applications.exportedExcluded
        if !policy.clients.isEveryone {
            // A configuration without clients means all clients, so an empty selection is exported as `None`.
            let clients = live.selection(policy.clients)
            included.clients = clients.exportedIncluded.isEmpty ? [.exported("None")] : clients.exportedIncluded
            excluded.clients = clients.exportedExcluded
        }
        contexts = policy.authenticationContexts.sorted().map { .exported($0.string) }
        if !policy.builtInControls.isEmpty || !policy.termsOfUse.isEmpty { grantOperator = policy.grantOperator }
        switch policy.signInFrequency {
        case .everyTime: frequencyInterval = .everyTime
        case .within(let seconds):
            frequencyUnit = policy.countsFrequencyInHours || seconds % 86_400 != 0 ? .hours : .days
            frequencyValue = Int(seconds / (frequencyUnit == .days ? 86_400 : 3_600))
        case nil: break
        }
        persistentBrowser = policy.persistentBrowser
    }
}

extension PolicyDraft.References {
    fileprivate init(of names: PolicyUsers.Names) {
        users = names.listedUsers.map { .exported($0) }
        groups = names.groups.map { .exported($0) }
        roles = names.roles.map { .exported($0) }
    }
}

extension Selection<ClientID> {
    fileprivate var isEveryone: Bool { includesAll && included.isEmpty && excluded.isEmpty }

    fileprivate var exportedIncluded: [Marked<String>] {
        listedIncluded.map { .exported($0) }
    }

    fileprivate var exportedExcluded: [Marked<String>] { excluded.map { .exported(ApplicationGroup.text(of: $0)) } }
}
