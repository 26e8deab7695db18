package import Directory
package import Entra
import Synchronization

/// The directory that requests see: that of the configuration, with the edits made since. Safe to use from any thread.
package final class DirectoryInForce: DirectoryEditor {
    /// Held as long as a snapshot takes.
    private let current: Mutex<Directory>
    /// Held while a change is made, so that changes follow one another and readers never wait for one. It guards the
    /// directory as configured.
    private let writing: Mutex<Directory>

    package init(_ configured: Directory) {
        current = Mutex(configured)
        writing = Mutex(configured)
    }

    /// The directory at this moment; a request takes it once.
    package var snapshot: Directory { current.withLock { $0 } }

    /// Puts another configuration in force; edits made before are gone.
    package func replace(with configured: Directory) {
        writing.withLock { before in
            before = configured
            current.withLock { $0 = configured }
        }
    }

    /// Takes back every edit, or those of one tenant.
    package func reset(tenant: TenantID? = nil) {
        writing.withLock { configured in
            let directory = tenant.map { snapshot.restoring($0, from: configured) } ?? configured
            current.withLock { $0 = directory }
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
