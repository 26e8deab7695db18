/// Builds an XML tree during reading. Resolves names by the namespace declarations in scope (Namespaces in XML 1.0) and enforces
/// the limits.
struct XMLTree {
    typealias Malformed = XMLReader.Malformed

    private(set) var root: XMLElement?
    /// The open elements, and for each the namespaces in scope by prefix.
    private var open: [(element: XMLElement, namespaces: [ByteString: String])] = []
    private var nodes = 0

    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
    private static let declarationNamespace = "http://www.w3.org/2000/xmlns/"

    /// Opens an element. `attributes` alternates names and values, as written.
    mutating func start(_ name: String, _ attributes: [String]) throws(Malformed) {
        nodes += 1 + attributes.count / 2
        guard nodes <= XMLReader.maximumNodes else { throw Malformed(message: "too many elements and attributes") }
        guard attributes.count <= 2 * XMLReader.maximumAttributes else {
            throw Malformed(message: "too many attributes")
        }
        guard open.count < XMLReader.maximumDepth else { throw Malformed(message: "elements are nested too deep") }
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
                throw Malformed(message: "the attribute \(name) occurs twice")
            }
            named.append(XMLElement.Attribute(resolved, value))
        }
        let element = XMLElement(try XMLTree.resolve(name, namespaces, isAttribute: false), named)
        open.append((element, namespaces))
    }

    mutating func end() throws(Malformed) {
        guard let closed = open.popLast()?.element else { throw Malformed(message: "an end tag has no start tag") }
        if open.isEmpty {
            root = closed
        } else {
            open[open.count - 1].element.children.append(.element(closed))
        }
    }

    /// Adds text to the innermost open element. Consecutive pieces of text, such as the text around a comment, become one child.
    mutating func append(_ text: String) {
        guard let last = open.indices.last else { return }
        guard case .text(var whole)? = open[last].element.children.last else {
            open[last].element.children.append(.text(text))
            return
        }
        // The text is removed from the array first, so that it grows in place without a copy.
        _ = open[last].element.children.popLast()
        whole += text
        open[last].element.children.append(.text(whole))
    }

    /// Returns the prefix that an attribute declares (empty for `xmlns`), or nil if the attribute is not a declaration.
    private static func declaredPrefix(_ name: String) -> String? {
        if name.isExactly("xmlns") { return "" }
        return name.utf8.starts(with: "xmlns:".utf8) ? String(Substring(name.utf8.dropFirst(6))) : nil
    }

    private static func checkDeclaration(_ prefix: String, _ namespace: String) throws(Malformed) {
        let isReserved =
            prefix.isExactly("xml") != namespace.isExactly(xmlNamespace) || prefix.isExactly("xmlns")
            || namespace.isExactly(declarationNamespace)
        guard !isReserved, prefix.isEmpty || !namespace.isEmpty, namespace.utf8.count <= XMLReader.maximumNamespace
        else {
            throw Malformed(message: "the namespace declaration of \"\(prefix)\" is not allowed")
        }
    }

    /// Resolves a name. An attribute without a prefix has no namespace; an element without a prefix has the default namespace.
    private static func resolve(
        _ name: String, _ namespaces: [ByteString: String], isAttribute: Bool
    ) throws(Malformed) -> XMLElement.Name {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(Substring(parts[0])) : ""
        guard let local = parts.last, parts.count <= 2, !local.isEmpty, parts.count == 1 || !prefix.isEmpty else {
            throw Malformed(message: "\(name) is not a name")
        }
        if prefix.isEmpty {
            let namespace = isAttribute ? "" : namespaces[""] ?? ""
            return XMLElement.Name(String(Substring(local)), in: namespace)
        }
        guard let namespace = namespaces[ByteString(prefix)] else {
            throw Malformed(message: "the prefix \(prefix) is not declared")
        }
        return XMLElement.Name(prefix: prefix, String(Substring(local)), in: namespace)
    }
}
