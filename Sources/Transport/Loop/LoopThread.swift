import Platform

/// The thread of an event loop. Joined or detached exactly once.
package struct LoopThread: Sendable {
    private let thread: SystemThread

    package init(_ run: @escaping @Sendable () -> Void) throws(ServerFailure) {
        do throws(SystemThread.Failure) {
            thread = try SystemThread(run)
        } catch {
            throw .system(call: "pthread_create", code: error.code)
        }
    }

    /// Lets it end on its own, in place of `join`.
    package func detach() {
        thread.detach()
    }

    /// Waits until the thread has ended.
    package func join() {
        thread.join()
    }
}
