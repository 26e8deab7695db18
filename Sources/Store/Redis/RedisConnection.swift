import Crypto
package import Directory
import Formats
import Platform

/// The parameters of a connection to the store.
package struct RedisOptions: Sendable {
    package let address: StoreAddress
    /// The certificate authorities that may have signed the store's certificate, as PEM, or nil for the system's authorities.
    package let authorityPEM: [UInt8]?

    package init(_ address: StoreAddress, authorityPEM: [UInt8]?) {
        self.address = address
        self.authorityPEM = authorityPEM
    }
}

/// An authenticated connection to the store with its database selected. Calls block, and only one thread may use the connection
/// at a time. A connection cannot be used after a failure.
final class RedisConnection {
    /// The maximum size of one reply, in bytes. The largest reply contains all shared state.
    static let maximumReply = 512 * 1024 * 1024

    private let connection: BlockingConnection
    private let reader: RedisReader
    private let timeout: Int

    init(_ options: RedisOptions) throws(RedisFailure) {
        let address = options.address
        guard let reader = RedisReader() else { throw RedisFailure("the process has no memory left") }
        self.reader = reader
        timeout = address.timeout
        do throws(TLSFailure) {
            connection = try BlockingConnection(
                host: address.host, port: address.port,
                security: address.isSecure ? .init(authorityPEM: options.authorityPEM) : nil,
                stepMilliseconds: address.timeout)
        } catch {
            throw RedisFailure(error.reason)
        }
        try signIn(address)
    }

    private func signIn(_ address: StoreAddress) throws(RedisFailure) {
        var commands: [RedisCommand] = []
        if let password = address.password {
            commands.append(address.user.map { RedisCommand("AUTH", $0, password) } ?? RedisCommand("AUTH", password))
        }
        if address.database != 0 { commands.append(RedisCommand("SELECT", String(address.database))) }
        for reply in try run(commands) {
            if case .error(let text) = reply { throw RedisFailure(errorReply: text) }
        }
    }

    /// Whether the store has closed the connection, as stores do after a long idle time. While no command is running, nothing
    /// else can be readable.
    var isClosed: Bool { connection.isReadable(withinMilliseconds: 0) }

    /// Sends commands in one write and returns their replies.
    func run(_ commands: [RedisCommand]) throws(RedisFailure) -> [RedisReply] {
        guard !commands.isEmpty else { return [] }
        try send(commands)
        let end = MonotonicClock.milliseconds() + timeout
        var replies: [RedisReply] = []
        while replies.count < commands.count {
            guard let reply = try nextReply(until: end) else {
                throw RedisFailure("the store does not respond in time")
            }
            replies.append(reply)
        }
        return replies
    }

    func send(_ commands: [RedisCommand]) throws(RedisFailure) {
        var bytes: [UInt8] = []
        for command in commands {
            guard command.encode(into: &bytes) else { throw RedisFailure("the process has no memory left") }
        }
        guard (try? connection.write(bytes)) != nil else { throw RedisFailure("the connection failed") }
    }

    /// Returns the next reply, or nil if none is complete at `end` on the clock of `MonotonicClock`. Bytes of an incomplete
    /// reply are kept.
    func nextReply(until end: Int) throws(RedisFailure) -> RedisReply? {
        var unread = 0
        while true {
            if let reply = try reader.next() { return reply }
            let left = end - MonotonicClock.milliseconds()
            guard connection.isReadable(withinMilliseconds: max(left, 0)) else { return nil }
            let (count, isTaken) = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
                let count = (try? connection.read(into: buffer)) ?? 0
                return (count, count > 0 && reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            }
            guard count > 0 else { throw RedisFailure("the connection failed") }
            unread += count
            guard isTaken, unread <= RedisConnection.maximumReply else {
                throw RedisFailure("the store's reply is too long")
            }
        }
    }
}
