/// A thread of the system's. Joined or detached exactly once.
package struct SystemThread: Sendable {
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

    #if canImport(Darwin)
        /// The address of a `pthread_t`, which is a pointer here.
        private let address: UInt

        private var handle: pthread_t? { pthread_t(bitPattern: address) }
    #else
        private let handle: pthread_t
    #endif

    package init(_ run: @escaping @Sendable () -> Void) throws(Failure) {
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var handle: pthread_t?
            let code = pthread_create(
                &handle, nil,
                { argument in
                    Body.run(argument)
                    return nil
                }, body.toOpaque())
            address = UInt(bitPattern: handle)
        #else
            var handle = pthread_t()
            let code = pthread_create(
                &handle, nil,
                { argument in
                    if let argument { Body.run(argument) }
                    return nil
                }, body.toOpaque())
            self.handle = handle
        #endif
        guard code == 0 else {
            body.release()
            throw Failure(code: code)
        }
    }

    /// Frees what is large beside the caller's work; here, where there is no thread.
    package static func free<Value: Sendable>(_ value: consuming Value) {
        try? SystemThread { [value] in withExtendedLifetime(value) {} }.detach()
    }

    /// Empties a list, and frees what was in it beside the caller's work where that is much.
    package static func empty<Element: Sendable>(_ list: inout [Element]) {
        let elements = list
        list = []
        if elements.count >= SideWork<Void>.worthwhileCount { free(elements) }
    }

    /// Lets it end on its own, in place of `join`.
    package func detach() {
        #if canImport(Darwin)
            if let handle { pthread_detach(handle) }
        #else
            pthread_detach(handle)
        #endif
    }

    /// Waits until the thread has ended.
    package func join() {
        #if canImport(Darwin)
            if let handle { pthread_join(handle, nil) }
        #else
            pthread_join(handle, nil)
        #endif
    }
}
