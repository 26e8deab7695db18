import CHiredis
import Formats

/// A command in its wire format (RESP 2).
struct RedisCommand: Sendable {
    private let arguments: [[UInt8]]
    /// Whether the reply of the command can report a change (`RedisReply.announcesChange`).
    let isChange: Bool

    init(_ words: String...) {
        self.init(words.map { Array($0.utf8) })
    }

    init(_ arguments: [[UInt8]], isChange: Bool = false) {
        self.arguments = arguments
        self.isChange = isChange
    }

    /// The size of all arguments, in bytes.
    var size: Int { arguments.reduce(0) { $0 + $1.count } }

    /// Appends the encoded command to `bytes`. Returns false if there is no memory.
    func encode(into bytes: inout [UInt8]) -> Bool {
        let all = arguments.flatMap(\.self)
        let lengths = arguments.map(\.count)
        let encoded: [UInt8]? = all.withUnsafeBytes { all in
            // An empty argument also needs a valid pointer.
            let start = all.bindMemory(to: CChar.self).baseAddress
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for length in lengths {
                pointers.append(start.map { $0 + offset })
                offset += length
            }
            var target: UnsafeMutablePointer<CChar>?
            let count = chiredis_format(&target, Int32(clamping: pointers.count), &pointers, lengths)
            guard count > 0, let target else { return nil }
            defer { redisFreeCommand(target) }
            return Array(UnsafeRawBufferPointer(start: target, count: Int(count)))
        }
        guard let encoded else { return false }
        bytes += encoded
        return true
    }
}

/// The reply to one command (RESP 2).
enum RedisReply: Sendable, Equatable {
    case none
    case integer(Int64)
    /// A string, or the text of a status.
    case bytes([UInt8])
    case list([RedisReply])
    /// An error text. The first word is a code, such as `NOSCRIPT`.
    case error(String)

    /// Copies a reply from hiredis, which limits the nesting depth of lists.
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

    /// Whether the script changed something. A script that changed nothing returns nothing, 0, a negative number or a list.
    var announcesChange: Bool {
        switch self {
        case .none, .error, .list: false
        case .integer(let value): value > 0
        case .bytes: true
        }
    }

    /// The text of the reply, or nil if the bytes are not valid UTF-8.
    var text: String? { bytes.flatMap { String(utf8: $0) } }

    var list: [RedisReply]? {
        if case .list(let value) = self { value } else { nil }
    }
}

/// An error with which the store rejects a command.
struct RedisRejection: Sendable, Equatable {
    let failure: RedisFailure
    /// Whether a new connection may lead to a store that accepts the command.
    let endsConnection: Bool

    /// The codes that are part of normal operation: a script that the store has not cached, and an operation of an epoch that
    /// is over (`RedisScript.operation`).
    private static let expected = ["NOSCRIPT", "STALE"]
    /// The codes (redis.io/docs, `src/server.c: createSharedObjects`) after which the connection is reopened.
    private static let connectionEnds = [
        "READONLY", "MOVED", "ASK", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOAUTH",
    ]

    /// Creates the refusal, or returns nil if the reply is not an error or has an expected code.
    init?(_ reply: RedisReply) {
        guard case .error(let text) = reply else { return nil }
        failure = RedisFailure(errorReply: text)
        guard let code = failure.code, !RedisRejection.expected.containsExactly(code) else { return nil }
        endsConnection = RedisRejection.connectionEnds.containsExactly(code)
    }
}

/// A parser of the replies on a connection. Only one thread may use the parser at a time.
final class RedisReader {
    private let reader: UnsafeMutablePointer<redisReader>

    /// Creates the parser, or returns nil if there is no memory.
    init?() {
        guard let reader = redisReaderCreate() else { return nil }
        self.reader = reader
    }

    deinit {
        redisReaderFree(reader)
    }

    /// Adds received bytes. Returns false for invalid bytes, or if there is no memory.
    func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        redisReaderFeed(reader, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count) == REDIS_OK
    }

    /// Returns the next complete reply, or nil if more bytes are needed. Throws for invalid bytes.
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

/// The reason why a command failed, as one clause for the log that contains no secrets.
struct RedisFailure: Error, Sendable, Equatable {
    let reason: String
    /// The error code of the store, or nil if the store gave none.
    let code: String?

    init(_ reason: String) {
        self.reason = reason
        code = nil
    }

    /// Creates the failure of an error reply, whose first word is the code. Before version 7, the code of a script's error is
    /// inside the text, for example as `-OOM`.
    init(errorReply text: String) {
        reason = "the store rejects the command: \(text)"
        let words = text.pieces(separatedBy: " ")
        let isFromScript = words.first?.isExactly("ERR") == true
        let within = isFromScript ? words.lazy.compactMap { $0.dropping(prefix: "-") }.first { !$0.isEmpty } : nil
        code = within ?? words.first ?? ""
    }
}
