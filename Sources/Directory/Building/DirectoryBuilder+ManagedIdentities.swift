import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves the managed identities: configured or derived IDs, and names that must be unique. A host has one system-assigned
    /// identity.
    mutating func resolveManagedIdentities() {
        var clients = UniqueNames()
        for index in tenants.indices {
            var resources = UniqueNames()
            var principals = UniqueNames()
            var hosts: Set<ManagedIdentityHost> = []
            for draft in tenants[index].draft.managedIdentities {
                guard let identity = identity(draft, in: index),
                    resources.claim(identity.resourceID, "the id", at: draft.location, &findings)
                else { continue }
                let clientLocation = draft.clientID?.location ?? draft.location
                let principalLocation = draft.principalID?.location ?? draft.location
                guard clients.claim(identity.clientID.description, "the clientId", at: clientLocation, &findings),
                    principals.claim(
                        identity.principalID.description, "the principalId", at: principalLocation, &findings)
                else { continue }
                if registrations[identity.clientID] != nil || MicrosoftAPI.find(identity.clientID) != nil {
                    findings.error(
                        clientLocation, "the clientId \(identity.clientID) is already the appId of an application")
                }
                if identity.kind == .systemAssigned {
                    checkHosts(identity, used: &hosts, at: draft.location)
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
                id.location, "\"\(id.value)\" is not an Azure resource id",
                hint: "an Azure resource id begins with /subscriptions/")
            return nil
        }
        if let tenantID = draft.tenantID, TenantID(tenantID.value) != tenant {
            findings.error(
                tenantID.location,
                "tenantId must be \(tenant), the id of the tenant that contains the identity, not \(tenantID.value)")
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
        _ identity: ManagedIdentity, used: inout Set<ManagedIdentityHost>, at location: ConfigurationLocation
    ) {
        if let host = ManagedIdentityHost.allCases.first(where: { identity.hosts.contains($0) && used.contains($0) }) {
            findings.error(
                location, "the host \(host.rawValue) already has a system-assigned identity",
                hint: "list different hosts for each identity, or make one of them UserAssigned")
        }
        used.formUnion(identity.hosts)
    }
}
