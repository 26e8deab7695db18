/// A value of an Apple property list, as `Info.plist` is one.
package enum PropertyList: Sendable, Equatable {
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case date(Timestamp)
    case data([UInt8])
    case array([PropertyList])
    /// In the order of the file; no key stands twice.
    case dictionary([Entry])

    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        package let key: String
        package let value: PropertyList

        package init(_ key: String, _ value: PropertyList) {
            self.key = key
            self.value = value
        }
    }

    /// The value under a key, compared by bytes; nil for what is no dictionary.
    package subscript(_ key: String) -> PropertyList? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key.isExactly(key) }?.value
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var array: [PropertyList]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// Reads a property list in XML or in binary form, whichever it is.
    package static func parse(
        _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
    ) throws(PropertyListError) -> PropertyList {
        guard bytes.count <= limits.bytes else {
            throw PropertyListError("is larger than \(limits.bytes) bytes")
        }
        if BinaryPropertyList.isOne(bytes) { return try BinaryPropertyList(bytes, limits).root() }
        var reader = XMLPropertyList(bytes, limits)
        return try reader.document()
    }
}

/// Bounds of a property list, against files that grow while they are read.
package struct PropertyListLimits: Sendable {
    /// Of the file.
    package var bytes = 8 << 20
    /// Of arrays and dictionaries in each other.
    package var depth = 64
    /// Of all values together. A binary file can name the same one over and over.
    package var values = 200_000

    package init() {}
}

/// Why a file is no property list, said so that it follows the file's name.
package struct PropertyListError: Error, Sendable, Equatable {
    package let message: String
    /// Counted from 1; nil for a binary file.
    package let line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}

/// The entries of a dictionary while it is read; says no to a key that stands twice.
struct PropertyListEntries {
    private(set) var list: [PropertyList.Entry] = []
    private var keys: Set<ExactString> = []

    mutating func add(_ key: String, _ value: PropertyList) -> Bool {
        guard keys.insert(ExactString(key)).inserted else { return false }
        list.append(PropertyList.Entry(key, value))
        return true
    }
}
