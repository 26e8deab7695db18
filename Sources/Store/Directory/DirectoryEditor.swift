package import Directory
package import Entra

/// Changes the current directory while the server runs. Requests in progress keep the snapshot that they started with.
package protocol DirectoryEditor: Sendable {
    /// Changes one tenant. `change` sees all earlier edits, and no other edit runs in between. `change` must not start another
    /// edit, and is called again if another replica wrote first. `also` returns further changes for the outcome of `change`;
    /// they are decided in the same transaction and stored together with the edit. Returns nil if the tenant does not exist.
    /// Throws `EntraError.storeUnavailable`, with nothing changed, if the change cannot be stored.
    func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome,
        also: (Outcome) throws(EntraError) -> [SharedChange]
    ) throws(EntraError) -> Outcome?
}

extension DirectoryEditor {
    /// Changes one tenant, without further changes.
    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) throws(EntraError) -> Outcome? {
        try edit(tenant, change) { _ in [] }
    }
}
