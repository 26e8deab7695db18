private let first = "tenants[0].managedIdentities[0]"

private func identities(_ entries: String...) -> String {
    tenant("managedIdentities:\n" + entries.map { "- {\($0)}\n" }.joined())
}

/// Rows with mistakes in managed identities.
extension BadConfiguration {
    static let managedIdentities: [BadConfiguration] = [
        .init("no id", identities("type: SystemAssigned"), 5, first, "id is missing"),
        .init("no type", identities("id: /subscriptions/a"), 5, first, "type is missing"),
        .init(
            "unknown type", identities("id: /subscriptions/a, type: Both"), 5, "\(first).type",
            "SystemAssigned, UserAssigned"),
        .init(
            "no resource id", identities("id: vm, type: SystemAssigned"), 5, "\(first).id",
            "begins with /subscriptions/"),
        .init(
            "client id", identities("id: /subscriptions/a, type: SystemAssigned, clientId: x"), 5, "\(first).clientId",
            "not a GUID"),
        .init(
            "other tenant",
            identities("id: /subscriptions/a, type: UserAssigned, tenantId: 22222222-2222-4222-8222-222222222222"), 5,
            "\(first).tenantId", "the id of the tenant that contains the identity, not 22222222"),
        .init(
            "host", identities("id: /subscriptions/a, type: UserAssigned, hosts: [vm]"), 5, "\(first).hosts[0]",
            "virtualMachine, appService"),
        .init(
            "own key", identities("id: /subscriptions/a, type: UserAssigned, host: [vm]"), 5, "\(first).host",
            "did you mean hosts?"),
        .init(
            "id twice",
            identities("id: /subscriptions/a, type: UserAssigned", "id: /subscriptions/A, type: UserAssigned"), 6,
            "tenants[0].managedIdentities[1]", "used twice"),
        .init(
            "client id twice",
            identities(
                "id: /subscriptions/a, type: UserAssigned, clientId: 99999999-0000-4000-8000-000000000001",
                "id: /subscriptions/b, type: UserAssigned, clientId: 99999999-0000-4000-8000-000000000001"), 6,
            "tenants[0].managedIdentities[1].clientId", "used twice"),
        .init(
            "an application's id",
            identities("id: /subscriptions/a, type: UserAssigned, clientId: 00000003-0000-0000-c000-000000000000"), 5,
            "\(first).clientId", "the appId of an application"),
        .init(
            "two of one host",
            identities("id: /subscriptions/a, type: SystemAssigned", "id: /subscriptions/b, type: SystemAssigned"), 6,
            "tenants[0].managedIdentities[1]", "virtualMachine already has a system-assigned identity"),
    ]
}
