package import Crypto
package import Directory
package import Entra
package import Formats
package import Protocol
package import Store

/// The server as its control plane sees it.
package protocol ControlServer: AnyObject, Sendable {
    /// The version of Understudy.
    var version: String { get }
    /// The ID of this process among the replicas that share its state: eight random digits, chosen at the start.
    var name: String { get }
    var startedAt: Timestamp { get }
    /// The origins at which the server listens: HTTP first, then each HTTPS port.
    var origins: [Origin] { get }
    /// Whether HTTPS uses a certificate that the operator supplies. In that case the server's CA signs nothing.
    var hasOwnCertificate: Bool { get }
    /// Whether the server listens at an address that other machines can reach.
    var acceptsOtherMachines: Bool { get }
    /// The origin under which clients reach the server through a proxy, or nil if none is configured.
    var publicOrigin: Origin? { get }
    /// The newest lines of the log.
    var logs: LogHistory { get }
    /// The maximum length of a request line, in bytes.
    var maximumURL: Int { get }

    var directory: Directory { get }
    var controls: Controls { get }
    var clock: AdjustableClock { get }
    var journal: Journal { get }
    var stubs: StubStore { get }
    var random: any RandomSource { get }
    /// The rules for access to the control plane.
    var controlGuard: ControlGuard { get }
    /// The rules for masking secrets in the journal, the log and the console.
    var masks: SecretMasks { get }
    /// The states of the delta queries of Microsoft Graph.
    var deltas: DeltaStates { get }
    /// The keys that open sealed values: authorization codes, refresh tokens and continuation tokens.
    var sealing: SealingKeys { get }

    /// Writes the metrics of requests and connections in the Prometheus format.
    func writeMetrics(to text: inout PrometheusText)
    /// The condition that `health` reports: the store, and the files that cannot be written.
    var condition: Health.Condition { get }
}

extension ControlServer {
    /// Returns the reader of the journal, which explains entries and masks secrets.
    package var journalReader: JournalReader {
        JournalReader(sealing: sealing, masks: masks, store: controls.store)
    }

    /// Returns the requests to the journal, with secrets masked by the rules for a directory.
    package func journalRequests(_ directory: Directory) -> JournalRequests {
        JournalRequests(journal, journalReader, mask: mask(directory)) { [stubs] match in
            stubs.unconsumed(match, in: directory)
        }
    }

    /// The mask for the secrets of the current directory.
    package func mask(_ directory: Directory) -> SecretMask { masks.mask(directory, sealing) }

    /// Returns the HTTPS origin for a reader of a page: the reader's own origin if that is HTTPS, or else the same host at the
    /// first HTTPS port. Without an HTTPS port, the result is the reader's origin.
    package func secureOrigin(near origin: Origin) -> Origin {
        guard !origin.isSecure, let secure = origins.first(where: \.isSecure) else { return origin }
        return Origin(scheme: secure.scheme, host: origin.host, port: secure.port ?? 443)
    }
}

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
                    removingStubs(of: tenant), clock.resetting(tenant: tenant), directory.resetting(tenant: tenant),
                    outbox.resetting(tenant: tenant), try ending(tenant),
                ]
                return tenant == nil ? own + [keys.resetting()] : own
            }
            try store.reset(tenant: tenant, now: clock.now { tenant })
        }
        removeEntries(of: tenant)
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

    private func removingStubs(of tenant: TenantID?) -> SharedChange {
        var match = RequestCriteria()
        match.tenant = tenant?.description
        return stubs.removing(StubFilter(match: match), in: directory.snapshot)
    }

    /// Removes the journal's entries of a tenant, or all entries.
    private func removeEntries(of tenant: TenantID?) {
        guard let tenant else { return journal.removeAll() }
        var filter = JournalFilter()
        filter.match.tenant = tenant.description
        let sealing = keys.material(at: clock.now()).sealing
        journal.remove(Set(filter.select(from: journal.storedEntries, sealing).map(\.id)))
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
                    removingStubs(of: tenant.id), clock.resetting(tenant: tenant.id), directory.removing(tenant.id),
                    outbox.resetting(tenant: tenant.id),
                ]
            }
        }
        removeEntries(of: tenant.id)
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

/// Finds the user that a control request names.
package enum UserLookup {
    /// Returns the user with this object ID, user principal name or mail address. Searches the given tenant only; without a tenant,
    /// the tenant that owns the name's domain first, and then all tenants. Throws a problem of status 404 if there is no such user.
    package static func user(
        _ name: String, in tenant: Tenant?, _ directory: Directory
    ) throws(ProblemDocument) -> (Tenant, User) {
        let domain = name.pieces(separatedBy: "@", keepingEmpty: true).last ?? ""
        let candidates = tenant.map { [$0] } ?? [directory.tenant(named: domain)].compactMap(\.self) + directory.tenants
        for candidate in candidates {
            if let user = candidate.user(ObjectID(name)) ?? candidate.user(named: name) { return (candidate, user) }
        }
        let scope = tenant.map { " in \($0.displayName)" } ?? ""
        throw .notFound("There is no user \(name)\(scope): give an object id or a user principal name.")
    }
}
