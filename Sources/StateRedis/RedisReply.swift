import CHiredis
import Wire

/// What the store says to one command (RESP 2).
enum RedisReply: Sendable, Equatable {
    case none
    case integer(Int64)
    /// A string, or the text of a status.
    case bytes([UInt8])
    case list([RedisReply])
    /// Its first word is a code, as `NOSCRIPT`.
    case error(String)

    /// Copies what hiredis has read; it limits how deep lists are nested.
    init(copying reply: UnsafePointer<redisReply>) {
        switch reply.pointee.type {
        case REDIS_REPLY_INTEGER: self = .integer(reply.pointee.integer)
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(RedisReply.bytes(reply))
        // Allowed (lossy-text): a message, for the log.
        case REDIS_REPLY_ERROR: self = .error(String(decoding: RedisReply.bytes(reply), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            var list: [RedisReply] = []
            for position in 0..<reply.pointee.elements {
                guard let element = reply.pointee.element?[position] else { continue }
                list.append(RedisReply(copying: element))
            }
            self = .list(list)
        default: self = .none
        }
    }

    private static func bytes(_ reply: UnsafePointer<redisReply>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: reply.pointee.str, count: reply.pointee.str == nil ? 0 : reply.pointee.len))
    }

    var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    var bytes: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// Whether a script that may change something has: it answers with nothing, with 0 or less where it has not.
    var tellsOfChange: Bool {
        switch self {
        case .none, .error: false
        case .integer(let value): value > 0
        case .bytes, .list: true
        }
    }

    /// Nil for what is no valid UTF-8, too.
    var text: String? { bytes.flatMap { String(utf8: $0) } }

    var list: [RedisReply]? {
        if case .list(let value) = self { value } else { nil }
    }
}

/// An error by which the store does not do what it is asked.
struct RedisRefusal: Sendable, Equatable {
    let failure: RedisFailure
    /// Whether another connection may lead to a store that does better.
    let endsConnection: Bool

    /// What is part of the talk: a script that is not known yet, and a verb of an epoch that is over (`RedisScript.verb`).
    private static let expected = ["NOSCRIPT", "STALE"]
    /// The codes (redis.io/docs, `src/server.c: createSharedObjects`) after which the connection is made anew.
    private static let connectionEnds = [
        "READONLY", "MOVED", "ASK", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOAUTH",
    ]

    /// Nil for what is no such error.
    init?(_ reply: RedisReply) {
        guard case .error(let text) = reply else { return nil }
        failure = RedisFailure(refusing: text)
        guard let code = failure.code, !RedisRefusal.expected.containsExactly(code) else { return nil }
        endsConnection = RedisRefusal.connectionEnds.containsExactly(code)
    }
}

/// Reads replies out of the bytes of a connection. Of one thread at a time.
final class RedisReader {
    private let reader: UnsafeMutablePointer<redisReader>

    /// Nil without memory.
    init?() {
        guard let reader = redisReaderCreate() else { return nil }
        self.reader = reader
    }

    deinit {
        redisReaderFree(reader)
    }

    /// False for bytes that are no replies, and without memory.
    func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        redisReaderFeed(reader, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count) == REDIS_OK
    }

    /// The next whole reply; nil where more bytes are needed. Throws for what is no reply.
    func next() throws(RedisFailure) -> RedisReply? {
        var reply: UnsafeMutableRawPointer?
        guard redisReaderGetReply(reader, &reply) == REDIS_OK else {
            throw RedisFailure("the store's response is not a Redis reply")
        }
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        return RedisReply(copying: UnsafePointer(reply.assumingMemoryBound(to: redisReply.self)))
    }
}

/// Why a command has no answer. One clause for the log, with no secret in it.
struct RedisFailure: Error, Sendable, Equatable {
    let reason: String
    /// The store's own word for it; nil where it said none.
    let code: String?

    init(_ reason: String) {
        self.reason = reason
        code = nil
    }

    /// It answers with an error, whose first word is the code. Of a script's error the code stands within, as `-OOM`, before
    /// version 7.
    init(refusing text: String) {
        reason = "the store rejects the command: \(text)"
        let words = text.pieces(separatedBy: " ")
        let isOfScript = words.first?.isExactly("ERR") == true
        let within = isOfScript ? words.lazy.compactMap { $0.behind("-") }.first { !$0.isEmpty } : nil
        code = within ?? words.first ?? ""
    }
}
