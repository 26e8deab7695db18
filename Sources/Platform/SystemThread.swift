import Synchronization

/// A thread of the system's. It is joined once, however often and from wherever that is asked for; one that nobody joined is left
/// to itself with the last reference.
package final class SystemThread: Sendable {
    /// Why there is none: an errno value.
    package struct Failure: Error, Sendable {
        package let code: Int32
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        let end: End

        init(_ run: @escaping @Sendable () -> Void, _ end: End) {
            self.run = run
            self.end = end
        }

        static func run(_ argument: UnsafeMutableRawPointer) {
            let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
            body.run()
            body.end.hasCome.store(true, ordering: .releasing)
        }
    }

    private final class End: Sendable {
        let hasCome = Atomic(false)
    }

    /// Microseconds between looks at whether a thread has ended that is waited for until a moment.
    private static let glance: UInt32 = 2_000

    /// What the system knows it by, until it is joined or detached: to name it after that is to read memory that is gone.
    private let handle: Mutex<Handle?>
    private let end = End()

    package init(_ run: @escaping @Sendable () -> Void) throws(Failure) {
        let body = Unmanaged.passRetained(Body(run, end))
        do throws(Failure) {
            handle = Mutex(try SystemThread.start(body.toOpaque()))
        } catch {
            body.release()
            throw error
        }
    }

    deinit {
        take { $0.detach() }
    }

    /// Frees what is large beside the caller's work; here, where there is no thread.
    package static func free<Value: Sendable>(_ value: consuming Value) {
        _ = try? SystemThread { [value] in withExtendedLifetime(value) {} }
    }

    /// Empties a list, and frees what was in it beside the caller's work where that is much.
    package static func empty<Element: Sendable>(_ list: inout [Element]) {
        let elements = list
        list = []
        if elements.count >= SideWork<Void>.worthwhileCount { free(elements) }
    }

    /// Waits until the thread has ended. Not to be called by itself.
    package func join() {
        take { $0.join() }
    }

    /// Waits until the thread has ended, or until that moment on the clock of `MonotonicClock`; whether it has ended.
    package func join(until moment: Int) -> Bool {
        while !end.hasCome.load(ordering: .acquiring) {
            guard MonotonicClock.milliseconds() < moment else { return false }
            usleep(SystemThread.glance)
        }
        join()
        return true
    }

    /// A second caller waits for the first.
    private func take(_ last: (Handle) -> Void) {
        handle.withLock { handle in
            if let handle { last(handle) }
            handle = nil
        }
    }

    #if canImport(Darwin)
        /// The address of a `pthread_t`, which is a pointer here.
        private struct Handle: Sendable {
            let address: UInt

            func join() {
                if let thread = pthread_t(bitPattern: address) { pthread_join(thread, nil) }
            }

            func detach() {
                if let thread = pthread_t(bitPattern: address) { pthread_detach(thread) }
            }
        }

        private static func start(_ body: UnsafeMutableRawPointer) throws(Failure) -> Handle {
            var thread: pthread_t?
            let code = pthread_create(
                &thread, nil,
                { argument in
                    Body.run(argument)
                    return nil
                }, body)
            guard code == 0 else { throw Failure(code: code) }
            return Handle(address: UInt(bitPattern: thread))
        }
    #else
        private struct Handle: Sendable {
            let thread: pthread_t

            func join() { pthread_join(thread, nil) }

            func detach() { pthread_detach(thread) }
        }

        private static func start(_ body: UnsafeMutableRawPointer) throws(Failure) -> Handle {
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Body.run(argument) }
                    return nil
                }, body)
            guard code == 0 else { throw Failure(code: code) }
            return Handle(thread: thread)
        }
    #endif
}
