import Crypto
import Entra
import Wire

/// A Lua script that the store runs: all of it at once, with nothing of others between. It is named by its digest once the
/// store knows it.
struct RedisScript: Sendable {
    let source: String
    private let keys: [[UInt8]]
    private let digest: [UInt8]
    /// Whether it changes something where it succeeds, as a rule.
    private let isChange: Bool

    /// `body` sees the keys by the names of `Key`, as `devices`, and the rest of the arguments in `ARGV`. Where one of the
    /// keys is missing that are always there, the store has dropped it, whatever its policy was when the connection was made: then
    /// there is no head any more, and the store's memory begins anew; what the head was is `was` then.
    init(_ keys: [Key], isChange: Bool = false, _ body: String) {
        self.isChange = isChange
        let names = keys.enumerated().map { "local \($1.rawValue) = KEYS[\($0 + 1)]\n" }
        let certain = keys.filter(\.isAlwaysThere).map(\.rawValue)
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

    /// The same for a verb of one epoch, which is the first argument: the body runs in that one alone, any other is
    /// answered with the error `STALE`, of several words, as version 7 puts `ERR` before a single one.
    static func verb(_ keys: [Key], isChange: Bool = false, _ body: String) -> RedisScript {
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

    /// By the digest, or where the store may not know it by the source.
    func command(_ arguments: [[UInt8]], bySource: Bool = false) -> RedisCommand {
        let name = bySource ? [Array("EVAL".utf8), Array(source.utf8)] : [Array("EVALSHA".utf8), digest]
        return RedisCommand(name + [Array(String(keys.count).utf8)] + keys + arguments, isChange: isChange)
    }
}

extension RedisScript {
    /// Where things are in the store. All names hash to one slot, so that a cluster keeps them together.
    enum Key: String, CaseIterable, Sendable {
        /// The ledger's place: its epoch, a space, its number.
        case head
        /// The run of the store that the epoch was seen in.
        case run
        /// The contents of the ledger's documents by kind and key, and the numbers of their last writes and of their first; those
        /// that are gone have a last number still, until `floor`.
        case documents
        case numbers
        case born
        case gone
        case floor
        /// Single-use marks by their expiry.
        case redeemed
        /// Ids of device authorizations in the order of their start; their numbers, contents, user codes, polls and decisions.
        case devices
        case started
        case authorizations
        case codes
        case polls
        case decisions
        /// Bytes of all authorizations, and what each authority holds of them: its bytes and an overhead for each.
        case volume
        case shares
        /// When addresses that sent wrong user codes have their whole allowance again, and when they have that of a page.
        case tries
        case guesses
        /// Counted events, and when their periods end.
        case counts
        case ends

        /// From the beginning of the store's memory on, by what `laid` puts there or the ledger begins with.
        var isAlwaysThere: Bool {
            switch self {
            case .documents, .numbers, .born, .floor, .redeemed, .authorizations, .decisions, .counts, .ends: true
            case .head, .run, .gone, .devices, .started, .codes, .polls, .volume, .shares, .tries, .guesses:
                false
            }
        }

        var bytes: [UInt8] { Array("{understudy}:\(rawValue)".utf8) }
    }

    /// Puts into the keys that may be empty what keeps them there, and stands for nothing.
    static let laid = """
        redis.call('ZADD', redeemed, '+inf', '-')
        redis.call('ZADD', ends, '+inf', '-')
        for _, place in ipairs({authorizations, decisions, counts}) do redis.call('HSET', place, '-', '') end

        """

    /// Where writes of the ledger are told.
    static let news = "{understudy}:news"
}

extension RedisClient {
    /// What a script says; where the store has forgotten it, it is sent. Throws `EntraError.storeUnavailable`, for a script's
    /// error, too.
    func run(_ script: RedisScript, _ arguments: [[UInt8]]) throws(EntraError) -> RedisReply {
        var reply = try run([script.command(arguments)]).first
        if case .error(let text) = reply, text.hasExactPrefix("NOSCRIPT") {
            reply = try run([script.command(arguments, bySource: true)]).first
        }
        return try understood(reply)
    }

    /// The reply to one command. Throws `EntraError.storeUnavailable` for an error, too.
    func ask(_ command: RedisCommand) throws(EntraError) -> RedisReply { try understood(run([command]).first) }

    private func understood(_ reply: RedisReply?) throws(EntraError) -> RedisReply {
        switch reply {
        case .error(let text):
            throw unavailable(
                text.hasExactPrefix("STALE") ? RedisFailure("the store was reset") : RedisFailure(refusing: text))
        case nil: throw unavailable(RedisFailure("the store sent no reply"))
        case let reply?: return reply
        }
    }

    /// The same with arguments as text.
    func run(_ script: RedisScript, _ arguments: String...) throws(EntraError) -> RedisReply {
        try run(script, arguments.map { Array($0.utf8) })
    }
}
