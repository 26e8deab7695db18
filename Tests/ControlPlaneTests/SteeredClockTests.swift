import ControlPlane
import Entra
import Formats
import Synchronization
import Testing

/// Checks the clock that tests control.
@Suite struct SteeredClockTests {
    private struct Still: Clock {
        func now() -> Timestamp { Timestamp(seconds: 1_000) }
    }

    private let clock = SteeredClock(Still())
    private let here = TenantID("here")
    private let there = TenantID("there")

    @Test("The horizon is the earliest of all clocks")
    func horizonIsEarliestClock() throws {
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.steer(here) { steering, _ in steering.offset = .seconds(50) }
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.steer(there) { steering, _ in steering.frozen = Timestamp(seconds: 7) }
        #expect(clock.horizon == Timestamp(seconds: 7))
    }

    /// A machine clock that a test sets.
    private final class Settable: Clock {
        let time = Atomic<Int64>(1_000)
        func now() -> Timestamp { Timestamp(seconds: time.load(ordering: .relaxed)) }
    }

    @Test("The horizon holds earlier clock positions for ten to twenty minutes of machine time")
    func horizonHoldsForTenToTwentyMinutes() throws {
        let machine = Settable()
        let clock = SteeredClock(machine)
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(7_200)) }
        try clock.steer(here) { steering, _ in steering.advance(by: .seconds(50)) }
        for passed: Int64 in [0, 199, 200, 600, 799] {
            machine.time.store(1_000 + passed, ordering: .relaxed)
            #expect(clock.horizon == Timestamp(seconds: 1_000 + passed))
        }
        machine.time.store(1_800, ordering: .relaxed)
        #expect(clock.horizon == Timestamp(seconds: 9_000), "the machine's third period of ten minutes")
        try clock.reset(tenant: nil)
        #expect(clock.horizon == Timestamp(seconds: 1_800))
    }

    @Test("The horizon covers the frozen time of a clock before its last move")
    func horizonCoversFrozenTimeBeforeMove() throws {
        try clock.steer(nil) { steering, _ in steering.frozen = Timestamp(seconds: 7) }
        try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(3_600)) }
        #expect(clock.horizon == Timestamp(seconds: 7))
    }

    @Test("A tenant without its own clock follows the server's, and is looked up only when a tenant has one")
    func unsteeredTenantFollowsServerClock() throws {
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(5) }
        #expect(
            clock.now {
                Issue.record("asked for the tenant though none is steered")
                return here
            } == Timestamp(seconds: 1_005))
        try clock.steer(here) { steering, now in
            #expect(now == Timestamp(seconds: 1_005))
            steering.offset = .milliseconds(1_500)
        }
        #expect(clock.now { here } == Timestamp(seconds: 1_001, nanoseconds: 500_000_000))
        #expect(clock.now { there } == Timestamp(seconds: 1_005))
        #expect(clock.now() == Timestamp(seconds: 1_005))
        #expect(clock.steeredTenants == [here])
        try clock.reset(tenant: nil)
        #expect(clock.now { here } == Timestamp(seconds: 1_000))
    }

    @Test("A tenant's clock can show the real time while the server's does not", arguments: [true, false])
    func tenantClockKeepsRealTimeWhileServerIsSteered(isServerFrozen: Bool) throws {
        try clock.steer(nil) { steering, now in
            if isServerFrozen { steering.frozen = Timestamp(seconds: 7) } else { steering.advance(by: .seconds(7_200)) }
        }
        let server = clock.now()
        try clock.steer(here) { steering, _ in
            steering.frozen = nil
            steering.offset = .zero
        }
        #expect(clock.now { here } == Timestamp(seconds: 1_000))
        #expect(clock.now { there } == server)
        #expect(clock.steeredTenants == [here])
        try clock.reset(tenant: here)
        #expect(clock.now { here } == server)
        try clock.steer(here) { steering, _ in steering = SteeredClock.Steering() }
        try clock.reset(tenant: nil)
        #expect(clock.steeredTenants.isEmpty)
    }

    @Test("A tenant whose offset is undone while the server shows the real time follows the server again")
    func tenantFollowsServerAgainAfterOffsetIsUndone() throws {
        try clock.steer(here) { steering, _ in steering.advance(by: .seconds(50)) }
        try clock.steer(here) { steering, _ in steering.advance(by: .seconds(-50)) }
        #expect(clock.steeredTenants.isEmpty)
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(5) }
        #expect(clock.now { here } == Timestamp(seconds: 1_005))
    }

    @Test("A tenant on real time follows the server again once the server is back on real time")
    func tenantFollowsServerOnceBothShowRealTime() throws {
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(7_200) }
        try clock.steer(here) { steering, _ in steering.offset = .zero }
        try clock.steer(nil) { steering, _ in steering.offset = .zero }
        #expect(clock.steeredTenants.isEmpty)
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(5) }
        #expect(clock.now { here } == Timestamp(seconds: 1_005))
    }

    @Test("Repeated steps never leave the representable range of time")
    func clampsTimeToRepresentableRange() throws {
        for _ in 0..<10 { try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(315_000_000_000)) } }
        #expect(clock.now() == .distantFuture)
        for _ in 0..<20 { try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(-315_000_000_000)) } }
        #expect(clock.now() == .distantPast)
    }
}
