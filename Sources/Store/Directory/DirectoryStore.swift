package import Directory
package import Entra
import Formats
import Synchronization

/// The directory that requests see: the configured directory with the edits made since. Safe to use from any thread.
///
/// Edits are stored per object. Edits survive a restart if the process keeps state, reach other replicas, and can be applied to
/// another configuration. An edit applies only while the configuration has the same document for the object as when the edit
/// was made; otherwise the configuration wins. Processes with the same configuration and the same edits therefore have the same
/// directory, however they obtained them.
package final class DirectoryStore: DirectoryEditor {
    /// The maximum number of tenants that are created at run time and exist at once.
    package static let maximumMadeTenants = 1_000

    /// The result of creating or deleting a tenant.
    package enum Outcome: Sendable, Equatable {
        case done
        /// Another tenant has the ID or one of the domains.
        case taken
        case full
        case notFound
    }

    /// The state that edits apply to and that a reset restores.
    fileprivate struct Origins {
        var configured: Directory
        /// The directory that replaced the configured one at run time, or nil.
        var put: Directory?
        /// The tenants that were created at run time, in their original state.
        var made: [TenantID: Tenant] = [:]
        /// All stored edits, including the ones that do not apply to the current configuration.
        var changes = DirectoryChanges()
        /// The reported problems of edits that could not be applied.
        var problems: [String] = []

        var base: Directory { put ?? configured }
    }

    /// The result of a decision.
    fileprivate struct Step<Outcome> {
        let outcome: Outcome
        /// The new directory, or nil if the directory does not change.
        var directory: Directory?
        var saved: [(position: Int, change: DirectoryChange)] = []
        var forgotten: [DirectoryObject] = []
        /// The tenant that is created, or deleted if `made` is nil.
        var tenant: (id: TenantID, made: Tenant?)?
        /// The directory to put in place of the configured one, `.some(nil)` to restore the configured one, or nil for neither.
        /// Putting a directory removes all edits.
        var put: Directory??

        init(_ outcome: Outcome) { self.outcome = outcome }
    }

    /// The current directory. Readers hold the lock only for a copy.
    private let current: Mutex<Directory>
    /// The state behind the current directory. The state changes only within the replica's transactions, so that changes are
    /// serialized and readers of `current` never wait for one.
    private let origins: Mutex<Origins>
    private let replica: Replica
    /// Receives one line for each edit that no longer applies to the configuration.
    private let report: @Sendable (String) -> Void

    /// Creates the directory from the configuration alone. The next `catchUp` of the replica applies the stored edits.
    package init(
        _ configured: Directory, replica: Replica = Replica(), report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        current = Mutex(configured)
        origins = Mutex(Origins(configured: configured))
        self.replica = replica
        self.report = report
        replica.join(self)
    }

    /// The current directory. A request takes one snapshot.
    package var snapshot: Directory { current.withLock { $0 } }

    /// The configured directory, which a reset restores.
    package var configured: Directory { origins.withLock { $0.configured } }

    /// Replaces the configuration. Edits made at run time stay, except for objects that the new configuration changes. A
    /// directory that was put at run time stays whole until a reset.
    package func replace(with configured: Directory) {
        replica.change {
            origins.withLock { origins in
                origins.configured = configured
                if origins.put == nil { merge(&origins) }
            }
        }
        finalize()
    }

    /// Reports whether a newly loaded configuration applies, and forgets the edits that it overrules.
    package func finalize() {
        if origins.withLock({ $0.put != nil }) {
            report(
                "the directory was replaced at run time: the configuration takes effect after a reset")
        }
        forgetOverruled()
    }

    /// Forgets, for every replica, the edits of objects that the configuration has changed since. If the store fails, the edits
    /// still do not apply here, and the next start or reload forgets them.
    private func forgetOverruled() {
        _ = try? replica.write { () throws(EntraError) in
            let overruled = origins.withLock { origins in
                origins.changes.all.filter { !$0.isOver(origins.base) }.map(\.object)
            }
            return (overruled.map { SharedDocument(.change, $0.text, nil) }, overruled)
        } finish: { overruled in
            for object in overruled {
                report("a newer configuration overrides the run-time change of \(object.text)")
                origins.withLock { $0.changes.forget(object) }
            }
        }
    }

    /// Replaces the current directory as an edit that a reset undoes. Throws `EntraError.storeUnavailable`.
    package func put(_ directory: Directory) throws(EntraError) {
        try change { _ in
            var step = Step(())
            step.directory = directory
            step.put = .some(directory)
            return step
        }
    }

    /// Undoes every edit, or the edits of one tenant. A configured tenant returns to its configuration. A tenant that was
    /// created at run time returns to its original state; a reset of everything deletes it. Throws
    /// `EntraError.storeUnavailable`.
    package func reset(tenant: TenantID? = nil) throws(EntraError) {
        try replica.make { () throws(EntraError) in [resetting(tenant: tenant)] }
    }

    /// Returns the change that a reset makes. The call must happen within a transaction.
    package func resetting(tenant: TenantID?) -> SharedChange { shared { reset(tenant, $0) } }

    private func reset(_ tenant: TenantID?, _ origins: Origins) -> Step<Void> {
        guard let tenant else {
            var step = Step(())
            step.directory = origins.configured
            step.put = .some(nil)
            return step
        }
        let before = snapshot
        let made = origins.made[tenant]
        let after =
            made.map { before.replacing($0) }
            ?? before.restoring(tenant, from: origins.configured, inOrderOf: origins.base)
        let own = origins.changes.all.map(\.object).filter {
            $0.tenant == tenant && (made == nil || $0.kind != .tenant)
        }
        var objects = DirectoryStore.homes(of: [before, after].compactMap { $0.tenant(tenant) }, in: after)
        // While a put directory is current, the tenant needs a stored change to look as configured.
        if made == nil, origins.put != nil { objects.insert(.tenant(tenant)) }
        if before.tenant(tenant) == nil || after.tenant(tenant) == nil {
            objects.formUnion(DirectoryStore.guests(of: tenant, in: after))
        }
        return DirectoryStore.step((), objects, forgetting: own, after, origins)
    }

    /// Adds a tenant. Throws `EntraError.storeUnavailable`.
    package func add(_ tenant: Tenant) throws(EntraError) -> Outcome {
        try change { origins in
            let before = snapshot
            guard before.tenant(tenant.id) == nil, !tenant.domains.contains(where: { before.tenant(named: $0) != nil })
            else { return Step(.taken) }
            guard origins.made.count < DirectoryStore.maximumMadeTenants else { return Step(.full) }
            let after = before.adding(tenant)
            let objects = DirectoryStore.homes(of: [tenant], in: after).union([.tenant(tenant.id)])
            var step = DirectoryStore.step(Outcome.done, objects, forgetting: [], after, origins)
            step.tenant = (tenant.id, tenant)
            return step
        }
    }

    /// Deletes a tenant, whether it was configured or created at run time. Throws `EntraError.storeUnavailable`.
    package func remove(_ tenant: TenantID) throws(EntraError) -> Outcome {
        try change { origins in remove(tenant, origins) }
    }

    /// Returns the change that deletes a tenant. The call must happen within a transaction.
    package func removing(_ tenant: TenantID) -> SharedChange { shared { remove(tenant, $0) } }

    private func remove(_ tenant: TenantID, _ origins: Origins) -> Step<Outcome> {
        let before = snapshot
        guard before.tenant(tenant) != nil else { return Step(.notFound) }
        let after = before.removing(tenant)
        let own = origins.changes.all.map(\.object).filter { $0.tenant == tenant }
        // Guests from the deleted tenant stay in other tenants and are stored as objects of their own.
        let objects = DirectoryStore.guests(of: tenant, in: after).union([.tenant(tenant)])
        var step = DirectoryStore.step(Outcome.done, objects, forgetting: own, after, origins)
        step.tenant = (tenant, nil)
        return step
    }

    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome,
        also: (Outcome) throws(EntraError) -> [SharedChange]
    ) throws(EntraError) -> Outcome? {
        try self.change { origins in
            let before = snapshot
            guard let (directory, outcome, touched) = before.editing(tenant, change) else { return Step(nil) }
            guard !touched.isEmpty else { return Step(outcome) }
            let objects = DirectoryStore.finalized(touched, before, directory)
            return DirectoryStore.step(outcome, objects, forgetting: [], directory, origins)
        } also: { (outcome) throws(EntraError) in
            guard let outcome else { return [] }
            return try also(outcome)
        }
    }

    /// Decides and writes one change. `also` is evaluated before the change applies; its `finish` runs after the new directory
    /// is current.
    private func change<Outcome>(
        _ decide: (Origins) -> Step<Outcome>,
        also: (Outcome) throws(EntraError) -> [SharedChange] = { _ in [] }
    ) throws(EntraError) -> Outcome {
        try replica.write { () throws(EntraError) in
            let (step, documents) = decided(decide)
            let others = try also(step.outcome)
            return (documents + others.flatMap(\.documents), (step, others))
        } finish: { step, others in
            take(step)
            for other in others { other.finish() }
        }.0.outcome
    }

    private func shared<Outcome>(_ decide: (Origins) -> Step<Outcome>) -> SharedChange {
        let (step, documents) = decided(decide)
        return SharedChange(documents) { [self] in take(step) }
    }

    private func decided<Outcome>(_ decide: (Origins) -> Step<Outcome>) -> (Step<Outcome>, [SharedDocument]) {
        origins.withLock { origins in
            let step = decide(origins)
            return (step, DirectoryStore.documents(step, origins))
        }
    }

    private func take<Outcome>(_ step: Step<Outcome>) {
        guard let directory = step.directory else { return }
        origins.withLock { origins in
            if let put = step.put { origins = Origins(configured: origins.configured, put: put) }
            for object in step.forgotten { origins.changes.forget(object) }
            for (position, change) in step.saved { origins.changes.set(change, at: position) }
            if let (id, made) = step.tenant { origins.made[id] = made }
        }
        current.withLock { $0 = directory }
    }
}

