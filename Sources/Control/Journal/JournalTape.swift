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

    private static let chunkSize = 64 * 1024
    /// Bytes of a field's length, which goes before it.
    fileprivate static let lengthSize = 4

    /// The chunk that is written, with room behind what has been.
    private var open: [UInt8] = []
    /// The number of the chunk that is written.
    private var last = 0
    /// Those that are full, by their numbers from `first` on.
    private var full: [Int: [UInt8]] = [:]
    private var first = 0

    /// Where in `open` the entry begins that is being written.
    private var start = 0

    /// An entry of at most about `size` bytes comes behind all others: its fields are appended next.
    mutating func begin(size: Int) {
        if !open.isEmpty, open.count + size > JournalTape.chunkSize {
            full[last] = open
            last += 1
            open = []
        }
        if open.isEmpty { open.reserveCapacity(max(JournalTape.chunkSize, size)) }
        start = open.count
    }

    /// The entry is whole.
    func end() -> Place { Place(chunk: last, range: start..<open.count) }

    mutating func append(_ field: String) {
        field.withBytes { append(field: UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ field: [UInt8]) {
        field.withUnsafeBytes { append(field: $0) }
    }

    /// Its length in four bytes goes before it.
    private mutating func append(field: UnsafeRawBufferPointer) {
        let size = JournalTape.lengthSize + field.count
        open.append(addingCapacity: size) { room in
            room.withUnsafeMutableBufferPointer { bytes, count in
                let bytes = UnsafeMutableRawBufferPointer(bytes)
                bytes.storeBytes(of: UInt32(truncatingIfNeeded: field.count).littleEndian, as: UInt32.self)
                UnsafeMutableRawBufferPointer(rebasing: bytes[JournalTape.lengthSize...]).copyMemory(from: field)
                count = size
            }
        }
    }

    /// A whole entry of another tape.
    mutating func append(_ entry: ArraySlice<UInt8>) -> Place {
        begin(size: entry.count)
        open.append(contentsOf: entry)
        return end()
    }

    /// Empty for what has been let go of.
    subscript(_ place: Place) -> ArraySlice<UInt8> {
        let chunk = place.chunk == last ? open : full[place.chunk] ?? []
        return place.range.upperBound <= chunk.count ? chunk[place.range] : []
    }

    var byteCount: Int { full.values.reduce(open.count) { $0 + $1.count } }

    /// Lets go of the chunks before one; nil: of all that are full.
    mutating func release(before chunk: Int?) {
        while first < chunk ?? last {
            full[first] = nil
            first += 1
        }
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
        let start = position + JournalTape.lengthSize
        guard start <= bytes.endIndex else { return nil }
        var length = 0
        for index in (position..<start).reversed() { length = length << 8 | Int(bytes[index]) }
        guard length <= bytes.endIndex - start else { return nil }
        position = start + length
        return bytes[start..<position]
    }
}
