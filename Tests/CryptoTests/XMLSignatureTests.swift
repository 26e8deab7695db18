import Crypto
import Formats
import Testing

@Suite struct XMLSignatureTests {
    private static let key = Result { () throws(CryptoFailure) in
        try SigningKey.make(SeededStream(seed: "XML signatures", label: "key"))
    }

    private let element = XMLElement(
        XMLElement.Name(prefix: "p", "a", in: "urn:a"), [XMLElement.Attribute(XMLElement.Name("ID"), "_1")],
        [.text("x "), .element(XMLElement(XMLElement.Name("b", in: "urn:b"), text: "y"))])

    private func signed() throws -> XMLElement {
        try XMLSignature.sign(element, id: "_1", at: 1, key: XMLSignatureTests.key.get())
    }

    private func verify(_ element: XMLElement, id: String? = "_1") throws -> XMLElement {
        try XMLSignature.verify(element, id: id, key: XMLSignatureTests.key.get().publicKey)
    }

    @Test("A signed element verifies, also after it is written and read, and comes back without its signature")
    func signedElementVerifiesAfterWritingAndReading() throws {
        let signed = try signed()
        #expect(signed.children.count == element.children.count + 1)
        #expect(try verify(signed) == element)
        let read = try XMLReader.read(signed.canonical)
        #expect(try verify(read) == element)
        let inner = try XMLReader.read(
            Array("<o xmlns='urn:o' xmlns:ds='urn:ds'>".utf8) + signed.canonical + Array("</o>".utf8))
        #expect(try verify(#require(inner.elements.first)) == element)
    }

    @Test(
        "A changed byte or ID is rejected",
        arguments: [
            ("x ", "x"), ("urn:b", "urn:c"), ("<b", "<b c=\"\""), ("ID=\"_1\"", "ID=\"_2\""),
            ("rsa-sha256", "rsa-sha1"),
            ("xmlenc#sha256", "xmldsig#sha1"), ("#enveloped-signature", "#base64"), ("URI=\"#_1\"", "URI=\"\""),
            ("xml-exc-c14n#", "xml-exc-c14n#WithComments"), ("<ds:SignatureValue>", "<ds:SignatureValue>AAAA"),
            ("</ds:Transforms>", "<ds:Transform Algorithm=\"urn:x\"></ds:Transform></ds:Transforms>"),
            ("</ds:SignedInfo>", "<ds:Reference URI=\"#_1\"></ds:Reference></ds:SignedInfo>"),
        ])
    func rejectsChangedByteOrID(_ old: String, _ new: String) throws {
        let text = String(decoding: try signed().canonical, as: UTF8.self)
        #expect(text.contains(old))
        let read = try XMLReader.read(Array(text.replacing(old, with: new).utf8))
        #expect(throws: XMLSignature.Problem.self) { try verify(read) }
    }

    @Test("A missing ID, a missing signature and another key are rejected")
    func rejectsMissingIDSignatureOrOtherKey() throws {
        let signed = try signed()
        #expect(throws: XMLSignature.Problem.self) { try verify(signed, id: nil) }
        #expect(throws: XMLSignature.Problem.self) { try verify(signed, id: "_2") }
        #expect(throws: XMLSignature.Problem.self) { try verify(element) }
        let other = try SigningKey.make(SeededStream(seed: "XML signatures", label: "other"))
        #expect(throws: XMLSignature.Problem.self) {
            try XMLSignature.verify(signed, id: "_1", key: other.publicKey)
        }
    }
}