extension DirectoryStore: ChangeSubscriber {
    package var kinds: [SharedDocument.Kind] { [.directory, .change] }

    package func canRead(_ document: SharedDocument) -> Bool {
        document.kind == .directory ? document.content?.object != nil : DirectoryChange(document) != nil
    }

    package func begin(with documents: [SharedDocument]) {
        origins.withLock { origins in
            origins = Origins(configured: origins.configured)
            take(documents, &origins)
        }
    }

    package func follow(_ documents: [SharedDocument]) {
        origins.withLock { take(documents, &$0) }
    }

    private func take(_ documents: [SharedDocument], _ origins: inout Origins) {
        for document in documents {
            if document.kind == .directory {
                origins.put = document.content.map { content in
                    let (put, problems) = DirectoryExport.directory(from: content)
                    for problem in problems { report("the directory that was replaced at run time: \(problem)") }
                    return put
                }
            } else if let change = DirectoryChange(document) {
                // State files of earlier versions store no position; their row order is the order of creation.
                let position = document.content?["place"]?.integer.flatMap(Int.init(exactly:))
                origins.changes.set(change, at: position ?? origins.changes.nextPosition)
            } else if let object = DirectoryObject(text: document.key) {
                origins.changes.forget(object)
            }
        }
        merge(&origins)
    }

