package import Entra
import Synchronization

/// Makes one use of a store fail: a read or a change.
package final class StoreFuse: Sendable {
    private struct State {
        var uses = 0
        var failingUse: Int?
        var isBlown = false
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of uses of the store since the fuse was set.
    package var uses: Int { state.withLock(\.uses) }

    /// Makes only the use with this number fail, counted from 0. With nil, no use fails.
    package func set(failing number: Int?) { state.withLock { $0 = State(failingUse: number) } }

    /// Makes every use fail.
    package func blow() { state.withLock { $0 = State(isBlown: true) } }

    /// Counts a use of the store. Throws if the use must fail.
    package func use() throws(EntraError) {
        let fails = state.withLock { state in
            defer { state.uses += 1 }
            return state.isBlown || state.failingUse == state.uses
        }
        if fails { throw .storeUnavailable("a simulated failure") }
    }
}
