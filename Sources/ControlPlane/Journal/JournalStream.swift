import Crypto
import Formats
import HTTP
import Synchronization

/// The event stream of the journal for one listener. Events are encoded on the listener's own thread, so that the recorded request
/// only pays for a closure.
final class JournalStream: Sendable {
    /// The largest number of earlier entries that a listener receives.
    private static let maximumEarlier = 100
    /// The largest total size of events for earlier entries, in bytes. The latest entry is always sent.
    private static let maximumEarlierBytes = 128 * 1024

    private let journal: Journal
    private let filter: JournalFilter
    private let show: JournalShow
    private let sealing: SealingKeys
    /// The sink for events after the head is sent, and the range of the entries in the first piece.
    private let state = Mutex<(sink: (any LiveSink)?, replayed: ClosedRange<Int64>?)>((nil, nil))
    private let token = Mutex<Int?>(nil)

    /// Creates the stream and registers the listener. Returns nil if there are too many listeners.
    init?(_ journal: Journal, _ filter: JournalFilter, _ show: JournalShow, _ sealing: SealingKeys) {
        self.journal = journal
        self.filter = filter
        self.show = show
        self.sealing = sealing
        let listening = journal.listen { [weak self] item in self?.send(item) }
        guard let listening else { return nil }
        token.withLock { $0 = listening }
    }

    /// Releases the listener, also if the response was never sent.
    deinit {
        token.withLock { $0.map(journal.stopListening) }
    }

    var response: HTTPResponse {
        var response = HTTPResponse(status: 200, contentType: "text/event-stream; charset=utf-8", body: [])
        response.live = LiveBody(
            keepAlive: Array(": still here\n\n".utf8), begin: { [self] in begin($0) }, end: { [self] in end() })
        return response
    }

    /// Starts the stream. The first piece is created on the same thread, after this function has returned. By then every new entry
    /// goes to the sink, so that no entry is lost in between.
    private func begin(_ sink: any LiveSink) {
        sink.send { [self] in first() }
        state.withLock { $0.sink = sink }
    }

    /// Returns a line that confirms the connection to the client, and the events of earlier entries.
    private func first() -> [UInt8] {
        let earlier = filter.since == nil ? [] : filter.select(from: journal.storedEntries, sealing)
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
        if let oldest, let latest = earlier.last { state.withLock { $0.replayed = oldest...latest.id } }
        return Array(": listening\n\n".utf8) + events.reversed().joined()
    }

    private func end() {
        token.withLock { token in
            token.map(journal.stopListening)
            token = nil
        }
        state.withLock { $0.sink = nil }
    }

    /// Sends the event of a new entry, unless the first piece has it. Entries from before the head was sent are left out; a client
    /// requests them with `since`.
    private func send(_ item: Journal.Item) {
        state.withLock { $0.sink }?.send { [self] in
            let isReplayed = state.withLock { $0.replayed?.contains(item.id) ?? false }
            return !isReplayed && filter.matches(item, sealing) ? event(item) : []
        }
    }

    /// Returns the event of an entry. `data` is one line, because JSON escapes line breaks.
    private func event(_ item: Journal.Item) -> [UInt8] {
        Array("id: \(item.id)\nevent: request\ndata: ".utf8) + JSONWriter.value(show.value(item)) + Array("\n\n".utf8)
    }
}