    /// Recomputes the current directory: the base with the edits that still apply.
    private func merge(_ origins: inout Origins) {
        let base = origins.base
        let changes = origins.changes.all.filter { $0.isOver(base) }
        let tenants = changes.filter { $0.object.kind == .tenant && $0.document != nil }
        origins.made = [:]
        if !tenants.isEmpty {
            let made = DirectoryExport.apply(tenants, to: base).directory
            for change in tenants where base.tenant(change.object.tenant) == nil {
                origins.made[change.object.tenant] = made.tenant(change.object.tenant)
            }
        }
        let (directory, problems) = DirectoryExport.apply(changes, to: base)
        for problem in problems where !origins.problems.containsExactly(problem) {
            report("ignored a run-time change: \(problem)")
        }
        origins.problems = problems
        current.withLock { $0 = directory }
    }
}

extension DirectoryStore {
    /// Creates a step that makes `after` current and stores the objects in which `after` differs from the base.
    fileprivate static func step<Outcome>(
        _ outcome: Outcome, _ objects: Set<DirectoryObject>, forgetting: [DirectoryObject], _ after: Directory,
        _ origins: Origins
    ) -> Step<Outcome> {
        var step = Step(outcome)
        step.directory = after
        var forgotten = Set(forgetting).subtracting(objects)
        var saved: [DirectoryChange] = []
        for object in objects.sorted(by: { $0.text.precedes($1.text) }) {
            if let change = change(object, after, origins) { saved.append(change) } else { forgotten.insert(object) }
        }
        step.saved = origins.changes.withPositions(saved)
        step.forgotten = forgotten.filter { origins.changes[$0] != nil }
        return step
    }

