package import Entra
import Synchronization

/// Has one use of a store fail: a read, or a change.
package final class StoreFuse: Sendable {
    private struct State {
        var uses = 0
        var failing: Int?
        var isBlown = false
    }

    private let state = Mutex(State())

    package init() {}

    /// How often the store was used since the fuse was set.
    package var uses: Int { state.withLock(\.uses) }

    /// Has the use of that number fail, from 0 on, and no other; nil: none.
    package func set(failing number: Int?) { state.withLock { $0 = State(failing: number) } }

    /// Has every use fail.
    package func blow() { state.withLock { $0 = State(isBlown: true) } }

    package func use() throws(EntraError) {
        let fails = state.withLock { state in
            defer { state.uses += 1 }
            return state.isBlown || state.failing == state.uses
        }
        if fails { throw .storeUnavailable("the test says so") }
    }
}
