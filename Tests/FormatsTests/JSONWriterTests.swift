import Formats
import Testing

private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}

@Suite struct JSONWriterTests {
    @Test func writesFieldsInOrder() {
        let bytes = JSONWriter.object {
            $0.field("z", "text")
            $0.field("a", 1)
            $0.field("m", Int64.min)
            $0.field("yes", true)
            $0.null("none")
            $0.field("list", ["b", "a"])
            $0.field("empty", [String]())
            $0.object("inner") {
                $0.field("x", false)
                $0.object("nothing") { _ in }
            }
            $0.array("mixed") {
                $0.element("one")
                $0.element(.integer(2))
                $0.objectElement { $0.field("three", 3) }
                $0.objectElement { _ in }
            }
            $0.field(
                "value", JSONValue.array([.null, .bool(true), .object([.init("b", .integer(1)), .init("a", .null)])]))
            $0.field("last", "")
        }
        #expect(
            text(bytes)
                == #"{"z":"text","a":1,"m":-9223372036854775808,"yes":true,"none":null,"list":["b","a"],"empty":[],"#
                + #""inner":{"x":false,"nothing":{}},"mixed":["one",2,{"three":3},{}],"#
                + #""value":[null,true,{"b":1,"a":null}],"last":""}"#)
    }

    @Test(arguments: [
        ("", ""), ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\n\r\t", #"\n\r\t"#),
        ("\u{0}\u{8}\u{1F}", #"\u0000\u0008\u001f"#),
        ("\u{7F}", "\u{7F}"), ("é\u{2028}\u{1F600}", "é\u{2028}\u{1F600}"), ("</script>", "</script>"),
    ])
    func escapesOnlyWhatJSONRequires(plain: String, escaped: String) {
        #expect(JSONWriter.value(.string(plain)) == Array("\"\(escaped)\"".utf8))
        #expect(
            text(JSONWriter.object { $0.field(plain, plain) }).utf8.elementsEqual(
                #"{"\#(escaped)":"\#(escaped)"}"#.utf8))
    }

    @Test(arguments: [
        (JSONValue.number(0.5), "0.5"), (.number(-0.0), "-0.0"), (.number(1e300), "1e+300"),
        (.number(.infinity), "null"),
        (.number(.nan), "null"), (.integer(.max), "9223372036854775807"), (.bool(false), "false"), (.null, "null"),
        (.array([]), "[]"), (.object([]), "{}"),
    ])
    func writesEveryKindOfValue(value: JSONValue, expected: String) {
        #expect(text(JSONWriter.value(value)) == expected)
    }

    @Test func everyCharacterRoundTripsAtEveryPosition() {
        for length in [1, 7, 8, 9, 16, 17] {
            for position in 0..<length {
                for character in (0...0x7F).map({ UInt8($0) }) {
                    var text = [UInt8](repeating: 0x7E, count: length)
                    text[position] = character
                    let string = String(decoding: text, as: UTF8.self)
                    #expect(JSONValue(parsing: JSONWriter.value(.string(string))) == .string(string))
                }
            }
        }
    }
}