    /// Returns the documents to write for a step.
    fileprivate static func documents<Outcome>(_ step: Step<Outcome>, _ origins: Origins) -> [SharedDocument] {
        var documents = step.forgotten.map { SharedDocument(.change, $0.text, nil) }
        if let put = step.put {
            documents += origins.changes.all.map { SharedDocument(.change, $0.object.text, nil) }
            if put != nil || origins.put != nil {
                documents.append(SharedDocument(.directory, "", put.map(DirectoryExport.json)))
            }
        }
        return documents + step.saved.map { $0.change.shared(at: $0.position) }
    }

    /// Creates the change of an object, or returns nil if the object equals the base. In a tenant that is stored as a whole,
    /// the change is stored even if the object equals the base.
    private static func change(_ object: DirectoryObject, _ after: Directory, _ origins: Origins) -> DirectoryChange? {
        let tenant = origins.changes[.tenant(object.tenant)]
        let isInRecordedTenant = tenant?.document != nil && tenant?.isOver(origins.base) == true
        return DirectoryChange(
            object, in: after, over: origins.base, isRequired: object.kind != .tenant && isInRecordedTenant)
    }

    /// Returns the guest accounts of other tenants whose home is `home`.
    fileprivate static func guests(of home: TenantID, in directory: Directory) -> Set<DirectoryObject> {
        var guests: Set<DirectoryObject> = []
        for host in directory.tenants where host.id != home {
            for user in host.users where user.home.tenantID == home { guests.insert(.user(user.id, in: host.id)) }
        }
        return guests
    }

    /// Returns the home accounts of the tenants' guests. An export describes a guest with its home account.
    fileprivate static func homes(of tenants: [Tenant], in directory: Directory) -> Set<DirectoryObject> {
        var homes: Set<DirectoryObject> = []
        for tenant in tenants {
            for user in tenant.users where user.isGuest(in: tenant.id) {
                homes.insert(.user(user.home.objectID, in: user.home.tenantID))
            }
        }
        return homes
    }

    /// Returns the objects that describe an edit. A guest is stored with its home account, or by itself once the home account
    /// is deleted.
    fileprivate static func finalized(
        _ touched: Set<DirectoryObject>, _ before: Directory, _ after: Directory
    ) -> Set<DirectoryObject> {
        var objects = touched
        for object in touched where object.kind == .user {
            guard let tenant = before.tenant(object.tenant),
                let user = object.userID.flatMap({ id in tenant.user(id) ?? after.tenant(object.tenant)?.user(id) })
            else { continue }
            guard user.isGuest(in: tenant.id) else {
                // The guest accounts of a user who is deleted or restored change their description.
                guard (after.tenant(tenant.id)?.user(user.id) == nil) != (tenant.user(user.id) == nil) else { continue }
                for host in after.tenants where host.id != tenant.id {
                    if let guest = host.user(home: user.home) { objects.insert(.user(guest.id, in: host.id)) }
                }
                continue
            }
            objects.insert(.user(user.home.objectID, in: user.home.tenantID))
        }
        return objects
    }
}
