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
    package var failure: String? { health.withLock { $0.complaint?.reason } }
    /// The error code of the store for `failure`, or nil if the store gave none.
    package var failureCode: String? { health.withLock { $0.complaint?.code } }

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
            answer(calls, &connection)
        }
        switch call.outcome.withLock({ $0 }) {
        case .success(let replies): return replies
        case .failure(let failure): throw unavailable(failure)
        case nil: throw unavailable(RedisFailure("the command was not sent"))
        }
    }

    private func answer(_ calls: [Call], _ connection: inout RedisConnection?) {
        // Calls that queued before the failure was known fail without another attempt, and do not count as attempts.
        if let failure = health.withLock({ $0.objection }) {
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
        let (isChanged, complaint) = health.withLock { health in
            (health.succeed(refusing: rejections.first?.failure, hasChanged: hasChanged), health.complaint)
        }
        if isChanged { tell(complaint?.reason ?? "the store responds again") }
        return true
    }

    private func fail(_ failure: RedisFailure) {
        if health.withLock({ $0.fail(failure, at: MonotonicClock.milliseconds()) }) { tell(failure.reason) }
    }

    /// Returns the error for a reply in a form that no script returns.
    func malformed() -> EntraError {
        let failure = RedisFailure("the store's reply is not valid")
        if health.withLock({ $0.mistrust(failure) }) { tell(failure.reason) }
        return unavailable(failure)
    }

    private func tell(_ news: String) { report("\(options.address.text): \(news)") }

    func unavailable(_ failure: RedisFailure) -> EntraError {
        .storeUnavailable("\(options.address.text): \(failure.reason)")
    }
}
