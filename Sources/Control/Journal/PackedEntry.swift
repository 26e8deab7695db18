import Entra
import HTTP
import Wire

/// A journal entry as it is kept: its texts on the tape, the rest here.
struct PackedEntry: Sendable {
    private(set) var place: JournalTape.Place
    /// About how many bytes it keeps in memory.
    let weight: Int
    let time: Timestamp
    private let traceID: GUID
    private let duration: UInt64
    private let status: Int
    private let localPort: Int
    private let originPort: Int?
    private let isSecure: Bool
    private let isOriginSecure: Bool
    /// Whether query and body could be decoded: what could be once can be again.
    private let hasQuery: Bool
    private let hasForm: Bool
    /// Of a document, which many entries have in common.
    private let document: [UInt8]?
    /// Nil where nothing was noted, as of most exchanges.
    private let notes: ExchangeNotes?

    /// `document`: the answer's body, where it is not to lie on the tape.
    init(_ entry: borrowing JournalEntry, weight: Int, document: [UInt8]?, on tape: inout JournalTape) {
        place = tape.append(entry, weight: weight, withBody: document == nil)
        self.weight = weight
        time = entry.time
        traceID = entry.traceID
        duration = entry.duration
        status = entry.response.status
        localPort = entry.peer.localPort
        originPort = entry.origin.port
        isSecure = entry.peer.isSecure
        isOriginSecure = entry.origin.isSecure
        hasQuery = entry.query != nil
        hasForm = entry.form != nil
        self.document = document
        notes = entry.notes.isEmpty ? nil : entry.notes
    }

    /// The same on another tape.
    func moved(from tape: JournalTape, to other: inout JournalTape) -> PackedEntry {
        var moved = self
        moved.place = other.append(tape[place])
        return moved
    }

    /// The entry, of its bytes on the tape; nil where they are others.
    func unpacked(_ bytes: ArraySlice<UInt8>) -> JournalEntry? {
        var fields = JournalFields(bytes)
        guard let endpoint = fields.text(), let method = fields.text(), let path = fields.text(),
            let query = fields.text(), let authority = fields.text(), let host = fields.text(),
            let address = fields.text(), let correlationID = fields.text(), let requestLines = fields.next(),
            let requestBody = fields.next(), let responseLines = fields.next(),
            let responseBody = document ?? fields.next()
        else { return nil }
        var captures: [(name: String, value: String)] = []
        while let name = fields.text(), let value = fields.text() { captures.append((name, value)) }
        let request = HTTPRequest(
            method: method, path: path, query: query, headers: HeaderList(lines: requestLines), body: requestBody,
            authority: authority)
        let response = HTTPResponse(
            status: status, headers: HeaderList(lines: responseLines), body: responseBody,
            isCompressible: document != nil)
        return JournalEntry(
            endpoint: endpoint, request: request, captures: Captures(captures),
            query: hasQuery ? try? Form(parsing: query.utf8) : nil,
            form: hasForm ? try? Form(parsing: requestBody) : nil,
            origin: Origin(scheme: isOriginSecure ? "https" : "http", host: host, port: originPort),
            peer: Peer(address: address, isSecure: isSecure, localPort: localPort), correlationID: correlationID,
            traceID: traceID, time: time, duration: duration, response: response, notes: notes ?? ExchangeNotes())
    }
}

extension JournalTape {
    /// Writes what `PackedEntry` does not hold, in the order in which it is read.
    fileprivate mutating func append(_ entry: borrowing JournalEntry, weight: Int, withBody: Bool) -> Place {
        begin(size: weight)
        append(entry.endpoint)
        append(entry.request.method)
        append(entry.request.path)
        append(entry.request.query)
        append(entry.request.authority)
        append(entry.origin.host)
        append(entry.peer.address)
        append(entry.correlationID)
        append(entry.request.headers.lines)
        append(entry.request.body)
        append(entry.response.headers.lines)
        if withBody { append(entry.response.body) }
        for (name, value) in entry.captures.pairs {
            append(name)
            append(value)
        }
        return end()
    }
}
