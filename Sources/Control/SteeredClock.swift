package import Entra
import Synchronization
package import Wire

/// The server's wall clock, which tests move: for every tenant, and for one of them apart from the rest. Lifetimes follow it;
/// timeouts of connections have a clock of their own. Safe to use from any thread.
package final class SteeredClock: Sendable {
    /// How a clock is steered: it stands still at a time, or runs ahead of the machine's (behind it, where negative).
    package struct Steering: Sendable, Equatable {
        package var offset = Duration.zero
        package var frozen: Timestamp?

        package init() {}

        /// Beyond every year there is.
        private static let maximum = Duration.seconds(400_000_000_000)

        var isNone: Bool { self == Steering() }

        func now(_ machine: Timestamp) -> Timestamp { frozen ?? machine.adding(offset) }

        /// Moves the clock on, backwards where negative, whether it runs or stands.
        package mutating func advance(by duration: Duration) {
            if let frozen {
                self.frozen = frozen.adding(duration)
            } else {
                offset = min(max(offset + duration, .zero - Steering.maximum), Steering.maximum)
            }
        }
    }

    private struct State {
        var server = Steering()
        /// Those that differ from the server's.
        var tenants: [TenantID: Steering] = [:]
    }

    /// The clock that is steered.
    package let machine: any Clock
    private let state = Mutex(State())

    package init(_ machine: any Clock) {
        self.machine = machine
    }

    /// The time for a tenant, the server's without one. `tenant` is asked only where any tenant has a clock of its own.
    package func now(for tenant: () -> TenantID? = { nil }) -> Timestamp {
        let real = machine.now()
        let server = state.withLock { $0.tenants.isEmpty ? $0.server : nil }
        if let server { return server.now(real) }
        let tenant = tenant()
        return state.withLock { state in steering(tenant, state).now(real) }
    }

    /// The earliest of all clocks.
    package var earliest: Timestamp {
        let real = machine.now()
        return state.withLock { state in
            state.tenants.values.reduce(state.server.now(real)) { min($0, $1.now(real)) }
        }
    }

    /// What is in force for a tenant, or for the server.
    package func steering(of tenant: TenantID?) -> Steering { state.withLock { steering(tenant, $0) } }

    /// The tenants with a clock of their own.
    package var steeredTenants: [TenantID] {
        state.withLock { $0.tenants.keys.sorted { $0.description < $1.description } }
    }

    /// Changes the steering of a tenant, or of the server. A tenant that is not steered any more follows the server's clock.
    package func steer(_ tenant: TenantID?, _ change: (inout Steering, _ now: Timestamp) -> Void) {
        let real = machine.now()
        state.withLock { state in
            var steering = steering(tenant, state)
            change(&steering, steering.now(real))
            guard let tenant else {
                state.server = steering
                return
            }
            state.tenants[tenant] = steering.isNone ? nil : steering
        }
    }

    /// Lets the clock of a tenant, or every clock, go as the machine's does.
    package func reset(tenant: TenantID?) {
        state.withLock { state in
            if let tenant { state.tenants[tenant] = nil } else { state = State() }
        }
    }

    private func steering(_ tenant: TenantID?, _ state: State) -> Steering {
        tenant.flatMap { state.tenants[$0] } ?? state.server
    }
}
