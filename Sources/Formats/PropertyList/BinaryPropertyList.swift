/// Reads the binary form, `bplist00`: objects, a table of their offsets, and a trailer of 32 bytes. All numbers are big-endian.
struct BinaryPropertyList {
    private static let header = Array("bplist0".utf8)
    private static let trailerLength = 32
    /// The seconds from 1970 to 2001, the reference date of binary property lists.
    private static let epoch = 978_307_200.0

    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int

    static func hasHeader(_ bytes: [UInt8]) -> Bool { bytes.starts(with: header) }

    init(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(PropertyListError) {
        let start = bytes.count - BinaryPropertyList.trailerLength
        guard start > BinaryPropertyList.header.count else { throw BinaryPropertyList.damaged("is cut off") }
        self.bytes = bytes
        self.limits = limits
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard let count = BinaryPropertyList.number(bytes[(start + 8)..<(start + 16)]),
            let top = BinaryPropertyList.number(bytes[(start + 16)..<(start + 24)]),
            let table = BinaryPropertyList.number(bytes[(start + 24)..<(start + 32)]),
            (1...8).contains(offsetSize), (1...8).contains(referenceSize), table <= start,
            count <= (start - table) / offsetSize, top < count
        else { throw BinaryPropertyList.damaged("has a damaged trailer") }
        self.count = count
        self.top = top
        self.table = table
    }

    func root() throws(PropertyListError) -> PropertyList {
        var remaining = limits.values
        return try object(top, depth: limits.depth, &remaining)
    }

    /// Reads the object with that number. `remaining` is the number of values that may still be read. The limit ends the reading
    /// of an object that contains itself or is referenced very often.
    private func object(_ number: Int, depth: Int, _ remaining: inout Int) throws(PropertyListError) -> PropertyList {
        guard remaining > 0 else { throw BinaryPropertyList.damaged("has more than \(limits.values) values") }
        remaining -= 1
        guard number < count else { throw BinaryPropertyList.damaged("refers to an object that does not exist") }
        let entry = table + number * offsetSize
        guard let offset = BinaryPropertyList.number(bytes[entry..<(entry + offsetSize)]), offset < table else {
            throw BinaryPropertyList.damaged("refers to an object outside the file")
        }
        var position = offset
        let marker = try take(1, &position)[offset]
        let low = Int(marker & 15)
        switch marker >> 4 {
        case 0x0 where marker == 0x08 || marker == 0x09: return .bool(marker == 0x09)
        case 0x1 where low <= 4: return try integer(take(1 << low, &position))
        case 0x2 where low == 2 || low == 3: return .real(try real(take(1 << low, &position)))
        case 0x3 where low == 3: return try date(real(take(8, &position)))
        case 0x4: return .data(Array(try content(length(low, &position), &position, &remaining)))
        case 0x5: return try ascii(content(length(low, &position), &position, &remaining))
        case 0x6: return try utf16(content(length(low, &position, unit: 2), &position, &remaining))
        case 0xA: return .array(try list(length(low, &position), position, depth, &remaining))
        case 0xD: return try dictionary(length(low, &position), position, depth, &remaining)
        default: throw BinaryPropertyList.damaged("has an object of an unknown type")
        }
    }

    /// Returns the number of bytes or objects that follow. The number is in the marker or, if the marker's lower four bits are all
    /// set, in an integer after the marker.
    private func length(_ low: Int, _ position: inout Int, unit: Int = 1) throws(PropertyListError) -> Int {
        var length = low
        if low == 15 {
            let start = position
            let marker = try take(1, &position)[start]
            guard marker >> 4 == 1, marker & 15 <= 3,
                let number = BinaryPropertyList.number(try take(1 << Int(marker & 15), &position))
            else { throw BinaryPropertyList.damaged("has a damaged length") }
            length = number
        }
        guard length <= bytes.count / unit else { throw BinaryPropertyList.damaged("is cut off") }
        return length * unit
    }

    private func take(_ length: Int, _ position: inout Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        guard length <= table - position else { throw BinaryPropertyList.damaged("is cut off") }
        defer { position += length }
        return bytes[position..<(position + length)]
    }

    /// Reads text or data. Each 64 bytes count as one value, so that repeated references to a large object do not multiply its
    /// size.
    private func content(
        _ length: Int, _ position: inout Int, _ remaining: inout Int
    ) throws(PropertyListError) -> ArraySlice<UInt8> {
        remaining -= length / 64
        guard remaining >= 0 else { throw BinaryPropertyList.damaged("has more than \(limits.values) values") }
        return try take(length, &position)
    }

    private func list(
        _ length: Int, _ start: Int, _ depth: Int, _ remaining: inout Int
    ) throws(PropertyListError) -> [PropertyList] {
        guard depth > 0 else { throw BinaryPropertyList.damaged("is nested deeper than \(limits.depth) levels") }
        guard length <= remaining else { throw BinaryPropertyList.damaged("has more than \(limits.values) values") }
        var position = start
        var values: [PropertyList] = []
        for _ in 0..<length {
            guard let number = BinaryPropertyList.number(try take(referenceSize, &position)) else {
                throw BinaryPropertyList.damaged("refers to an object that does not exist")
            }
            values.append(try object(number, depth: depth - 1, &remaining))
        }
        return values
    }

    /// Reads a dictionary, which stores all keys and then all values.
    private func dictionary(
        _ length: Int, _ start: Int, _ depth: Int, _ remaining: inout Int
    ) throws(PropertyListError) -> PropertyList {
        let keys = try list(length, start, depth, &remaining)
        let values = try list(length, start + length * referenceSize, depth, &remaining)
        var entries = PropertyListEntries()
        for (key, value) in zip(keys, values) {
            guard let key = key.string else { throw BinaryPropertyList.damaged("has a key that is not a string") }
            guard entries.add(key, value) else { throw BinaryPropertyList.damaged("has the key \(key) twice") }
        }
        return .dictionary(entries.list)
    }

    /// Reads an integer. One, two and four bytes are unsigned; eight bytes are signed; of sixteen bytes, the last eight count.
    private func integer(_ slice: ArraySlice<UInt8>) throws(PropertyListError) -> PropertyList {
        .integer(slice.suffix(8).reduce(0) { $0 << 8 | Int64($1) })
    }

    private func real(_ slice: ArraySlice<UInt8>) throws(PropertyListError) -> Double {
        let bits = slice.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return slice.count == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    }

    private func date(_ seconds: Double) throws(PropertyListError) -> PropertyList {
        guard let whole = Int64(exactly: (seconds + BinaryPropertyList.epoch).rounded(.down)) else {
            throw BinaryPropertyList.damaged("has an invalid date")
        }
        return .date(Timestamp(seconds: whole))
    }

    private func ascii(_ slice: ArraySlice<UInt8>) throws(PropertyListError) -> PropertyList {
        guard slice.allSatisfy({ $0 < 0x80 }) else {
            throw BinaryPropertyList.damaged("has a string that is not ASCII")
        }
        // Allowed (lossy-text): checked above to be ASCII.
        return .string(String(decoding: slice, as: UTF8.self))
    }

    private func utf16(_ slice: ArraySlice<UInt8>) throws(PropertyListError) -> PropertyList {
        let units = stride(from: slice.startIndex, to: slice.endIndex, by: 2).map {
            // Allowed (narrowing): 16 bits hold every byte.
            UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw BinaryPropertyList.damaged("has a string that is not UTF-16")
        }
        return .string(text)
    }

    /// Reads a big-endian, unsigned number. Returns nil above `Int32.max`, which no file within the size limit needs.
    private static func number(_ slice: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in slice {
            guard value <= Int(Int32.max) >> 8 else { return nil }
            value = value << 8 | Int(byte)
        }
        return value
    }

    private static func damaged(_ message: String) -> PropertyListError {
        PropertyListError("is not a valid binary property list: it \(message)")
    }
}
