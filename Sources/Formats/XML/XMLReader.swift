/// Reads XML from untrusted sources: `XMLParser` parses the document, and `XMLTree` builds the tree within limits.
///
/// The reader rejects document types (and so every entity declaration), processing instructions, and documents that exceed the
/// limits. No sign-in protocol needs them, and they are a common cause of attacks.
package enum XMLReader {
    package static let maximumBytes = 65_536
    package static let maximumDepth = 40
    /// The maximum number of elements and attributes together.
    package static let maximumNodes = 2_000
    /// The maximum number of attributes and namespace declarations of one element. Each attribute is compared with the others.
    package static let maximumAttributes = 64
    /// The maximum length of a namespace URI, in bytes. The canonical form repeats the URI for one sibling after another.
    package static let maximumNamespace = 256

    /// The reason why a document is rejected.
    package struct Malformed: Error, Equatable {
        package let message: String
    }

    /// Returns the root element of a UTF-8 document. Throws for a document that has or declares another encoding.
    package static func read(_ document: [UInt8]) throws(Malformed) -> XMLElement {
        guard document.count <= maximumBytes else {
            throw Malformed(message: "the document has more than \(maximumBytes) bytes")
        }
        let tree = XMLTree()
        do throws(XMLProblem) {
            try XMLParser.parse(document, tree)
        } catch {
            throw Malformed(message: error.message)
        }
        guard let root = tree.root else { throw Malformed(message: "the document has no element") }
        return root
    }
}

/// Builds an XML tree during reading. Resolves names by the namespace declarations in scope (Namespaces in XML 1.0) and enforces
/// the limits.
private final class XMLTree: XMLBuilder {
    private(set) var root: XMLElement?
    /// The open elements, and for each the namespaces in scope by prefix.
    private var open: [(element: XMLElement, namespaces: [ByteString: String])] = []
    private var nodes = 0

    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
    private static let declarationNamespace = "http://www.w3.org/2000/xmlns/"

    func start(_ name: String, _ attributes: [String]) throws(XMLProblem) {
        nodes += 1 + attributes.count / 2
        guard nodes <= XMLReader.maximumNodes else { throw XMLProblem("too many elements and attributes") }
        guard attributes.count <= 2 * XMLReader.maximumAttributes else {
            throw XMLProblem("too many attributes")
        }
        guard open.count < XMLReader.maximumDepth else { throw XMLProblem("elements are nested too deep") }
        let pairs = stride(from: 0, to: attributes.count - 1, by: 2).map { (attributes[$0], attributes[$0 + 1]) }
        var namespaces = open.last?.namespaces ?? ["xml": XMLTree.xmlNamespace]
        for (name, value) in pairs {
            guard let prefix = XMLTree.declaredPrefix(name) else { continue }
            try XMLTree.checkDeclaration(prefix, value)
            namespaces[ByteString(prefix)] = value
        }
        var named: [XMLElement.Attribute] = []
        for (name, value) in pairs where XMLTree.declaredPrefix(name) == nil {
            let resolved = try XMLTree.resolve(name, namespaces, isAttribute: true)
            guard !named.contains(where: { $0.name.isExactly(resolved.local, in: resolved.namespace) }) else {
                throw XMLProblem("the attribute \(name) occurs twice")
            }
            named.append(XMLElement.Attribute(resolved, value))
        }
        let element = XMLElement(try XMLTree.resolve(name, namespaces, isAttribute: false), named)
        open.append((element, namespaces))
    }

    func end(_ name: String) {
        guard let closed = open.popLast()?.element else { return }
        if open.isEmpty {
            root = closed
        } else {
            open[open.count - 1].element.children.append(.element(closed))
        }
    }

    func documentType(hasDeclarations: Bool) throws(XMLProblem) {
        throw XMLProblem("document types are not allowed")
    }

    /// Consecutive pieces of text, such as the text around a comment, become one child.
    func append(_ text: String) {
        guard let last = open.indices.last else { return }
        guard case .text(var joined)? = open[last].element.children.last else {
            open[last].element.children.append(.text(text))
            return
        }
        // The text is removed from the array first, so that it grows in place without a copy.
        _ = open[last].element.children.popLast()
        joined += text
        open[last].element.children.append(.text(joined))
    }

    /// Returns the prefix that an attribute declares (empty for `xmlns`), or nil if the attribute is not a declaration.
    private static func declaredPrefix(_ name: String) -> String? {
        if name.isExactly("xmlns") { return "" }
        return name.utf8.starts(with: "xmlns:".utf8) ? String(Substring(name.utf8.dropFirst(6))) : nil
    }

    private static func checkDeclaration(_ prefix: String, _ namespace: String) throws(XMLProblem) {
        let isReserved =
            prefix.isExactly("xml") != namespace.isExactly(xmlNamespace) || prefix.isExactly("xmlns")
            || namespace.isExactly(declarationNamespace)
        guard !isReserved, prefix.isEmpty || !namespace.isEmpty, namespace.utf8.count <= XMLReader.maximumNamespace
        else {
            throw XMLProblem("the namespace declaration of \"\(prefix)\" is not allowed")
        }
    }

    /// Resolves a name. An attribute without a prefix has no namespace; an element without a prefix has the default namespace.
    private static func resolve(
        _ name: String, _ namespaces: [ByteString: String], isAttribute: Bool
    ) throws(XMLProblem) -> XMLElement.Name {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(Substring(parts[0])) : ""
        guard let local = parts.last, parts.count <= 2, !local.isEmpty, parts.count == 1 || !prefix.isEmpty else {
            throw XMLProblem("\(name) is not a name")
        }
        if prefix.isEmpty {
            let namespace = isAttribute ? "" : namespaces[""] ?? ""
            return XMLElement.Name(String(Substring(local)), in: namespace)
        }
        guard let namespace = namespaces[ByteString(prefix)] else {
            throw XMLProblem("the prefix \(prefix) is not declared")
        }
        return XMLElement.Name(prefix: prefix, String(Substring(local)), in: namespace)
    }
}
