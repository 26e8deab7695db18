import HeapModule
import Platform

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
    private var timers = Heap<LoopTimer>()
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
        timers.insert(LoopTimer(deadline: time, token: token))
        // Timers of removed registrations are purged when the number of timers has doubled since the last purge.
        guard timers.count >= timersAllowed else { return }
        timers.removeAll { handler($0.token) == nil }
        timersAllowed = max(EventLoop.leastTimers, 2 * timers.count)
    }

    /// The number of timers, including obsolete ones.
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
            poller.wait(milliseconds: timers.min?.deadline.pollTimeout(from: .current()) ?? -1, into: &events)
            now = .current()
            for event in events { handler(event.token)?.ready(event.readiness) }
            afterwards()
            while let timer = timers.min, timer.deadline <= now {
                _ = timers.popMin()
                handler(timer.token)?.timeReached()
            }
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

/// A timer of an event loop. Timers are compared by their deadlines alone. Obsolete timers are not removed immediately; the loop
/// ignores them when they fire.
struct LoopTimer: Comparable, Sendable {
    let deadline: MonotonicTime
    let token: Token

    static func < (left: LoopTimer, right: LoopTimer) -> Bool { left.deadline < right.deadline }
    static func == (left: LoopTimer, right: LoopTimer) -> Bool { left.deadline == right.deadline }
}

/// A point on the monotonic clock. A separate type, so that no timeout can depend on the simulated clock.
struct MonotonicTime: Comparable, Sendable {
    private let nanoseconds: UInt64

    init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// A time that never comes.
    static let never = MonotonicTime(nanoseconds: .max)

    static func current() -> MonotonicTime { MonotonicTime(nanoseconds: MonotonicClock.nanoseconds()) }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Adds a duration. The result saturates at `never`; a negative duration counts as zero.
    static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return time }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (length, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        let (sum, past) = time.nanoseconds.addingReportingOverflow(length)
        return overflow || carry || past ? never : MonotonicTime(nanoseconds: sum)
    }

    /// Returns the whole milliseconds from `now` until this time, rounded up, 0…60,000: a timeout for a poller.
    func pollTimeout(from now: MonotonicTime) -> Int32 {
        guard self > now else { return 0 }
        let milliseconds = (nanoseconds - now.nanoseconds) / 1_000_000 + 1
        return Int32(clamping: min(milliseconds, 60_000))
    }
}

/// The thread of an event loop, which is joined or detached like a ``SystemThread``.
package struct LoopThread: Sendable {
    private let thread: SystemThread

    package init(_ run: @escaping @Sendable () -> Void) throws(ServerFailure) {
        do throws(SystemThread.Failure) {
            thread = try SystemThread(run)
        } catch {
            throw .system(call: "pthread_create", code: error.code)
        }
    }

    /// Waits until the thread has ended.
    package func join() {
        thread.join()
    }

    /// Waits until the thread has ended, or until `moment`, a time of `MonotonicClock` in milliseconds. Returns whether it has
    /// ended.
    @discardableResult
    package func join(until moment: Int) -> Bool { thread.join(until: moment) }
}
