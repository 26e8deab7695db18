package import Directory
package import Entra
import Synchronization

/// The directory that requests see: that of the configuration, with the edits made since. Safe to use from any thread.
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

    /// What a reset goes back to.
    private struct Origins {
        var configured: Directory
        /// Tenants made at run time, as they were made.
        var made: [TenantID: Tenant] = [:]
    }

    /// Held as long as a snapshot takes.
    private let current: Mutex<Directory>
    /// Held while a change is made, so that changes follow one another and readers never wait for one.
    private let writing: Mutex<Origins>

    package init(_ configured: Directory) {
        current = Mutex(configured)
        writing = Mutex(Origins(configured: configured))
    }

    /// The directory at this moment; a request takes it once.
    package var snapshot: Directory { current.withLock { $0 } }

    /// Puts another configuration in force; edits made before are gone.
    package func replace(with configured: Directory) {
        writing.withLock { origins in
            origins = Origins(configured: configured)
            current.withLock { $0 = configured }
        }
    }

    /// Puts another directory in force as an edit, which a reset takes back.
    package func put(_ directory: Directory) {
        writing.withLock { origins in
            origins.made = [:]
            current.withLock { $0 = directory }
        }
    }

    /// Takes back every edit, or those of one tenant. A tenant made at run time is again as it was made; where everything is
    /// reset it is gone.
    package func reset(tenant: TenantID? = nil) {
        writing.withLock { origins in
            var directory = origins.configured
            if let tenant {
                directory =
                    origins.made[tenant].map { snapshot.replacing($0) }
                    ?? snapshot.restoring(tenant, from: origins.configured)
            } else {
                origins.made = [:]
            }
            current.withLock { [directory] in $0 = directory }
        }
    }

    /// Adds a tenant.
    package func add(_ tenant: Tenant) -> Outcome {
        writing.withLock { origins in
            let before = snapshot
            guard before.tenant(tenant.id) == nil, !tenant.domains.contains(where: { before.tenant(named: $0) != nil })
            else { return .taken }
            guard origins.made.count < DirectoryInForce.maximumMadeTenants else { return .full }
            origins.made[tenant.id] = tenant
            let after = before.adding(tenant)
            current.withLock { $0 = after }
            return .done
        }
    }

    /// Deletes a tenant, one of the configuration too.
    package func remove(_ tenant: TenantID) -> Outcome {
        writing.withLock { origins in
            guard snapshot.tenant(tenant) != nil else { return .notFound }
            origins.made[tenant] = nil
            let after = snapshot.removing(tenant)
            current.withLock { $0 = after }
            return .done
        }
    }

    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) -> Outcome? {
        writing.withLock { _ in
            guard let (directory, outcome) = snapshot.editing(tenant, change) else { return nil }
            current.withLock { $0 = directory }
            return outcome
        }
    }
}
