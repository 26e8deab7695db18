import Entra
import Formats

/// A command of a transaction.
struct RedisStep: Sendable {
    let words: [[UInt8]]

    init(_ name: String, _ key: RedisScript.Key, _ arguments: String...) {
        self.init(name, key, bytes: arguments.map { Array($0.utf8) })
    }

    init(_ name: String, _ key: RedisScript.Key, bytes arguments: [[UInt8]]) {
        words = [Array(name.utf8), key.bytes] + arguments
    }
}

/// A change that a transaction writes if the values that the decision is based on still meet its requirements.
struct RedisChange: Sendable {
    /// A requirement for the reply of one read.
    enum Requirement: Sendable {
        case none
        case unchanged
        /// The value still exists, or still does not. Cheaper than `unchanged` for a large value that never changes.
        case samePresence
        case atMost(Int)
    }

    /// The requirements for the first reads of the transaction, in their order. The other reads have none.
    let requirements: [Requirement]
    let steps: [RedisStep]

    init(if requirements: [Requirement], _ steps: [RedisStep]) {
        self.requirements = requirements
        self.steps = steps
    }

    func requirement(_ read: Int) -> Requirement {
        requirements.indices.contains(read) ? requirements[read] : .none
    }
}

extension RedisScript {
    /// Returns a script that compares and sets: the script runs the reads, and if all replies meet their requirements, the steps
    /// of the change. Arguments after the epoch: the number of reads; for each read the requirement and the step; then the steps
    /// of the change. A step is the number of its words, and the words. Returns 1 if the change was made, otherwise the replies.
    /// The script contains no rule: Swift decides what to write.
    static func transaction(_ keys: [Key]) -> RedisScript {
        operation(
            keys, isChange: true,
            """
            local at = 2
            local function take()
              at = at + 1
              return ARGV[at - 1]
            end
            local function run()
              local size = tonumber(take())
              at = at + size
              return redis.call(unpack(ARGV, at - size, at - 1))
            end
            local replies, holds = {}, true
            for number = 1, tonumber(take()) do
              local requirement = take()
              local kind, value, reply = string.sub(requirement, 1, 1), string.sub(requirement, 2), run()
              replies[number] = reply
              if kind == '=' then holds = holds and reply and tostring(reply) == value
              elseif kind == '-' then holds = holds and not reply
              elseif kind == '+' then holds = holds and reply
              elseif kind == '<' then holds = holds and tonumber(reply or 0) <= tonumber(value) end
            end
            if not holds or at > #ARGV then return replies end
            while at <= #ARGV do run() end
            return 1
            """)
    }
}

extension RedisClient {
    /// The maximum number of decisions for one transaction while others change the same values.
    private static let attempts = 256

    /// Reads values, decides, and writes the change if the values are still the same. Otherwise the transaction decides again
    /// with the new values. `decide` returns no change if there is nothing to write. `expected` contains the replies that are
    /// likely, so that a transaction that writes takes one round trip instead of two. Throws `EntraError.storeUnavailable`.
    func transact<Answer>(
        _ script: RedisScript, _ reads: [RedisStep], in epoch: GUID, expecting expected: [RedisReply]? = nil,
        _ decide: ([RedisReply]) throws(EntraError) -> (answer: Answer, change: RedisChange?)
    ) throws(EntraError) -> Answer {
        var replies: [RedisReply]
        if let expected { replies = expected } else { replies = try read(script, reads, in: epoch) }
        for _ in 0..<RedisClient.attempts {
            let (answer, change) = try decide(replies)
            guard let change else { return answer }
            let conditions = replies.enumerated().map { change.requirement($0).encoded(for: $1) }
            let reply = try run(script, RedisClient.arguments(epoch, reads, conditions, change.steps))
            guard reply != .integer(1) else { return answer }
            replies = try list(reply, of: reads)
        }
        throw unavailable(RedisFailure("other replicas change the same value too often"))
    }

    /// Returns the replies of commands that change nothing.
    func read(_ script: RedisScript, _ reads: [RedisStep], in epoch: GUID) throws(EntraError) -> [RedisReply] {
        let conditions = reads.map { _ in RedisChange.Requirement.none.encoded(for: .none) }
        return try list(try run(script, RedisClient.arguments(epoch, reads, conditions, [])), of: reads)
    }

    private func list(_ reply: RedisReply, of reads: [RedisStep]) throws(EntraError) -> [RedisReply] {
        guard let list = reply.list, list.count == reads.count else { throw malformed() }
        return list
    }

    private static func arguments(
        _ epoch: GUID, _ reads: [RedisStep], _ conditions: [[UInt8]], _ steps: [RedisStep]
    ) -> [[UInt8]] {
        var arguments = [Array(epoch.description.utf8), Array(String(reads.count).utf8)]
        for (condition, read) in zip(conditions, reads) { arguments += [condition] + read.encoded }
        return arguments + steps.flatMap(\.encoded)
    }
}

extension RedisStep {
    /// The step as arguments of the script.
    fileprivate var encoded: [[UInt8]] { [Array(String(words.count).utf8)] + words }
}

extension RedisChange.Requirement {
    /// The requirement as an argument of the script, given the reply that the decision is based on.
    fileprivate func encoded(for reply: RedisReply) -> [UInt8] {
        switch self {
        case .none: [UInt8(ascii: "?")]
        case .unchanged where reply != .none:
            [UInt8(ascii: "=")] + (reply.bytes ?? Array(String(reply.integer ?? 0).utf8))
        case .samePresence where reply != .none: [UInt8(ascii: "+")]
        case .unchanged, .samePresence: [UInt8(ascii: "-")]
        case .atMost(let bound): Array("<\(bound)".utf8)
        }
    }
}
