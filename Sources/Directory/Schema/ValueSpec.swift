import Platform
import Wire

/// How one value is read: its shape, and the function that makes it from a node or reports why not.
struct ValueSpec<Value: Sendable>: Sendable {
    typealias Read = @Sendable (YAMLNode, ConfigurationPlace, inout Findings) -> Value?

    let shape: Shape
    /// Nil means that a problem was reported.
    let read: Read

    init(_ shape: Shape, _ read: @escaping Read) {
        self.shape = shape
        self.read = read
    }

    /// From plain or quoted text.
    init(text shape: Shape, _ parse: @escaping @Sendable (String) -> Value?) {
        self.init(shape) { node, place, findings in
            guard let text = ValueSpec<String>.text.read(node, place, &findings) else { return nil }
            if let value = parse(text) { return value }
            findings.error(place, "\"\(text)\" is not \(shape.expectation)")
            return nil
        }
    }

    /// The value with its place.
    static func marked<Bare>(_ bare: ValueSpec<Bare>) -> ValueSpec where Value == Marked<Bare> {
        ValueSpec(bare.shape) { node, place, findings in
            bare.read(node, place, &findings).map { Marked(value: $0, place: place) }
        }
    }

    /// The second half of a long list is read beside the first.
    static func list<Element>(_ element: ValueSpec<Element>) -> ValueSpec where Value == [Element] {
        ValueSpec(.list(element.shape)) { node, place, findings in
            guard case .sequence(let nodes) = node.content else {
                findings.error(place, "must be a list, not \(node.description)")
                return nil
            }
            let path = place.path
            let read = { @Sendable (range: Range<Int>, values: inout [Element], findings: inout Findings) in
                for index in range {
                    let node = nodes[index]
                    let value = element.read(node, .index(index, in: path, node.mark), &findings)
                    if let value { values.append(value) }
                }
            }
            var values: [Element] = []
            values.reserveCapacity(nodes.count)
            guard nodes.count >= SideWork<Value>.worthwhileCount else {
                read(nodes.indices, &values, &findings)
                return values
            }
            let half = nodes.count / 2
            let second = SideWork {
                var (values, findings) = ([] as [Element], Findings())
                values.reserveCapacity(nodes.count - half)
                read(half..<nodes.count, &values, &findings)
                return (values: values, findings: findings)
            }
            read(0..<half, &values, &findings)
            let rest = second.value()
            values.append(contentsOf: rest.values)
            findings.append(contentsOf: rest.findings)
            return values
        }
    }
}

extension ValueSpec where Value == String {
    /// Text. A plain number or boolean is refused rather than guessed at: YAML would already have changed `010` or `1.0`.
    static let text = ValueSpec(.text) { node, place, findings in
        guard case .scalar(let scalar) = node.content else {
            findings.error(place, "must be text, not \(node.description)")
            return nil
        }
        guard scalar.value == .string else {
            let hint = node.isNull ? nil : "write it in quotes: \"\(scalar.text)\""
            findings.error(place, "must be text, not \(node.description)", hint: hint)
            return nil
        }
        return scalar.text
    }

    static let nonEmptyText = ValueSpec(.pattern(".", called: "text")) { node, place, findings in
        guard let text = ValueSpec.text.read(node, place, &findings) else { return nil }
        guard !text.isEmpty else {
            findings.error(place, "must not be empty")
            return nil
        }
        return text
    }

    /// A GUID, in lower case.
    static let guid = ValueSpec(text: .pattern(guidPattern, called: "a GUID")) {
        GUID($0) == nil ? nil : $0.asciiLowercased
    }

    private static let guidPattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
}

extension ValueSpec where Value == Bool {
    static let bool = ValueSpec(.boolean) { node, place, findings in
        if case .scalar(let scalar) = node.content, case .bool(let value) = scalar.value { return value }
        findings.error(place, "must be true or false, not \(node.description)")
        return nil
    }
}

extension ValueSpec where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> ValueSpec {
        ValueSpec(.integer(range)) { node, place, findings in
            guard case .scalar(let scalar) = node.content, case .integer(let number) = scalar.value else {
                findings.error(place, "must be a whole number, not \(node.description)")
                return nil
            }
            guard let value = Int(exactly: number), range.contains(value) else {
                findings.error(place, "must be from \(range.lowerBound) to \(range.upperBound), not \(number)")
                return nil
            }
            return value
        }
    }
}

extension ValueSpec where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of an enumeration's words, in the exact spelling.
    static var word: ValueSpec { word(of: Array(Value.allCases)) }

    static func word(of allowed: [Value]) -> ValueSpec {
        let words = allowed.map(\.rawValue)
        return ValueSpec(.words(words)) { node, place, findings in
            guard let text = ValueSpec<String>.text.read(node, place, &findings) else { return nil }
            if let value = allowed.first(where: { $0.rawValue.isExactly(text) }) { return value }
            findings.error(place, "unknown value \"\(text)\"", hint: "one of " + words.joined(separator: ", "))
            return nil
        }
    }
}

extension ValueSpec where Value == Timestamp {
    static let timestamp = ValueSpec(text: .pattern("^[0-9]{4}-", called: "an ISO 8601 time")) {
        Timestamp(iso8601: $0)
    }
}

extension ValueSpec where Value == JSONValue {
    static let anything = ValueSpec(.anything) { node, _, _ in node.json }
}
