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
