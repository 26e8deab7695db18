import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

@Suite struct BackgroundThreadsTests {
    @Test("The threads run and queue a limited number of jobs and reject more")
    func limitsRunningAndWaitingJobs() {
        let threads = BackgroundThreads(limit: 2, queue: 1)
        let isOpen = Atomic(false), ended = Counter()
        let gate: @Sendable () -> Void = {
            waitUntil { isOpen.load(ordering: .acquiring) }
            ended.add()
        }
        #expect((0..<4).map { _ in threads.run(gate) } == [true, true, true, false])
        isOpen.store(true, ordering: .releasing)
        waitUntil { ended.count == 3 }
        #expect(ended.count == 3)
        #expect(threads.run(gate))
        waitUntil { ended.count == 4 }
    }

    @Test("A finished job is released, even one that had to wait")
    func releasesFinishedJobs() {
        var threads: BackgroundThreads? = BackgroundThreads(limit: 1)
        weak var left: BackgroundThreads?
        left = threads
        weak var burden: Counter?
        let isOpen = Atomic(false), ended = Counter()
        for _ in 0..<3 {
            let carried = Counter()
            burden = carried
            let isTaken = threads?.run { [threads] in
                withExtendedLifetime((carried, threads)) { _ = waitUntil { isOpen.load(ordering: .acquiring) } }
                ended.add()
            }
            #expect(isTaken == true)
        }
        isOpen.store(true, ordering: .releasing)
        waitUntil { burden == nil }
        #expect(burden == nil && ended.count == 3)
        threads = nil
        waitUntil { left == nil }
        #expect(left == nil, "what its jobs held of it is gone with them")
    }

    @Test("Without any thread no job waits, and an existing thread runs the jobs of those that cannot be made")
    func usesAvailableThreadsWhenNoneCanBeMade() {
        let available = Counter(), ended = Counter()
        let threads = BackgroundThreads(limit: 2) { work throws(ServerFailure) in
            guard available.count > 0 else { throw .system(call: "pthread_create", code: EAGAIN) }
            available.add(-1)
            return try LoopThread(work)
        }
        #expect(!threads.run { ended.add() })
        available.add()
        let isOpen = Atomic(false)
        #expect(threads.run { waitUntil { isOpen.load(ordering: .acquiring) } })
        #expect(threads.run { ended.add() })
        isOpen.store(true, ordering: .releasing)
        waitUntil { ended.count == 1 }
        #expect(ended.count == 1)
    }

    private final class Counter: Sendable {
        private let number = Atomic(0)

        var count: Int { number.load(ordering: .acquiring) }

        func add(_ more: Int = 1) { number.wrappingAdd(more, ordering: .acquiringAndReleasing) }
    }
}
