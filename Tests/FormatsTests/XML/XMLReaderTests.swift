import Formats
import Testing

@Suite struct XMLReaderTests {
    private func read(_ text: String) throws -> XMLElement { try XMLReader.read(Array(text.utf8)) }

    @Test("Names resolve by the declarations in scope")
    func resolvesNamesByDeclarations() throws {
        let root = try read("<a xmlns='urn:1' xmlns:p='urn:2' k='v' p:k='w'><p:b/><c xmlns=''>t</c></a>")
        #expect(root.name == XMLElement.Name("a", in: "urn:1"))
        #expect(root.attribute("k") == "v")
        #expect(root.attributes.last?.name == XMLElement.Name(prefix: "p", "k", in: "urn:2"))
        #expect(root.elements.map(\.name.namespace) == ["urn:2", ""])
        #expect(root.only("c", in: "")?.content == "t")
        #expect(root.only("c", in: "urn:1") == nil)
    }

    @Test("Comments, CDATA and character references join into one text")
    func joinsTextAroundCommentsAndCDATA() throws {
        #expect(try read("<a>al<!-- c -->ex<![CDATA[@<]]>&#65;&amp;</a>").children == [.text("alex@<A&")])
        #expect(try read("<a>\r\n x \n</a>").content == "x")
        #expect(try read("<a>x<b/></a>").content == nil)
    }

    @Test(
        "Dangerous or malformed XML is rejected",
        arguments: [
            "", " ", "a", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "<a>&e;</a>", "<a>\u{0}</a>",
            "<a>\u{1}</a>",
            "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>",
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            "<?x y?><a/>", "<a><?x y?></a>", "<p:a/>", "<a p:b=''/>", "<a xmlns:p=''/>", "<:a/>",
            "<a:b:c xmlns:a='u'/>",
            "<a xmlns:xmlns='u'/>", "<a xmlns:xml='u'/>", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
            "<a xmlns:p='u' xmlns:q='u' p:k='1' q:k='2'/>",
            String(repeating: "<a>", count: XMLReader.maximumDepth + 1)
                + String(repeating: "</a>", count: XMLReader.maximumDepth + 1),
            "<a>" + String(repeating: "<b/>", count: XMLReader.maximumNodes) + "</a>",
            "<a \((0...XMLReader.maximumAttributes).map { "a\($0)='x'" }.joined(separator: " "))/>",
            "<a>" + String(repeating: "x", count: XMLReader.maximumBytes) + "</a>",
            "<a xmlns='\(String(repeating: "x", count: XMLReader.maximumNamespace + 1))'/>",
        ])
    func rejectsDangerousOrMalformedXML(_ text: String) {
        #expect(throws: XMLReader.Malformed.self) { try read(text) }
    }

    @Test(
        "Any encoding except UTF-8 is rejected, whether the document declares or uses it",
        arguments: [
            Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='US-ASCII'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='nonsense'?><a/>".utf8),
            utf16("<a/>", isBig: true, hasMark: true), utf16("<a/>", isBig: false, hasMark: true),
            utf16("<a/>", isBig: true, hasMark: false), utf16("<a/>", isBig: false, hasMark: false),
            utf16("<?xml version='1.0' encoding='UTF-16'?><a/>", isBig: true, hasMark: true),
            utf16("<?xml version='1.0' encoding='UTF-8'?><a/>", isBig: false, hasMark: true),
            Array("<a>\u{E9}</a>".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }),
        ])
    func rejectsOtherEncodings(document: [UInt8]) {
        #expect(throws: XMLReader.Malformed.self) { try XMLReader.read(document) }
    }

    @Test(
        "UTF-8 may be declared or marked",
        arguments: ["<?xml version='1.0' encoding='utf-8'?><a/>", "<?xml version='1.0'?><a/>", "\u{FEFF}<a/>", "<a/>"])
    func acceptsDeclaredOrMarkedUTF8(text: String) throws {
        #expect(try read(text).name.local == "a")
    }

    private static func utf16(_ text: String, isBig: Bool, hasMark: Bool) -> [UInt8] {
        ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? bytes : bytes.reversed()
        }
    }

    @Test("A document just within the limits is accepted")
    func acceptsDocumentWithinLimits() throws {
        let deep =
            String(repeating: "<a>", count: XMLReader.maximumDepth)
            + String(repeating: "</a>", count: XMLReader.maximumDepth)
        #expect(try read(deep).name.local == "a")
        #expect(try read("<a>" + String(repeating: "\n", count: 60_000) + "</a>").children.count == 1)
        #expect(throws: XMLReader.Malformed.self) {
            try XMLReader.read([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E])
        }
    }
}
