import Entra
import Formats
import HTTP
import Protocol

/// The bytes of journal entries in order of arrival, in chunks. A chunk is released when none of its entries is left.
///
/// An entry has no allocation of its own. If two thousand entries kept the separate allocations of their requests, the heap would
/// be fragmented, and every later request would run on memory that is in no cache.
struct JournalBuffer: Sendable {
    struct Location: Sendable {
        /// The number of the chunk, counted from 0.
        let chunk: Int
        /// The range of bytes in the chunk.
        let range: Range<Int>
    }

    static let chunkSize = 64 * 1024

    /// The chunk that is being written, with spare capacity.
    private var open: [UInt8] = []
    /// The number of the chunk that is being written.
    private var last = 0
    /// The full chunks by number.
    private var full: [Int: [UInt8]] = [:]
    /// The number of entries of each chunk that has any.
    private var entries: [Int: Int] = [:]
    /// The number of bytes in the full chunks.
    private var fullBytes = 0

    /// Appends an entry of at most `size` bytes.
    mutating func append(size: Int, _ write: (inout JournalWriter) -> Void) -> Location {
        if !open.isEmpty, open.count + size > JournalBuffer.chunkSize {
            if entries[last] != nil {
                full[last] = open
                fullBytes += open.count
            }
            last += 1
            open = []
        }
        if open.isEmpty { open.reserveCapacity(max(JournalBuffer.chunkSize, size)) }
        let start = open.count
        open.append(addingCapacity: size) { span in
            span.withUnsafeMutableBufferPointer { bytes, count in
                var writer = JournalWriter(UnsafeMutableRawBufferPointer(bytes))
                write(&writer)
                count = writer.count
            }
        }
        entries[last, default: 0] += 1
        return Location(chunk: last, range: start..<open.count)
    }

    /// Appends a whole entry of another buffer.
    mutating func append(_ entry: ArraySlice<UInt8>) -> Location {
        append(size: entry.count) { writer in entry.withUnsafeBytes { writer.write($0) } }
    }

    /// Returns the bytes at a location, or no bytes if the chunk was released.
    subscript(_ location: Location) -> ArraySlice<UInt8> {
        let chunk = location.chunk == last ? open : full[location.chunk] ?? []
        return location.range.upperBound <= chunk.count ? chunk[location.range] : []
    }

    var byteCount: Int { fullBytes + open.count }

    /// Removes an entry.
    mutating func remove(_ location: Location) {
        let left = (entries[location.chunk] ?? 0) - 1
        entries[location.chunk] = left > 0 ? left : nil
        guard left <= 0, let chunk = full.removeValue(forKey: location.chunk) else { return }
        fullBytes -= chunk.count
    }
}

/// A writer of the fields of an entry in sequence. A field that does not fit is left out. An entry whose size was too small
/// therefore cannot be read.
struct JournalWriter {
    /// The number of bytes for a field's length, which precedes the field.
    static let lengthSize = 4
    private let target: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    fileprivate init(_ target: UnsafeMutableRawBufferPointer) {
        self.target = target
    }

    mutating func append(_ field: String) {
        field.withBytes { append(field: UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ field: [UInt8]) {
        field.withUnsafeBytes { append(field: $0) }
    }

    @inline(__always)
    private mutating func append(field: UnsafeRawBufferPointer) {
        let start = count + JournalWriter.lengthSize
        guard start <= target.count, field.count <= target.count - start else { return }
        target.storeBytes(
            of: UInt32(truncatingIfNeeded: field.count).littleEndian, toByteOffset: count, as: UInt32.self)
        UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: field)
        count = start + field.count
    }

    /// Writes an encoded entry.
    fileprivate mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= target.count - count else { return }
        UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: bytes)
        count += bytes.count
    }
}

