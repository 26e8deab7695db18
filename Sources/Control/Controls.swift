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

    package init(
        directory: DirectoryInForce, store: any Store, outbox: Outbox, clock: SteeredClock, keys: KeysInForce
    ) {
        self.directory = directory
        self.store = store
        self.outbox = outbox
        self.clock = clock
        self.keys = keys
    }

    /// Everything back to the configuration, or everything of one tenant. What was issued before is not good any more.
    package func reset(tenant: TenantID?) {
        directory.reset(tenant: tenant)
        clock.reset(tenant: tenant)
        store.reset(tenant: tenant, now: clock.now { tenant })
        guard tenant == nil else { return }
        keys.reset()
        outbox.removeAll()
    }

    /// Deletes a tenant with everything of it. Throws a problem of status 409 for that of personal accounts.
    package func delete(_ tenant: Tenant) throws(ProblemDocument) {
        guard tenant.kind != .consumers else {
            throw ProblemDocument(
                status: 409, title: "Not possible", detail: "The tenant of personal accounts is always there.")
        }
        store.reset(tenant: tenant.id, now: clock.now { tenant.id })
        clock.reset(tenant: tenant.id)
        _ = directory.remove(tenant.id)
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
