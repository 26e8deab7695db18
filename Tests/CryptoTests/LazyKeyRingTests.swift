import Crypto
import Platform
import Synchronization
import Testing

@Suite struct LazyKeyRingTests {
    private static let made = Result { () throws(CryptoFailure) in KeyRing(current: try SigningKey.make(SystemRandom()))
    }

    private final class Count: Sendable {
        let value = Atomic(0)
        var now: Int { value.load(ordering: .acquiring) }
        func add() { value.add(1, ordering: .acquiringAndReleasing) }
    }

    @Test("One attempt on another thread serves every waiting caller, up to a limit")
    func oneAttemptServesAllWaitingCallers() throws {
        let (attempts, called) = (Count(), Count())
        let ring = LazyKeyRing { () throws(CryptoFailure) in
            attempts.add()
            return try LazyKeyRingTests.made.get()
        }
        let jobs = Mutex<[@Sendable () -> Void]>([])
        func prepare() {
            ring.prepare(
                on: { job in
                    jobs.withLock { $0.append(job) }
                    return true
                }, then: called.add)
        }
        for _ in 0..<LazyKeyRing.maximumWaiting { prepare() }
        #expect(called.now == 0)
        prepare()
        #expect(called.now == 1, "one too many does not wait")
        #expect(jobs.withLock(\.count) == 1)
        #expect(!ring.isMade && attempts.now == 0)
        jobs.withLock(\.first)?()
        #expect(ring.isMade && attempts.now == 1)
        #expect(called.now == LazyKeyRing.maximumWaiting + 1)
        prepare()
        #expect(called.now == LazyKeyRing.maximumWaiting + 2, "nobody waits for what is made")
        #expect(try ring.get().current.id == LazyKeyRingTests.made.get().current.id)
    }

    @Test("A failed or rejected attempt ends, and the next call starts a new one")
    func retriesAfterFailedAttempt() throws {
        let isBroken = Atomic(true)
        let ring = LazyKeyRing { () throws(CryptoFailure) in
            if isBroken.load(ordering: .relaxed) { throw CryptoFailure("the test says so") }
            return try LazyKeyRingTests.made.get()
        }
        let called = Count()
        ring.prepare(on: { _ in false }, then: called.add)
        #expect(called.now == 1 && ring.failure == nil && !ring.isMade)
        let here = { (job: @Sendable () -> Void) in
            job()
            return true
        }
        ring.prepare(on: here, then: called.add)
        #expect(called.now == 2 && ring.failure?.reason == "the test says so" && !ring.isMade)
        isBroken.store(false, ordering: .relaxed)
        ring.prepare(on: here, then: called.add)
        #expect(called.now == 3 && ring.failure == nil && ring.isMade)
    }

    @Test("A caller that waits for a ring of another thread finds it made")
    func waitingCallerFindsRingMadeByOther() throws {
        let made = try LazyKeyRingTests.made.get()
        for _ in 0..<2_000 {
            let ring = LazyKeyRing { made }
            let other = try SystemThread { _ = try? ring.get() }
            let found = Count()
            let isOver = Count()
            ring.prepare(
                on: { job in (try? SystemThread(job)) != nil },
                then: {
                    if ring.isMade { found.add() }
                    isOver.add()
                })
            while isOver.now == 0 { usleep(10) }
            other.join()
            #expect(found.now == 1)
        }
    }

    @Test("A ring that is created with its key is already made")
    func ringWithKeyIsMadeFromStart() throws {
        let ring = LazyKeyRing(try LazyKeyRingTests.made.get())
        #expect(ring.isMade)
        #expect(try ring.get().current.id == LazyKeyRingTests.made.get().current.id)
    }
}
