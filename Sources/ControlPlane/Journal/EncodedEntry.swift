import Entra
import Formats
import HTTP
import Protocol

/// A stored journal entry: its texts are on the tape, and the other values are here.
struct EncodedEntry: Sendable {
    private(set) var place: JournalBuffer.Place
    /// The approximate size in memory, in bytes.
    let weight: Int
    let time: Timestamp
    private let traceID: GUID
    private let duration: UInt64
    private let status: Int
    private let localPort: Int
    private let originPort: Int?
    private let isSecure: Bool
    private let isOriginSecure: Bool
    /// Whether query and body could be decoded. If so, decoding them again succeeds.
    private let hasQuery: Bool
    private let hasForm: Bool
    /// The body of a document response, which many entries share.
    private let document: [UInt8]?
    /// The notes, or nil for an entry without notes, as most are.
    private let notes: ResponseNotes?

    /// Stores an entry. `document` is the body of the response if the body is not stored on the tape.
    init(_ entry: JournalEntry, weight: Int, document: [UInt8]?, on tape: inout JournalBuffer) {
        place = tape.append(entry, withBody: document == nil)
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

    /// Returns the entry with its bytes copied to another tape.
    func moved(from tape: JournalBuffer, to other: inout JournalBuffer) -> EncodedEntry {
        var moved = self
        moved.place = other.append(tape[place])
        return moved
    }

    /// Decodes the entry from its bytes on the tape. Returns nil if the bytes are not those of the entry.
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
            traceID: traceID, time: time, duration: duration, response: response, notes: notes ?? ResponseNotes())
    }
}

extension JournalBuffer {
    /// Writes the fields that `EncodedEntry` does not hold, in the order in which they are read.
    fileprivate mutating func append(_ entry: JournalEntry, withBody: Bool) -> Place {
        append(size: entry.packedSize(withBody: withBody)) { writer in
            let head = entry.request.head
            writer.append(entry.endpoint)
            writer.append(head.method)
            writer.append(head.path)
            writer.append(head.query)
            writer.append(head.authority)
            writer.append(entry.origin.host)
            writer.append(entry.peer.address)
            writer.append(entry.correlationID)
            writer.append(head.headers.lines)
            writer.append(entry.request.body)
            writer.append(entry.response.headers.lines)
            if withBody { writer.append(entry.response.body) }
            for (name, value) in entry.captures.pairs {
                writer.append(name)
                writer.append(value)
            }
        }
    }
}

extension JournalEntry {
    /// Returns the size of the fields with their lengths, in bytes.
    fileprivate func packedSize(withBody: Bool) -> Int {
        let head = request.head
        let texts =
            endpoint.utf8.count + head.method.utf8.count + head.path.utf8.count + head.query.utf8.count
            + head.authority.utf8.count + origin.host.utf8.count + peer.address.utf8.count + correlationID.utf8.count
        let bytes = head.headers.byteCount + request.body.count + response.headers.byteCount
        let captured = captures.pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        let fields = 11 + (withBody ? 1 : 0) + 2 * captures.pairs.count
        return texts + bytes + captured + (withBody ? response.body.count : 0) + fields * JournalWriter.lengthSize
    }
}
