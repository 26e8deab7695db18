import State
import Transport

/// What a server needs to be one of several that answer for one another.
struct Fleet: Sendable {
    let sharing: Sharing
    /// Where requests are answered that wait for the store.
    let threads: ThreadPool
}
