import Crypto
import HTTP
import Synchronization
import Wire

/// One listener's live view of the journal. Entries are written on the listener's own thread: the exchange that is told of
/// pays for a closure.
final class JournalStream: Sendable {
    /// Earlier entries that are told at most.
    private static let maximumEarlier = 100

    private let journal: Journal
    private let filter: JournalFilter
    private let show: JournalShow
    private let sealing: SealingKeys
    /// Where the events go, once the head is sent, and up to which entry they have been told.
    private let state = Mutex<(sink: (any LiveSink)?, told: Int64)>((nil, 0))
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

    private func begin(_ sink: any LiveSink) {
        let earlier = filter.since == nil ? [] : filter.select(from: journal.items, sealing)
        let told = earlier.last?.id ?? 0
        state.withLock { $0 = (sink, told) }
        let events = earlier.suffix(JournalStream.maximumEarlier).flatMap(event)
        // A first line, so that the client sees at once that it is connected.
        sink.send { Array(": listening\n\n".utf8) + events }
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
        let sink = state.withLock { item.id > $0.told ? $0.sink : nil }
        sink?.send { [self] in filter.matches(item, sealing) ? event(item) : [] }
    }

    /// `data` is one line: JSON has no line break that is not escaped.
    private func event(_ item: Journal.Item) -> [UInt8] {
        Array("id: \(item.id)\nevent: request\ndata: ".utf8) + JSONWriter.value(show.value(item)) + Array("\n\n".utf8)
    }
}
