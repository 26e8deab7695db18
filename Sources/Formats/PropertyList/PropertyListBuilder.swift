/// Builds a property list from the elements of Apple's property list DTD. Rejects other elements, attributes, and document types
/// with their own declarations.
final class PropertyListBuilder: XMLBuilder {
    /// An open array or dictionary.
    private struct Container {
        let isDictionary: Bool
        /// The key of a dictionary whose value is still to come.
        var key: String?
        var values: [PropertyList] = []
        var entries = PropertyListEntries()
    }

    /// The value of the whole document.
    private(set) var root: PropertyList?
    private let limits: PropertyListLimits
    private var remaining: Int
    private var isOpen = false
    private var containers: [Container] = []
    /// The name of the open element that contains text, or nil.
    private var leaf: String?
    private var text = ""

    init(_ limits: PropertyListLimits) {
        self.limits = limits
        remaining = limits.values
    }

    private var container: Container? { containers.last }

    func documentType(hasDeclarations: Bool) throws(XMLProblem) {
        guard !hasDeclarations else { throw XMLProblem("declares entities, which is not allowed in a property list") }
    }

    func start(_ name: String, _ attributes: [String]) throws(XMLProblem) {
        if let leaf { throw XMLProblem("has <\(name)> inside <\(leaf)>") }
        guard isOpen else {
            guard name.isExactly("plist") else { throw XMLProblem("has no <plist> element") }
            isOpen = true
            return
        }
        guard attributes.isEmpty else { throw XMLProblem("has <\(name)> with attributes") }
        if let container, container.isDictionary {
            if name.isExactly("key") {
                if let key = container.key { throw XMLProblem("has the key \(key) without a value") }
                leaf = name
                return
            }
            guard container.key != nil else { throw XMLProblem("has <\(name)> where <key> is expected") }
        }
        guard root == nil else { throw XMLProblem("has <\(name)> where </plist> is expected") }
        guard remaining > 0 else { throw XMLProblem("has more than \(limits.values) values") }
        remaining -= 1
        switch name {
        case "dict", "array":
            guard containers.count < limits.depth else {
                throw XMLProblem("is nested deeper than \(limits.depth) levels")
            }
            containers.append(Container(isDictionary: name.isExactly("dict")))
        case "true", "false", "string", "integer", "real", "date", "data": leaf = name
        default: throw XMLProblem("has the element <\(name)>, which is not valid in a property list")
        }
    }

    func end(_ name: String) throws(XMLProblem) {
        if leaf != nil {
            leaf = nil
            defer { text = "" }
            if name.isExactly("key") {
                containers[containers.count - 1].key = text
            } else {
                try add(PropertyListBuilder.value(name, text))
            }
        } else if let closed = containers.popLast() {
            if let key = closed.key { throw XMLProblem("has the key \(key) without a value") }
            try add(closed.isDictionary ? .dictionary(closed.entries.list) : .array(closed.values))
        } else if root == nil {
            throw XMLProblem("has an empty <plist>")
        }
    }

    func append(_ text: String) throws(XMLProblem) {
        if leaf != nil {
            self.text += text
        } else if !text.utf8.allSatisfy(PropertyListBuilder.isBlank) {
            throw XMLProblem("has text between its elements")
        }
    }

    /// Adds a value to the innermost container, or as the root.
    private func add(_ value: PropertyList) throws(XMLProblem) {
        guard let last = containers.indices.last else {
            root = value
            return
        }
        guard containers[last].isDictionary else {
            containers[last].values.append(value)
            return
        }
        let key = containers[last].key ?? ""
        guard containers[last].entries.add(key, value) else { throw XMLProblem("has the key \(key) twice") }
        containers[last].key = nil
    }

    private static func value(_ name: String, _ text: String) throws(XMLProblem) -> PropertyList {
        switch name {
        case "string": return .string(text)
        case "integer": if let number = integer(text) { return .integer(number) }
        case "real": if let number = Double(text) { return .real(number) }
        case "date": if let time = Timestamp(iso8601: text) { return .date(time) }
        case "data":
            guard let data = Base64.decodeStandard(text.utf8.filter { !isBlank($0) }) else {
                throw XMLProblem("has <data> that is not base64")
            }
            return .data(data)
        default: if text.utf8.allSatisfy(isBlank) { return .bool(name.isExactly("true")) }
        }
        throw XMLProblem("has <\(name)> with the invalid value \"\(text)\"")
    }

    /// Reads a decimal number, or a hexadecimal number after `0x`.
    private static func integer(_ text: String) -> Int64? {
        text.dropping(prefix: "0x").map { Int64($0, radix: 16) } ?? Int64(text)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }
}
