import Platform
import Synchronization
import TestTags
import Testing

@Suite struct SystemThreadTests {
    @Test("Several threads may join a thread repeatedly, and each join returns after its end")
    func joinReturnsToEveryCallerAfterEnd() throws {
        let hasEnded = Atomic(false), callers = Atomic(0), witnesses = Atomic(0)
        let thread = try SystemThread {
            waitUntil { callers.load(ordering: .acquiring) == 8 }
            hasEnded.store(true, ordering: .releasing)
        }
        let joining = try (0..<8).map { _ in
            try SystemThread {
                callers.wrappingAdd(1, ordering: .releasing)
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
            waitUntil { !isPending.load(ordering: .acquiring) }
        }
        let began = MonotonicClock.milliseconds()
        #expect(!thread.join(until: began + 50))
        #expect(MonotonicClock.milliseconds() - began >= 50)
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
        #expect(waitUntil { done.withLock { $0 } == 50 })
    }
}
