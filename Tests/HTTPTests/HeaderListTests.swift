import HTTP
import Testing

@Suite struct HeaderListTests {
    private let list = HeaderList([.init("A", "1"), .init("b", "2"), .init("a", "3")])

    @Test func findsFieldIgnoringCase() {
        #expect(list["A"] == "1")
        #expect(list["B"] == "2")
        #expect(list["c"] == nil)
        #expect(list.values("a") == ["1", "3"])
        #expect(list["\u{212A}"] == nil)
    }

    @Test func setReplacesAllFieldsOfName() {
        var changed = list
        changed.set("a", "4")
        changed.append("D", "")
        #expect(changed.fields == [.init("b", "2"), .init("a", "4"), .init("D", "")])
    }

    @Test func replacesControlCharacters() {
        let fields = HeaderList([.init("X\r\nY", "a\r\nb\u{0}\tc")]).fields
        #expect(fields == [.init("X  Y", "a  b  c")])
    }

    @Test(arguments: [
        ("a=b", [["a", "b"]]), ("a=b; c=d;e=f", [["a", "b"], ["c", "d"], ["e", "f"]]), ("a=b=c", [["a", "b=c"]]),
        (" a = b ", [["a", "b"]]), ("a=", [["a", ""]]), ("=b; c; ;", []), ("a=\"q\"", [["a", "\"q\""]]),
        ("a=1; a=2", [["a", "1"], ["a", "2"]]), ("", []), (";;a=1;", [["a", "1"]]),
        ("one=1234567; two=2", [["one", "1234567"], ["two", "2"]]),
    ])
    func parsesCookies(_ value: String, _ expected: [[String]]) {
        let headers = HeaderList([.init("cookie", value)])
        #expect(Cookies.parse(headers).map { [$0.name, $0.value] } == expected)
    }

    @Test func joinsCookiesOfSeveralFields() {
        let headers = HeaderList([.init("Cookie", "a=1"), .init("Cookie", "b=2")])
        #expect(Cookies.parse(headers).map(\.name) == ["a", "b"])
    }
}
