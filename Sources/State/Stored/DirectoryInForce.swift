package import Directory
package import Entra
import Synchronization
import Wire

/// The directory that requests see: that of the configuration, with the edits made since. Safe to use from any thread.
///
/// Edits are kept object by object, so that they outlive the process where it keeps anything, reach other replicas, and go with
/// another configuration. An edit counts where the configuration says of the object what it said when the edit was made: what
/// came from the configuration follows it. So processes that have the same configuration and the same edits have the same
/// directory, however they came to them.
package final class DirectoryInForce: DirectoryEditor {
    /// Tenants that exist at once besides those of the configuration.
    package static let maximumMadeTenants = 1_000

    /// What came of making or deleting a tenant.
    package enum Outcome: Sendable, Equatable {
        case done
        /// Another tenant has the id or a domain.
        case taken
        case full
        case notFound
    }

    /// What edits are made over, and a reset goes back to.
    fileprivate struct Origins {
        var configured: Directory
        /// A directory put at run time, in place of the configured one.
        var put: Directory?
        /// Tenants made at run time, as they were made.
        var made: [TenantID: Tenant] = [:]
        /// Those that do not count are among them.
        var changes = DirectoryChanges()
        /// What was told of the changes that do not fit.
        var problems: [String] = []

        var base: Directory { put ?? configured }
    }

    /// What a decision comes to.
    fileprivate struct Step<Outcome> {
        let outcome: Outcome
        /// Nil: as it is.
        var directory: Directory?
        var saved: [(place: Int, change: DirectoryChange)] = []
        var forgotten: [DirectoryObject] = []
        /// Of a tenant that is made or deleted.
        var tenant: (id: TenantID, made: Tenant?)?
        /// A directory in place of what is put, nil for none, and without any change.
        var put: Directory??

        init(_ outcome: Outcome) { self.outcome = outcome }
    }

    /// Held as long as a snapshot takes.
    private let current: Mutex<Directory>
    /// Changed in the replica's turns only, so that changes follow one another and readers never wait for one.
    private let origins: Mutex<Origins>
    private let replica: Replica
    /// Told in one line what of the edits does not go with the configuration any more.
    private let report: @Sendable (String) -> Void

    /// Begins with the configuration alone; the edits come with the replica's next `catchUp`.
    package init(
        _ configured: Directory, replica: Replica = Replica(), report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        current = Mutex(configured)
        origins = Mutex(Origins(configured: configured))
        self.replica = replica
        self.report = report
        replica.join(self)
    }

    /// The directory at this moment; a request takes it once.
    package var snapshot: Directory { current.withLock { $0 } }

    /// What a reset goes back to.
    package var configured: Directory { origins.withLock { $0.configured } }

    /// Puts another configuration in force. Edits made at run time stay, but of the objects that it changes; a directory put at
    /// run time stays whole, until a reset.
    package func replace(with configured: Directory) {
        replica.change {
            origins.withLock { origins in
                origins.configured = configured
                if origins.put == nil { lay(&origins) }
            }
        }
        settle()
    }

    /// Once a configuration is in force with the edits that there are: tells whether it counts, and forgets those that do not.
    package func settle() {
        if origins.withLock({ $0.put != nil }) {
            report(
                "the directory was replaced at run time: the configuration takes effect after a reset")
        }
        forgetOverruled()
    }

    /// Forgets, for every replica, the edits of objects of which this configuration says otherwise by now. Where they cannot be
    /// forgotten they go on not to count here, and the next start or reload forgets them.
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

    /// Puts another directory in force as an edit, which a reset takes back. Throws `EntraError.storeUnavailable`.
    package func put(_ directory: Directory) throws(EntraError) {
        try change { _ in
            var step = Step(())
            step.directory = directory
            step.put = .some(directory)
            return step
        }
    }

    /// Takes back every edit, or those of one tenant: one that the configuration has is there again, one that it lacks is gone. A
    /// tenant made at run time is again as it was made; where everything is reset it is gone. Throws `EntraError.storeUnavailable`.
    package func reset(tenant: TenantID? = nil) throws(EntraError) {
        try replica.make { () throws(EntraError) in [resetting(tenant: tenant)] }
    }

    /// What a reset comes to, decided within a turn.
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
        var objects = DirectoryInForce.homes(of: [before, after].compactMap { $0.tenant(tenant) }, in: after)
        // In place of what was put, the tenant is as configured.
        if made == nil, origins.put != nil { objects.insert(.tenant(tenant)) }
        if before.tenant(tenant) == nil || after.tenant(tenant) == nil {
            objects.formUnion(DirectoryInForce.guests(of: tenant, in: after))
        }
        return DirectoryInForce.step((), objects, forgetting: own, after, origins)
    }

    /// Adds a tenant. Throws `EntraError.storeUnavailable`.
    package func add(_ tenant: Tenant) throws(EntraError) -> Outcome {
        try change { origins in
            let before = snapshot
            guard before.tenant(tenant.id) == nil, !tenant.domains.contains(where: { before.tenant(named: $0) != nil })
            else { return Step(.taken) }
            guard origins.made.count < DirectoryInForce.maximumMadeTenants else { return Step(.full) }
            let after = before.adding(tenant)
            let objects = DirectoryInForce.homes(of: [tenant], in: after).union([.tenant(tenant.id)])
            var step = DirectoryInForce.step(Outcome.done, objects, forgetting: [], after, origins)
            step.tenant = (tenant.id, tenant)
            return step
        }
    }

    /// Deletes a tenant, one of the configuration too. Throws `EntraError.storeUnavailable`.
    package func remove(_ tenant: TenantID) throws(EntraError) -> Outcome {
        try change { origins in remove(tenant, origins) }
    }

    /// What the deletion of a tenant comes to, decided within a turn.
    package func removing(_ tenant: TenantID) -> SharedChange { shared { remove(tenant, $0) } }

    private func remove(_ tenant: TenantID, _ origins: Origins) -> Step<Outcome> {
        let before = snapshot
        guard before.tenant(tenant) != nil else { return Step(.notFound) }
        let after = before.removing(tenant)
        let own = origins.changes.all.map(\.object).filter { $0.tenant == tenant }
        // Guests stay behind, by themselves.
        let objects = DirectoryInForce.guests(of: tenant, in: after).union([.tenant(tenant)])
        var step = DirectoryInForce.step(Outcome.done, objects, forgetting: own, after, origins)
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
            let objects = DirectoryInForce.settled(touched, before, directory)
            return DirectoryInForce.step(outcome, objects, forgetting: [], directory, origins)
        } also: { (outcome) throws(EntraError) in
            guard let outcome else { return [] }
            return try also(outcome)
        }
    }

    /// What comes besides is done once the directory is in force: nothing is decided any more then on what was before.
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
            return (step, DirectoryInForce.documents(step, origins))
        }
    }

    private func take<Outcome>(_ step: Step<Outcome>) {
        guard let directory = step.directory else { return }
        origins.withLock { origins in
            if let put = step.put { origins = Origins(configured: origins.configured, put: put) }
            for object in step.forgotten { origins.changes.forget(object) }
            for (place, change) in step.saved { origins.changes.set(change, at: place) }
            if let (id, made) = step.tenant { origins.made[id] = made }
        }
        current.withLock { $0 = directory }
    }
}

