import Platform

/// The thread of an event loop, joined and left to itself as a ``SystemThread`` is.
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

    /// The same until that moment at most, on the clock of `MonotonicClock`; whether it has ended.
    @discardableResult
    package func join(until moment: Int) -> Bool { thread.join(until: moment) }
}