/// A reader of the fields of an entry in sequence.
struct JournalFields {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ entry: ArraySlice<UInt8>) {
        bytes = entry
        position = entry.startIndex
    }

    /// Returns the next field, or nil at the end.
    mutating func next() -> [UInt8]? { slice().map { Array($0) } }

    mutating func text() -> String? {
        slice().flatMap { String(utf8: $0) }
    }

    private mutating func slice() -> ArraySlice<UInt8>? {
        let start = position + JournalWriter.lengthSize
        guard start <= bytes.endIndex else { return nil }
        var length = 0
        for index in (position..<start).reversed() { length = length << 8 | Int(bytes[index]) }
        guard length <= bytes.endIndex - start else { return nil }
        position = start + length
        return bytes[start..<position]
    }
}

/// A stored journal entry: its texts are in the buffer, and the other values are here.
struct EncodedEntry: Sendable {
    private(set) var location: JournalBuffer.Location
    /// The approximate size in memory, in bytes.
    let weight: Int
    let time: Timestamp
    let traceID: GUID
    private let duration: UInt64
    private let status: Int
    private let localPort: Int
    private let originPort: Int?
    private let isSecure: Bool
    private let isOriginSecure: Bool
    /// Whether query and body could be decoded. If so, decoding them again succeeds.
    private let hasQuery: Bool
    private let hasForm: Bool
    /// The body of the response, if other responses have the same body.
    private let shared: SharedBody?
    /// The notes, or nil for an entry without notes, as most are.
    private let notes: ResponseNotes?

    /// Stores an entry. A body that other responses have too is not copied to the buffer.
    init(_ entry: JournalEntry, weight: Int, in buffer: inout JournalBuffer) {
        shared = entry.response.shared
        location = buffer.append(entry, withBody: shared == nil)
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
        notes = entry.notes.isEmpty ? nil : entry.notes
    }

    /// Returns the entry with its bytes copied to another buffer.
    func moved(from buffer: JournalBuffer, to other: inout JournalBuffer) -> EncodedEntry {
        var moved = self
        moved.location = other.append(buffer[location])
        return moved
    }

    /// Decodes the entry from its bytes in the buffer. Returns nil if the bytes are not those of the entry.
    func unpacked(_ bytes: ArraySlice<UInt8>) -> JournalEntry? {
        var fields = JournalFields(bytes)
        guard let endpoint = fields.text(), let method = fields.text(), let path = fields.text(),
            let query = fields.text(), let authority = fields.text(), let host = fields.text(),
            let address = fields.text(), let correlationID = fields.text(), let requestLines = fields.next(),
            let requestBody = fields.next(), let responseLines = fields.next(),
            let response = response(HeaderList(lines: responseLines), &fields)
        else { return nil }
        var captures: [(name: String, value: String)] = []
        while let name = fields.text(), let value = fields.text() { captures.append((name, value)) }
        let request = HTTPRequest(
            method: method, path: path, query: query, headers: HeaderList(lines: requestLines), body: requestBody,
            authority: authority)
        return JournalEntry(
            endpoint: endpoint, request: request, captures: Captures(captures),
            query: hasQuery ? try? Form(parsing: query.utf8) : nil,
            form: hasForm ? try? Form(parsing: requestBody) : nil,
            origin: Origin(scheme: isOriginSecure ? "https" : "http", host: host, port: originPort),
            peer: Peer(address: address, isSecure: isSecure, localPort: localPort), correlationID: correlationID,
            traceID: traceID, time: time, duration: duration, response: response, notes: notes ?? ResponseNotes())
    }
}

extension EncodedEntry {
    /// Returns the response, whose body is the next field unless it is shared.
    private func response(_ headers: HeaderList, _ fields: inout JournalFields) -> HTTPResponse? {
        if let shared { return HTTPResponse(status: status, headers: headers, sharing: shared) }
        return fields.next().map { HTTPResponse(status: status, headers: headers, body: $0) }
    }
}

extension JournalBuffer {
    /// Writes the fields that `EncodedEntry` does not hold, in the order in which they are read.
    fileprivate mutating func append(_ entry: JournalEntry, withBody: Bool) -> Location {
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
