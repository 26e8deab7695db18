import Directory
import Crypto
package import Entra
package import State
import Synchronization
package import Wire

/// The ledger in Redis or Valkey, version 6.2 or later.
package final class RedisLedger: SharedLedger {
    /// Bytes of one write at most.
    static let maximumWrite = 64 * 1024 * 1024

    /// Of whoever has the store's verbs as well.
    package let client: RedisClient
    private let beginning: LedgerBeginning
    private let news: RedisNews
    private let report: @Sendable (String) -> Void
    /// What was told of last that keeps from hearing news.
    private let deafness = Mutex("")

    /// Connects with the first verb. `report` is told in one line when the store fails, when it answers again, and when it has
    /// lost its memory.
    package init(
        _ options: RedisOptions, random: any RandomSource, now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (String) -> Void
    ) {
        let store = options.address.text
        let beginning = LedgerBeginning(random: random, now: now) { report("\(store): \($0)") }
        self.beginning = beginning
        client = RedisClient(options, report: report) { connection throws(RedisFailure) in
            try beginning.greet(connection)
        }
        news = RedisNews(options)
        self.report = report
    }

    package var name: String { client.options.address.text }

    package func isLast(_ place: LedgerPlace) throws(EntraError) -> Bool {
        let reply = try client.ask(RedisCommand([Array("GET".utf8), RedisScript.Key.head.bytes]))
        return reply.bytes.map { $0 == Array(place.text.utf8) } ?? false
    }

    package func read(after place: LedgerPlace?) throws(EntraError) -> LedgerReading {
        let epoch = place?.epoch.description ?? "", number = String(place?.number ?? 0)
        let first = try client.run(LedgerScripts.read, epoch, number)
        if let reading = reading(first) { return reading }
        guard first == .list([]) else { throw client.malformed() }
        // It lost its memory, or is an earlier state of itself.
        _ = try client.run(LedgerScripts.begin, beginning.arguments)
        guard let reading = reading(try client.run(LedgerScripts.read, "", "0")) else { throw client.malformed() }
        return reading
    }

    package func write(
        _ documents: [SharedDocument], after place: LedgerPlace
    ) throws(EntraError) -> LedgerWrite {
        var arguments = [Array(place.text.utf8)]
        for document in documents {
            arguments.append(Array("\(document.kind.rawValue) \(document.key)".utf8))
            arguments.append(document.content.map { JSONWriter.value($0) } ?? [])
            arguments.append(Array((document.content == nil ? "0" : "1").utf8))
        }
        guard arguments.reduce(0, { $0 + $1.count }) <= RedisLedger.maximumWrite else {
            throw .storeUnavailable("a change is larger than the store accepts")
        }
        let reply = try client.run(LedgerScripts.write, arguments)
        guard reply != .none else { return .behind(try read(after: place)) }
        guard let written = reply.text.flatMap({ LedgerPlace(text: $0) }) else { throw client.malformed() }
        beginning.note(written)
        return .written(written)
    }

    package func awaitNews(after place: LedgerPlace, for time: Duration) throws(EntraError) {
        do throws(RedisFailure) {
            try news.wait(for: time)
            deafness.withLock { $0 = "" }
        } catch {
            // Where the store does not answer at all, that is told already.
            if client.failure == nil, deafness.withLock({ known in error.tells(against: &known) }) {
                report("\(client.options.address.text): cannot receive the changes of other replicas: \(error.reason)")
            }
            throw client.unavailable(error)
        }
    }

    /// Nil for a reply of another shape, or with a revocation that cannot be read. The place is noted, where the next memory of the
    /// store is to begin above it.
    private func reading(_ reply: RedisReply) -> LedgerReading? {
        guard let list = reply.list, list.count >= 2, list.count.isMultiple(of: 2),
            let place = list[0].text.flatMap({ LedgerPlace(text: $0) }), let isWhole = list[1].integer
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
        beginning.note(place)
        return LedgerReading(isWhole: isWhole == 1, documents: documents, place: place)
    }
}

extension RedisFailure {
    /// Whether it is another than the one known, which it is from now on.
    fileprivate func tells(against known: inout String) -> Bool {
        defer { known = reason }
        return !known.utf8.elementsEqual(reason.utf8)
    }
}

extension LedgerPlace {
    /// As the store has it.
    var text: String { "\(epoch) \(number)" }

    init?(text: String) {
        let parts = text.pieces(separatedBy: " ", keepingEmpty: true)
        guard parts.count == 2, let epoch = GUID(parts[0]), let number = Int64(parts[1]) else { return nil }
        self.init(epoch: epoch, number: number)
    }
}
