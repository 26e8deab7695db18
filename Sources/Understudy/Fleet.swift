import Directory
import State
import Transport

/// What a server needs to be one of several that answer for one another.
struct Fleet: Sendable {
    let sharing: Sharing
    /// Where the store is.
    let address: StoreAddress
    /// Where requests are answered that wait for the store.
    let threads: ThreadPool
}
