private import CExpat

/// Reads XML that strangers send: libexpat finds the parts, this builds the tree within bounds.
///
/// Refused, because nothing that signs in needs them and much harm comes of them: document types (and so every entity
/// declaration), processing instructions, and whatever is larger or deeper than the bounds.
package enum XMLReader {
    package static let maximumBytes = 65_536
    package static let maximumDepth = 40
    /// Elements and attributes together.
    package static let maximumNodes = 2_000
    /// Attributes and namespace declarations of one element, each compared with the others.
    package static let maximumAttributes = 64
    /// Bytes of a namespace's URI, which the canonical form repeats on one sibling after another.
    package static let maximumNamespace = 256

    /// Why a text is not taken.
    package struct Malformed: Error, Equatable {
        package let message: String
    }

    /// The root element of a document in UTF-8. Throws for one in another encoding, and for one that claims another: two readers
    /// could see two documents in it.
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

    /// `data` is what the handlers are given: the `Handler`, unretained.
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
            // Allowed (lossy-text): expat has validated the document and hands out whole characters.
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

/// What libexpat's handlers work on.
private final class Handler {
    private let parser: XML_Parser
    var tree = XMLTree()
    /// The first one; nothing is done after it.
    private(set) var problem: XMLReader.Malformed?

    init(_ parser: XML_Parser) {
        self.parser = parser
    }

    static func run(
        _ data: UnsafeMutableRawPointer?, _ step: (inout XMLTree) throws(XMLReader.Malformed) -> Void
    ) {
        guard let data else { return }
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        // libexpat may call on after it was stopped.
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

    /// A list of C strings that ends with nil.
    static func texts(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
        var texts: [String] = []
        while let pointer = list?[texts.count] { texts.append(String(cString: pointer)) }
        return texts
    }
}
