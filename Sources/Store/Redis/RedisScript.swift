import Crypto
import Entra
import Formats

/// A Lua script that the store runs atomically. The script is called by its digest once the store has cached it.
struct RedisScript: Sendable {
    let source: String
    private let keys: [[UInt8]]
    private let digest: [UInt8]
    /// Whether the script usually changes something when it succeeds.
    private let isChange: Bool

    /// Creates a script. `body` refers to the keys by the names of `Key`, such as `devices`, and to the other arguments as
    /// `ARGV`. If a permanent key is missing, the store has evicted it, whatever its policy was at connection time. The script
    /// then deletes the head, so that a new epoch begins; the variable `was` contains the previous head.
    init(_ keys: [Key], isChange: Bool = false, _ body: String) {
        self.isChange = isChange
        let names = keys.enumerated().map { "local \($1.rawValue) = KEYS[\($0 + 1)]\n" }
        let certain = keys.filter(\.isPermanent).map(\.rawValue)
        let look = """
            local was = false
            if redis.call('EXISTS', \(certain.joined(separator: ", "))) < \(certain.count) then
              was = redis.call('GET', head)
              redis.call('DEL', head)
            end

            """
        source = names.joined() + (certain.isEmpty ? "" : look) + body
        self.keys = keys.map(\.bytes)
        digest = Array(ASCII.hex(Digest.sha1(Array(source.utf8))).utf8)
    }

    /// Returns a script for one epoch, which is the first argument. In any other epoch the script returns the error `STALE`.
    /// The error has several words, because version 7 puts `ERR` before a single word.
    static func operation(_ keys: [Key], isChange: Bool = false, _ body: String) -> RedisScript {
        RedisScript(
            [.head] + keys, isChange: isChange,
            """
            local place = redis.call('GET', head)
            if not place or string.sub(place, 1, 36) ~= ARGV[1] then
              return redis.error_reply('STALE the epoch is over')
            end
            \(body)
            """)
    }

    /// Returns the command that runs the script, by digest or, for a store that may not have cached the script, by source.
    func command(_ arguments: [[UInt8]], bySource: Bool = false) -> RedisCommand {
        let name = bySource ? [Array("EVAL".utf8), Array(source.utf8)] : [Array("EVALSHA".utf8), digest]
        return RedisCommand(name + [Array(String(keys.count).utf8)] + keys + arguments, isChange: isChange)
    }
}

extension RedisScript {
    /// The keys in the store. All names hash to one slot, so that a cluster keeps them together.
    enum Key: String, CaseIterable, Sendable {
        /// The head of the change log: the epoch, a space, and the number.
        case head
        /// The run ID of the store in which the epoch was last seen.
        case run
        /// The documents of the change log: contents by kind and key, and the numbers of the last and the first write of each.
        /// Deleted documents keep their last number until `floor`.
        case documents
        case numbers
        case born
        case gone
        case floor
        /// The single-use marks by expiry.
        case redeemed
        /// The device authorizations: IDs in the order of creation, the counter of that order, contents, user codes, polls and
        /// decisions.
        case devices
        case started
        case authorizations
        case codes
        case polls
        case decisions
        /// The text size of all authorizations in bytes, and the size per authority: its bytes plus an overhead for each
        /// authorization.
        case volume
        case shares
        /// The times at which the allowance for wrong user codes is full again, for addresses and for pages with addresses.
        case tries
        case guesses
        /// The event counts, and the ends of their periods.
        case counts
        case ends

        /// Whether the key exists as long as the store has data. `placeholders` or the beginning of the change log creates such
        /// keys.
        var isPermanent: Bool {
            switch self {
            case .documents, .numbers, .born, .floor, .redeemed, .authorizations, .decisions, .counts, .ends: true
            case .head, .run, .gone, .devices, .started, .codes, .polls, .volume, .shares, .tries, .guesses:
                false
            }
        }

        var bytes: [UInt8] { Array("{understudy}:\(rawValue)".utf8) }
    }

    /// The Lua code that writes placeholder entries to keys that could otherwise be empty, and therefore missing.
    static let placeholders = """
        redis.call('ZADD', redeemed, '+inf', '-')
        redis.call('ZADD', ends, '+inf', '-')
        for _, place in ipairs({authorizations, decisions, counts}) do redis.call('HSET', place, '-', '') end

        """

    /// The channel that announces writes to the change log.
    static let news = "{understudy}:news"
}

extension RedisClient {
    /// Runs a script and returns its reply. Sends the source if the store has not cached the script. Throws
    /// `EntraError.storeUnavailable`, also for an error of the script.
    func run(_ script: RedisScript, _ arguments: [[UInt8]]) throws(EntraError) -> RedisReply {
        var reply = try run([script.command(arguments)]).first
        if case .error(let text) = reply, text.hasExactPrefix("NOSCRIPT") {
            reply = try run([script.command(arguments, bySource: true)]).first
        }
        return try understood(reply)
    }

    /// Returns the reply to one command. Throws `EntraError.storeUnavailable`, also for an error reply.
    func reply(to command: RedisCommand) throws(EntraError) -> RedisReply { try understood(run([command]).first) }

    private func understood(_ reply: RedisReply?) throws(EntraError) -> RedisReply {
        switch reply {
        case .error(let text):
            throw unavailable(
                text.hasExactPrefix("STALE") ? RedisFailure("the store was reset") : RedisFailure(errorReply: text))
        case nil: throw unavailable(RedisFailure("the store sent no reply"))
        case let reply?: return reply
        }
    }

    /// Runs a script with text arguments.
    func run(_ script: RedisScript, _ arguments: String...) throws(EntraError) -> RedisReply {
        try run(script, arguments.map { Array($0.utf8) })
    }
}
