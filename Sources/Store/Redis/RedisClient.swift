import Directory
import Entra
import Formats
import Platform
import Synchronization

/// Runs the store's commands from any thread over one connection, which is reopened after a failure.
///
/// Threads that have commands at the same time share one round trip. The thread that holds the connection sends all waiting
/// commands in one write and reads all replies; the other threads find their replies ready. The client needs no thread of its
/// own, and a busy process needs fewer round trips.
package final class RedisClient: Sendable {
    /// The commands of one thread.
    private final class Call: Sendable {
        let commands: [RedisCommand]
        let outcome = Mutex<Result<[RedisReply], RedisFailure>?>(nil)

        init(_ commands: [RedisCommand]) {
            self.commands = commands
        }
    }

    package let options: RedisOptions
    private let waiting = Mutex<[Call]>([])
    private let connection = Mutex<RedisConnection?>(nil)
    private let health = Mutex(RedisHealth())
    /// Runs on each new connection before all other commands.
    private let greeting: @Sendable (RedisConnection) throws(RedisFailure) -> Void
    private let report: @Sendable (String) -> Void

    /// Creates the client, which connects with the first command. `report` receives a line when the store fails and when it
    /// responds again.
    init(
        _ options: RedisOptions, report: @escaping @Sendable (String) -> Void,
        greeting: @escaping @Sendable (RedisConnection) throws(RedisFailure) -> Void
    ) {
        self.options = options
        self.report = report
        self.greeting = greeting
    }

    /// The reason why the store does not respond or rejects commands, or nil if the last command succeeded.
    package var failure: String? { health.withLock { $0.problem?.reason } }
    /// The error code of the store for `failure`, or nil if the store gave none.
    package var failureCode: String? { health.withLock { $0.problem?.code } }

    /// Sends the commands in a row and returns their replies. Throws `EntraError.storeUnavailable`, and does so at once while
    /// the store is known to be down. Failed commands may have taken effect.
    func run(_ commands: [RedisCommand]) throws(EntraError) -> [RedisReply] {
        if let failure = health.withLock({ $0.rejection(at: MonotonicClock.milliseconds()) }) {
            throw unavailable(failure)
        }
        let call = Call(commands)
        waiting.withLock { $0.append(call) }
        connection.withLock { connection in
            guard call.outcome.withLock({ $0 == nil }) else { return }
            let calls = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            execute(calls, &connection)
        }
        switch call.outcome.withLock({ $0 }) {
        case .success(let replies): return replies
        case .failure(let failure): throw unavailable(failure)
        case nil: throw unavailable(RedisFailure("the command was not sent"))
        }
    }

    private func execute(_ calls: [Call], _ connection: inout RedisConnection?) {
        // Calls that queued before the failure was known fail without another attempt, and do not count as attempts.
        if let failure = health.withLock({ $0.queuedFailure }) {
            for call in calls { call.outcome.withLock { $0 = .failure(failure) } }
            return
        }
        do throws(RedisFailure) {
            if connection?.isClosed != false {
                connection = nil
                let opened = try RedisConnection(options)
                try greeting(opened)
                connection = opened
            }
            guard let open = connection else { throw RedisFailure("there is no connection") }
            let commands = calls.flatMap(\.commands)
            var replies = try open.run(commands)[...]
            if !judge(replies, to: commands) { connection = nil }
            for call in calls {
                let own = Array(replies.prefix(call.commands.count))
                replies = replies.dropFirst(call.commands.count)
                call.outcome.withLock { $0 = .success(own) }
            }
        } catch {
            connection = nil
            fail(error)
            for call in calls { call.outcome.withLock { $0 = .failure(error) } }
        }
    }

    /// Updates the health from the replies. Returns false if the connection can no longer be used.
    private func judge(_ replies: ArraySlice<RedisReply>, to commands: [RedisCommand]) -> Bool {
        let rejections = replies.compactMap { RedisRejection($0) }
        if let end = rejections.first(where: \.endsConnection) {
            fail(end.failure)
            return false
        }
        let hasChanged = zip(commands, replies).contains { command, reply in
            command.isChange && reply.announcesChange
        }
        let (isChanged, problem) = health.withLock { health in
            (health.succeed(rejecting: rejections.first?.failure, hasChanged: hasChanged), health.problem)
        }
        if isChanged { announce(problem?.reason ?? "the store responds again") }
        return true
    }

    private func fail(_ failure: RedisFailure) {
        if health.withLock({ $0.fail(failure, at: MonotonicClock.milliseconds()) }) { announce(failure.reason) }
    }

    /// Returns the error for a reply in a form that no script returns.
    func malformed() -> EntraError {
        let failure = RedisFailure("the store's reply is not valid")
        if health.withLock({ $0.recordMalformedReply(failure) }) { announce(failure.reason) }
        return unavailable(failure)
    }

    private func announce(_ message: String) { report("\(options.address.text): \(message)") }

    func unavailable(_ failure: RedisFailure) -> EntraError {
        .storeUnavailable("\(options.address.text): \(failure.reason)")
    }
}

/// The health of the store, and the time of the next attempt if the store does not respond.
struct RedisHealth: Sendable {
    /// The wait from one attempt to the next, in milliseconds. The wait doubles each time, with a random extra of up to the
    /// same length, so that the processes of a fleet do not reconnect at once.
    private static let backoff = (first: 50, last: 1_000)

    /// The reason why the store does not respond, or nil if it responds.
    private var failure: RedisFailure?
    /// The error with which the responding store rejects commands, until it accepts a change again.
    private var rejection: RedisFailure?
    private var failures = 0
    /// The time of the next attempt, on the clock of `MonotonicClock`.
    private var retryAt = 0
    private var isBeingTried = false

    /// The current problem of the store, or nil if none is known.
    var problem: RedisFailure? { failure ?? rejection }

    /// Returns the reason not to send a command, or nil if the caller may send. While the store is down, one thread at a time
    /// may try after each wait.
    mutating func rejection(at now: Int) -> RedisFailure? {
        guard let failure else { return nil }
        guard !isBeingTried, now >= retryAt else { return failure }
        isBeingTried = true
        return nil
    }

    /// The reason not to send the commands that queued during the last attempt, or nil if no failure is known.
    var queuedFailure: RedisFailure? { isBeingTried ? nil : failure }

    /// Records that the store responds: it rejected a command, accepted a change, or did neither. Returns whether the health
    /// has changed.
    mutating func succeed(rejecting newRejection: RedisFailure? = nil, hasChanged: Bool = false) -> Bool {
        let wasHealthy = problem == nil
        let known = hasChanged ? nil : rejection
        self = RedisHealth()
        rejection = newRejection ?? known
        return wasHealthy != (problem == nil)
    }

    /// Records a malformed reply. Returns whether the health has changed.
    mutating func recordMalformedReply(_ reason: RedisFailure) -> Bool {
        defer { rejection = reason }
        return problem == nil
    }

    /// Records that the store does not respond. Returns whether the failure is new.
    mutating func fail(_ reason: RedisFailure, at now: Int) -> Bool {
        let isChanged = failure == nil
        let wait = min(RedisHealth.backoff.first << min(failures, 10), RedisHealth.backoff.last)
        failures += 1
        failure = reason
        // Allowed (chance): replicas that lost the store together must not return to it together; no response depends on the value.
        retryAt = now + wait + Int.random(in: 0...wait)
        isBeingTried = false
        return isChanged
    }
}
