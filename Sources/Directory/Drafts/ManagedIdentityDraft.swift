/// A managed identity as the file has it.
struct ManagedIdentityDraft: Sendable {
    let place: ConfigurationPlace
    var id: Marked<String>?
    var name: String?
    var kind: ManagedIdentity.Kind?
    var clientID: Marked<String>?
    var principalID: Marked<String>?
    var tenantID: Marked<String>?
    /// nil: all of them.
    var hosts: [ManagedIdentityHost]?
}
