package import Crypto
import Entra
package import Formats

/// The maximum length of a sealed value; longer values are rejected. Cookies end at 4 KiB, but a code contains a nonce and a
/// redirect URI.
private let maximumSealedBytes = 32_768

/// A value that clients store for the server. The value is encrypted and authenticated under the server's sealing keys
/// (AES-256-GCM) and bound to its kind, so that one kind can never be used as another. The server keeps no copy.
package protocol SealedValue: Sendable {
    /// The associated data of the seal, which differs for every conforming type.
    static var kind: String { get }
    /// The prefix of the text, as in values of the real service.
    static var prefix: String { get }
    /// The first byte of the record, which is raised when the layout changes.
    static var version: UInt8 { get }
    func write(to writer: inout RecordWriter)
    init?(from reader: inout RecordReader)
}

extension SealedValue {
    package static var prefix: String { "" }
    package static var version: UInt8 { 1 }

    /// Returns the sealed text: `prefix` and base64url.
    package func sealed(with keys: SealingKeys) -> String {
        var writer = RecordWriter(version: Self.version)
        write(to: &writer)
        return Self.prefix + keys.sealText(writer.bytes, kind: Self.kind)
    }

    /// Opens a sealed text. Returns nil if the text is of another kind, was changed, or was sealed under unknown keys.
    package init?(sealed text: String, keys: SealingKeys) {
        guard text.utf8.starts(with: Self.prefix.utf8),
            let bytes = keys.openText(
                text.utf8.dropFirst(Self.prefix.utf8.count), kind: Self.kind, maximumBytes: maximumSealedBytes),
            var reader = RecordReader(bytes, version: Self.version)
        else { return nil }
        self.init(from: &reader)
        guard reader.isAtEnd else { return nil }
    }
}

/// A writer of the fields of a sealed value. The layout is private to this server: a version byte, then each field in the order
/// of its type. Text and GUIDs are a length and their bytes, numbers are 8 bytes big-endian, and identifiers are a flag and a
/// GUID or text.
package struct RecordWriter {
    /// The maximum number of elements in a list. Longer lists are truncated.
    static let maximumCount = 1_000

    private(set) var bytes: [UInt8]

    /// Creates a record whose first byte is `version`. A reader of another version rejects the record.
    package init(version: UInt8) {
        bytes = []
        bytes.reserveCapacity(512)
        bytes.append(version)
    }

    package mutating func write(_ value: Int64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    package mutating func write(_ value: [UInt8]) {
        value.withUnsafeBytes { write($0) }
    }

    package mutating func write(_ value: String) {
        value.withBytes { write(UnsafeRawBufferPointer($0)) }
    }

    package mutating func write(_ value: GUID) {
        bytes.append(0)
        bytes.append(16)
        write(Int64(bitPattern: value.high))
        write(Int64(bitPattern: value.low))
    }

    /// Writes at most 65,535 bytes. Longer text is truncated, but the limits on requests rule it out.
    private mutating func write(_ value: UnsafeRawBufferPointer) {
        let kept = value.prefix(0xFFFF)
        bytes.append(UInt8(truncatingIfNeeded: kept.count >> 8))
        bytes.append(UInt8(truncatingIfNeeded: kept.count))
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: kept))
    }

    /// Writes a flag, then the text if there is one.
    package mutating func write(_ value: String?) {
        write(value != nil)
        if let value { write(value) }
    }

    /// Writes whether the identifier is a GUID, then the GUID or the text.
    mutating func write(_ id: some Identifier) {
        switch id.folded {
        case .guid(let guid):
            write(true)
            write(guid)
        case .text(let text):
            write(false)
            write(text.string)
        }
    }

    /// Writes a flag, then the identifier if there is one.
    mutating func write(_ id: (some Identifier)?) {
        write(id != nil)
        if let id { write(id) }
    }

    /// Writes at most `maximumCount` strings.
    package mutating func write(_ values: [String]) {
        write(values) { writer, value in writer.write(value) }
    }

    mutating func write<Element>(_ values: [Element], _ element: (inout RecordWriter, Element) -> Void) {
        let kept = values.prefix(RecordWriter.maximumCount)
        write(Int64(kept.count))
        for value in kept { element(&self, value) }
    }
}

/// A reader of the fields that `RecordWriter` wrote. Every read returns nil once the record is too short or malformed.
package struct RecordReader {
    private let bytes: [UInt8]
    private var position = 1

    /// Creates a reader, or returns nil if the record is empty or has another version.
    package init?(_ bytes: [UInt8], version: UInt8) {
        guard bytes.first == version else { return nil }
        self.bytes = bytes
    }

    /// Whether every byte has been read.
    package var isAtEnd: Bool { position == bytes.count }

    /// Skips the next bytes and returns their range.
    private mutating func take(_ count: Int) -> Range<Int>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return position..<position + count
    }

    private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard let range = take(MemoryLayout<Number>.size) else { return nil }
        return bytes.withUnsafeBytes {
            Number(bigEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: type))
        }
    }

    /// Returns the range of a field with a length prefix.
    private mutating func field() -> Range<Int>? {
        number(UInt16.self).flatMap { take(Int($0)) }
    }

    package mutating func integer() -> Int64? { number(Int64.self) }

    package mutating func bool() -> Bool? {
        guard let byte = number(UInt8.self), byte < 2 else { return nil }
        return byte == 1
    }

    package mutating func octets() -> [UInt8]? {
        field().map { Array(bytes[$0]) }
    }

    package mutating func string() -> String? {
        guard let range = field() else { return nil }
        return String(utf8: bytes[range])
    }

    /// Returns an optional string: `.some(nil)` if the field was written as absent.
    package mutating func optionalString() -> String?? { optional { $0.string() } }

    private mutating func optional<Value>(_ read: (inout RecordReader) -> Value?) -> Value?? {
        guard let present = bool() else { return nil }
        guard present else { return .some(nil) }
        guard let value = read(&self) else { return nil }
        return .some(value)
    }

    mutating func guid() -> GUID? {
        guard number(UInt16.self) == 16, let high = number(UInt64.self), let low = number(UInt64.self) else {
            return nil
        }
        return GUID(high: high, low: low)
    }

    mutating func identifier<ID: Identifier>() -> ID? {
        guard let isGUID = bool() else { return nil }
        return isGUID ? guid().map { ID(folded: .guid($0)) } : string().map { ID($0) }
    }

    /// Returns an optional identifier: `.some(nil)` if the field was written as absent.
    mutating func optionalIdentifier<ID: Identifier>() -> ID?? { optional { $0.identifier() } }

    package mutating func strings() -> [String]? {
        list { $0.string() }
    }

    /// Returns a list, or nil if an element is malformed or the list has more than `maximum` elements.
    mutating func list<Element>(
        atMost maximum: Int = RecordWriter.maximumCount, _ element: (inout RecordReader) -> Element?
    ) -> [Element]? {
        guard let count = integer(), (0...Int64(maximum)).contains(count) else { return nil }
        var values: [Element] = []
        values.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let value = element(&self) else { return nil }
            values.append(value)
        }
        return values
    }
}
