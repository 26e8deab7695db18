import Glibc

/// A thread of the system's. Joined or detached exactly once.
package struct LoopThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private let handle: pthread_t

    package init(_ run: @escaping @Sendable () -> Void) throws(ServerFailure) {
        let body = Unmanaged.passRetained(Body(run))
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw .system(call: "pthread_create", code: code)
        }
        self.handle = handle
    }

    /// Lets it end on its own, in place of `join`.
    package func detach() {
        pthread_detach(handle)
    }

    /// Waits until the thread has ended.
    package func join() {
        pthread_join(handle, nil)
    }
}
