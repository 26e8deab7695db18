import Directory
import Store
import Transport

/// The connection of a server to the store that several replicas share.
struct Replication: Sendable {
    let sharing: SharedState
    /// The address of the store.
    let address: StoreAddress
    /// The threads for requests that wait for the store.
    let threads: ThreadPool
}
