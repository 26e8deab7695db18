/// A value of an Apple property list, such as `Info.plist`.
package enum PropertyList: Sendable, Equatable {
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case date(Timestamp)
    case data([UInt8])
    case array([PropertyList])
    /// The entries in the order of the file, without duplicate keys.
    case dictionary([Entry])

    /// The key and the value of an entry.
    package struct Entry: Sendable, Equatable {
        package let key: String
        package let value: PropertyList

        package init(_ key: String, _ value: PropertyList) {
            self.key = key
            self.value = value
        }
    }

    /// Returns the value for a key, compared by bytes, or nil if there is none or this value is not a dictionary.
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

    /// Reads a property list in XML.
    package static func parse(
        _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
    ) throws(PropertyListError) -> PropertyList {
        guard bytes.count <= limits.bytes else {
            throw PropertyListError("is larger than \(limits.bytes) bytes")
        }
        guard !bytes.starts(with: "bplist".utf8) else {
            throw PropertyListError("is a binary property list; convert it to XML: plutil -convert xml1 FILE")
        }
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
            throw PropertyListError("is UTF-16; save it as UTF-8", line: 1)
        }
        let builder = PropertyListBuilder(limits)
        do throws(XMLProblem) {
            try XMLParser.parse(bytes, builder)
            guard let root = builder.root else { throw XMLProblem("has no <plist> element") }
            return root
        } catch {
            let message = error.isMalformed ? "is not valid XML: \(error.message)" : error.message
            throw PropertyListError(message, line: error.line)
        }
    }
}

/// The limits of a property list.
package struct PropertyListLimits: Sendable {
    /// The maximum size of the file, in bytes.
    package var bytes = 8 << 20
    /// The maximum nesting depth of arrays and dictionaries.
    package var depth = 64
    /// The maximum number of values.
    package var values = 200_000

    package init() {}
}

/// The reason why a file is not a property list, worded to follow the name of the file.
package struct PropertyListError: Error, Sendable, Equatable {
    package let message: String
    /// The line number, from 1, or nil for a binary file.
    package let line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}

/// The entries of a dictionary during reading. `add` returns false for a duplicate key.
struct PropertyListEntries {
    private(set) var list: [PropertyList.Entry] = []
    private var keys: Set<ByteString> = []

    mutating func add(_ key: String, _ value: PropertyList) -> Bool {
        guard keys.insert(ByteString(key)).inserted else { return false }
        list.append(PropertyList.Entry(key, value))
        return true
    }
}
