/// An object that an event loop calls on its thread.
protocol Pollable: AnyObject {
    func ready(_ readiness: Readiness)
    /// Called when a time passed to `EventLoop.schedule` has come.
    func timeReached()
}

/// An event loop over descriptors and timers. Not Sendable: the loop is created on its thread and is used only there.
final class EventLoop {
    private struct Slot {
        var generation: UInt32
        var handler: (any Pollable)?
    }

    /// The number of timers that are kept without looking for obsolete ones.
    static let leastTimers = 1024

    private var poller: any Poller
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var timers = TimerHeap()
    private var timersAllowed = EventLoop.leastTimers
    private var events: [PollEvent] = []
    private(set) var isRunning = false
    /// The current time, read once per round.
    private(set) var now = MonotonicTime.current()

    init(poller: any Poller) {
        self.poller = poller
    }

    deinit {
        poller.close()
    }

    /// Watches a descriptor. Returns nil if the system rejects the descriptor.
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

    /// Registers a handler for the next of the descriptors that `Poller.watch` registered. Must be called before `add`.
    func adopt(_ handler: any Pollable) -> Token {
        slots.append(Slot(generation: 0, handler: handler))
        return Token(index: slots.count - 1, generation: 0)
    }

    func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness) {
        poller.modify(descriptor, token, interest)
    }

    /// Removes a registration. Pending events and timers of the registration have no effect. Must be called before the descriptor
    /// is closed.
    func remove(_ descriptor: Int32, _ token: Token) {
        guard handler(token) != nil else { return }
        poller.remove(descriptor)
        slots[token.index].handler = nil
        slots[token.index].generation &+= 1
        freeSlots.append(token.index)
    }

    /// Calls `timeReached` once at that time, unless the registration is removed before.
    func schedule(_ token: Token, at time: MonotonicTime) {
        timers.insert(token, at: time)
        // Timers of removed registrations are purged when the number of timers has doubled since the last purge.
        guard timers.count >= timersAllowed else { return }
        timers.removeAll { handler($0) == nil }
        timersAllowed = max(EventLoop.leastTimers, 2 * timers.count)
    }

    /// The number of timers that are set, including those of removed registrations.
    var timerCount: Int { timers.count }

    /// The registered handlers.
    var handlers: [any Pollable] { slots.compactMap(\.handler) }

    /// Returns the handler in that slot, or nil if the slot is free.
    func handler(at index: Int) -> (any Pollable)? {
        index < slots.count ? slots[index].handler : nil
    }

    /// Runs the loop until `stop`. `afterwards` is called after the events and after the timers of each round.
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

    /// Ends `run` after the current round.
    func stop() {
        isRunning = false
    }

    /// Returns the handler that is registered under that token, or nil if the registration was removed.
    func handler(_ token: Token) -> (any Pollable)? {
        guard token.index < slots.count, slots[token.index].generation == token.generation else { return nil }
        return slots[token.index].handler
    }
}
