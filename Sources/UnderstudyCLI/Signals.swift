import Platform

/// Signals that the main thread waits for, one after the other. They are blocked in every thread started afterwards.
struct Signals {
    private var set: sigset_t

    /// Call before any thread is started.
    static func blocked(_ numbers: [Int32]) -> Signals {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return Signals(set: set)
    }

    /// Waits for the next one.
    func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    /// Lets them have their usual effect again: a second SIGTERM ends the process at once.
    func unblock() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
