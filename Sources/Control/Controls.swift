package import Crypto
package import Directory
package import Entra
package import State
import Wire

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

    package init(
        directory: DirectoryInForce, store: any Store, outbox: Outbox, clock: SteeredClock, keys: KeysInForce,
        journal: Journal, scripts: Scripts, nativeContract: NativeContract
    ) {
        self.directory = directory
        self.store = store
        self.outbox = outbox
        self.clock = clock
        self.keys = keys
        self.journal = journal
        self.scripts = scripts
        self.nativeContract = nativeContract
    }

    /// Everything back to the configuration, or everything of one tenant. What was issued before is not good any more.
    /// Throws a problem of status 503 where that cannot be kept.
    package func reset(tenant: TenantID?) throws(ProblemDocument) {
        try forgetExchanges(of: tenant)
        clock.reset(tenant: tenant)
        try ProblemDocument.keeping { () throws(EntraError) in
            try directory.reset(tenant: tenant)
            try store.reset(tenant: tenant, now: clock.now { tenant })
        }
        guard tenant == nil else { return }
        keys.reset()
        outbox.removeAll()
        nativeContract.removeAll()
    }

    /// Scripts that were laid down, and what the journal holds.
    private func forgetExchanges(of tenant: TenantID?) throws(ProblemDocument) {
        var match = ExchangeMatch()
        match.tenant = tenant?.description
        try scripts.remove(ScriptFilter(match: match), in: directory.snapshot)
        guard tenant != nil else { return journal.removeAll() }
        var filter = JournalFilter()
        filter.match = match
        let sealing = keys.material(at: clock.now()).sealing
        journal.remove(Set(filter.select(from: journal.items, sealing).map(\.id)))
    }

    /// Deletes a tenant with everything of it. Throws a problem of status 409 for that of personal accounts, 503 where it cannot
    /// be kept.
    package func delete(_ tenant: Tenant) throws(ProblemDocument) {
        guard tenant.kind != .consumers else {
            throw ProblemDocument(
                status: 409, title: "Not possible", detail: "The tenant of personal accounts is always there.")
        }
        try forgetExchanges(of: tenant.id)
        try ProblemDocument.keeping { () throws(EntraError) in
            try store.reset(tenant: tenant.id, now: clock.now { tenant.id })
            _ = try directory.remove(tenant.id)
        }
        clock.reset(tenant: tenant.id)
    }

    /// The tenant that a request names by id or domain, nil where it names none. Throws a problem of status 404 for one that
    /// is not there.
    package func tenant(named name: String?) throws(ProblemDocument) -> Tenant? {
        guard let name else { return nil }
        let consumers = name.isExactlyIgnoringASCIICase("consumers") ? directory.snapshot.consumers : nil
        guard let tenant = consumers ?? directory.snapshot.tenant(named: name) else {
            throw .notFound("There is no tenant \(name): give its id or one of its domains.")
        }
        return tenant
    }
}
