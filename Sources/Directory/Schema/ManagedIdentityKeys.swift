import Wire

extension ManagedIdentityDraft {
    static let keys = ObjectSpec<ManagedIdentityDraft>(
        "managedIdentity",
        "An Azure managed identity, as `az identity show` prints it. Other Azure properties are ignored.",
        unknownKeys: .ignored,
        keys: [
            .key(
                "id", \.id, .marked(.nonEmptyText),
                "The Azure resource id (xms_mirid): of the identity, or of the host of a system-assigned one."
            ).required,
            .key("type", \.kind, .managedIdentityKind, "SystemAssigned, or UserAssigned.").required,
            .key("name", \.name, .nonEmptyText, "The identity's name. The last part of the id when left out."),
            .key("clientId", \.clientID, .marked(.guid), "The appid claim. Derived from the id when left out."),
            .key(
                "principalId", \.principalID, .marked(.guid),
                "The object id (oid); appRoleAssignments name it. Derived from the id when left out."),
            .key(
                "tenantId", \.tenantID, .marked(.guid),
                "The id of the tenant. If given, it must be that of the tenant around it."),
            .key("hosts", \.hosts, .list(.word), "The kinds of hosts it is assigned to. All when left out.").own,
        ])
}

extension ValueSpec where Value == ManagedIdentity.Kind {
    /// The word, or the Azure resource type that only user-assigned identities have.
    static let managedIdentityKind: ValueSpec = {
        let resourceType = "Microsoft.ManagedIdentity/userAssignedIdentities"
        let words = Value.allCases.map(\.rawValue)
        return ValueSpec(.words(words + [resourceType])) { given, place, findings in
            guard let text = ValueSpec<String>.text.read(given, place, &findings) else { return nil }
            if text.isExactlyIgnoringASCIICase(resourceType) { return .userAssigned }
            if let kind = Value(rawValue: text) { return kind }
            findings.error(place, "unknown value \"\(text)\"", hint: "one of " + words.joined(separator: ", "))
            return nil
        }
    }()
}
