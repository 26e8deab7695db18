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

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }

        static func run(_ argument: UnsafeMutableRawPointer) {
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
    }

    /// What the system knows it by, until it is joined or detached: to name it after that is to read memory that is gone.
    private let handle: Mutex<Handle?>

    package init(_ run: @escaping @Sendable () -> Void) throws(Failure) {
        let body = Unmanaged.passRetained(Body(run))
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
