package import Directory
package import Entra

/// Changes the directory in force while the server runs. Requests that are under way keep the snapshot they began with.
package protocol DirectoryEditor: Sendable {
    /// Changes one tenant: `change` sees all earlier edits, and no other edit comes between. It must not edit again itself,
    /// and is asked again where another replica was faster. `also` tells from the outcome what else is to change, decided in the
    /// same turn and kept together with the edit. Nil where the tenant is not there. Throws `EntraError.storeUnavailable`, with
    /// nothing changed, where the change cannot be kept.
    func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome,
        also: (Outcome) throws(EntraError) -> [SharedChange]
    ) throws(EntraError) -> Outcome?
}

extension DirectoryEditor {
    /// The edit alone.
    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) throws(EntraError) -> Outcome? {
        try edit(tenant, change) { _ in [] }
    }
}
