import Crypto
import Platform
import Synchronization
import TestTags
import Testing

@Suite struct LazyKeyRingTests {
    private static let result = Result { () throws(CryptoFailure) in
        KeyRing(current: try SigningKey.make(SystemRandom()))
    }

    private final class Count: Sendable {
        let value = Atomic(0)
        var now: Int { value.load(ordering: .acquiring) }
        func add() { value.add(1, ordering: .acquiringAndReleasing) }
    }

    @Test("One attempt on another thread serves every waiting caller, up to a limit")
    func oneAttemptServesAllWaitingCallers() throws {
        let (attempts, completions) = (Count(), Count())
        let ring = LazyKeyRing { () throws(CryptoFailure) in
            attempts.add()
            return try LazyKeyRingTests.result.get()
        }
        let jobs = Mutex<[@Sendable () -> Void]>([])
        func prepare() {
            ring.prepare(
                on: { job in
                    jobs.withLock { $0.append(job) }
                    return true
                }, then: completions.add)
        }
        for _ in 0..<LazyKeyRing.maximumWaiting { prepare() }
        #expect(completions.now == 0)
        prepare()
        #expect(completions.now == 1, "a caller beyond the limit does not wait")
        #expect(jobs.withLock(\.count) == 1)
        #expect(!ring.isCreated && attempts.now == 0)
        jobs.withLock(\.first)?()
        #expect(ring.isCreated && attempts.now == 1)
        #expect(completions.now == LazyKeyRing.maximumWaiting + 1)
        prepare()
        #expect(completions.now == LazyKeyRing.maximumWaiting + 2, "no caller waits for a created ring")
        #expect(try ring.get().current.id == LazyKeyRingTests.result.get().current.id)
    }

    @Test("A failed or rejected attempt ends, and the next call starts a new one")
    func retriesAfterFailedAttempt() throws {
        let isBroken = Atomic(true)
        let ring = LazyKeyRing { () throws(CryptoFailure) in
            if isBroken.load(ordering: .relaxed) { throw CryptoFailure("the test fails this attempt") }
            return try LazyKeyRingTests.result.get()
        }
        let completions = Count()
        ring.prepare(on: { _ in false }, then: completions.add)
        #expect(completions.now == 1 && ring.failure == nil && !ring.isCreated)
        let synchronously = { (job: @Sendable () -> Void) in
            job()
            return true
        }
        ring.prepare(on: synchronously, then: completions.add)
        #expect(completions.now == 2 && ring.failure?.reason == "the test fails this attempt" && !ring.isCreated)
        isBroken.store(false, ordering: .relaxed)
        ring.prepare(on: synchronously, then: completions.add)
        #expect(completions.now == 3 && ring.failure == nil && ring.isCreated)
    }

    @Test("A caller that waits for a ring of another thread gets that ring")
    func waitingCallerGetsRingOfOtherThread() throws {
        let result = try LazyKeyRingTests.result.get()
        for _ in 0..<2_000 {
            let ring = LazyKeyRing { result }
            let other = try SystemThread { _ = try? ring.get() }
            let found = Count()
            let finished = Count()
            ring.prepare(
                on: { job in (try? SystemThread(job)) != nil },
                then: {
                    if ring.isCreated { found.add() }
                    finished.add()
                })
            waitUntil { finished.now > 0 }
            other.join()
            #expect(found.now == 1)
        }
    }

    @Test("A ring that is created with its key is already created")
    func ringWithKeyIsCreatedFromStart() throws {
        let ring = LazyKeyRing(try LazyKeyRingTests.result.get())
        #expect(ring.isCreated)
        #expect(try ring.get().current.id == LazyKeyRingTests.result.get().current.id)
    }
}
