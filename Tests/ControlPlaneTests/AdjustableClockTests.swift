import ControlPlane
import Entra
import Formats
import Synchronization
import Testing

/// Checks the clock that tests control.
@Suite struct AdjustableClockTests {
    private struct Still: Clock {
        func now() -> Timestamp { Timestamp(seconds: 1_000) }
    }

    private let clock = AdjustableClock(Still())
    private let here = TenantID("here")
    private let there = TenantID("there")

    @Test("The horizon is the earliest of all clocks")
    func horizonIsEarliestClock() throws {
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.adjust(here) { adjustment, _ in adjustment.offset = .seconds(50) }
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.adjust(there) { adjustment, _ in adjustment.frozen = Timestamp(seconds: 7) }
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
        let clock = AdjustableClock(machine)
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.adjust(nil) { adjustment, _ in adjustment.advance(by: .seconds(7_200)) }
        try clock.adjust(here) { adjustment, _ in adjustment.advance(by: .seconds(50)) }
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
        try clock.adjust(nil) { adjustment, _ in adjustment.frozen = Timestamp(seconds: 7) }
        try clock.adjust(nil) { adjustment, _ in adjustment.advance(by: .seconds(3_600)) }
        #expect(clock.horizon == Timestamp(seconds: 7))
    }

    @Test("A tenant without its own clock follows the server's, and is looked up only when a tenant has one")
    func unsteeredTenantFollowsServerClock() throws {
        try clock.adjust(nil) { adjustment, _ in adjustment.offset = .seconds(5) }
        #expect(
            clock.now {
                Issue.record("asked for the tenant though none is steered")
                return here
            } == Timestamp(seconds: 1_005))
        try clock.adjust(here) { adjustment, now in
            #expect(now == Timestamp(seconds: 1_005))
            adjustment.offset = .milliseconds(1_500)
        }
        #expect(clock.now { here } == Timestamp(seconds: 1_001, nanoseconds: 500_000_000))
        #expect(clock.now { there } == Timestamp(seconds: 1_005))
        #expect(clock.now() == Timestamp(seconds: 1_005))
        #expect(clock.adjustedTenants == [here])
        try clock.reset(tenant: nil)
        #expect(clock.now { here } == Timestamp(seconds: 1_000))
    }

    @Test("A tenant's clock can show the real time while the server's does not", arguments: [true, false])
    func tenantClockKeepsRealTimeWhileServerIsSteered(isServerFrozen: Bool) throws {
        try clock.adjust(nil) { adjustment, now in
            if isServerFrozen {
                adjustment.frozen = Timestamp(seconds: 7)
            } else {
                adjustment.advance(by: .seconds(7_200))
            }
        }
        let server = clock.now()
        try clock.adjust(here) { adjustment, _ in
            adjustment.frozen = nil
            adjustment.offset = .zero
        }
        #expect(clock.now { here } == Timestamp(seconds: 1_000))
        #expect(clock.now { there } == server)
        #expect(clock.adjustedTenants == [here])
        try clock.reset(tenant: here)
        #expect(clock.now { here } == server)
        try clock.adjust(here) { adjustment, _ in adjustment = AdjustableClock.Adjustment() }
        try clock.reset(tenant: nil)
        #expect(clock.adjustedTenants.isEmpty)
    }

    @Test("A tenant whose offset is undone while the server shows the real time follows the server again")
    func tenantFollowsServerAgainAfterOffsetIsUndone() throws {
        try clock.adjust(here) { adjustment, _ in adjustment.advance(by: .seconds(50)) }
        try clock.adjust(here) { adjustment, _ in adjustment.advance(by: .seconds(-50)) }
        #expect(clock.adjustedTenants.isEmpty)
        try clock.adjust(nil) { adjustment, _ in adjustment.offset = .seconds(5) }
        #expect(clock.now { here } == Timestamp(seconds: 1_005))
    }

    @Test("A tenant on real time follows the server again once the server is back on real time")
    func tenantFollowsServerOnceBothShowRealTime() throws {
        try clock.adjust(nil) { adjustment, _ in adjustment.offset = .seconds(7_200) }
        try clock.adjust(here) { adjustment, _ in adjustment.offset = .zero }
        try clock.adjust(nil) { adjustment, _ in adjustment.offset = .zero }
        #expect(clock.adjustedTenants.isEmpty)
        try clock.adjust(nil) { adjustment, _ in adjustment.offset = .seconds(5) }
        #expect(clock.now { here } == Timestamp(seconds: 1_005))
    }

    @Test("Repeated steps never leave the representable range of time")
    func clampsTimeToRepresentableRange() throws {
        for _ in 0..<10 { try clock.adjust(nil) { adjustment, _ in adjustment.advance(by: .seconds(315_000_000_000)) } }
        #expect(clock.now() == .distantFuture)
        for _ in 0..<20 {
            try clock.adjust(nil) { adjustment, _ in adjustment.advance(by: .seconds(-315_000_000_000)) }
        }
        #expect(clock.now() == .distantPast)
    }
}
