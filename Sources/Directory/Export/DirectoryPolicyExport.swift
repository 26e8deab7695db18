import Entra
import Formats

extension DirectoryPolicyDraft {
    /// Creates the draft from which a policy is exported.
    init(of policy: DirectoryPolicy) {
        self.init(policy.kind, location: .none)
        self.policy = policy
        id = .exported(policy.id)
        definition = policy.definition.map { .exported($0) }
        appliesTo = policy.appliesTo.map { .exported($0) }
    }
}
