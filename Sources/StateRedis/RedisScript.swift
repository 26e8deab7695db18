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

    /// `body` sees the keys by the names of `Key`, as `devices`, and the rest of the arguments in `ARGV`.
    init(_ keys: [Key], isChange: Bool = false, _ body: String) {
        self.isChange = isChange
        let names = keys.enumerated().map { "local \($1.rawValue) = KEYS[\($0 + 1)]\n" }
        source = names.joined() + body
        self.keys = keys.map(\.bytes)
        digest = Array(ASCII.hex(Digest.sha1(Array(source.utf8))).utf8)
    }

    /// The same for a verb of one epoch, which is the first argument: the body runs in that one alone.
    static func verb(_ keys: [Key], isChange: Bool = false, _ body: String) -> RedisScript {
        RedisScript(
            [.head] + keys, isChange: isChange,
            """
            local place = redis.call('GET', head)
            if not place or string.sub(place, 1, 36) ~= ARGV[1] then return redis.error_reply('STALE') end
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
        /// Bytes of all authorizations.
        case volume
        /// When addresses that sent wrong user codes have their whole allowance again.
        case tries
        /// Counted events, and when their periods end.
        case counts
        case ends

        var bytes: [UInt8] { Array("{understudy}:\(rawValue)".utf8) }
    }

    /// Where writes of the ledger are told.
    static let news = "{understudy}:news"
}

extension RedisClient {
    /// What a script says; where the store has forgotten it, it is sent. Throws `EntraError.storeUnavailable`, for a script's error,
    /// too.
    func run(_ script: RedisScript, _ arguments: [[UInt8]]) throws(EntraError) -> RedisReply {
        var reply = try run([script.command(arguments)]).first
        if case .error(let text) = reply, text.hasPrefix("NOSCRIPT") {
            reply = try run([script.command(arguments, bySource: true)]).first
        }
        return try understood(reply)
    }

    /// The reply to one command. Throws `EntraError.storeUnavailable` for an error, too.
    func ask(_ command: RedisCommand) throws(EntraError) -> RedisReply { try understood(run([command]).first) }

    private func understood(_ reply: RedisReply?) throws(EntraError) -> RedisReply {
        switch reply {
        case .error(let text):
            throw unavailable(RedisFailure(text.hasPrefix("STALE") ? "it has begun anew" : "it refuses: \(text)"))
        case nil: throw unavailable(RedisFailure("it said nothing"))
        case let reply?: return reply
        }
    }

    /// The same with arguments as text.
    func run(_ script: RedisScript, _ arguments: String...) throws(EntraError) -> RedisReply {
        try run(script, arguments.map { Array($0.utf8) })
    }

    /// A reply of a shape that no script of ours has.
    func malformed() -> EntraError { unavailable(RedisFailure("its reply makes no sense")) }
}
