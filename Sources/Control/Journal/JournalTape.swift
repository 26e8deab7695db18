import Wire

/// The bytes of entries in the order in which they came, in chunks that are let go of as wholes.
///
/// An entry has no allocation of its own: two thousand of them, kept in the pieces that a request is made of, leave the heap
/// full of holes, and every later request works in memory that no cache has seen for a while.
struct JournalTape: Sendable {
    struct Place: Sendable {
        /// Counts up from 0.
        let chunk: Int
        /// In the chunk.
        let range: Range<Int>
    }

    static let chunkSize = 64 * 1024

    /// The chunk that is written, with room behind what has been.
    private var open: [UInt8] = []
    /// The number of the chunk that is written.
    private var last = 0
    /// Those that are full, by their numbers from `first` on.
    private var full: [Int: [UInt8]] = [:]
    private var first = 0
    /// The bytes in the chunks that are full.
    private var fullBytes = 0

    /// An entry of at most `size` bytes comes behind all others.
    mutating func append(size: Int, _ write: (inout JournalWriter) -> Void) -> Place {
        if !open.isEmpty, open.count + size > JournalTape.chunkSize {
            full[last] = open
            fullBytes += open.count
            last += 1
            open = []
        }
        if open.isEmpty { open.reserveCapacity(max(JournalTape.chunkSize, size)) }
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

    /// A whole entry of another tape.
    mutating func append(_ entry: ArraySlice<UInt8>) -> Place {
        append(size: entry.count) { writer in entry.withUnsafeBytes { writer.write($0) } }
    }

    /// Empty for what has been let go of.
    subscript(_ place: Place) -> ArraySlice<UInt8> {
        let chunk = place.chunk == last ? open : full[place.chunk] ?? []
        return place.range.upperBound <= chunk.count ? chunk[place.range] : []
    }

    var byteCount: Int { fullBytes + open.count }

    /// Lets go of the chunks before one; nil: of all that are full.
    mutating func release(before chunk: Int?) {
        while first < chunk ?? last {
            fullBytes -= full.removeValue(forKey: first)?.count ?? 0
            first += 1
        }
    }
}

/// Writes the fields of an entry one behind the other. What there is no room for is left out: an entry for which too small a size
/// was said cannot be read.
struct JournalWriter {
    /// Bytes of a field's length, which goes before it.
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

    /// An entry that was written before.
    fileprivate mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= room.count - count else { return }
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }
}

/// Reads the fields of an entry in their order.
struct JournalFields {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ entry: ArraySlice<UInt8>) {
        bytes = entry
        position = entry.startIndex
    }

    /// The next one; nil when there is none any more.
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
