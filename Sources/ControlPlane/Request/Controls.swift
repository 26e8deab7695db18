import Crypto
package import Directory
package import Entra
package import Protocol
package import Store

/// The parts of a running server that the control plane reads and changes.
package struct Controls: Sendable {
    package let directory: DirectoryStore
    package let store: any Store
    package let outbox: Outbox
    package let clock: AdjustableClock
    package let keys: KeyStore
    package let journal: Journal
    package let stubs: StubStore
    package let nativeContract: NativeContract
    let replica: Replica

    package init(
        directory: DirectoryStore, store: any Store, outbox: Outbox, clock: AdjustableClock, keys: KeyStore,
        journal: Journal, stubs: StubStore, nativeContract: NativeContract, replica: Replica
    ) {
        self.directory = directory
        self.store = store
        self.outbox = outbox
        self.clock = clock
        self.keys = keys
        self.journal = journal
        self.stubs = stubs
        self.nativeContract = nativeContract
        self.replica = replica
    }

    /// Resets everything to the configuration, or everything of one tenant, and revokes everything issued before. Throws a problem
    /// of status 503 if the store is unavailable. In that case either nothing changed, or everything issued before is already
    /// revoked.
    package func reset(tenant: TenantID?) throws(ProblemDocument) {
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try replica.make { () throws(EntraError) in
                let own = [
                    removingScripts(of: tenant), clock.resetting(tenant: tenant), directory.resetting(tenant: tenant),
                    outbox.resetting(tenant: tenant), try ending(tenant),
                ]
                return tenant == nil ? own + [keys.resetting()] : own
            }
            try store.reset(tenant: tenant, now: clock.now { tenant })
        }
        forgetExchanges(of: tenant)
        // The queue of native authentication is keyed by correlation ID, which belongs to no tenant.
        if tenant == nil { nativeContract.removeAll() }
    }

    /// Resets a tenant's clock, or every clock, to the machine's clock. Throws a problem of status 503 if the store is unavailable.
    package func resetClock(of tenant: TenantID?) throws(ProblemDocument) {
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in try clock.reset(tenant: tenant) }
    }

    /// Returns the change that revokes everything issued until now. The change is part of the same transaction as the reset,
    /// because the store may fail before it has removed its records.
    private func ending(_ tenant: TenantID?) throws(EntraError) -> SharedChange {
        try store.revoking(tenant.map(RevocationSubject.tenant) ?? .everything, before: clock.now { tenant })
    }

    private func removingScripts(of tenant: TenantID?) -> SharedChange {
        var match = RequestCriteria()
        match.tenant = tenant?.description
        return stubs.removing(StubFilter(match: match), in: directory.snapshot)
    }

    /// Removes the journal's entries of a tenant, or all entries.
    private func forgetExchanges(of tenant: TenantID?) {
        guard let tenant else { return journal.removeAll() }
        var filter = JournalFilter()
        filter.match.tenant = tenant.description
        let sealing = keys.material(at: clock.now()).sealing
        journal.remove(Set(filter.select(from: journal.kept, sealing).map(\.id)))
    }

    /// Deletes a tenant with all its data. Throws a problem of status 409 for the tenant of personal accounts, and 503 if the store
    /// is unavailable.
    package func delete(_ tenant: Tenant) throws(ProblemDocument) {
        guard tenant.kind != .consumers else {
            throw ProblemDocument(
                status: 409, title: "Tenant cannot be deleted",
                detail: "The tenant of personal accounts (consumers) is built in.")
        }
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            // The tenant is removed last, so that a client can repeat a request that failed.
            try store.reset(tenant: tenant.id, now: clock.now { tenant.id })
            try replica.make { () throws(EntraError) in
                [
                    removingScripts(of: tenant.id), clock.resetting(tenant: tenant.id), directory.removing(tenant.id),
                    outbox.resetting(tenant: tenant.id),
                ]
            }
        }
        forgetExchanges(of: tenant.id)
    }

    /// Returns the tenant to reset, or nil if the request names none. The name may be that of a current tenant, or of a configured
    /// tenant that was deleted. Throws a problem of status 404 for any other name.
    package func tenant(toReset name: String?) throws(ProblemDocument) -> TenantID? {
        if let name, directory.snapshot.tenant(segment: name) == nil,
            let configured = directory.configured.tenant(segment: name)
        {
            return configured.id
        }
        return try tenant(named: name)?.id
    }

    /// Returns the tenant with this ID or domain, or for the word `consumers`. Returns nil without a name. Throws a problem of
    /// status 404 for an unknown name.
    package func tenant(named name: String?) throws(ProblemDocument) -> Tenant? {
        guard let name else { return nil }
        guard let tenant = directory.snapshot.tenant(segment: name) else {
            throw .notFound("There is no tenant \(name): give the id or a domain of a tenant.")
        }
        return tenant
    }
}
