import Platform
import Synchronization

/// Threads of the system, since tasks would share two.
enum Threads {
    /// Runs `body` with 0..<count, each on its own thread, all let go together; returns when all are done.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let gate = Gate()
        let threads = (0..<count).compactMap { index in
            try? SystemThread {
                while !gate.isOpen.load(ordering: .acquiring) { sched_yield() }
                body(index)
            }
        }
        precondition(threads.count == count, "the system has no more threads")
        gate.isOpen.store(true, ordering: .releasing)
        for thread in threads { thread.join() }
    }

    private final class Gate: Sendable {
        let isOpen = Atomic(false)
    }
}
