import Platform
import Synchronization
import Testing
@testable import Transport

@Suite struct ThreadPoolTests {
    @Test("The pool runs every job on its threads")
    func runsEveryJobOnItsThreads() throws {
        let pool = try ThreadPool(threads: 3, limit: 1_000)
        let done = Atomic(0), atOnce = Atomic(0), most = Atomic(0)
        for _ in 0..<300 {
            #expect(
                pool.run {
                    let running = atOnce.wrappingAdd(1, ordering: .relaxed).newValue
                    most.max(running, ordering: .relaxed)
                    usleep(100)
                    atOnce.wrappingSubtract(1, ordering: .relaxed)
                    done.wrappingAdd(1, ordering: .relaxed)
                })
        }
        pool.stop()
        #expect(done.load(ordering: .relaxed) == 300)
        #expect((1...3).contains(most.load(ordering: .relaxed)))
    }

    @Test("Stopping returns at its deadline even if a job does not end")
    func stopReturnsAtDeadline() throws {
        let pool = try ThreadPool(threads: 2, limit: 4)
        let isPending = Atomic(true), isDone = Atomic(false)
        #expect(
            pool.run {
                while isPending.load(ordering: .acquiring) { usleep(100) }
                isDone.store(true, ordering: .releasing)
            })
        let began = MonotonicClock.milliseconds()
        pool.stop(until: began + 50)
        #expect((50...2_000).contains(MonotonicClock.milliseconds() - began))
        isPending.store(false, ordering: .releasing)
        for _ in 0..<10_000 where !isDone.load(ordering: .acquiring) { usleep(1_000) }
        let isOver = isDone.load(ordering: .acquiring)
        #expect(isOver, "it goes on by itself")
    }

    @Test("The number of waiting jobs is limited, and room becomes free again")
    func limitsWaitingJobs() throws {
        let pool = try ThreadPool(threads: 1, limit: 4)
        let isPending = Atomic(true), hasBegun = Atomic(false)
        #expect(
            pool.run {
                hasBegun.store(true, ordering: .releasing)
                while isPending.load(ordering: .acquiring) { usleep(100) }
            })
        while !hasBegun.load(ordering: .acquiring) { usleep(100) }
        for _ in 0..<4 { #expect(pool.run {}) }
        #expect(!pool.run {})
        isPending.store(false, ordering: .releasing)
        var isTaken = false
        for _ in 0..<10_000 where !isTaken {
            usleep(100)
            isTaken = pool.run {}
        }
        #expect(isTaken)
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
            while isPending.load(ordering: .acquiring) { usleep(100) }
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
