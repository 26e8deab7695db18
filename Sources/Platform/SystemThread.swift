import Synchronization

/// A thread of the operating system. The thread is joined at most once, even if several callers call `join`. A thread that was not
/// joined is detached when the last reference is released.
package final class SystemThread: Sendable {
    /// The reason why a thread cannot be started: an errno value.
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
            body.end.hasArrived.store(true, ordering: .releasing)
        }
    }

    private final class End: Sendable {
        let hasArrived = Atomic(false)
    }

    /// The time between two checks for the end of a thread in `join(until:)`, in microseconds.
    private static let pollInterval: UInt32 = 2_000

    /// The handle of the thread, or nil after the thread was joined or detached. Using the handle after that would access freed
    /// memory.
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

    /// Frees a large value on another thread, or on the caller's thread if no thread can be started.
    package static func free<Value: Sendable>(_ value: consuming Value) {
        _ = try? SystemThread { [value] in withExtendedLifetime(value) {} }
    }

    /// Empties a list. If the list is large, its elements are freed on another thread.
    package static func empty<Element: Sendable>(_ list: inout [Element]) {
        let elements = list
        list = []
        if elements.count >= BackgroundComputation<Void>.minimumCount { free(elements) }
    }

    /// Waits until the thread has ended. The thread must not call this function itself.
    package func join() {
        take { $0.join() }
    }

    /// Waits until the thread has ended, or until a `MonotonicClock` time in milliseconds. Returns whether the thread has
    /// ended.
    package func join(until moment: Int) -> Bool {
        while !end.hasArrived.load(ordering: .acquiring) {
            guard MonotonicClock.milliseconds() < moment else { return false }
            usleep(SystemThread.pollInterval)
        }
        join()
        return true
    }

    /// Runs the last operation on the handle, unless another caller has done so. A second caller waits for the first.
    private func take(_ operation: (Handle) -> Void) {
        handle.withLock { handle in
            if let handle { operation(handle) }
            handle = nil
        }
    }

    #if canImport(Darwin)
        /// The address of a `pthread_t`, which is a pointer on Darwin.
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

/// Work that runs on its own thread, in parallel with the caller, and whose result is read once. If no thread can be started, or
/// the work is too small for a thread, the work runs when the result is read.
package struct BackgroundComputation<Value: Sendable>: ~Copyable {
    private final class Outcome: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// The number of entries from which a thread is worth its start, which takes some 50 µs.
    package static var minimumCount: Int { 2_000 }

    private let work: @Sendable () -> Value
    private let outcome = Outcome()
    private let thread: SystemThread?

    /// Starts the work. `count` is the number of entries that the work handles, for work that may be too small for a thread.
    package init(count: Int = .max, _ work: @escaping @Sendable () -> Value) {
        self.work = work
        guard count >= BackgroundComputation.minimumCount else {
            thread = nil
            return
        }
        thread = try? SystemThread { [outcome] in
            let value = work()
            outcome.value.withLock { $0 = value }
        }
    }

    /// Waits for the result and returns it.
    package consuming func value() -> Value {
        thread?.join()
        return outcome.value.withLock { $0.take() } ?? work()
    }
}
