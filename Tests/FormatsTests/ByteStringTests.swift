import Formats
import Testing

/// Pairs that are equal by `==` of `String`.
private let equivalent = [
    ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("é", "e\u{301}"), ("Å", "\u{212B}"),
    ("\u{AC00}", "\u{1100}\u{1161}"),
]

@Suite struct ByteStringTests {
    @Test(arguments: equivalent)
    func canonicallyEquivalentTextsDiffer(left: String, right: String) {
        #expect(left == right)
        #expect(ByteString(left) != ByteString(right))
        #expect(!left.isExactly(right))
        #expect(!left.isExactlyIgnoringASCIICase(right))
        #expect(Set([ByteString(left), ByteString(right)]).count == 2)
        #expect([ByteString(left): 1][ByteString(right)] == nil)
    }

    @Test func equalBytesAreEqualInAnyStorage() {
        let long = String(repeating: "long enough for the heap ", count: 4)
        let slice = String((long + "tail").dropLast(4))
        #expect(ByteString(long) == ByteString(slice))
        #expect(ByteString(long).hashValue == ByteString(slice).hashValue)
        #expect(ByteString("") == "" && ByteString("a") == "a")
        #expect(ByteString("a") != "A")
        #expect(ByteString("a").description == "a")
    }

    @Test(arguments: [
        ("", "", true), ("abc", "ABC", true), ("AZ[@`{", "az[@`{", true), ("[", "{", false), ("@", "`", false),
        ("a", "ab", false),
        ("é", "É", false), ("ß", "SS", false), ("k", "\u{212A}", false), ("i", "\u{130}", false),
    ])
    func comparisonIgnoresCaseOfASCIIOnly(left: String, right: String, isEqual: Bool) {
        #expect(left.isExactlyIgnoringASCIICase(right) == isEqual)
        #expect(right.isExactlyIgnoringASCIICase(left) == isEqual)
    }

    @Test(arguments: [
        ("", ""), ("aZ09", "az09"), ("ÉK\u{212A}", "Ék\u{212A}"), ("\u{130}", "\u{130}"), ("lower", "lower"),
    ])
    func lowercasesASCIIOnly(text: String, lowered: String) {
        #expect(text.asciiLowercased.isExactly(lowered))
    }

    @Test(arguments: [
        ("", "a"), ("a", "aa"), ("Z", "a"), ("ab", "b"), ("z", "é"), ("e\u{301}", "é"),
        ("a long name, one", "a long name, two"),
    ])
    func ordersTextsByBytes(first: String, second: String) {
        #expect(first.precedes(second) && !second.precedes(first))
        #expect(!first.precedes(first) && !second.precedes(second))
    }

    @Test("Folded strings are equal if they differ only in the case of ASCII letters")
    func foldedStringsIgnoreASCIICaseOnly() {
        let names = Set(["User.Read", "", "é"].map(CaseInsensitiveString.init))
        for (name, isOne) in [
            ("user.READ", true), ("", true), ("é", true), ("É", false), ("User.Rea\u{64}\u{301}", false),
        ] {
            #expect(names.contains(CaseInsensitiveString(name)) == isOne)
        }
        #expect(CaseInsensitiveString("\u{212A}") != CaseInsensitiveString("k"))
        #expect(["a", "B", "A", "b", "c"].firstOfEach(CaseInsensitiveString.init) == ["a", "B", "c"])
    }
}
