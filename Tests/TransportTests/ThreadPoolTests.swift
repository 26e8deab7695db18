import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

@Suite struct ThreadPoolTests {
    @Test("The pool runs every job on its threads")
    func runsEveryJobOnItsThreads() throws {
        let pool = try ThreadPool(threads: 3, limit: 1_000)
        let done = Atomic(0), atOnce = Atomic(0), most = Atomic(0)
        for number in 0..<300 {
            #expect(
                pool.run {
                    let running = atOnce.wrappingAdd(1, ordering: .relaxed).newValue
                    most.max(running, ordering: .relaxed)
                    if number < 3 { waitUntil { most.load(ordering: .relaxed) >= 3 } }
                    atOnce.wrappingSubtract(1, ordering: .relaxed)
                    done.wrappingAdd(1, ordering: .relaxed)
                })
        }
        pool.stop()
        #expect(done.load(ordering: .relaxed) == 300)
        #expect(most.load(ordering: .relaxed) == 3)
    }

    @Test("Stopping returns at its deadline even if a job does not end")
    func stopReturnsAtDeadline() throws {
        let pool = try ThreadPool(threads: 2, limit: 4)
        let isPending = Atomic(true), isDone = Atomic(false)
        #expect(
            pool.run {
                waitUntil { !isPending.load(ordering: .acquiring) }
                isDone.store(true, ordering: .releasing)
            })
        let began = MonotonicClock.milliseconds()
        pool.stop(until: began + 50)
        #expect(MonotonicClock.milliseconds() - began >= 50)
        isPending.store(false, ordering: .releasing)
        #expect(waitUntil { isDone.load(ordering: .acquiring) }, "The job continues by itself.")
    }

    @Test("The number of waiting jobs is limited, and room becomes free again")
    func limitsWaitingJobs() throws {
        let pool = try ThreadPool(threads: 1, limit: 4)
        let isPending = Atomic(true), hasBegun = Atomic(false)
        #expect(
            pool.run {
                hasBegun.store(true, ordering: .releasing)
                waitUntil { !isPending.load(ordering: .acquiring) }
            })
        waitUntil { hasBegun.load(ordering: .acquiring) }
        for _ in 0..<4 { #expect(pool.run {}) }
        #expect(!pool.run {})
        isPending.store(false, ordering: .releasing)
        #expect(waitUntil { pool.run {} })
        pool.stop()
    }

    /// An object that a job retains.
    private final class Burden: Sendable {}

    @Test("A finished job is released, even the last one")
    func releasesFinishedJobs() throws {
        let pool = try ThreadPool(threads: 1)
        weak var burden: Burden?
        for _ in 0..<3 {
            let carried = Burden()
            burden = carried
            #expect(pool.run { withExtendedLifetime(carried) {} })
        }
        pool.stop()
        withExtendedLifetime(pool) { #expect(burden == nil) }
    }

    @Test("A pool that only its own job retains is released with the job")
    func poolRetainedByItsJobIsReleased() throws {
        var pool: ThreadPool? = try ThreadPool(threads: 2)
        weak var left: ThreadPool?
        left = pool
        let isPending = Atomic(true)
        let isTaken = pool?.run { [pool] in
            waitUntil { !isPending.load(ordering: .acquiring) }
            withExtendedLifetime(pool) {}
        }
        #expect(isTaken == true)
        pool = nil
        #expect(left != nil)
        isPending.store(false, ordering: .releasing)
        waitUntil { left == nil }
        #expect(left == nil)
    }

    @Test("When a thread cannot be made, the earlier threads have ended", arguments: [0, 1, 3])
    func failedStartEndsEarlierThreads(_ available: Int) throws {
        let failure = ServerFailure.system(call: "pthread_create", code: EAGAIN)
        let ended = Atomic(0)
        var begun = 0
        #expect(throws: failure) {
            try ThreadPool(threads: 4) { work throws(ServerFailure) in
                guard begun < available else { throw failure }
                begun += 1
                return try LoopThread {
                    work()
                    ended.wrappingAdd(1, ordering: .relaxed)
                }
            }
        }
        #expect(ended.load(ordering: .relaxed) == available)
    }
}
