import Platform
import Synchronization
import Testing

@Suite struct SystemThreadTests {
    @Test("Several threads may join a thread repeatedly, and each join returns after its end")
    func joinReturnsToEveryCallerAfterEnd() throws {
        let hasEnded = Atomic(false), witnesses = Atomic(0)
        let thread = try SystemThread {
            usleep(20_000)
            hasEnded.store(true, ordering: .releasing)
        }
        let joining = try (0..<8).map { _ in
            try SystemThread {
                for _ in 0..<3 {
                    thread.join()
                    if hasEnded.load(ordering: .acquiring) { witnesses.wrappingAdd(1, ordering: .relaxed) }
                }
            }
        }
        for each in joining { each.join() }
        thread.join()
        #expect(witnesses.load(ordering: .relaxed) == 24)
    }

    @Test("A join returns at its deadline, and a later join is still possible")
    func joinReturnsAtDeadline() throws {
        let isPending = Atomic(true)
        let thread = try SystemThread {
            while isPending.load(ordering: .acquiring) { usleep(100) }
        }
        let began = MonotonicClock.milliseconds()
        #expect(!thread.join(until: began + 50))
        #expect((50...2_000).contains(MonotonicClock.milliseconds() - began))
        #expect(!thread.join(until: began))
        isPending.store(false, ordering: .releasing)
        #expect(thread.join(until: .max))
        #expect(thread.join(until: began), "it has ended")
        thread.join()
    }

    @Test("A thread that is never joined still does its work")
    func unjoinedThreadRunsToEnd() throws {
        let done = Mutex(0)
        for _ in 0..<50 {
            _ = try SystemThread { done.withLock { $0 += 1 } }
        }
        var left = 10_000
        while done.withLock({ $0 }) < 50, left > 0 {
            usleep(1_000)
            left -= 1
        }
        #expect(done.withLock { $0 } == 50)
    }
}
