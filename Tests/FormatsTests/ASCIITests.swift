import Formats
import Testing

@Suite struct ASCIITests {
    @Test(
        arguments: [
            ("0", 0), ("00012", 12), ("9223372036854775807", .max), ("0000000000000000000000000000000001", 1),
        ] as [(String, Int)])
    func parsesDecimalNumbers(text: String, value: Int) {
        #expect(ASCII.decimal(text.utf8) == value)
    }

    @Test(arguments: [
        "", "+5", "-5", "-0", " 5", "5 ", "5_0", "0x5", "1e3", "1.0", "٥", "５", "9223372036854775808",
        "99999999999999999999",
        "18446744073709551616", "18446744073709551617", "5\u{0}",
    ])
    func rejectsTextThatIsNoDecimalNumber(text: String) {
        #expect(ASCII.decimal(text.utf8) == nil)
    }

    @Test func characterClassesAreExact() {
        func members(_ contains: (UInt8) -> Bool) -> String {
            String(decoding: (UInt8.min...UInt8.max).filter(contains), as: UTF8.self)
        }
        let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let lower = "abcdefghijklmnopqrstuvwxyz"
        #expect(members(ASCII.isDigit) == "0123456789")
        #expect(members(ASCII.isUppercase) == upper)
        #expect(members(ASCII.isLetter) == upper + lower)
        #expect(members(ASCII.isUnreserved) == "-.0123456789\(upper)_\(lower)~")
        #expect(members(ASCII.isTokenCharacter) == "!#$%&'*+-.0123456789\(upper)^_`\(lower)|~")
        #expect(members { ASCII.hexValue($0) != nil } == "0123456789ABCDEFabcdef")
        #expect(members { ASCII.lowercased($0) != $0 } == upper)
    }

    @Test func convertsHexadecimalInBothDirections() {
        #expect(
            "0123456789abcdefABCDEF".utf8.map { ASCII.hexValue($0) }
                == (Array(0...15) + Array(10...15)).map { UInt8($0) })
        #expect(ASCII.hex([0x00, 0x0F, 0xF0, 0xFF]) == "000ff0ff")
        #expect(ASCII.hex([]) == "")
    }
}
