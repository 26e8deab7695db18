import Platform

/// Signals for which a thread waits, one at a time. All threads that start later have the signals blocked.
struct Signals {
    private let numbers: [Int32]

    /// Blocks the signals. Callers must call the function before any thread starts. `next` returns a signal that arrives in the
    /// meantime first.
    static func blocked(_ numbers: [Int32]) -> Signals {
        let signals = Signals(numbers: numbers)
        signals.change(SIG_BLOCK)
        return signals
    }

    /// Makes the signals end the process if nobody waits for them, even for the first process of a container. The kernel has no
    /// default action for that process.
    static func end(on numbers: [Int32]) {
        guard getpid() == 1 else { return }
        for number in numbers { signal(number) { _exit(128 + $0) } }
    }

    /// Whether a signal has arrived that `next` would return at once.
    var hasArrived: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return numbers.contains { sigismember(&pending, $0) == 1 }
    }

    /// Waits for the next signal and returns its number.
    func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    /// Restores the default action of the signals: a second SIGTERM ends the process at once.
    func unblock() { change(SIG_UNBLOCK) }

    private var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private func change(_ how: Int32) {
        var set = set
        pthread_sigmask(how, &set, nil)
    }
}
