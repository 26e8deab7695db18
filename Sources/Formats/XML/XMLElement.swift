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
