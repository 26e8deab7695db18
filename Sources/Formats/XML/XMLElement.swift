/// An XML element with its content and resolved names (XML 1.0, Namespaces in XML 1.0). Comments are dropped.
///
/// `XMLReader` or code creates a tree; `canonical` writes the tree. Equality is by bytes.
package struct XMLElement: Sendable, Equatable {
    /// A name with its namespace. The prefix is kept because the canonical form contains it.
    package struct Name: Sendable, Equatable {
        /// The prefix, or an empty string for none.
        package let prefix: String
        package let local: String
        /// The URI of the namespace, or an empty string for none.
        package let namespace: String

        package init(prefix: String = "", _ local: String, in namespace: String = "") {
            self.prefix = prefix
            self.local = local
            self.namespace = namespace
        }

        /// The name as written: `prefix:local`.
        package var qualified: String { prefix.isEmpty ? local : "\(prefix):\(local)" }

        package func isExactly(_ local: String, in namespace: String) -> Bool {
            self.local.isExactly(local) && self.namespace.isExactly(namespace)
        }

        package static func == (left: Name, right: Name) -> Bool {
            left.prefix.isExactly(right.prefix) && left.isExactly(right.local, in: right.namespace)
        }
    }

    package struct Attribute: Sendable, Equatable {
        package let name: Name
        package let value: String

        package init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }

        package static func == (left: Attribute, right: Attribute) -> Bool {
            left.name == right.name && left.value.isExactly(right.value)
        }
    }

    package enum Child: Sendable, Equatable {
        case element(XMLElement)
        case text(String)

        package static func == (left: Child, right: Child) -> Bool {
            switch (left, right) {
            case (.element(let one), .element(let other)): one == other
            case (.text(let one), .text(let other)): one.isExactly(other)
            default: false
            }
        }
    }

    package let name: Name
    package var attributes: [Attribute]
    package var children: [Child]

    package init(_ name: Name, _ attributes: [Attribute] = [], _ children: [Child] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    /// Creates an element that contains only text.
    package init(_ name: Name, _ attributes: [Attribute] = [], text: String) {
        self.init(name, attributes, [.text(text)])
    }

    /// Creates an element that contains only elements.
    package init(_ name: Name, _ attributes: [Attribute] = [], elements: [XMLElement]) {
        self.init(name, attributes, elements.map(Child.element))
    }

    /// The child elements, in order.
    package var elements: [XMLElement] {
        children.compactMap { child in
            if case .element(let element) = child { element } else { nil }
        }
    }

    /// Returns the child elements with that name.
    package func elements(_ local: String, in namespace: String) -> [XMLElement] {
        elements.filter { $0.name.isExactly(local, in: namespace) }
    }

    /// Returns the only child element with that name, or nil if there is none or more than one.
    package func only(_ local: String, in namespace: String) -> XMLElement? {
        let found = elements(local, in: namespace)
        return found.count == 1 ? found.first : nil
    }

    /// Returns the value of an attribute without a namespace, or nil if the attribute is missing.
    package func attribute(_ local: String) -> String? {
        attributes.first { $0.name.isExactly(local, in: "") }?.value
    }

    /// The text of the element without white space around it, or nil if the element contains elements.
    package var content: String? {
        var text = ""
        for child in children {
            guard case .text(let piece) = child else { return nil }
            text += piece
        }
        let bytes = text.utf8.drop(while: XMLElement.isWhiteSpace)
        let end = bytes.lastIndex { !XMLElement.isWhiteSpace($0) }
        return end.map { String(Substring(bytes[...$0])) } ?? ""
    }

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }
}

/// Exclusive XML Canonicalization 1.0 without comments (W3C xml-exc-c14n). The elements are those that `XMLReader` accepts: they
/// have no document type, no processing instructions and no list of inclusive prefixes.
extension XMLElement {
    /// The canonical form, which a signature covers. Any XML parser reads the same tree from it.
    package var canonical: [UInt8] {
        var out: [UInt8] = []
        write(to: &out, rendered: [:])
        return out
    }

    /// Writes the element. `rendered` holds the namespaces that the ancestors declare in the output, by prefix.
    private func write(to out: inout [UInt8], rendered: [ByteString: ByteString]) {
        var rendered = rendered
        out.append(UInt8(ascii: "<"))
        out.append(contentsOf: name.qualified.utf8)
        for (prefix, namespace) in visiblyUtilized {
            let isKnown = (rendered[prefix] ?? (prefix == "" ? "" : nil)) == namespace
            // The prefix xml is bound everywhere.
            guard !isKnown, prefix != "xml" else { continue }
            rendered[prefix] = namespace
            let declared = prefix == "" ? "xmlns" : "xmlns:\(prefix)"
            XMLElement.write(declared, namespace.string, to: &out)
        }
        for attribute in attributes.sorted(by: XMLElement.precedes) {
            XMLElement.write(attribute.name.qualified, attribute.value, to: &out)
        }
        out.append(UInt8(ascii: ">"))
        for child in children {
            switch child {
            case .element(let element): element.write(to: &out, rendered: rendered)
            case .text(let text): XMLElement.escape(text, XMLElement.textEscapes, to: &out)
            }
        }
        out.append(contentsOf: "</\(name.qualified)>".utf8)
    }

    /// The prefixes and namespaces of the names of the element and of its attributes, sorted by prefix.
    private var visiblyUtilized: [(ByteString, ByteString)] {
        let prefixed = attributes.lazy.map(\.name).filter { !$0.prefix.isEmpty }
        let pairs = ([name] + prefixed).map { (ByteString($0.prefix), ByteString($0.namespace)) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            .sorted { codePointsPrecede($0.key.string, $1.key.string) }.map { ($0.key, $0.value) }
    }

    /// Whether an attribute precedes another, by namespace and then by name. Attributes without a namespace come first.
    private static func precedes(_ left: Attribute, _ right: Attribute) -> Bool {
        left.name.namespace.isExactly(right.name.namespace)
            ? codePointsPrecede(left.name.local, right.name.local)
            : codePointsPrecede(left.name.namespace, right.name.namespace)
    }

    private static func write(_ name: String, _ value: String, to out: inout [UInt8]) {
        out.append(contentsOf: " \(name)=\"".utf8)
        escape(value, attributeEscapes, to: &out)
        out.append(UInt8(ascii: "\""))
    }

    private typealias Escapes = [UInt8: StaticString]

    private static let textEscapes: Escapes = [
        UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;", ASCII.carriageReturn: "&#xD;",
    ]
    private static let attributeEscapes: Escapes = [
        UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: "\""): "&quot;", ASCII.tab: "&#x9;",
        ASCII.lineFeed: "&#xA;", ASCII.carriageReturn: "&#xD;",
    ]

    private static func escape(_ text: String, _ escapes: Escapes, to out: inout [UInt8]) {
        for byte in text.utf8 {
            if byte <= UInt8(ascii: ">"), let escape = escapes[byte] {
                escape.withUTF8Buffer { out.append(contentsOf: $0) }
            } else {
                out.append(byte)
            }
        }
    }
}

/// Whether the UTF-8 bytes of one text precede those of the other, which is the order of code points.
private func codePointsPrecede(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
}