extension DirectoryInForce: LedgerFollower {
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
                // Files of an earlier version have the order of their making alone.
                let place = document.content?["place"]?.integer.flatMap(Int.init(exactly:))
                origins.changes.set(change, at: place ?? origins.changes.nextPlace)
            } else if let object = DirectoryObject(text: document.key) {
                origins.changes.forget(object)
            }
        }
        lay(&origins)
    }

    /// Puts the base in force with the changes that are over what it says.
    private func lay(_ origins: inout Origins) {
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

extension DirectoryInForce {
    /// A directory in force, with the objects in which it differs to be kept.
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
        step.saved = origins.changes.placed(saved)
        step.forgotten = forgotten.filter { origins.changes[$0] != nil }
        return step
    }

    /// What is to be written for a step.
    fileprivate static func documents<Outcome>(_ step: Step<Outcome>, _ origins: Origins) -> [SharedDocument] {
        var documents = step.forgotten.map { SharedDocument(.change, $0.text, nil) }
        if let put = step.put {
            documents += origins.changes.all.map { SharedDocument(.change, $0.object.text, nil) }
            if put != nil || origins.put != nil {
                documents.append(SharedDocument(.directory, "", put.map(DirectoryExport.json)))
            }
        }
        return documents + step.saved.map { $0.change.shared(at: $0.place) }
    }

    /// In a tenant that is on record whole, an object is on record even where the configuration agrees or has none.
    private static func change(_ object: DirectoryObject, _ after: Directory, _ origins: Origins) -> DirectoryChange? {
        let tenant = origins.changes[.tenant(object.tenant)]
        let isInRecordedTenant = tenant?.document != nil && tenant?.isOver(origins.base) == true
        return DirectoryChange(
            object, in: after, over: origins.base, isWanted: object.kind != .tenant && isInRecordedTenant)
    }

    /// The guests that other tenants have from a tenant.
    fileprivate static func guests(of home: TenantID, in directory: Directory) -> Set<DirectoryObject> {
        var guests: Set<DirectoryObject> = []
        for host in directory.tenants where host.id != home {
            for user in host.users where user.home.tenantID == home { guests.insert(.user(user.id, in: host.id)) }
        }
        return guests
    }

    /// The accounts at home of a tenant's guests: there an export has them.
    fileprivate static func homes(of tenants: [Tenant], in directory: Directory) -> Set<DirectoryObject> {
        var homes: Set<DirectoryObject> = []
        for tenant in tenants {
            for user in tenant.users where user.isGuest(in: tenant.id) {
                homes.insert(.user(user.home.objectID, in: user.home.tenantID))
            }
        }
        return homes
    }

    /// The objects that say what was touched: a guest is told of with its account at home, and stands by itself once that is
    /// gone.
    fileprivate static func settled(
        _ touched: Set<DirectoryObject>, _ before: Directory, _ after: Directory
    ) -> Set<DirectoryObject> {
        var objects = touched
        for object in touched where object.kind == .user {
            guard let tenant = before.tenant(object.tenant),
                let user = object.userID.flatMap({ id in tenant.user(id) ?? after.tenant(object.tenant)?.user(id) })
            else { continue }
            guard user.isGuest(in: tenant.id) else {
                guard after.tenant(tenant.id)?.user(user.id) == nil else { continue }
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
