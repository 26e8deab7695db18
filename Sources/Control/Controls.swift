import Crypto
package import Directory
package import Entra
package import State

/// What of a running server can be seen and steered from outside. The control plane's handlers work on it.
package struct Controls: Sendable {
    package let directory: DirectoryInForce
    package let store: any Store
    package let outbox: Outbox
    package let clock: SteeredClock
    package let keys: KeysInForce
    package let journal: Journal
    package let scripts: Scripts
    package let nativeContract: NativeContract
    let replica: Replica

    package init(
        directory: DirectoryInForce, store: any Store, outbox: Outbox, clock: SteeredClock, keys: KeysInForce,
        journal: Journal, scripts: Scripts, nativeContract: NativeContract, replica: Replica
    ) {
        self.directory = directory
        self.store = store
        self.outbox = outbox
        self.clock = clock
        self.keys = keys
        self.journal = journal
        self.scripts = scripts
        self.nativeContract = nativeContract
        self.replica = replica
    }

    /// Everything back to the configuration, or everything of one tenant. What was issued before is not good any more.
    /// Throws a problem of status 503 where that cannot be kept: all is as it was then, or what was issued before is ended already.
    package func reset(tenant: TenantID?) throws(ProblemDocument) {
        try ProblemDocument.keeping { () throws(EntraError) in
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
        // Its answers are lined up for correlation ids, which are of no tenant.
        if tenant == nil { nativeContract.removeAll() }
    }

    /// Lets a tenant's clock, or every clock, go as the machine's does. Throws a problem of status 503 where that cannot be kept.
    package func resetClock(of tenant: TenantID?) throws(ProblemDocument) {
        try ProblemDocument.keeping { () throws(EntraError) in try clock.reset(tenant: tenant) }
    }

    /// What was issued until now ends in the same turn as what it was issued for: the store may fail before it has forgotten the
    /// rest.
    private func ending(_ tenant: TenantID?) throws(EntraError) -> SharedChange {
        try store.revoking(tenant.map(RevocationSubject.tenant) ?? .everything, before: clock.now { tenant })
    }

    private func removingScripts(of tenant: TenantID?) -> SharedChange {
        var match = ExchangeMatch()
        match.tenant = tenant?.description
        return scripts.removing(ScriptFilter(match: match), in: directory.snapshot)
    }

    /// What the journal holds.
    private func forgetExchanges(of tenant: TenantID?) {
        guard let tenant else { return journal.removeAll() }
        var filter = JournalFilter()
        filter.match.tenant = tenant.description
        let sealing = keys.material(at: clock.now()).sealing
        journal.remove(Set(filter.select(from: journal.kept, sealing).map(\.id)))
    }

    /// Deletes a tenant with everything of it. Throws a problem of status 409 for that of personal accounts, 503 where it cannot
    /// be kept.
    package func delete(_ tenant: Tenant) throws(ProblemDocument) {
        guard tenant.kind != .consumers else {
            throw ProblemDocument(
                status: 409, title: "Tenant cannot be deleted",
                detail: "The tenant of personal accounts (consumers) is built in.")
        }
        try ProblemDocument.keeping { () throws(EntraError) in
            // The directory last: while the tenant is there, who was told that it failed can ask again.
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

    /// The tenant to reset that a request names, nil where it names none: one that is there, or one of the configuration that is
    /// there no more. Throws a problem of status 404 for any other.
    package func tenant(toReset name: String?) throws(ProblemDocument) -> TenantID? {
        if let name, directory.snapshot.tenant(segment: name) == nil,
            let configured = directory.configured.tenant(segment: name)
        {
            return configured.id
        }
        return try tenant(named: name)?.id
    }

    /// The tenant that a request names by id, domain or the word `consumers`, nil where it names none. Throws a problem of
    /// status 404 for one that is not there.
    package func tenant(named name: String?) throws(ProblemDocument) -> Tenant? {
        guard let name else { return nil }
        guard let tenant = directory.snapshot.tenant(segment: name) else {
            throw .notFound("There is no tenant \(name): give the id or a domain of a tenant.")
        }
        return tenant
    }
}
