private import CExpat

/// Takes the events of an XML document in the order of the document. A method that throws ends the reading.
protocol XMLBuilder: AnyObject {
    /// Opens an element. `attributes` alternates names and values, as written.
    func start(_ name: String, _ attributes: [String]) throws(XMLProblem)
    func end(_ name: String) throws(XMLProblem)
    /// Adds text to the innermost open element. One text can come in several pieces.
    func append(_ text: String) throws(XMLProblem)
    /// Checks the document type. `hasDeclarations` is whether the document declares entities or elements of its own.
    func documentType(hasDeclarations: Bool) throws(XMLProblem)
}

/// The reason why a document is rejected.
struct XMLProblem: Error {
    let message: String
    /// Whether the document is not well-formed, rather than unexpected by the builder.
    var isMalformed = false
    /// The line of the problem, from 1.
    var line = 1

    init(_ message: String) {
        self.message = message
    }

    static func malformed(_ message: String) -> XMLProblem {
        var problem = XMLProblem(message)
        problem.isMalformed = true
        return problem
    }
}

/// Parses documents from untrusted sources with libexpat. Rejects processing instructions, entities that the document type would
/// have to declare, and encodings other than UTF-8, because two readers could read two different documents from such a text.
enum XMLParser {
    static func parse(_ document: [UInt8], _ builder: some XMLBuilder) throws(XMLProblem) {
        // libexpat takes UTF-16 by its mark or its zero bytes, whatever encoding the caller names.
        guard let count = Int32(exactly: document.count), String(utf8: document) != nil, !document.contains(0) else {
            throw .malformed("the document is not UTF-8")
        }
        guard let parser = XML_ParserCreate("UTF-8") else { throw .malformed("not enough memory") }
        defer { XML_ParserFree(parser) }
        let handler = Handler(parser, builder)
        setHandlers(parser, Unmanaged.passUnretained(handler).toOpaque())
        let status = withExtendedLifetime(handler) {
            document.withUnsafeBytes {
                XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1)
            }
        }
        if let problem = handler.problem { throw problem }
        guard status != XML_STATUS_OK else { return }
        let code = XML_GetErrorCode(parser)
        let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed"
        var problem = XMLProblem.malformed(code == XML_ERROR_NO_ELEMENTS ? "the document ends too early" : reason)
        problem.line = Int(XML_GetCurrentLineNumber(parser))
        throw problem
    }

    /// Sets the handlers. `data` is the unretained `Handler` that libexpat passes to them.
    private static func setHandlers(_ parser: XML_Parser, _ data: UnsafeMutableRawPointer) {
        XML_SetUserData(parser, data)
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                Handler.run(data) { builder throws(XMLProblem) in
                    try builder.start(Handler.text(name), Handler.texts(attributes))
                }
            },
            { data, name in
                Handler.run(data) { builder throws(XMLProblem) in try builder.end(Handler.text(name)) }
            })
        XML_SetCharacterDataHandler(parser) { data, characters, count in
            let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
            Handler.run(data) { builder throws(XMLProblem) in
                // Allowed (lossy-text): libexpat has validated the document and passes whole characters.
                try builder.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            Handler.run(data) { _ throws(XMLProblem) in
                guard encoding == nil || Handler.text(encoding).isExactlyIgnoringASCIICase("UTF-8") else {
                    throw .malformed("the encoding must be UTF-8")
                }
            }
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDeclarations in
            Handler.run(data) { builder throws(XMLProblem) in
                try builder.documentType(hasDeclarations: hasDeclarations != 0)
            }
        }
        XML_SetSkippedEntityHandler(parser) { data, name, _ in
            Handler.run(data) { _ throws(XMLProblem) in
                throw .malformed("the entity &\(Handler.text(name)); is unknown: write &amp; for an ampersand")
            }
        }
        XML_SetProcessingInstructionHandler(parser) { data, _, _ in
            Handler.run(data) { _ throws(XMLProblem) in throw .malformed("processing instructions are not allowed") }
        }
    }
}

/// The state of libexpat's handlers.
private final class Handler {
    private let parser: XML_Parser
    private let builder: any XMLBuilder
    /// The first problem. The handlers do nothing after it.
    private(set) var problem: XMLProblem?

    init(_ parser: XML_Parser, _ builder: any XMLBuilder) {
        self.parser = parser
        self.builder = builder
    }

    static func run(_ data: UnsafeMutableRawPointer?, _ step: (any XMLBuilder) throws(XMLProblem) -> Void) {
        guard let data else { return }
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        // libexpat can call handlers after it was stopped.
        guard handler.problem == nil else { return }
        do {
            try step(handler.builder)
        } catch {
            handler.problem = error
            handler.problem?.line = Int(XML_GetCurrentLineNumber(handler.parser))
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
