/// What an event loop calls, on its thread.
protocol Pollable: AnyObject {
    func ready(_ readiness: Readiness)
    /// A time given to `EventLoop.schedule` has come.
    func timeReached()
}

/// One thread's loop over descriptors and timers. Not Sendable: made on its thread and never seen by another.
final class EventLoop {
    private struct Slot {
        var generation: UInt32
        var handler: (any Pollable)?
    }

    /// Timers that are kept without a look at what they are for.
    static let leastTimers = 1024

    private var poller: any Poller
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var timers = TimerHeap()
    private var timersAllowed = EventLoop.leastTimers
    private var events: [PollEvent] = []
    private(set) var isRunning = false
    /// Read once per round.
    private(set) var now = MonotonicTime.current()

    init(poller: any Poller) {
        self.poller = poller
    }

    deinit {
        poller.close()
    }

    /// Watches a descriptor; nil when the system refuses.
    func add(_ descriptor: Int32, _ interest: Readiness, _ handler: any Pollable) -> Token? {
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append(Slot(generation: 0, handler: nil)) }
        let token = Token(index: index, generation: slots[index].generation)
        guard poller.add(descriptor, token, interest) else {
            freeSlots.append(index)
            return nil
        }
        slots[index].handler = handler
        return token
    }

    /// Takes over the next of the descriptors that `Poller.watch` began with. Before any is added.
    func adopt(_ handler: any Pollable) -> Token {
        slots.append(Slot(generation: 0, handler: handler))
        return Token(index: slots.count - 1, generation: 0)
    }

    func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness) {
        poller.modify(descriptor, token, interest)
    }

    /// Forgets a registration; events and timers under way for it come to nothing. Before the descriptor is closed.
    func remove(_ descriptor: Int32, _ token: Token) {
        guard handler(token) != nil else { return }
        poller.remove(descriptor)
        slots[token.index].handler = nil
        slots[token.index].generation &+= 1
        freeSlots.append(token.index)
    }

    /// Calls `timeReached` once at that time, unless the registration is gone by then.
    func schedule(_ token: Token, at time: MonotonicTime) {
        timers.insert(token, at: time)
        // Timers of registrations that are gone: looked for when there are twice as many as were left the last time.
        guard timers.count >= timersAllowed else { return }
        timers.removeAll { handler($0) == nil }
        timersAllowed = max(EventLoop.leastTimers, 2 * timers.count)
    }

    /// Timers that are set, those of registrations that are gone included.
    var timerCount: Int { timers.count }

    /// Every registered handler.
    var handlers: [any Pollable] { slots.compactMap(\.handler) }

    /// Who has that slot now.
    func handler(at index: Int) -> (any Pollable)? {
        index < slots.count ? slots[index].handler : nil
    }

    /// Serves until `stop`; `afterwards` follows the events of a round, and its timers.
    func run(_ afterwards: () -> Void) {
        isRunning = true
        while isRunning {
            poller.wait(milliseconds: timers.earliest?.pollTimeout(from: .current()) ?? -1, into: &events)
            now = .current()
            for event in events { handler(event.token)?.ready(event.readiness) }
            afterwards()
            while let token = timers.popDue(now) { handler(token)?.timeReached() }
            afterwards()
        }
    }

    /// Ends `run` after the round that is under way.
    func stop() {
        isRunning = false
    }

    /// Who was registered under that token; nil when that is over.
    func handler(_ token: Token) -> (any Pollable)? {
        guard token.index < slots.count, slots[token.index].generation == token.generation else { return nil }
        return slots[token.index].handler
    }
}
