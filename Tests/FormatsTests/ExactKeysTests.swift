import Formats
import Testing

/// Checks that two spellings of one character are two keys.
struct ExactKeysTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    @Test func setsDistinguishSpellings() {
        let set = Set(exactly: [Self.composed, "K"])
        #expect(set.contains(Self.composed) && !set.contains(Self.decomposed))
        #expect(set.contains("K") && !set.contains("\u{212A}"))
        #expect(Set(exactly: [Self.composed, Self.decomposed]).count == 2)
    }

    @Test func dictionariesDistinguishSpellings() {
        var table: [ByteString: Int] = [:]
        table[Self.composed] = 1
        #expect(table[Self.decomposed] == nil)
        table[Self.decomposed, default: 1] += 1
        #expect(table[Self.composed] == 1 && table[Self.decomposed] == 2)
        table.removeValue(forKey: Self.composed)
        #expect(table[Self.composed] == nil && table.count == 1)
    }

    @Test func sortsKeysByBytes() {
        let keys: [ByteString] = ["\u{E9}", "f", "e\u{301}", "e"]
        #expect(keys.sorted().map(\.string).elementsEqual(["e", "e\u{301}", "f", "\u{E9}"]) { $0.isExactly($1) })
    }
}
