#if os(Linux) && !UNDERSTUDY_PORTABLE
    import CLinux

    /// A poller that uses epoll(7).
    struct EpollPoller: Poller {
        private let epoll: Int32
        private var ready = [clinux_event](repeating: clinux_event(), count: Int(CLINUX_MAXIMUM_EVENTS))

        init() throws(ServerFailure) {
            epoll = clinux_epoll_create()
            guard epoll >= 0 else { throw .system(call: "epoll_create1", code: -epoll) }
        }

        mutating func add(_ descriptor: Int32, _ token: Token, _ interest: Readiness) -> Bool {
            clinux_epoll_add(epoll, descriptor, token.rawValue, interest.rawValue) == 0
        }

        mutating func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness) {
            _ = clinux_epoll_modify(epoll, descriptor, token.rawValue, interest.rawValue)
        }

        mutating func remove(_ descriptor: Int32) {
            _ = clinux_epoll_remove(epoll, descriptor)
        }

        mutating func wait(milliseconds: Int32, into events: inout [PollEvent]) {
            events.removeAll(keepingCapacity: true)
            let count = ready.withUnsafeMutableBufferPointer { clinux_epoll_wait(epoll, $0.baseAddress, milliseconds) }
            for event in ready.prefix(Int(max(count, 0))) {
                events.append(
                    PollEvent(token: Token(rawValue: event.token), readiness: Readiness(rawValue: event.readiness)))
            }
        }

        func close() {
            Descriptor.close(epoll)
        }
    }
#endif
