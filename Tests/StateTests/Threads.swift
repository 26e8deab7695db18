import Glibc
import Synchronization

/// Threads of the system, since tasks would share two.
enum Threads {
    /// Runs `body` with 0..<count, each on its own thread, all let go together; returns when all are done.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let gate = Gate()
        let threads = (0..<count).compactMap { index in
            start {
                while !gate.isOpen.load(ordering: .acquiring) { sched_yield() }
                body(index)
            }
        }
        precondition(threads.count == count, "the system has no more threads")
        gate.isOpen.store(true, ordering: .releasing)
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Gate: Sendable {
        let isOpen = Atomic(false)
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(run))
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return nil
        }
        return thread
    }
}
