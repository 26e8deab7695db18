private import CExpat

/// Reads XML from untrusted sources: libexpat parses the document, and this type builds the tree within limits.
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

    /// Returns the root element of a UTF-8 document. Throws for a document that has or declares another encoding, because two
    /// readers could read two different documents from it.
    package static func read(_ document: [UInt8]) throws(Malformed) -> XMLElement {
        guard document.count <= maximumBytes, let count = Int32(exactly: document.count) else {
            throw Malformed(message: "the document has more than \(maximumBytes) bytes")
        }
        // libexpat takes UTF-16 by its mark or its zero bytes, whatever encoding the caller names.
        guard String(utf8: document) != nil, !document.contains(0) else {
            throw Malformed(message: "the document is not UTF-8")
        }
        guard let parser = XML_ParserCreate("UTF-8") else { throw Malformed(message: "not enough memory") }
        defer { XML_ParserFree(parser) }
        let handler = Handler(parser)
        setHandlers(parser, Unmanaged.passUnretained(handler).toOpaque())
        let status = withExtendedLifetime(handler) {
            document.withUnsafeBytes {
                XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1)
            }
        }
        if let problem = handler.problem { throw problem }
        guard status == XML_STATUS_OK, let root = handler.tree.root else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            throw Malformed(message: reason ?? "not well-formed")
        }
        return root
    }

    /// Sets the handlers. `data` is the unretained `Handler` that libexpat passes to them.
    private static func setHandlers(_ parser: XML_Parser, _ data: UnsafeMutableRawPointer) {
        XML_SetUserData(parser, data)
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                Handler.run(data) { tree throws(Malformed) in
                    try tree.start(Handler.text(name), Handler.texts(attributes))
                }
            },
            { data, _ in Handler.run(data) { tree throws(Malformed) in try tree.end() } })
        XML_SetCharacterDataHandler(parser) { data, characters, count in
            let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
            // Allowed (lossy-text): libexpat has validated the document and passes whole characters.
            Handler.run(data) { tree throws(Malformed) in tree.append(String(decoding: bytes, as: UTF8.self)) }
        }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            Handler.run(data) { _ throws(Malformed) in
                guard encoding == nil || Handler.text(encoding).isExactlyIgnoringASCIICase("UTF-8") else {
                    throw Malformed(message: "the encoding must be UTF-8")
                }
            }
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            Handler.run(data) { _ throws(Malformed) in throw Malformed(message: "document types are not allowed") }
        }
        XML_SetProcessingInstructionHandler(parser) { data, _, _ in
            Handler.run(data) { _ throws(Malformed) in
                throw Malformed(message: "processing instructions are not allowed")
            }
        }
    }
}

/// The state of libexpat's handlers.
private final class Handler {
    private let parser: XML_Parser
    var tree = XMLTree()
    /// The first problem. The handlers do nothing after it.
    private(set) var problem: XMLReader.Malformed?

    init(_ parser: XML_Parser) {
        self.parser = parser
    }

    static func run(
        _ data: UnsafeMutableRawPointer?, _ step: (inout XMLTree) throws(XMLReader.Malformed) -> Void
    ) {
        guard let data else { return }
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        // libexpat can call handlers after it was stopped.
        guard handler.problem == nil else { return }
        do {
            try step(&handler.tree)
        } catch {
            handler.problem = error
            XML_StopParser(handler.parser, 0)
        }
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    /// Returns the strings of a nil-terminated list of C strings.
    static func texts(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
        var texts: [String] = []
        while let pointer = list?[texts.count] { texts.append(String(cString: pointer)) }
        return texts
    }
}

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
