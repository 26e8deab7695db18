import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves the managed identities: given or derived IDs, and names that must be unique. A host has one system-assigned
    /// identity.
    mutating func resolveManagedIdentities() {
        var clients = UniqueNames()
        for index in tenants.indices {
            var resources = UniqueNames()
            var principals = UniqueNames()
            var hosts: Set<ManagedIdentityHost> = []
            for draft in tenants[index].draft.managedIdentities {
                guard let identity = identity(draft, in: index),
                    resources.claim(identity.resourceID, "the id", at: draft.place, &findings)
                else { continue }
                let clientPlace = draft.clientID?.place ?? draft.place
                let principalPlace = draft.principalID?.place ?? draft.place
                guard clients.claim(identity.clientID.description, "the clientId", at: clientPlace, &findings),
                    principals.claim(identity.principalID.description, "the principalId", at: principalPlace, &findings)
                else { continue }
                if registrations[identity.clientID] != nil || builtIn[identity.clientID] != nil {
                    findings.error(
                        clientPlace, "the clientId \(identity.clientID) is already the appId of an application")
                }
                if identity.kind == .systemAssigned {
                    checkHosts(identity, taken: &hosts, at: draft.place)
                }
                tenants[index].managedIdentities.append(identity)
            }
            tenants[index].draft.managedIdentities = []
        }
    }

    private mutating func identity(_ draft: ManagedIdentityDraft, in index: Int) -> ManagedIdentity? {
        guard let id = draft.id, let kind = draft.kind else { return nil }
        let tenant = tenants[index].id
        guard id.value.asciiLowercased.hasExactPrefix("/subscriptions/") else {
            findings.error(
                id.place, "\"\(id.value)\" is not an Azure resource id",
                hint: "an Azure resource id begins with /subscriptions/")
            return nil
        }
        if let given = draft.tenantID, TenantID(given.value) != tenant {
            findings.error(
                given.place,
                "tenantId must be \(tenant), the id of the tenant that contains the identity, not \(given.value)")
        }
        let derived = { (part: String) in GUID(derivedFrom: part, tenant.description, id.value.asciiLowercased) }
        let lastPart = id.value.pieces(separatedBy: "/").last
        var identity = ManagedIdentity(
            resourceID: id.value, name: draft.name ?? lastPart ?? id.value, kind: kind,
            clientID: ClientID(draft.clientID?.value ?? derived("managed identity client").description),
            principalID: ObjectID(draft.principalID?.value ?? derived("managed identity principal").description))
        if let hosts = draft.hosts { identity.hosts = Set(hosts) }
        return identity
    }

    private mutating func checkHosts(
        _ identity: ManagedIdentity, taken: inout Set<ManagedIdentityHost>, at place: ConfigurationPlace
    ) {
        if let host = ManagedIdentityHost.allCases.first(where: { identity.hosts.contains($0) && taken.contains($0) }) {
            findings.error(
                place, "the host \(host.rawValue) already has a system-assigned identity",
                hint: "list different hosts for each identity, or make one of them UserAssigned")
        }
        taken.formUnion(identity.hosts)
    }
}
