import Crypto
import Directory
package import Entra
package import Formats
import Platform
import Synchronization

/// The change log in Redis or Valkey, version 6.2 or later.
package final class RedisChangeLog: SharedChangeLog {
    /// The maximum size of one write, in bytes.
    static let maximumWrite = 64 * 1024 * 1024

    /// The client, which the store's operations share.
    package let client: RedisClient
    private let beginning: ChangeLogStart
    private let news: RedisChangeFeed
    private let report: @Sendable (String) -> Void
    /// The last reported failure of the subscription to news, or an empty string.
    private let lastFailure = Mutex("")

    /// Creates the log, which connects with the first operation. `report` receives a line when the store fails, when it
    /// responds again, and when the subscription to news fails, and if a setting of the store is unknown.
    package init(
        _ options: RedisOptions, random: any RandomSource, now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (String) -> Void
    ) {
        let store = options.address.text
        let beginning = ChangeLogStart(random: random, now: now) { report("\(store): \($0)") }
        self.beginning = beginning
        client = RedisClient(options, report: report) { connection throws(RedisFailure) in
            try beginning.greet(connection)
        }
        news = RedisChangeFeed(options)
        self.report = report
    }

    package var name: String { client.options.address.text }

    package func isLast(_ offset: LogOffset) throws(EntraError) -> Bool {
        let reply = try client.reply(to: RedisCommand([Array("GET".utf8), RedisScript.Key.head.bytes]))
        return reply.bytes.map { $0 == Array(offset.text.utf8) } ?? false
    }

    package func read(after offset: LogOffset?) throws(EntraError) -> LogReading {
        let epoch = offset?.epoch.description ?? "", number = String(offset?.number ?? 0)
        let first = try client.run(ChangeLogScripts.read, epoch, number)
        if let reading = reading(first) { return reading }
        guard first == .list([]) else { throw client.malformed() }
        // The store has lost its data, or was restored to an earlier state.
        _ = try client.run(ChangeLogScripts.begin, beginning.arguments)
        guard let reading = reading(try client.run(ChangeLogScripts.read, "", "0")) else { throw client.malformed() }
        return reading
    }

    package func write(
        _ documents: [SharedDocument], after offset: LogOffset
    ) throws(EntraError) -> LogWrite {
        var arguments = [Array(offset.text.utf8)]
        for document in documents {
            arguments.append(Array("\(document.kind.rawValue) \(document.key)".utf8))
            arguments.append(document.content.map { JSONWriter.value($0) } ?? [])
            arguments.append(Array((document.content == nil ? "0" : "1").utf8))
        }
        guard arguments.reduce(0, { $0 + $1.count }) <= RedisChangeLog.maximumWrite else {
            throw .storeUnavailable("a change is larger than the store accepts")
        }
        let reply = try client.run(ChangeLogScripts.write, arguments)
        guard reply != .none else { return .behind(try read(after: offset)) }
        guard let written = reply.text.flatMap({ LogOffset(text: $0) }) else { throw client.malformed() }
        beginning.note(written)
        return .written(written)
    }

    package func awaitChanges(after offset: LogOffset, for time: Duration) throws(EntraError) {
        do throws(RedisFailure) {
            try news.wait(for: time)
            lastFailure.withLock { $0 = "" }
        } catch {
            // If the store does not respond at all, the client has reported the failure already.
            if client.failure == nil, lastFailure.withLock({ known in error.differs(from: &known) }) {
                report("\(client.options.address.text): cannot receive the changes of other replicas: \(error.reason)")
            }
            throw client.unavailable(error)
        }
    }

    /// Decodes a reply. Returns nil for a reply of another form, or with a revocation that cannot be read. Records the offset,
    /// because the store's next epoch must begin above it.
    private func reading(_ reply: RedisReply) -> LogReading? {
        guard let list = reply.list, list.count >= 2, list.count.isMultiple(of: 2),
            let offset = list[0].text.flatMap({ LogOffset(text: $0) }), let isWhole = list[1].integer
        else { return nil }
        var documents: [SharedDocument] = []
        for index in stride(from: 2, to: list.count, by: 2) {
            let name = list[index].text?.pieces(separatedBy: " ", atMost: 2, keepingEmpty: true) ?? []
            guard name.count == 2, let kind = SharedDocument.Kind(rawValue: name[0]) else { return nil }
            var content: JSONValue?
            if let bytes = list[index + 1].bytes {
                guard let value = JSONValue(parsing: bytes) else { return nil }
                content = value
            }
            guard isWhole == 0 || content != nil else { continue }
            let document = SharedDocument(kind, name[1], content)
            guard !SharedRecords.isUnreadable(document) else { return nil }
            documents.append(document)
        }
        beginning.note(offset)
        return LogReading(isWhole: isWhole == 1, documents: documents, offset: offset)
    }
}

extension RedisFailure {
    /// Whether the failure differs from the known one. The failure becomes the known one.
    fileprivate func differs(from known: inout String) -> Bool {
        defer { known = reason }
        return !known.utf8.elementsEqual(reason.utf8)
    }
}

extension LogOffset {
    /// The offset in the store's format.
    var text: String { "\(epoch) \(number)" }

    init?(text: String) {
        let parts = text.pieces(separatedBy: " ", keepingEmpty: true)
        guard parts.count == 2, let epoch = GUID(parts[0]), let number = Int64(parts[1]) else { return nil }
        self.init(epoch: epoch, number: number)
    }
}

/// A subscription to writes of the change log, on a connection of its own.
final class RedisChangeFeed: Sendable {
    /// The open subscription.
    private struct Line {
        let connection: RedisConnection
        /// The time by which the store must respond to a ping, on the clock of `MonotonicClock`, or nil if no ping is
        /// outstanding.
        var replyDeadline: Int?
    }

    private let options: RedisOptions
    private let line = Mutex<Line?>(nil)

    init(_ options: RedisOptions) {
        self.options = options
    }

    /// Returns when there may be news, or when the time is over. Writes made while there is no connection are not announced, so
    /// the first call on each connection returns at once.
    func wait(for time: Duration) throws(RedisFailure) {
        try line.withLock { (line) throws(RedisFailure) in
            do throws(RedisFailure) {
                guard var open = line else {
                    line = try listen()
                    return
                }
                try wait(on: &open, for: time)
                line = open
            } catch {
                line = nil
                throw error
            }
        }
    }

    private func listen() throws(RedisFailure) -> Line {
        let opened = try RedisConnection(options)
        guard case .list? = try opened.run([RedisCommand("SUBSCRIBE", RedisScript.news)]).first else {
            throw RedisFailure("the store rejects SUBSCRIBE: allow the command SUBSCRIBE")
        }
        return Line(connection: opened)
    }

    private func wait(on open: inout Line, for time: Duration) throws(RedisFailure) {
        let begin = MonotonicClock.milliseconds()
        let end =
            begin + Int(time.components.seconds) * 1_000
            + Int(time.components.attoseconds / 1_000_000_000_000_000)
        // The ping detects a dead connection.
        if open.replyDeadline == nil {
            try open.connection.send([RedisCommand("PING")])
            open.replyDeadline = begin + options.address.timeout
        }
        while let reply = try open.connection.nextReply(until: min(end, open.replyDeadline ?? end)) {
            guard case .list(let parts) = reply, parts.first?.text == "message" else {
                open.replyDeadline = nil
                continue
            }
            return
        }
        if let latest = open.replyDeadline, MonotonicClock.milliseconds() >= latest {
            throw RedisFailure("the store does not respond in time")
        }
    }
}
