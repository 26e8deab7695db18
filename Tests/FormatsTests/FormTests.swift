import Formats
import Testing

private func parse(_ text: String) throws(Form.Malformed) -> Form {
    try Form(parsing: Array(text.utf8))
}

@Suite struct FormTests {
    @Test(arguments: [
        ("", []), ("&&", []), ("a", [["a", ""]]), ("a=", [["a", ""]]), ("=a", [["", "a"]]), ("=", [["", ""]]),
        ("a=1&b=2", [["a", "1"], ["b", "2"]]), ("a=1&&b=2&", [["a", "1"], ["b", "2"]]), ("a=b=c", [["a", "b=c"]]),
        ("a=1&a=2", [["a", "1"], ["a", "2"]]), ("a+b=c+d%2B", [["a b", "c d+"]]), ("%61=%3D%26", [["a", "=&"]]),
        ("a;b=1", [["a;b", "1"]]), ("k=%E2%84%AA", [["k", "\u{212A}"]]),
    ])
    func parsesFieldsInOrder(text: String, fields: [[String]]) throws {
        #expect(try parse(text) == Form(fields.map { Form.Field($0[0], $0[1]) }))
    }

    @Test(arguments: ["a=%", "%=a", "a=%2", "a=%zz", "a=%00", "%00=a", "a=b\u{0}c", "a=%FF", "a=%C3", "ok=1&a=%"])
    func rejectsBrokenForm(text: String) {
        #expect(throws: Form.Malformed.encoding) { try parse(text) }
    }

    @Test func rejectsFormThatIsNotUTF8() {
        #expect(throws: Form.Malformed.encoding) { try Form(parsing: [0x61, 0x3D, 0xFF]) }
    }

    @Test func limitsNumberOfFields() throws {
        let most = Array(repeating: "a=1", count: Form.maximumFields).joined(separator: "&")
        #expect(try parse(most).fields.count == Form.maximumFields)
        #expect(try parse(most + "&&&").fields.count == Form.maximumFields)
        #expect(throws: Form.Malformed.tooManyFields) { try parse(most + "&a=1") }
    }

    @Test func findsFirstValueOfExactName() throws {
        let form = try parse("K=first&\u{212A}=kelvin&k=lower&K=second")
        #expect(form["K"] == "first")
        #expect(form["\u{212A}"] == "kelvin")
        #expect(form["k"] == "lower")
        #expect(form["x"] == nil)
    }

    @Test func canonicallyEquivalentFieldsDiffer() {
        #expect(Form.Field("K", "") != Form.Field("\u{212A}", ""))
        #expect(Form.Field("a", "é") != Form.Field("a", "e\u{301}"))
    }

    @Test(
        arguments: [
            ("a=1&b=2", nil), ("a=1&a=1", "a"), ("x=1&b=2&x=3&b=4", "x"), ("a=1&A=2", nil), ("K=1&%E2%84%AA=2", nil),
            ("=1&=2", ""),
        ] as [(String, String?)])
    func findsFirstRepeatedName(text: String, name: String?) throws {
        #expect(try parse(text).firstDuplicate() == name)
    }

    @Test func ignoresRepeatedNamesOnRequest() throws {
        let form = try parse("a=1&b=1&a=2&b=2")
        #expect(form.firstDuplicate { $0 == "b" } == "b")
        #expect(form.firstDuplicate { _ in false } == nil)
    }

    @Test func encodedFormParsesToSameFields() throws {
        var form = Form([.init("a b", "1+1=2&"), .init("", "é\u{1F600}")])
        form.append("a b", "again")
        form.append(contentsOf: Form([.init("last", "")]))
        #expect(form.encoded == "a%20b=1%2B1%3D2%26&=%C3%A9%F0%9F%98%80&a%20b=again&last=")
        #expect(try parse(form.encoded) == form)
    }
}
