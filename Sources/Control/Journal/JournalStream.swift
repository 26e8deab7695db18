import Crypto
import HTTP
import Synchronization
import Wire

/// One listener's live view of the journal. Entries are written on the listener's own thread: the exchange that is told of
/// pays for a closure.
final class JournalStream: Sendable {
    /// The most earlier entries that a listener receives.
    private static let maximumEarlier = 100
    /// The most bytes of events about earlier entries; the latest entry is sent whatever its size.
    private static let maximumEarlierBytes = 128 * 1024

    private let journal: Journal
    private let filter: JournalFilter
    private let show: JournalShow
    private let sealing: SealingKeys
    /// Where the events go, once the head is sent, and which entries the first piece tells.
    private let state = Mutex<(sink: (any LiveSink)?, told: ClosedRange<Int64>?)>((nil, nil))
    private let token = Mutex<Int?>(nil)

    /// Nil when too many listen already.
    init?(_ journal: Journal, _ filter: JournalFilter, _ show: JournalShow, _ sealing: SealingKeys) {
        self.journal = journal
        self.filter = filter
        self.show = show
        self.sealing = sealing
        let listening = journal.listen { [weak self] item in self?.tell(item) }
        guard let listening else { return nil }
        token.withLock { $0 = listening }
    }

    /// An answer that is never sent gives its place back too.
    deinit {
        token.withLock { $0.map(journal.stopListening) }
    }

    var response: HTTPResponse {
        var response = HTTPResponse(status: 200, contentType: "text/event-stream; charset=utf-8", body: [])
        response.live = LiveBody(
            keepAlive: Array(": still here\n\n".utf8), begin: { [self] in begin($0) }, end: { [self] in end() })
        return response
    }

    /// The first piece is made on this thread too, so after this: by then every new entry goes to the sink, and none falls between
    /// the two.
    private func begin(_ sink: any LiveSink) {
        sink.send { [self] in first() }
        state.withLock { $0.sink = sink }
    }

    /// Returns a line that shows the client that it is connected, and the events of earlier entries.
    private func first() -> [UInt8] {
        let earlier = filter.since == nil ? [] : filter.select(from: journal.kept, sealing)
        var events: [[UInt8]] = []
        var left = JournalStream.maximumEarlierBytes
        var oldest: Int64?
        for kept in earlier.suffix(JournalStream.maximumEarlier).reversed() {
            guard let item = kept.item else { continue }
            let event = event(item)
            left -= event.count
            guard left >= 0 || events.isEmpty else { break }
            events.append(event)
            oldest = kept.id
        }
        if let oldest, let latest = earlier.last { state.withLock { $0.told = oldest...latest.id } }
        return Array(": listening\n\n".utf8) + events.reversed().joined()
    }

    private func end() {
        token.withLock { token in
            token.map(journal.stopListening)
            token = nil
        }
        state.withLock { $0.sink = nil }
    }

    /// Told before the head is sent, an entry is not: who wants those says `since`.
    private func tell(_ item: Journal.Item) {
        state.withLock { $0.sink }?.send { [self] in
            let isTold = state.withLock { $0.told?.contains(item.id) ?? false }
            return !isTold && filter.matches(item, sealing) ? event(item) : []
        }
    }

    /// `data` is one line: JSON has no line break that is not escaped.
    private func event(_ item: Journal.Item) -> [UInt8] {
        Array("id: \(item.id)\nevent: request\ndata: ".utf8) + JSONWriter.value(show.value(item)) + Array("\n\n".utf8)
    }
}
