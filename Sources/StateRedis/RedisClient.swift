import Directory
import Entra
import Platform
import State
import Synchronization
import Wire

/// The store's commands, from any thread, over one connection that is made anew where it breaks.
///
/// Threads that have commands at the same time share one trip: whoever has the connection sends what has gathered meanwhile in
/// one write, and reads all replies; the others find theirs. No thread is needed besides, and a busy process needs fewer trips.
package final class RedisClient: Sendable {
    /// A thread's commands on their way.
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
    /// Said on each new connection, before all else.
    private let greeting: @Sendable (RedisConnection) throws(RedisFailure) -> Void
    private let report: @Sendable (String) -> Void

    /// Connects with the first command. `report` is told in one line when the store fails, and when it answers again.
    init(
        _ options: RedisOptions, report: @escaping @Sendable (String) -> Void,
        greeting: @escaping @Sendable (RedisConnection) throws(RedisFailure) -> Void
    ) {
        self.options = options
        self.report = report
        self.greeting = greeting
    }

    /// Why the store does not answer, or does not do what it is asked; nil where it did the last time.
    package var failure: String? { health.withLock { $0.complaint?.reason } }
    /// The store's own word for that; nil where it said none.
    package var failureCode: String? { health.withLock { $0.complaint?.code } }

    /// The replies to commands that are sent one behind the other. Throws `EntraError.storeUnavailable`, at once while the store is
    /// known to be down; commands that fail may have been done.
    func run(_ commands: [RedisCommand]) throws(EntraError) -> [RedisReply] {
        if let failure = health.withLock({ $0.refusal(at: MonotonicClock.milliseconds()) }) {
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
        // Those that gathered before the failure was known wait for no second one, and are none themselves.
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

    /// Takes from the replies how the store is; false where the connection is of no use any more.
    private func judge(_ replies: ArraySlice<RedisReply>, to commands: [RedisCommand]) -> Bool {
        let refusals = replies.compactMap { RedisRefusal($0) }
        if let end = refusals.first(where: \.endsConnection) {
            fail(end.failure)
            return false
        }
        let hasChanged = zip(commands, replies).contains { command, reply in
            command.isChange && reply.tellsOfChange
        }
        let (isNews, complaint) = health.withLock { health in
            (health.succeed(refusing: refusals.first?.failure, hasChanged: hasChanged), health.complaint)
        }
        if isNews { tell(complaint?.reason ?? "the store responds again") }
        return true
    }

    private func fail(_ failure: RedisFailure) {
        if health.withLock({ $0.fail(failure, at: MonotonicClock.milliseconds()) }) { tell(failure.reason) }
    }

    /// A reply of a shape that no script of ours has.
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
