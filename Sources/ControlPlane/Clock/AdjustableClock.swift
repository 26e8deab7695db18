package import Entra
package import Formats
import Platform
package import Store
import Synchronization

/// The server's wall clock, which a test can move for all tenants or for one tenant. Lifetimes follow this clock; connection
/// timeouts use a monotonic clock. Safe to use from any thread.
package final class AdjustableClock: Sendable {
    /// The steering of a clock: frozen at a time, or ahead of the machine's clock by an offset. A negative offset means behind.
    package struct Adjustment: Sendable, Equatable {
        package var offset = Duration.zero
        package var frozen: Timestamp?

        package init() {}

        /// The largest offset in either direction, which exceeds the range of supported dates.
        fileprivate static let maximum = Duration.seconds(400_000_000_000)

        var isNone: Bool { self == Adjustment() }

        func now(_ machine: Timestamp) -> Timestamp { frozen ?? machine.adding(offset) }

        /// Moves the clock forward by a duration, whether the clock runs or is frozen. A negative duration moves the clock back.
        package mutating func advance(by duration: Duration) {
            if let frozen {
                self.frozen = frozen.adding(duration)
            } else {
                offset = min(max(offset + duration, .zero - Adjustment.maximum), Adjustment.maximum)
            }
        }
    }

    fileprivate struct State {
        var server = Adjustment()
        /// The steering of each tenant that has a clock of its own.
        var tenants: [TenantID: Adjustment] = [:]
        var recent = RecentClockReadings()

        func earliest(_ real: Timestamp) -> Timestamp {
            tenants.values.reduce(server.now(real)) { min($0, $1.now(real)) }
        }
    }

    /// The machine's clock, to which the steering applies.
    package let machine: any Clock
    private let state = Mutex(State())
    private let replica: Replica

    package init(_ machine: any Clock, replica: Replica = Replica()) {
        self.machine = machine
        self.replica = replica
        replica.join(self)
    }

    /// Returns the time for a tenant, or the server's time without a tenant. Calls `tenant` only if any tenant has a clock of
    /// its own.
    package func now(for tenant: () -> TenantID? = { nil }) -> Timestamp {
        let real = machine.now()
        let server = state.withLock { $0.tenants.isEmpty ? $0.server : nil }
        if let server { return server.now(real) }
        let tenant = tenant()
        return state.withLock { state in adjustment(tenant, state).now(real) }
    }

    /// The earliest time of all clocks, now and during the last minutes. Records that expired before this time can be deleted. A
    /// test that moves a clock forward and back still finds that a used code is used.
    package var horizon: Timestamp {
        let real = machine.now()
        return state.withLock { state in
            let earliest = state.earliest(real)
            return state.recent.earliest(at: real).map { min($0, earliest) } ?? earliest
        }
    }

    /// Returns the current steering of a tenant, or of the server if `tenant` is nil.
    package func adjustment(of tenant: TenantID?) -> Adjustment { state.withLock { adjustment(tenant, $0) } }

    /// The tenants that have a clock of their own, sorted.
    package var adjustedTenants: [TenantID] {
        state.withLock { $0.tenants.keys.sorted() }
    }

    /// Changes the steering of a tenant, or of the server if `tenant` is nil. A tenant whose steering is removed follows the
    /// server's clock again. If the server's clock is steered, the tenant follows the machine's clock until the server's
    /// steering is removed, too. Throws `EntraError.storeUnavailable`.
    package func adjust(
        _ tenant: TenantID?, _ change: (inout Adjustment, _ now: Timestamp) -> Void
    ) throws(EntraError) {
        try replica.write { () throws(EntraError) in
            var adjustment = adjustment(of: tenant)
            change(&adjustment, adjustment.now(machine.now()))
            guard adjustment.isNone else { return ([AdjustableClock.document(tenant, adjustment)], ()) }
            if let tenant {
                let follows = self.adjustment(of: nil).isNone
                return ([AdjustableClock.document(tenant, follows ? nil : adjustment)], ())
            }
            let right = state.withLock { state in state.tenants.filter(\.value.isNone).map(\.key) }
            return ([AdjustableClock.document(nil, nil)] + right.map { AdjustableClock.document($0, nil) }, ())
        }
    }

    /// Resets the clock of a tenant to the server's clock, or all clocks to the machine's clock if `tenant` is nil. Throws
    /// `EntraError.storeUnavailable`.
    package func reset(tenant: TenantID?) throws(EntraError) {
        try replica.make { () throws(EntraError) in [resetting(tenant: tenant)] }
    }

    /// Returns the change that a reset makes. The caller must hold a transaction, so that the change is based on current state.
    package func resetting(tenant: TenantID?) -> SharedChange {
        let documents = state.withLock { state in
            let tenants = state.tenants.keys.filter { tenant == nil || $0 == tenant }
            let server = tenant == nil && !state.server.isNone
            return tenants.map { AdjustableClock.document($0, nil) }
                + (server ? [AdjustableClock.document(nil, nil)] : [])
        }
        return SharedChange(documents) { [self] in follow(documents) }
    }

    private func adjustment(_ tenant: TenantID?, _ state: State) -> Adjustment {
        tenant.flatMap { state.tenants[$0] } ?? state.server
    }
}

