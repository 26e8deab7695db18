import Platform

/// Signals that a thread waits for, one after the other. They are blocked in every thread started afterwards.
struct Signals {
    private let numbers: [Int32]

    /// Call before any thread is started. One that comes meanwhile is what `next` gives first.
    static func blocked(_ numbers: [Int32]) -> Signals {
        let signals = Signals(numbers: numbers)
        signals.change(SIG_BLOCK)
        return signals
    }

    /// Has them end the process where nobody waits for them, the first process of a container too: for that one the kernel knows
    /// no usual effect.
    static func end(on numbers: [Int32]) {
        guard getpid() == 1 else { return }
        for number in numbers { signal(number) { _exit(128 + $0) } }
    }

    /// Whether one has come that `next` would give at once.
    var hasCome: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return numbers.contains { sigismember(&pending, $0) == 1 }
    }

    /// Waits for the next one.
    func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    /// Lets these have their usual effect again: a second SIGTERM ends the process at once.
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
