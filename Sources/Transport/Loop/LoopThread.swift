import Platform

/// The thread of an event loop, which is joined or detached like a ``SystemThread``.
package struct LoopThread: Sendable {
    private let thread: SystemThread

    package init(_ run: @escaping @Sendable () -> Void) throws(ServerFailure) {
        do throws(SystemThread.Failure) {
            thread = try SystemThread(run)
        } catch {
            throw .system(call: "pthread_create", code: error.code)
        }
    }

    /// Waits until the thread has ended.
    package func join() {
        thread.join()
    }

    /// Waits until the thread has ended, or until `moment`, a time of `MonotonicClock` in milliseconds. Returns whether it has
    /// ended.
    @discardableResult
    package func join(until moment: Int) -> Bool { thread.join(until: moment) }
}
