import Formats

/// A managed identity in a file.
struct ManagedIdentityDraft: Sendable {
    let location: ConfigurationLocation
    var id: Marked<String>?
    var name: String?
    var kind: ManagedIdentity.Kind?
    var clientID: Marked<String>?
    var principalID: Marked<String>?
    var tenantID: Marked<String>?
    /// The hosts, or nil for all hosts.
    var hosts: [ManagedIdentityHost]?
}

extension ManagedIdentityDraft {
    static let keys = ObjectSpec<ManagedIdentityDraft>(
        "managedIdentity",
        "An Azure managed identity, as `az identity show` prints it. Other Azure properties are ignored.",
        unknownKeys: .ignored,
        keys: [
            .key(
                "id", \.id, .marked(.nonEmptyText),
                "The Azure resource id (xms_mirid) of the identity, or of its host if the identity is system-assigned."
            ).required,
            .key("type", \.kind, .managedIdentityKind, "SystemAssigned or UserAssigned.").required,
            .key("name", \.name, .nonEmptyText, "The identity's name. Default: the last part of the id."),
            .key("clientId", \.clientID, .marked(.guid), "The appid claim. Default: derived from the id."),
            .key(
                "principalId", \.principalID, .marked(.guid),
                "The object id (oid), which appRoleAssignments refer to. Default: derived from the id."),
            .key(
                "tenantId", \.tenantID, .marked(.guid),
                "The tenant id, which must be the id of the tenant that contains the identity."),
            .key("hosts", \.hosts, .list(.word), "The kinds of hosts that the identity is assigned to. Default: all.")
                .own,
        ])

    static let value = keys.value { ManagedIdentityDraft(location: $0) }
}

extension ValueSpec where Value == ManagedIdentity.Kind {
    /// A word, or the Azure resource type of user-assigned identities.
    static let managedIdentityKind: ValueSpec = {
        let resourceType = "Microsoft.ManagedIdentity/userAssignedIdentities"
        let words = Value.allCases.map(\.rawValue)
        return ValueSpec(.words(words + [resourceType]), export: { .string($0.rawValue) }) {
            input, location, findings in
            guard let text = ValueSpec<String>.text.read(input, location, &findings) else { return nil }
            if text.isExactlyIgnoringASCIICase(resourceType) { return .userAssigned }
            if let kind = Value(rawValue: text) { return kind }
            findings.error(location, "unknown value \"\(text)\"", hint: "one of " + words.joined(separator: ", "))
            return nil
        }
    }()
}
