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
        // libexpat takes UTF-16 by its mark or its zero bytes, whatever encoding it is given.
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