extension AdjustableClock: ChangeSubscriber {
    package var kinds: [SharedDocument.Kind] { [.clock] }

    package func canRead(_ document: SharedDocument) -> Bool { document.content.flatMap(Adjustment.init) != nil }

    package func begin(with documents: [SharedDocument]) {
        let real = machine.now()
        state.withLock { state in
            state.remember(real)
            (state.server, state.tenants) = (Adjustment(), [:])
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

    /// Creates the shared document of a clock. Without a steering, the document removes the clock's own steering.
    private static func document(_ tenant: TenantID?, _ adjustment: Adjustment?) -> SharedDocument {
        SharedDocument(.clock, tenant?.description ?? "", adjustment?.content)
    }
}

extension AdjustableClock.State {
    /// Records the lead of the earliest clock before a change.
    fileprivate mutating func remember(_ real: Timestamp) {
        recent.add(earliest(real).duration(since: real), at: real)
    }

    fileprivate mutating func take(_ documents: [SharedDocument]) {
        for document in documents {
            let adjustment = document.content.flatMap(AdjustableClock.Adjustment.init)
            if document.key.isEmpty {
                server = adjustment ?? AdjustableClock.Adjustment()
            } else {
                tenants[TenantID(document.key)] = adjustment
            }
        }
    }
}

extension AdjustableClock.Adjustment {
    /// The stored form `{"offset": [seconds, attoseconds], "frozen": [seconds, nanoseconds]}`. A running clock has no `frozen`.
    fileprivate var content: JSONValue {
        let (seconds, attoseconds) = offset.components
        let offset = JSONValue.Member("offset", .array([.integer(seconds), .integer(attoseconds)]))
        let frozen = frozen.map { time in
            JSONValue.Member("frozen", .array([.integer(time.seconds), .integer(Int64(time.nanoseconds))]))
        }
        return .object([offset] + (frozen.map { [$0] } ?? []))
    }

    /// Creates the steering from the form that `content` writes. Returns nil for any other form.
    fileprivate init?(_ content: JSONValue) {
        self.init()
        guard let offset = content["offset"].flatMap(Self.pair) else { return nil }
        let duration = Duration(
            secondsComponent: min(max(offset.0, -Self.maximum.components.seconds), Self.maximum.components.seconds),
            attosecondsComponent: offset.1 % 1_000_000_000_000_000_000)
        self.offset = min(max(duration, .zero - Self.maximum), Self.maximum)
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

/// A record of how far the earliest of all clocks was ahead of the machine's clock before each change. A recorded value counts
/// for at least one period and at most two periods of machine time.
struct RecentClockReadings: Sendable {
    /// The length of a period, in seconds: the default lifetime of codes.
    static let period: Int64 = 600

    private var current: Int64 = 0
    /// The smallest recorded lead in the current period, and in the previous period.
    private var least: (now: Duration?, before: Duration?) = (nil, nil)

    /// Records the lead that the earliest clock had until now. A negative lead means that the clock is behind the machine's.
    mutating func add(_ lead: Duration, at real: Timestamp) {
        least = known(at: real)
        current = real.seconds / RecentClockReadings.period
        least.now = least.now.map { min($0, lead) } ?? lead
    }

    /// Returns the earliest time of the recorded clocks that still count, or nil if none counts.
    func earliest(at real: Timestamp) -> Timestamp? {
        let known = known(at: real)
        return [known.now, known.before].compactMap(\.self).min().map { real.adding($0) }
    }

    private func known(at real: Timestamp) -> (now: Duration?, before: Duration?) {
        switch real.seconds / RecentClockReadings.period - current {
        case ...0: least
        case 1: (nil, least.now)
        default: (nil, nil)
        }
    }
}

/// The source of the server's wall-clock time. Timeouts use the monotonic clock of the event loop instead.
package protocol Clock: Sendable {
    func now() -> Timestamp
}

/// The clock of the machine.
package struct SystemClock: Clock {
    package init() {}

    package func now() -> Timestamp {
        let time = SystemTime(CLOCK_REALTIME)
        return Timestamp(seconds: Int64(time.seconds), nanoseconds: Int32(truncatingIfNeeded: time.nanoseconds))
    }
}
