package import Directory
package import Entra
import Synchronization

/// The directory that requests see: that of the configuration, with the edits made since. Safe to use from any thread.
///
/// Edits are kept object by object, so that they outlive the process where there is a record for them, and another
/// configuration. What came from the configuration follows it: an object that it changes, or has anew, is as it says.
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
    private struct Origins {
        var configured: Directory
        /// A directory put at run time, in place of the configured one.
        var put: Directory?
        /// Tenants made at run time, as they were made.
        var made: [TenantID: Tenant] = [:]
        var changes = DirectoryChanges()

        var base: Directory { put ?? configured }
    }

    /// Held as long as a snapshot takes.
    private let current: Mutex<Directory>
    /// Held while a change is made, so that changes follow one another and readers never wait for one.
    private let writing: Mutex<Origins>
    private let record: (any DirectoryRecord)?
    /// Told in one line what of the edits does not go with the configuration any more.
    private let report: @Sendable (String) -> Void

    package init(_ configured: Directory) {
        current = Mutex(configured)
        writing = Mutex(Origins(configured: configured))
        record = nil
        report = { _ in }
    }

    /// With the edits on record. Throws `EntraError.storeUnavailable`.
    package init(
        _ configured: Directory, record: any DirectoryRecord, report: @escaping @Sendable (String) -> Void
    ) throws(EntraError) {
        let known = try record.directoryOnRecord()
        var origins = Origins(configured: configured)
        if let document = known.put {
            let (put, problems) = DirectoryExport.directory(from: document)
            for problem in problems { report("of the directory that was put: \(problem)") }
            origins.put = put
        }
        origins.changes = DirectoryChanges(known.changes)
        let (directory, dropped) = DirectoryInForce.layered(&origins, report)
        current = Mutex(directory)
        writing = Mutex(origins)
        self.record = record
        self.report = report
        if !dropped.isEmpty { try record.save([], forgetting: dropped) }
    }

    /// The directory at this moment; a request takes it once.
    package var snapshot: Directory { current.withLock { $0 } }

    /// Puts another configuration in force. Edits made at run time stay, but of the objects that it changes; a directory put at
    /// run time stays whole, until a reset.
    package func replace(with configured: Directory) {
        writing.withLock { origins in
            origins.configured = configured
            guard origins.put == nil else {
                return report("the directory that was put at run time stays in force until a reset")
            }
            let (directory, dropped) = DirectoryInForce.layered(&origins, report)
            // Where they cannot be forgotten now, the next start drops them likewise.
            if !dropped.isEmpty { try? record?.save([], forgetting: dropped) }
            current.withLock { $0 = directory }
        }
    }

    /// Puts another directory in force as an edit, which a reset takes back. Throws `EntraError.storeUnavailable`.
    package func put(_ directory: Directory) throws(EntraError) {
        try change { (origins) throws(EntraError) in
            try record?.begin(with: DirectoryExport.json(directory))
            origins = Origins(configured: origins.configured, put: directory)
            current.withLock { $0 = directory }
        }
    }

    /// Takes back every edit, or those of one tenant. A tenant made at run time is again as it was made; where everything is
    /// reset it is gone. Throws `EntraError.storeUnavailable`.
    package func reset(tenant: TenantID? = nil) throws(EntraError) {
        try change { (origins) throws(EntraError) in
            guard let tenant else {
                try record?.begin(with: nil)
                origins = Origins(configured: origins.configured)
                current.withLock { [origins] in $0 = origins.configured }
                return
            }
            let before = snapshot
            let made = origins.made[tenant]
            let after = made.map { before.replacing($0) } ?? before.restoring(tenant, from: origins.configured)
            let own = origins.changes.all.map(\.object).filter {
                $0.tenant == tenant && (made == nil || $0.kind != .tenant)
            }
            var objects = DirectoryInForce.homes(of: [before, after].compactMap { $0.tenant(tenant) }, in: after)
            // In place of what was put, the tenant is as configured.
            if made == nil, origins.put != nil { objects.insert(.tenant(tenant)) }
            try keep(objects, forgetting: own, after, &origins)
        }
    }

    /// Adds a tenant. Throws `EntraError.storeUnavailable`.
    package func add(_ tenant: Tenant) throws(EntraError) -> Outcome {
        try change { (origins) throws(EntraError) in
            let before = snapshot
            guard before.tenant(tenant.id) == nil, !tenant.domains.contains(where: { before.tenant(named: $0) != nil })
            else { return .taken }
            guard origins.made.count < DirectoryInForce.maximumMadeTenants else { return .full }
            let after = before.adding(tenant)
            let objects = DirectoryInForce.homes(of: [tenant], in: after).union([.tenant(tenant.id)])
            try keep(objects, forgetting: [], after, &origins)
            origins.made[tenant.id] = tenant
            return .done
        }
    }

    /// Deletes a tenant, one of the configuration too. Throws `EntraError.storeUnavailable`.
    package func remove(_ tenant: TenantID) throws(EntraError) -> Outcome {
        try change { (origins) throws(EntraError) in
            let before = snapshot
            guard before.tenant(tenant) != nil else { return .notFound }
            let after = before.removing(tenant)
            let own = origins.changes.all.map(\.object).filter { $0.tenant == tenant }
            // Guests stay behind, by themselves.
            var objects: Set<DirectoryObject> = [.tenant(tenant)]
            for host in after.tenants {
                for user in host.users where user.home.tenantID == tenant {
                    objects.insert(.user(user.id, in: host.id))
                }
            }
            try keep(objects, forgetting: own, after, &origins)
            origins.made[tenant] = nil
            return .done
        }
    }

    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) throws(EntraError) -> Outcome? {
        try self.change { (origins) throws(EntraError) in
            let before = snapshot
            guard let (directory, outcome, touched) = before.editing(tenant, change) else { return nil }
            if !touched.isEmpty {
                let objects = DirectoryInForce.settled(touched, before, directory)
                try keep(objects, forgetting: [], directory, &origins)
            }
            return outcome
        }
    }

    private func change<Result: Sendable>(
        _ body: (inout Origins) throws(EntraError) -> Result
    ) throws(EntraError) -> Result {
        try writing.withLock { (origins) throws(EntraError) in try body(&origins) }
    }

    /// Puts a directory in force once the objects in which it differs are on record.
    private func keep(
        _ objects: Set<DirectoryObject>, forgetting: [DirectoryObject], _ after: Directory, _ origins: inout Origins
    ) throws(EntraError) {
        var saved: [DirectoryChange] = []
        var forgotten = Set(forgetting).subtracting(objects)
        for object in objects {
            if let change = DirectoryInForce.change(object, after, origins) {
                saved.append(change)
            } else {
                forgotten.insert(object)
            }
        }
        try record?.save(saved, forgetting: Array(forgotten))
        for object in forgotten { origins.changes.forget(object) }
        for change in saved { origins.changes.set(change) }
        current.withLock { $0 = after }
    }

    /// In a tenant that is on record whole, an object is on record even where the configuration agrees or has none.
    private static func change(_ object: DirectoryObject, _ after: Directory, _ origins: Origins) -> DirectoryChange? {
        let isInRecordedTenant = origins.changes[.tenant(object.tenant)]?.document != nil
        return DirectoryChange(
            object, in: after, over: origins.base, isWanted: object.kind != .tenant && isInRecordedTenant)
    }
}

extension DirectoryInForce {
    /// The base with the changes that are still over what it says; those that are not are forgotten, and told.
    private static func layered(
        _ origins: inout Origins, _ report: (String) -> Void
    ) -> (directory: Directory, dropped: [DirectoryObject]) {
        let base = origins.base
        let dropped = origins.changes.all.filter { !$0.isOver(base) }.map(\.object)
        for object in dropped {
            report("the configuration says otherwise by now, and its word counts: \(object.text)")
            origins.changes.forget(object)
        }
        let changes = origins.changes.all
        let tenants = changes.filter { $0.object.kind == .tenant && $0.document != nil }
        let made = DirectoryExport.apply(tenants, to: base).directory
        origins.made = [:]
        for change in tenants where base.tenant(change.object.tenant) == nil {
            origins.made[change.object.tenant] = made.tenant(change.object.tenant)
        }
        let (directory, problems) = DirectoryExport.apply(changes, to: base)
        for problem in problems { report("left out of what was changed at run time: \(problem)") }
        return (directory, dropped)
    }

    /// The accounts at home of a tenant's guests: there an export has them.
    private static func homes(of tenants: [Tenant], in directory: Directory) -> Set<DirectoryObject> {
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
    private static func settled(
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
