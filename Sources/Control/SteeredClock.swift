package import Entra
package import State
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
        fileprivate static let maximum = Duration.seconds(400_000_000_000)

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

    fileprivate struct State {
        var server = Steering()
        /// Those that go a way of their own.
        var tenants: [TenantID: Steering] = [:]
        var recent = RecentClocks()

        func earliest(_ real: Timestamp) -> Timestamp {
            tenants.values.reduce(server.now(real)) { min($0, $1.now(real)) }
        }
    }

    /// The clock that is steered.
    package let machine: any Clock
    private let state = Mutex(State())
    private let replica: Replica

    package init(_ machine: any Clock, replica: Replica = Replica()) {
        self.machine = machine
        self.replica = replica
        replica.join(self)
    }

    /// The time for a tenant, the server's without one. `tenant` is asked only where any tenant has a clock of its own.
    package func now(for tenant: () -> TenantID? = { nil }) -> Timestamp {
        let real = machine.now()
        let server = state.withLock { $0.tenants.isEmpty ? $0.server : nil }
        if let server { return server.now(real) }
        let tenant = tenant()
        return state.withLock { state in steering(tenant, state).now(real) }
    }

    /// The earliest of all clocks, as they go and as they went in the last minutes: what has expired by it can be forgotten. Who
    /// moves a clock on and back again finds used what was used.
    package var horizon: Timestamp {
        let real = machine.now()
        return state.withLock { state in
            let earliest = state.earliest(real)
            return state.recent.earliest(at: real).map { min($0, earliest) } ?? earliest
        }
    }

    /// What is in force for a tenant, or for the server.
    package func steering(of tenant: TenantID?) -> Steering { state.withLock { steering(tenant, $0) } }

    /// The tenants with a clock of their own.
    package var steeredTenants: [TenantID] {
        state.withLock { $0.tenants.keys.sorted() }
    }

    /// Changes the steering of a tenant, or of the server. A tenant whose clock is put right follows the server's again; where
    /// that one is steered, it goes as the machine's does until the server's is put right, too. Throws
    /// `EntraError.storeUnavailable`.
    package func steer(
        _ tenant: TenantID?, _ change: (inout Steering, _ now: Timestamp) -> Void
    ) throws(EntraError) {
        try replica.write { () throws(EntraError) in
            var steering = steering(of: tenant)
            change(&steering, steering.now(machine.now()))
            guard steering.isNone else { return ([SteeredClock.document(tenant, steering)], ()) }
            if let tenant {
                let follows = self.steering(of: nil).isNone
                return ([SteeredClock.document(tenant, follows ? nil : steering)], ())
            }
            let right = state.withLock { state in state.tenants.filter(\.value.isNone).map(\.key) }
            return ([SteeredClock.document(nil, nil)] + right.map { SteeredClock.document($0, nil) }, ())
        }
    }

    /// Lets the clock of a tenant follow the server's, or every clock go as the machine's does. Throws
    /// `EntraError.storeUnavailable`.
    package func reset(tenant: TenantID?) throws(EntraError) {
        try replica.make { () throws(EntraError) in [resetting(tenant: tenant)] }
    }

    /// What a reset comes to, decided within a turn.
    package func resetting(tenant: TenantID?) -> SharedChange {
        let documents = state.withLock { state in
            let tenants = state.tenants.keys.filter { tenant == nil || $0 == tenant }
            let server = tenant == nil && !state.server.isNone
            return tenants.map { SteeredClock.document($0, nil) } + (server ? [SteeredClock.document(nil, nil)] : [])
        }
        return SharedChange(documents) { [self] in follow(documents) }
    }

    private func steering(_ tenant: TenantID?, _ state: State) -> Steering {
        tenant.flatMap { state.tenants[$0] } ?? state.server
    }
}

extension SteeredClock: LedgerFollower {
    package var kinds: [SharedDocument.Kind] { [.clock] }

    package func canRead(_ document: SharedDocument) -> Bool { document.content.flatMap(Steering.init) != nil }

    package func begin(with documents: [SharedDocument]) {
        let real = machine.now()
        state.withLock { state in
            state.remember(real)
            (state.server, state.tenants) = (Steering(), [:])
            state.take(documents)
        }
    }

    package func follow(_ documents: [SharedDocument]) {
        let real = machine.now()
        state.withLock { state in
            state.remember(real)
            state.take(documents)
        }
    }

    /// Nil steering: none of its own.
    private static func document(_ tenant: TenantID?, _ steering: Steering?) -> SharedDocument {
        SharedDocument(.clock, tenant?.description ?? "", steering?.content)
    }
}

extension SteeredClock.State {
    /// How the clocks went until a change.
    fileprivate mutating func remember(_ real: Timestamp) {
        recent.add(earliest(real).duration(since: real), at: real)
    }

    fileprivate mutating func take(_ documents: [SharedDocument]) {
        for document in documents {
            let steering = document.content.flatMap(SteeredClock.Steering.init)
            if document.key.isEmpty {
                server = steering ?? SteeredClock.Steering()
            } else {
                tenants[TenantID(document.key)] = steering
            }
        }
    }
}

extension SteeredClock.Steering {
    /// `{"offset": [seconds, attoseconds], "frozen": [seconds, nanoseconds]}`, the second left out where it runs.
    fileprivate var content: JSONValue {
        let (seconds, attoseconds) = offset.components
        let offset = JSONValue.Member("offset", .array([.integer(seconds), .integer(attoseconds)]))
        let frozen = frozen.map { time in
            JSONValue.Member("frozen", .array([.integer(time.seconds), .integer(Int64(time.nanoseconds))]))
        }
        return .object([offset] + (frozen.map { [$0] } ?? []))
    }

    /// Nil for what `content` does not write.
    fileprivate init?(_ content: JSONValue) {
        self.init()
        guard let offset = content["offset"].flatMap(Self.pair) else { return nil }
        let given = Duration(
            secondsComponent: min(max(offset.0, -Self.maximum.components.seconds), Self.maximum.components.seconds),
            attosecondsComponent: offset.1 % 1_000_000_000_000_000_000)
        self.offset = min(max(given, .zero - Self.maximum), Self.maximum)
        if let time = content["frozen"] {
            guard let frozen = Self.pair(time) else { return nil }
            self.frozen = Timestamp(seconds: frozen.0, nanoseconds: Int32(clamping: frozen.1))
        }
    }

    private static func pair(_ content: JSONValue) -> (Int64, Int64)? {
        guard let numbers = content.array, numbers.count == 2, let first = numbers[0].integer,
            let second = numbers[1].integer
        else { return nil }
        return (first, second)
    }
}
