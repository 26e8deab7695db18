/// A managed identity in a file.
struct ManagedIdentityDraft: Sendable {
    let place: ConfigurationPlace
    var id: Marked<String>?
    var name: String?
    var kind: ManagedIdentity.Kind?
    var clientID: Marked<String>?
    var principalID: Marked<String>?
    var tenantID: Marked<String>?
    /// The hosts, or nil for all hosts.
    var hosts: [ManagedIdentityHost]?
}
