import Platform
import Synchronization

/// Runs code on system threads, because tasks would share two threads.
enum Threads {
    /// Runs `body` with each index below `count` on its own thread and starts all threads together. Returns after all threads have
    /// ended.
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
