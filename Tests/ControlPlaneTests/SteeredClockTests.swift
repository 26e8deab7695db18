import ControlPlane
import Entra
import Formats
import Synchronization
import Testing

/// The clock that tests move.
@Suite struct SteeredClockTests {
    private struct Still: Clock {
        func now() -> Timestamp { Timestamp(seconds: 1_000) }
    }

    private let clock = SteeredClock(Still())
    private let here = TenantID("here")
    private let there = TenantID("there")

    @Test("the horizon is the earliest of all clocks")
    func earliest() throws {
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.steer(here) { steering, _ in steering.offset = .seconds(50) }
        #expect(clock.horizon == Timestamp(seconds: 1_000))
        try clock.steer(there) { steering, _ in steering.frozen = Timestamp(seconds: 7) }
        #expect(clock.horizon == Timestamp(seconds: 7))
    }

    /// The machine's clock, which a test sets.
    private final class Settable: Clock {
        let time = Atomic<Int64>(1_000)
        func now() -> Timestamp { Timestamp(seconds: time.load(ordering: .relaxed)) }
    }

    @Test("the horizon stays where clocks were for ten minutes of the machine's time, for twenty at most")
    func horizon() throws {
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

    @Test("how a clock stood before it was moved counts too")
    func frozenHorizon() throws {
        try clock.steer(nil) { steering, _ in steering.frozen = Timestamp(seconds: 7) }
        try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(3_600)) }
        #expect(clock.horizon == Timestamp(seconds: 7))
    }

    @Test("a tenant that is not steered follows the server, and which tenant it is matters only where one is steered")
    func following() throws {
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

    @Test("a tenant's clock can be right while the server's is not", arguments: [true, false])
    func right(isServerFrozen: Bool) throws {
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

    @Test("a tenant whose clock is put right while the server's is right follows the server's again")
    func cleared() throws {
        try clock.steer(here) { steering, _ in steering.advance(by: .seconds(50)) }
        try clock.steer(here) { steering, _ in steering.advance(by: .seconds(-50)) }
        #expect(clock.steeredTenants.isEmpty)
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(5) }
        #expect(clock.now { here } == Timestamp(seconds: 1_005))
    }

    @Test("a tenant's clock that was right while the server's was not follows that one again when it is right")
    func bothRight() throws {
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(7_200) }
        try clock.steer(here) { steering, _ in steering.offset = .zero }
        try clock.steer(nil) { steering, _ in steering.offset = .zero }
        #expect(clock.steeredTenants.isEmpty)
        try clock.steer(nil) { steering, _ in steering.offset = .seconds(5) }
        #expect(clock.now { here } == Timestamp(seconds: 1_005))
    }

    @Test("no number of steps leaves the range of time")
    func saturation() throws {
        for _ in 0..<10 { try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(315_000_000_000)) } }
        #expect(clock.now() == .distantFuture)
        for _ in 0..<20 { try clock.steer(nil) { steering, _ in steering.advance(by: .seconds(-315_000_000_000)) } }
        #expect(clock.now() == .distantPast)
    }
}
