import Formats

/// The bytes of journal entries in order of arrival, in chunks that are released as a whole.
///
/// An entry has no allocation of its own. If two thousand entries kept the separate allocations of their requests, the heap would
/// be fragmented, and every later request would run on memory that is in no cache.
struct JournalBuffer: Sendable {
    struct Place: Sendable {
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
    /// The full chunks by number. The first number is `first`.
    private var full: [Int: [UInt8]] = [:]
    private var first = 0
    /// The number of bytes in the full chunks.
    private var fullBytes = 0

    /// Appends an entry of at most `size` bytes.
    mutating func append(size: Int, _ write: (inout JournalWriter) -> Void) -> Place {
        if !open.isEmpty, open.count + size > JournalBuffer.chunkSize {
            full[last] = open
            fullBytes += open.count
            last += 1
            open = []
        }
        if open.isEmpty { open.reserveCapacity(max(JournalBuffer.chunkSize, size)) }
        let start = open.count
        open.append(addingCapacity: size) { room in
            room.withUnsafeMutableBufferPointer { bytes, count in
                var writer = JournalWriter(UnsafeMutableRawBufferPointer(bytes))
                write(&writer)
                count = writer.count
            }
        }
        return Place(chunk: last, range: start..<open.count)
    }

    /// Appends a whole entry of another tape.
    mutating func append(_ entry: ArraySlice<UInt8>) -> Place {
        append(size: entry.count) { writer in entry.withUnsafeBytes { writer.write($0) } }
    }

    /// Returns the bytes at a place, or no bytes if the chunk was released.
    subscript(_ place: Place) -> ArraySlice<UInt8> {
        let chunk = place.chunk == last ? open : full[place.chunk] ?? []
        return place.range.upperBound <= chunk.count ? chunk[place.range] : []
    }

    var byteCount: Int { fullBytes + open.count }

    /// Releases the chunks before this chunk, or all full chunks if `chunk` is nil.
    mutating func release(before chunk: Int?) {
        while first < chunk ?? last {
            fullBytes -= full.removeValue(forKey: first)?.count ?? 0
            first += 1
        }
    }
}

/// A writer of the fields of an entry in sequence. A field without enough room is left out. An entry whose size was too small
/// therefore cannot be read.
struct JournalWriter {
    /// The number of bytes for a field's length, which precedes the field.
    static let lengthSize = 4
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    fileprivate init(_ room: UnsafeMutableRawBufferPointer) {
        self.room = room
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
        guard start <= room.count, field.count <= room.count - start else { return }
        room.storeBytes(
            of: UInt32(truncatingIfNeeded: field.count).littleEndian, toByteOffset: count, as: UInt32.self)
        UnsafeMutableRawBufferPointer(rebasing: room[start...]).copyMemory(from: field)
        count = start + field.count
    }

    /// Writes an encoded entry.
    fileprivate mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= room.count - count else { return }
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
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
